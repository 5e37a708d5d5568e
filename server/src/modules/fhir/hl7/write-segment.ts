import { encode, wireStamp } from '#server/modules/instruments/index.ts'
import type { Identifier } from '../elements.ts'
import { hl7Delimiters } from './delimiters.ts'
import type { Authorities } from './read-parts.ts'

/** Segments and data types of messages that are sent. */

export const said = (text: string) => encode(text, hl7Delimiters)

/** A segment with these fields by their numbers, already encoded. All others are empty. */
export function segment(type: string, fields: Readonly<Record<number, string | number>>): string {
  const last = Math.max(...Object.keys(fields).map(Number))
  const all = Array.from({ length: last }, (_, at) => fields[at + 1] ?? '')
  return [type, ...all].join('|').replace(/\|+$/, '')
}

/** Components, encoded, without empty ones at the end. */
export const parts = (...texts: readonly string[]): string => texts.map(said).join('^').replace(/\^+$/, '')

/** A time in UTC. */
export const stamp = (at: Date): string => `${wireStamp(at)}+0000`

/** The hospital’s code for a test, an analyte, a site or a system of identifiers. */
export const codeOf = (codes: ReadonlyMap<string, string>, meaning: string): string | undefined =>
  [...codes].find(([, means]) => means === meaning)?.[0]

/** A test by the hospital’s code, if it has one, and by ours. */
export function serviceText(
  tests: ReadonlyMap<string, string>,
  { code, name }: { code: string; name: string },
): string {
  const own = parts(code, name, 'PHIAL')
  const hospital = codeOf(tests, code)
  return hospital === undefined ? own : `${parts(hospital, name, 'L')}^${own}`
}

/** HD: what `systemOf` reads as this system of identifiers: the hospital’s own name for it, or its URI. */
function authorityOf(system: string, authorities: Authorities): string[] {
  const own = codeOf(authorities, system)
  if (own !== undefined) return [own]
  const [, kind = '', id = ''] = /^urn:(oid|uuid):(.+)$/.exec(system) ?? []
  if (id !== '') return ['', id, kind === 'oid' ? 'ISO' : 'UUID']
  return /^[a-z][a-z\d+.-]*:/i.test(system) ? ['', system, 'URI'] : [system]
}

/** EI: the number of an order or of an appointment. */
export const entityText = ({ system, value }: Identifier, authorities: Authorities): string =>
  parts(value, ...authorityOf(system, authorities))

/** CX: an identifier of a patient with its type. */
export const identifierText = (
  { system, value }: Identifier,
  type: string,
  authorities: Authorities,
): string => `${said(value)}^^^${authorityOf(system, authorities).map(said).join('&')}^${type}`
