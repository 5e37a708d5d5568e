import type { DelimitedRecord } from '#server/modules/instruments/index.ts'
import type { Identifier } from '../elements.ts'
import { systemsOf } from '../resource.ts'
import { refused } from './fault.ts'
import type { Hl7Call } from './hl7-call.ts'
import type { Envelope } from './read-envelope.ts'
import { type Authorities, clinicianOf, entityOf, firstOf, textOfCode, timeOf, value } from './read-parts.ts'
import { said } from './write-segment.ts'

/** ORC and OBR as ServiceRequests of FHIR, by the official maps. */

export type OrderGroup = {
  /** The number of the order in the message, from 1. */
  at: number
  /** ORC-1. */
  control: string
  placer: Identifier | null
  orc: DelimitedRecord | null
  obr: DelimitedRecord | null
  /** The specimen of the order: before its ORC in OML^O33, after its OBR otherwise. */
  specimen: DelimitedRecord | null
  /** TQ1, NTE, DG1 after ORC. */
  more: DelimitedRecord[]
  delimiters: Envelope['delimiters']
  /** Placer number and ordered service as they are echoed in the answer. */
  placerText: string
  serviceText: string
}

/**
 * The orders of a message: an ORC with its OBR, and further OBR segments under the same ORC. In OML^O33 a specimen comes before all orders
 * on it.
 */
export function orderGroups(
  { records, delimiters, header }: Envelope,
  authorities: Authorities,
): OrderGroup[] {
  const found: Pick<OrderGroup, 'orc' | 'obr' | 'specimen' | 'more'>[] = []
  const isBySpecimen = header.event === 'O33'
  let specimen: DelimitedRecord | null = null
  for (const record of records) {
    const last = found.at(-1)
    if (record.type === 'SPM' && isBySpecimen) specimen = record
    else if (record.type === 'SPM' && last) last.specimen ??= record
    else if (record.type === 'ORC') found.push({ orc: record, obr: null, specimen, more: [] })
    else if (record.type === 'OBR' && last && last.obr === null) last.obr = record
    else if (record.type === 'OBR') found.push({ orc: last?.orc ?? null, obr: record, specimen, more: [] })
    else last?.more.push(record)
  }
  return found.map((group, index) => {
    const { orc, obr } = group
    const parts = [orc?.components(2), obr?.components(2)].find((one) => value(one?.[0]) !== '') ?? []
    return {
      ...{ ...group, delimiters, at: index + 1, placer: entityOf(parts, authorities) },
      control: value(orc?.text(1)).toUpperCase(),
      placerText: parts.map(said).join('^'),
      serviceText: (obr?.components(4) ?? []).map(said).join('^'),
    }
  })
}

const priorities: Readonly<Record<string, string>> = {
  '': 'routine',
  R: 'routine',
  S: 'stat',
  A: 'asap',
  T: 'urgent',
  C: 'urgent',
}

/** A new order as a ServiceRequest. `subject`: the reference of the patient of the message. */
export function requestBody(
  call: Hl7Call,
  { at, placer, orc, obr, specimen, more, delimiters }: OrderGroup,
  instant: (text: string) => Date,
  subject: string,
): object {
  const place = (segment: string, field: number) => `${segment}${at === 1 ? '' : `[${at}]`}-${field}`
  if (!placer) throw refused(place('ORC', 2), '101', 'Give the placer order number')
  if (!obr) throw refused(place('OBR', 4), '101', 'Give the code of the test')
  const timing = more.find(({ type }) => type === 'TQ1')
  const field = (number: number, part = 1) => orc?.text(number, part) ?? ''
  const priority = firstOf(timing?.text(9) ?? '', field(7, 6), obr.text(27, 6), obr.text(5)).toUpperCase()
  const wanted = firstOf(timing?.text(7) ?? '', field(7, 4), obr.text(27, 4), obr.text(6))
  const requester = [orc?.components(12), obr.components(16)].find((parts) =>
    parts?.some((part) => value(part) !== ''),
  )
  const requisition = orc ? entityOf(orc.components(4), call.authorities) : null
  const diagnoses = more.filter(({ type }) => type === 'DG1')
  const reasons = [
    ...obr.all(31).map(textOfCode),
    ...diagnoses.map((dg1) => firstOf(dg1.text(4), textOfCode(dg1.components(3)))),
  ].filter((text) => text !== '')
  const notes = more.filter(({ type }) => type === 'NTE').flatMap((nte) => nte.repeats(3).map(value))
  const note = notes.filter((text) => text !== '').join('\n')
  const hasSpecimen = specimen !== null || value(obr.text(15)) !== ''
  return {
    resourceType: 'ServiceRequest',
    identifier: [placer],
    status: 'active',
    intent: 'order',
    code: { coding: codingsOf(call, obr.components(4), place('OBR', 4)) },
    subject: { reference: subject },
    ...(requester && { requester: { display: clinicianOf(requester, delimiters.sub) } }),
    ...(requisition && { requisition }),
    priority: priorities[priority] ?? priority,
    ...(wanted !== '' && { occurrenceDateTime: timeOf(wanted, instant) }),
    reasonCode: reasons.map((text) => ({ text })),
    ...(note !== '' && { note: [{ text: note }] }),
    specimen: hasSpecimen ? [{}] : [],
  }
}

/** A coded test as codings: a code of the hospital by the code table, our own code, or LOINC. @throws a refusal if it is none of them */
export function codingsOf({ config, tests }: Hl7Call, parts: readonly string[], at: string): object[] {
  const systems = systemsOf(config)
  const [code, text, system, otherCode, otherText, otherSystem] = parts
  const all = [
    { code: value(code), system: value(system), text },
    { code: value(otherCode), system: value(otherSystem), text: otherText },
  ].filter((one) => one.code !== '')
  if (all.length === 0) throw refused(at, '101', 'Give the code of the test')
  const mapped = all.flatMap((one) => tests.get(one.code) ?? [])[0]
  if (mapped !== undefined) return [{ system: systems.test, code: mapped }]
  const known = all.flatMap((one) => {
    if (one.system === 'PHIAL') return [{ system: systems.test, code: one.code }]
    return one.system === 'LN' ? [{ system: systems.loinc, code: one.code }] : []
  })
  if (known.length > 0) return known
  throw refused(at, '103', `The code ${all[0]?.code} is not in the code table of this connection`)
}
