import { type DelimitedRecord, type Delimiters, readWireTime } from '#server/modules/instruments/index.ts'
import type { Identifier } from '../elements.ts'

/** Data types of HL7 v2 as elements of FHIR, by the official maps. */

/** The delete value is the same as no value. */
export const value = (text: string | undefined): string => (text === undefined || text === '""' ? '' : text)

/** Systems of identifiers by the names of assigning authorities. */
export type Authorities = ReadonlyMap<string, string>

/** HD: namespace, universal id and its type, as the URI that FHIR has for them, or the namespace itself. */
export function systemOf(
  [namespace = '', universal = '', type = '']: readonly string[],
  authorities: Authorities,
) {
  const mapped = authorities.get(value(namespace)) ?? authorities.get(value(universal))
  if (mapped !== undefined) return mapped
  const uri = { ISO: 'urn:oid:', UUID: 'urn:uuid:', GUID: 'urn:uuid:', URI: '' }[type.toUpperCase()]
  return uri !== undefined && value(universal) !== '' ? `${uri}${universal}` : value(namespace)
}

/** CX: an identifier with its assigning authority, and its type of table HL70203; null if it is empty. */
export function identifierOf(
  parts: readonly string[],
  { sub }: Delimiters,
  authorities: Authorities,
): (Identifier & { type: string }) | null {
  const [id, , , authority = '', type = ''] = parts
  if (value(id) === '') return null
  return { system: systemOf(authority.split(sub), authorities), value: value(id), type }
}

/** EI: the number of an order; null if it is empty. */
export function entityOf(parts: readonly string[], authorities: Authorities): Identifier | null {
  const [id, ...authority] = parts
  if (value(id) === '') return null
  return { system: systemOf(authority, authorities), value: value(id) }
}

/** XCN: the name of a clinician. */
export function clinicianOf(
  [id, family = '', given = '', middle = '', , prefix = '']: readonly string[],
  sub: string,
) {
  const name = [prefix, given, middle, family.split(sub)[0] ?? ''].map(value).filter((part) => part !== '')
  return name.length > 0 ? name.join(' ') : value(id)
}

/** The text of a coded value (CE, CWE). */
export const textOfCode = ([code, text]: readonly string[]) => value(text) || value(code)

/** A date of birth to the precision that it is sent with; text that is no date as it is. */
export function birthOf(text: string): string {
  const [, year, month, day] = /^(\d{4})(?:(\d{2})(?:(\d{2}).*)?)?$/.exec(value(text)) ?? []
  return year === undefined ? value(text) : [year, month, day].filter((part) => part !== undefined).join('-')
}

/** A time as FHIR writes it: a day, or an instant. `instant` reads a time without an offset as local time of the site. */
export function timeOf(text: string, instant: (text: string) => Date): string {
  const found = readWireTime(value(text))
  if (!found) return value(text)
  return value(text).length <= 8 ? found.day : instant(text).toISOString()
}

/** The first of these fields that is not empty. */
export const firstOf = (...texts: readonly string[]): string =>
  texts.map(value).find((text) => text !== '') ?? ''

/** The first record of a type. */
export const findRecord = (records: readonly DelimitedRecord[], type: string) =>
  records.find((record) => record.type === type)
