import type {
  BodyInput,
  Endpoint,
  HeadersOf,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '#contract/endpoint.ts'
import type { ErrorAnswer } from '#contract/errors.ts'
import { wordParameters, wordsHeader } from '#contract/words.ts'
import { followClock } from '../lib/clock.ts'
import { ApiError, noAnswer, noConnection } from './api-error.ts'
import { connected, disconnected } from './connection.ts'
import { patiently } from './patience.ts'
import { endSession, sessionToken } from './session.ts'
import { followTraces, traceparent } from './trace.ts'

/** A part of a call: absent where the endpoint has none, optional where everything in it is, else required. */
type Part<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : undefined extends T
    ? { readonly [P in K]?: T }
    : object extends T
      ? { readonly [P in K]?: T }
      : { readonly [P in K]: T }

/** What an endpoint takes, by its schemas. */
export type CallArgs<E extends Endpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>> &
  Part<'headers', HeadersOf<E>> & { readonly signal?: AbortSignal | undefined }

/** The arguments may be left out when none of them is required. */
export type CallRest<E extends Endpoint> =
  object extends CallArgs<E> ? [args?: CallArgs<E>] : [args: CallArgs<E>]

/** An answer with the key of its next page, for lists that send it in a header. */
export type Answer<E extends Endpoint> = { readonly data: ResponseOf<E>; readonly nextCursor: string | null }

let whenSessionEnds = () => {}

/** Says what happens when the server no longer knows our session; the routes decide, this module only notices. */
export function onSessionEnd(listener: () => void): void {
  whenSessionEnds = listener
}

let whenChanged: (changes: readonly string[]) => void = () => {}

/** Sets the function that is told which reads are out of date after a call. */
export function onChange(listener: typeof whenChanged): void {
  whenChanged = listener
}

/**
 * Makes one call of the contract and gives its answer.
 * @throws {ApiError} with words for a person, whatever went wrong.
 */
export async function call<E extends Endpoint>(endpoint: E, ...rest: CallRest<E>): Promise<ResponseOf<E>> {
  return (await callForPage(endpoint, ...rest)).data
}

/** As `call`, with the key of the next page from `X-Next-Cursor`. */
export async function callForPage<E extends Endpoint>(endpoint: E, ...rest: CallRest<E>): Promise<Answer<E>> {
  const response = await callForResponse(endpoint, ...rest)
  const data = await answerOf(endpoint, response)
  return { data, nextCursor: response.headers.get('x-next-cursor') }
}

/** As `call`, before its body is read: for files. */
export function callForResponse<E extends Endpoint>(endpoint: E, ...rest: CallRest<E>): Promise<Response> {
  return patiently(endpoint, rest[0]?.signal, () => callOnce(endpoint, ...rest))
}

/** As `callForResponse`, and fails at once while the database cannot be reached: for streams, which come back by themselves. */
export async function callOnce<E extends Endpoint>(endpoint: E, ...rest: CallRest<E>): Promise<Response> {
  const response = await send(endpoint, (rest[0] ?? {}) as LooseArgs)
  followClock(response.headers.get('x-clock-ahead'))
  followTraces(response.headers)
  if (response.ok) {
    tellChange(endpoint)
    return response
  }
  const error = await refusal(endpoint, response)
  if (behind.has(error.code)) tellChange(endpoint)
  throw error
}

/**
 * Refusals that mean that the screen showed outdated data, which is then read again too. `changed_meanwhile` is not among them:
 * what a person typed on top of an earlier version stays until they ask for the later version.
 */
const behind = new Set(['not_found', 'not_possible_now', 'conflict', 'slot_taken', 'hold_gone'])

/** Tells that the reads that this call changes may be out of date. */
export function tellChange({ changes }: Endpoint): void {
  if (changes) whenChanged(changes)
}

/** What an endpoint answered, or its refusal thrown, however the answer came. */
export async function answerOf<E extends Endpoint>(endpoint: E, response: Response): Promise<ResponseOf<E>> {
  if (!response.ok) throw await refusal(endpoint, response)
  return (await readBody(endpoint, response)) as ResponseOf<E>
}

/** The server has ended our session: forgotten here too, and the screen is told. */
export function leaveSession(): void {
  if (!sessionToken()) return
  void endSession()
  whenSessionEnds()
}

type LooseArgs = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string | undefined>
  signal?: AbortSignal
}

/** Where a call goes, and what goes with it beside its body. */
export function requestOf(endpoint: Endpoint, args: LooseArgs): { url: string; headers: Headers } {
  const headers = new Headers({ accept: 'application/json, text/*, image/*, application/pdf' })
  for (const [name, value] of Object.entries(args.headers ?? {})) {
    if (value !== undefined) headers.set(name, value)
  }
  const token = sessionToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  const trace = traceparent()
  if (trace) headers.set('traceparent', trace)
  const query = Object.entries(args.query ?? {})
  const words = queryOf(query.filter(([name]) => wordParameters.includes(name)))
  if (words !== '') headers.set(wordsHeader, words)
  const asked = queryOf(query.filter(([name]) => !wordParameters.includes(name)))
  return { url: pathOf(endpoint.path, args.params ?? {}) + (asked && `?${asked}`), headers }
}

async function send(endpoint: Endpoint, args: LooseArgs): Promise<Response> {
  const { url, headers } = requestOf(endpoint, args)
  const init: RequestInit = { method: endpoint.method, headers }
  if (args.signal) init.signal = args.signal
  if (args.body instanceof Blob) {
    headers.set('content-type', 'application/octet-stream')
    init.body = args.body
  } else if (args.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(args.body)
  }
  try {
    const response = await fetch(url, init)
    if (isOfProxy(response)) disconnected()
    else connected()
    return response
  } catch (cause) {
    // A call that its own screen gave up is not a lost connection; one that took too long is.
    if (args.signal?.aborted && !isTimeout(args.signal.reason)) throw cause
    disconnected()
    throw noConnection(cause, endpoint)
  }
}

/** Whether a proxy answered because it cannot reach the server. */
const isOfProxy = (response: Response) =>
  response.status >= 502 && response.status <= 504 && !isJson(response)

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryOf(query: readonly [string, unknown][]): string {
  const search = new URLSearchParams()
  for (const [name, value] of query) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each))
    }
  }
  return search.toString()
}

/** JSON as its value, a PDF as its bytes; calendar files and pictures as their text. */
async function readBody(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (response.status === 204) return null
  try {
    if (isJson(response)) return await response.json()
    return response.headers.get('content-type') === 'application/pdf'
      ? await response.blob()
      : await response.text()
  } catch (cause) {
    throw noAnswer(response.status, endpoint, cause)
  }
}

async function refusal(endpoint: Endpoint, response: Response): Promise<ApiError> {
  if (!isJson(response)) return noAnswer(response.status, endpoint)
  const answer = (await readBody(endpoint, response)) as ErrorAnswer
  // A wrong password is a 401 too, and no reason to sign anyone out.
  if (answer.code === 'not_signed_in' && sessionToken()) {
    void endSession()
    whenSessionEnds()
  }
  const retryAfterSeconds = Number(response.headers.get('retry-after'))
  return new ApiError(answer, response.status, { retryAfterSeconds })
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false
}
