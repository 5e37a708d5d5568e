import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Values are fixed words of the source, patterns of routes, names of tables and numbers, as those of metrics: traces leave the
 * machine, so that nothing in them may name a person or a test.
 */
export type Attributes = Readonly<Record<string, string | number>>

export type OpenSpan = {
  readonly traceId: string
  /** As the caller of a request gets it, in the header `traceresponse`. */
  readonly traceparent: string
  /** False after the end, and if the trace is not sampled. */
  isOpen(): boolean
  set(attributes: Attributes): void
  /** @param error the class of an error, never its text */
  end(error?: string): void
}

type Beginning = {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Attributes
  /** The span that contains this one, or the `traceparent` of a caller; without it, a trace begins. */
  parent?: OpenSpan | string | undefined
  links?: readonly OpenSpan[]
}

export type Tracer = { begin(beginning: Beginning): OpenSpan }

/** Where a piece of work stands: its span, and spans of other traces that wait for the same work. */
export type Place = { readonly span: OpenSpan; readonly links: readonly OpenSpan[] }

/** Null: nothing is traced, and each function here returns after this one comparison. */
let tracer: Tracer | null = null
const places = new AsyncLocalStorage<Place | undefined>()

export function traceBy(to: Tracer | null): void {
  tracer = to
}

export const isTracing = (): boolean => tracer !== null

export const placeNow = (): Place | undefined => (tracer === null ? undefined : places.getStore())

export const within = <T>(place: Place | undefined, work: () => T): T => places.run(place, work)

/** Begins the span of a request, under the caller's if its `traceparent` is well formed. */
export function beginRequest(name: string, attributes: Attributes, traceparent?: string): Place | null {
  if (tracer === null) return null
  return { span: tracer.begin({ name, kind: 'server', attributes, parent: traceparent }), links: [] }
}

/** Begins the span of a statement or call. Null if nothing is traced, or the work around it is not or has ended. */
export const beginStep = (describe: () => { name: string; attributes: Attributes }): OpenSpan | null =>
  placeNow() ? beginCall(describe) : null

/** Begins the span of a call to another system: within the work around it, or as a trace of its own where nothing is around it. */
export function beginCall(describe: () => { name: string; attributes: Attributes }): OpenSpan | null {
  if (tracer === null) return null
  const place = places.getStore()
  if (place && !place.span.isOpen()) return null
  return tracer.begin({ ...describe(), kind: 'client', parent: place?.span, links: place?.links ?? [] })
}

/**
 * Runs `work` in a span of the current trace.
 * @param attributesOf what the result adds to the span
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  attributesOf: (result: T) => Attributes = () => ({}),
): Promise<T> {
  if (tracer === null) return work()
  const parent = places.getStore()?.span
  if (parent && !parent.isOpen()) return work()
  return runIn(tracer.begin({ name, kind: 'internal', attributes, parent }), work, attributesOf)
}

/** Runs `work` as a trace of its own, also if a request has caused it. */
export function tracedApart<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work()
  return runIn(tracer.begin({ name, kind: 'internal', attributes }), work, () => ({}))
}

async function runIn<T>(
  span: OpenSpan,
  work: () => Promise<T>,
  attributesOf: (result: T) => Attributes,
): Promise<T> {
  try {
    const result = await within({ span, links: [] }, work)
    span.set(attributesOf(result))
    span.end()
    return result
  } catch (error) {
    span.end(classOf(error))
    throw error
  }
}

/** Runs work that several places wait for. Its spans belong to the first that is traced, with links to the others. */
export function withinAll<T>(waiting: readonly (Place | undefined)[], work: () => T): T {
  if (tracer === null) return work()
  const [first, ...others] = waiting.flatMap((place) => (place?.span.isOpen() ? [place.span] : []))
  return within(first && { span: first, links: others }, work)
}

/** The code of the database or system, or the name of the error. Its message may quote data. */
export function classOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
