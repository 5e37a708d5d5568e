import { type Delimiters, encode } from './delimited.ts'
import type { SampleOrder } from './orders.ts'

/** Messages of ASTM E1394 / CLSI LIS2-A2 with orders, which are sent to an analyser. */

const standard: Delimiters = { field: '|', repeat: '\\', component: '^', sub: '', escaping: '&' }
const said = (text: string) => encode(text, standard)

/**
 * `answer`: the answer to a query; without orders it says that there is no information (termination code I). `order`: sent when a sample
 * was received. `cancel`: withdraws these orders (action code C).
 */
export type AstmPurpose = 'answer' | 'order' | 'cancel'

export type AstmWriting = {
  /** The component of the test field with the code; 0: the fourth, as in the standard. */
  codeAt: number
  /** YYYYMMDDHHMMSS */
  now: string
}

export function writeAstmOrders(
  orders: readonly SampleOrder[],
  purpose: AstmPurpose,
  { codeAt, now }: AstmWriting,
): string {
  const before = '^'.repeat((codeAt || 4) - 1)
  const records = [`H|\\^&|||Phial|||||||P|LIS2-A2|${now}`]
  for (const [index, order] of orders.entries()) {
    records.push(patientRecord(order, index + 1))
    const tests = order.codes.map((code) => before + said(code)).join('\\')
    const fields = new Array<string>(26).fill('')
    fields.splice(0, 3, 'O', '1', order.as.map(said).join('^'))
    fields[4] = tests
    fields[5] = order.isUrgent ? 'S' : 'R'
    fields[7] = order.collectedAt
    fields[11] = purpose === 'cancel' ? 'C' : 'N'
    fields[15] = said(order.specimen)
    fields[25] = purpose === 'answer' ? 'Q' : 'O'
    records.push(fields.join('|'))
  }
  records.push(`L|1|${endOf(purpose, orders.length)}`)
  return `${records.join('\r')}\r`
}

/** The termination code: N normal, F the query is processed, I no information for the query. */
const endOf = (purpose: AstmPurpose, count: number) => (purpose !== 'answer' ? 'N' : count === 0 ? 'I' : 'F')

function patientRecord({ patient }: SampleOrder, position: number): string {
  if (!patient) return `P|${position}`
  const { name, bornOn, sex } = patient
  return `P|${position}||||${said(name)}||${bornOn}|${sex}`
}
