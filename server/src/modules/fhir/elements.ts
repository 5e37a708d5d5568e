import { z } from 'zod'
import { readBy } from '#contract/findings.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { FhirRefusal } from './fhir-refusal.ts'

/** Elements of resources that programs send. */

/** A refusal whose fields are elements: of an Appointment, `participant.0.actor` is `Appointment.participant[0].actor`. */
export function refusedElements(type: string, fields: Readonly<Record<string, string[]>>): Refusal {
  return invalid(
    Object.fromEntries(Object.entries(fields).map(([field, texts]) => [elementOf(type, field), texts])),
  )
}

const elementOf = (type: string, field: string) =>
  [type, ...(field === 'body' ? [] : field.split('.'))].join('.').replace(/\.(\d+)(?=\.|$)/g, '[$1]')

/**
 * The refusal of a call, with its fields as elements of the resource that asked for it. `elements`: the element of each field;
 * `otherwise`: that of all other fields.
 */
export function inElements(
  refusal: Refusal,
  type: string,
  elements: Readonly<Record<string, string>>,
  otherwise = 'body',
): Refusal {
  const { fields } = refusal.detail
  if (!fields) return refusal
  return refusedElements(
    type,
    Object.fromEntries(Object.entries(fields).map(([field, texts]) => [elements[field] ?? otherwise, texts])),
  )
}

/** The refusal of a resource in a Bundle, with its elements as those of the Bundle. */
export function inEntry(refusal: Refusal, at: number): Refusal {
  const entry = `Bundle.entry[${at}]`
  const named = Object.entries(refusal.detail.fields ?? {}).map(([element, texts]): [string, string[]] => [
    `${entry}.resource${element.replace(/^[^.[]+/, '')}`,
    texts,
  ])
  const fields = named.length > 0 ? Object.fromEntries(named) : { [entry]: [refusal.message] }
  const { code, message } = refusal
  const detail = { ...refusal.detail, fields }
  return refusal instanceof FhirRefusal
    ? new FhirRefusal(refusal.ownStatus, code, message, detail)
    : new Refusal(code, message, detail)
}

/** @throws a refusal that names the elements that do not fit the schema */
export function readResource<Schema extends z.ZodType>(
  type: string,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const found = readBy(schema, body, 'body')
  if ('data' in found) return found.data
  throw refusedElements(type, found.findings)
}

export const resourceOf = (type: string) =>
  z.object({
    resourceType: z.literal(type, { error: `Send a resource of the type ${type}` }),
    modifierExtension: z.never({ error: 'Modifier extensions are not supported' }).optional(),
    implicitRules: z.never({ error: 'Implicit rules are not supported' }).optional(),
  })

/** Text that the database can store: it has neither NUL nor half of a surrogate pair. */
export const stored = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !/[\0\p{Cs}]/u.test(text), 'This contains a character that cannot be stored')

export const reference = z.object({ reference: stored(300) })
export const coding = z.object({ system: stored(300).optional(), code: stored(60) })
export const identifier = z.object({
  system: stored(300).default(''),
  value: stored(200).min(1, 'The identifier has no value'),
})
export type Identifier = z.output<typeof identifier>

/** At least one identifier. `why`: what it is for. */
export const ownIdentifiers = (why: string) =>
  z.array(identifier, { error: `Send an identifier from your own system: ${why}` }).min(1, {
    error: `Send an identifier from your own system: ${why}`,
  })

const mostDepth = 40

/** Whether lists and objects are nested at most 40 levels deep. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostDepth) return false
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return true
}
