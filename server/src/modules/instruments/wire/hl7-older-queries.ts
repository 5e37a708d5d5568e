import { type DelimitedRecord, type Delimiters, encode } from './delimited.ts'
import type { AskedSample, SampleOrder } from './orders.ts'

/**
 * Queries of HL7 v2.3.1, which analysers without the IHE profile send. QRY^Q02 is answered with QCK^Q02, and with DSR^Q03 for each
 * sample that has orders; the display lines are those of the BS-200 and of the analysers that follow it. ORM^O01 with the order
 * control RF is answered with ORR^O02, as the BC series expects it.
 */

const standard: Delimiters = { field: '|', repeat: '~', component: '^', sub: '&', escaping: '\\' }
const said = (text: string) => encode(text, standard)
/** The index of an MSH field in the split segment; see `hl7-records.ts`. */
const header = (field: number) => field - 1

export type OlderQuery = {
  kind: 'QRY' | 'ORM'
  /** MSH-10 of the query. */
  id: string
  /** MSH-3, MSH-4 and MSH-18 of the query. */
  from: readonly [application: string, facility: string]
  charset: string
  /** QRD and QRF of the query. The answer repeats them. */
  echoed: readonly string[]
}

/** The query in the records of a message, with its sample numbers; null if the message is not such a query. */
export function olderQueryIn(
  records: readonly DelimitedRecord[],
): { query: OlderQuery; asked: AskedSample[] } | null {
  const [msh] = records
  const kind = msh?.text(header(9)).toUpperCase()
  const orders = records.filter(({ type }) => type === 'ORC')
  if (!msh || (kind !== 'QRY' && kind !== 'ORM')) return null
  if (kind === 'ORM' && !orders.some((orc) => orc.text(1).toUpperCase() === 'RF')) return null
  const samples =
    kind === 'QRY'
      ? records.filter(({ type }) => type === 'QRD').map((qrd) => qrd.text(8))
      : orders.map((orc) => orc.text(3) || orc.text(2))
  const echo = (type: string, fields: number) => {
    const record = records.find((one) => one.type === type)
    const values = Array.from({ length: fields }, (_, index) => said(record?.text(index + 1) ?? ''))
    return [type, ...values].join('|')
  }
  return {
    query: {
      kind,
      id: msh.text(header(10)),
      from: [msh.text(header(3)), msh.text(header(4))],
      charset: msh.text(header(18)),
      echoed: kind === 'QRY' ? [echo('QRD', 12), echo('QRF', 9)] : [],
    },
    asked: samples.flatMap((sample) => (sample === '' ? [] : [{ sample, as: [sample] }])),
  }
}

type Writing = { now: string; id: string }

const head = (type: string, { from, charset }: OlderQuery, { now, id }: Writing) =>
  ['MSH', '^~\\&', 'Phial', '', ...from.map(said), now, '', type, id, 'P', '2.3.1']
    .concat(['', '', '', '', '', said(charset)])
    .join('|')
const accepted = ({ id }: OlderQuery) => `MSA|AA|${said(id)}|Message accepted|||0|`
const message = (records: readonly string[]) => `${records.join('\r')}\r`

/** How a query is answered: `none`: there are no orders; `unread`: the orders could not be read, and the analyser asks again. */
export type Found = 'orders' | 'none' | 'unread'

/** The first answer to a query: QCK^Q02. ORM^O01 has none, because ORR^O02 has the orders, except a negative ORR^O02 after an error. */
export function respondToOlder(query: OlderQuery, found: Found, writing: Writing): string | null {
  if (query.kind === 'ORM') {
    return found === 'unread' ? message([head('ORR^O02', query, writing), `MSA|AE|${said(query.id)}`]) : null
  }
  const msa = found === 'unread' ? `MSA|AE|${said(query.id)}|Not read, ask again|||207|` : accepted(query)
  const [error, status] = { orders: ['0', 'OK'], none: ['0', 'NF'], unread: ['207', 'AE'] }[found]
  return message([head('QCK^Q02', query, writing), msa, `ERR|${error}|`, `QAK|SR|${status}|`])
}

const lastLine = 28

/** The orders of a sample as display lines. Codes begin at line 29; lines without data are empty. */
function writeDisplay(query: OlderQuery, order: SampleOrder, writing: Writing): string {
  const { patient, accession, specimen, collectedAt, isUrgent, codes } = order
  const lines: Readonly<Record<number, string>> = {
    ...(patient && {
      1: accession,
      3: patient.name,
      4: patient.bornOn === '' ? '' : `${patient.bornOn}000000`,
      5: patient.sex === 'U' ? 'O' : patient.sex,
    }),
    21: order.as[0] ?? accession,
    23: collectedAt,
    24: isUrgent ? 'Y' : 'N',
    26: specimen,
  }
  const first = Array.from({ length: lastLine }, (_, index) => said(lines[index + 1] ?? ''))
  const all = [...first, ...codes.map((code) => `${said(code)}^^^`)]
  return message([
    head('DSR^Q03', query, writing),
    accepted(query),
    'ERR|0|',
    'QAK|SR|OK|',
    ...query.echoed,
    ...all.map((text, index) => `DSP|${index + 1}||${text}|||`),
    'DSC||',
  ])
}

/** LOINC codes of a differential count, by which the BC series chooses its mode. */
const differential = new Set(['770-8', '736-9', '5905-5', '713-8', '706-2'])

/** ORR^O02 with the orders of a sample, or a negative answer if there are none. */
function writeOrderResponse(query: OlderQuery, order: SampleOrder, writing: Writing): string {
  const { patient, accession, codes, collectedAt } = order
  if (codes.length === 0)
    return message([head('ORR^O02', query, writing), `MSA|AR|${said(query.id)}|No orders`])
  const sample = said(order.as[0] ?? accession)
  const mode = codes.some((code) => differential.has(code)) ? 'CBC+DIFF' : 'CBC'
  const person = patient && [
    `PID|1||${said(accession)}^^^^MR||${said(patient.name)}||${patient.bornOn}|${patient.sex}`,
    'PV1|1',
  ]
  return message([
    head('ORR^O02', query, writing),
    `MSA|AA|${said(query.id)}`,
    ...(person ?? []),
    `ORC|AF|${sample}|${sample}|||`,
    `OBR|1|${sample}||00001^Automated Count^99MRC||${collectedAt}`,
    `OBX|1|IS|08003^Test Mode^99MRC||${mode}||||||F`,
  ])
}

export const writeOlder = (query: OlderQuery, order: SampleOrder, writing: Writing): string =>
  query.kind === 'QRY' ? writeDisplay(query, order, writing) : writeOrderResponse(query, order, writing)
