import { utcDay } from '#server/platform/clock.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Asked, Kind } from './kind.ts'

/** Prefixes of date parameters: http://hl7.org/fhir/R4/search.html#prefix */
export const datePrefixes = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb'] as const
export type DatePrefix = (typeof datePrefixes)[number]

/** The instants from `from` (included) to `until` (excluded) that a year, month, day, minute, second or millisecond covers. */
export type AskedDate = { prefix: DatePrefix; from: Date; until: Date }

const form =
  /^(eq|ne|gt|lt|ge|le|sa|eb)?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/

/** Reads the value of a date parameter; null if it is not a date. A day or time without a zone is in UTC. */
export function readDate(text: string): AskedDate | null {
  const [found, prefix = 'eq', year, month, day, hour, minute, second, fraction, zone = 'Z'] =
    form.exec(text.replace(/ (?=\d\d:\d\d$)/, '+')) ?? []
  if (found === undefined || year === undefined) return null
  const parts = [year, month ?? '01', day ?? '01'].join('-')
  const millis = (fraction ?? '').padEnd(3, '0').slice(0, 3)
  const from = new Date(`${parts}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.${millis}${zone}`)
  const isReal = new Date(`${parts}T00:00:00Z`)
  if (Number.isNaN(from.getTime()) || !isValid(isReal, parts) || Number(year) < 1) return null
  const until = new Date(from)
  if (month === undefined) until.setUTCFullYear(until.getUTCFullYear() + 1)
  else if (day === undefined) until.setUTCMonth(until.getUTCMonth() + 1)
  else until.setTime(until.getTime() + lengthOf(hour, second, fraction))
  return { prefix: prefix as DatePrefix, from, until }
}

const isValid = (day: Date, parts: string) => !Number.isNaN(day.getTime()) && utcDay(day) === parts

function lengthOf(
  hour: string | undefined,
  second: string | undefined,
  fraction: string | undefined,
): number {
  if (hour === undefined) return 86_400_000
  if (second === undefined) return 60_000
  return fraction === undefined ? 1_000 : 1
}

/** The beginning of a date without a prefix, for `_since`; null if it is empty. @throws a refusal if it is no date */
export function readSince(text: string | null): Date | null {
  if (text === null || text === '') return null
  const date = readDate(text)
  if (date && /^\d/.test(text)) return date.from
  throw invalid({ _since: [`“${text.slice(0, 100)}” is not a time like 2026-03-09T08:00:00Z`] })
}

/** Conditions on the last change, like `ge2026-03-09`. Types without the time of their last change have none: they are returned whole. */
export const askedUpdated = ({ params }: Pick<Kind, 'params'>, conditions: readonly string[]): Asked[] =>
  Object.hasOwn(params, '_lastUpdated') ? [{ name: '_lastUpdated', all: conditions.map((one) => [one]) }] : []

/** Whether an instant matches a date parameter with its prefix. */
export function fitsDate(at: Date, { prefix, from, until }: AskedDate): boolean {
  switch (prefix) {
    case 'eq':
      return at >= from && at < until
    case 'ne':
      return at < from || at >= until
    case 'gt':
    case 'sa':
      return at >= until
    case 'lt':
    case 'eb':
      return at < from
    case 'ge':
      return at >= from
    case 'le':
      return at < until
  }
}
