import { localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { InstrumentRow } from '../queries-instruments.ts'
import { type AstmPurpose, writeAstmOrders } from '../wire/astm-orders.ts'
import { type OlderQuery, writeOlder } from '../wire/hl7-older-queries.ts'
import { type OrderControl, writeHl7Orders } from '../wire/hl7-orders.ts'
import type { AskedSample, SampleOrder } from '../wire/orders.ts'
import type { OpenOrder } from './queries-orders.ts'

/** Orders as messages in the protocol of an instrument. */

/** `isLast`: the analyser does not acknowledge the message. */
export type Answers = { id: string; bytes: Buffer; isLast?: boolean }[]

export type Writer = Pick<InstrumentRow, 'protocol' | 'encoding' | 'codeAt' | 'timeZone' | 'sendsPatient'>

/** YYYYMMDDHHMMSS in local time. */
export function localStamp(timeZone: string, at: Date): string {
  const { day, minuteOfDay } = localAt(timeZone, minuteOf(at))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.replaceAll('-', '')}${two(Math.floor(minuteOfDay / 60))}${two(minuteOfDay % 60)}${two(at.getUTCSeconds())}`
}

/** The message control id of a message: the end of its id. HL7 allows 20 characters. */
export const controlIdOf = (id: string): string => id.replaceAll('-', '').slice(-20)

type Order = Omit<OpenOrder, 'rank' | 'repeat' | 'fullName' | 'sex' | 'birthDate'> &
  Partial<Pick<OpenOrder, 'rank' | 'fullName' | 'sex' | 'birthDate'>>

/** The orders by sample. `asked`: the sample numbers as the instrument sent them in its query. */
export function ordersBySample(
  { timeZone, sendsPatient }: Writer,
  orders: readonly Order[],
  asNamed: (accession: string) => readonly string[] = (accession) => [accession],
): SampleOrder[] {
  return [...Map.groupBy(orders, ({ sampleId }) => sampleId).values()].flatMap((ofSample) => {
    const [first] = ofSample
    if (!first) return []
    const { accession, specimen, collectedAt, fullName, sex, birthDate } = first
    const patient = {
      name: fullName ?? '',
      bornOn: birthDate?.replaceAll('-', '') ?? '',
      sex: sex === 'female' ? 'F' : sex === 'male' ? 'M' : 'U',
    } as const
    return {
      accession,
      as: asNamed(accession),
      codes: [...new Set(ofSample.flatMap(({ codes }) => codes))],
      isUrgent: ofSample.some(({ rank }) => rank === 0),
      collectedAt: localStamp(timeZone, collectedAt),
      specimen,
      patient: sendsPatient && fullName !== undefined ? patient : null,
    }
  })
}

const controls = { answer: 'NW', order: 'NW', cancel: 'CA' } as const

/** The orders of one sample as a message, without its frame. */
export function writeOrder(
  writer: Writer,
  order: SampleOrder,
  purpose: Exclude<AstmPurpose, 'answer'>,
  { id, at }: { id: string; at: Date },
): Buffer {
  const now = localStamp(writer.timeZone, at)
  const text =
    writer.protocol === 'astm'
      ? writeAstmOrders([order], purpose, { codeAt: writer.codeAt, now })
      : writeHl7Orders(order, controls[purpose], controlIdOf(id), { now, encoding: writer.encoding })
  return Buffer.from(text, writer.encoding)
}

/** Orders in answer to a query. HL7 has a message for each sample, and a negative answer for a sample without orders. */
export function writeAnswer(
  writer: Writer,
  orders: readonly SampleOrder[],
  unknown: readonly AskedSample[],
  { newId, at, older }: { newId: () => string; at: Date; older?: OlderQuery | undefined },
): Answers {
  const { protocol, encoding, codeAt, timeZone } = writer
  const now = localStamp(timeZone, at)
  if (protocol === 'astm') {
    return [{ id: newId(), bytes: Buffer.from(writeAstmOrders(orders, 'answer', { codeAt, now }), encoding) }]
  }
  const write = (order: SampleOrder, control: OrderControl) => {
    const id = newId()
    return {
      id,
      bytes: Buffer.from(writeHl7Orders(order, control, controlIdOf(id), { now, encoding }), encoding),
    }
  }
  const without = { codes: [], isUrgent: false, collectedAt: '', specimen: '', patient: null }
  const negative = unknown.map(({ sample, as }) => ({ ...without, accession: sample, as }))
  if (older) {
    const isLast = older.kind === 'ORM'
    // QCK^Q02 has already answered that there are no orders.
    return [...orders, ...(isLast ? negative : [])].map((order) => {
      const id = newId()
      return {
        id,
        bytes: Buffer.from(writeOlder(older, order, { now, id: controlIdOf(id) }), encoding),
        isLast,
      }
    })
  }
  return [...orders.map((order) => write(order, 'NW')), ...negative.map((order) => write(order, 'DC'))]
}
