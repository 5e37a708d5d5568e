import { type DelimitedRecord, type Delimiters, encode } from './delimited.ts'
import { type Found, olderQueryIn, respondToOlder } from './hl7-older-queries.ts'
import { messagesIn } from './hl7-records.ts'
import type { SampleOrder } from './orders.ts'

/**
 * Messages of HL7 v2.5.1 by the IHE profile Laboratory Analytical Workflow: the response to a query (RSP^K11), and orders (OML^O33),
 * which follow the response or are sent when a sample was received.
 */

const standard: Delimiters = { field: '|', repeat: '~', component: '^', sub: '&', escaping: '\\' }
const said = (text: string) => encode(text, standard)

/** The index of an MSH field in the split segment; see `hl7-records.ts`. */
const header = (field: number) => field - 1

/** NW: new orders. CA: withdraws orders. DC: the answer to a query about a sample without orders. */
export type OrderControl = 'NW' | 'CA' | 'DC'

export type Hl7Writing = {
  /** YYYYMMDDHHMMSS */
  now: string
  encoding: 'utf8' | 'latin1'
}

const charsets = { utf8: 'UNICODE UTF-8', latin1: '8859/1' } as const

const head = (type: string, id: string, { now, encoding }: Hl7Writing, more: readonly string[]) =>
  ['MSH', '^~\\&', 'Phial', '', '', '', now, '', type, id, 'P', '2.5.1', '', '', ...more]
    .concat(['', charsets[encoding]])
    .join('|')

/** The orders of one sample. `id`: the message control id, by which the analyser acknowledges the message. */
export function writeHl7Orders(
  order: SampleOrder,
  control: OrderControl,
  id: string,
  writing: Hl7Writing,
): string {
  const { accession, codes, patient, specimen, collectedAt } = order
  const sample = said(order.as[0] ?? accession)
  const records = [`${head('OML^O33^OML_O33', id, writing, ['NE', 'AL'])}|||LAB-28^IHE`]
  if (patient) {
    // Not the person number: the accession number identifies the patient well enough for an analyser.
    records.push(`PID|1||${said(accession)}||${said(patient.name)}||${patient.bornOn}|${patient.sex}`)
  }
  records.push(`SPM|1|${sample}||${said(specimen)}|||||||P||||||${collectedAt}`, `SAC|||${sample}`)
  if (control === 'DC') records.push(`ORC|DC||||||||${writing.now}`)
  else {
    for (const code of codes) {
      const number = said(`${accession}-${code}`)
      records.push(`ORC|${control}|${number}|||||||${writing.now}`)
      records.push(`TQ1|1||||||||${order.isUrgent ? 'S' : 'R'}`)
      records.push(`OBR|1|${number}||${said(code)}`)
    }
  }
  return `${records.join('\r')}\r`
}

const queryIn = (text: string): { msh: DelimitedRecord; qpd: string[] } | null => {
  const message = messagesIn(text).find(({ records }) => records[0]?.text(header(9)) === 'QBP')
  const msh = message?.records[0]
  const qpd = message?.records.find(({ type }) => type === 'QPD')
  if (!msh || !qpd) return null
  return { msh, qpd: [1, 2, 3].map((field) => qpd.components(field).map(said).join('^')) }
}

/** The first response to a query, after which the orders follow; null if the orders are the response. */
export function respondToQuery(text: string, found: Found, id: string, writing: Hl7Writing): string | null {
  const older = messagesIn(text).flatMap(({ records }) => olderQueryIn(records)?.query ?? [])[0]
  if (older) return respondToOlder(older, found, { now: writing.now, id })
  const isAnswered = found !== 'unread'
  const query = queryIn(text)
  const [name = '', tag = '', sample = ''] = query?.qpd ?? []
  const status = isAnswered ? 'AA' : 'AE'
  const records = [
    `${head('RSP^K11^RSP_K11', id, writing, ['NE', 'NE'])}|||LAB-27^IHE`,
    `MSA|${status}|${said(query?.msh.text(header(10)) ?? '')}`,
    `QAK|${tag}|${isAnswered ? 'OK' : 'AE'}|${name}`,
    `QPD|${name}|${tag}|${sample}`,
  ]
  return `${records.join('\r')}\r`
}

/** The acknowledgements in a message: the control ids of outgoing messages, and whether each was accepted. */
export function acknowledgedIn(text: string): { id: string; isAccepted: boolean }[] {
  return messagesIn(text).flatMap(({ records }) => {
    const msa = records.find(({ type }) => type === 'MSA')
    return msa ? [{ id: msa.text(2), isAccepted: /^[AC]A$/i.test(msa.text(1)) }] : []
  })
}
