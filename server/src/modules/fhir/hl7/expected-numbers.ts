import { createHash } from 'node:crypto'
import { messagesIn } from '#server/modules/instruments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { digestsOf } from '#server/platform/vault/fields.ts'
import { type ConnectionRow, noteHl7Link, receivedSequence } from './queries-connections.ts'
import { isKnownMessage } from './queries-messages.ts'
import { sequenceField } from './sequence-numbers.ts'

/** The sequence number protocol (HL7 chapter 2) for what is received: MSH-13 of a message, and MSA-4 of its acknowledgement. */

type Numbering = {
  /**
   * `start`: a message without content that asks for the number. `again`: bytes that were received before. `other`: another number is
   * expected, so the message is not processed.
   */
  kind: 'none' | 'start' | 'expected' | 'again' | 'other'
  /** The segments of an acknowledgement, with the expected number in MSA-4. */
  withExpected(segments: string): string
  /** Notes that the message was accepted. */
  accepted(): Promise<void>
}

const unnumbered: Numbering = {
  kind: 'none',
  withExpected: (segments) => segments,
  accepted: async () => undefined,
}

/** Compares the number of a message with the one that is expected, if the connection uses numbers. */
export async function numberingOf(
  { db }: Pick<Context, 'db'>,
  { id, numbersMessages }: ConnectionRow,
  bytes: Buffer,
): Promise<Numbering> {
  const records = numbersMessages ? (messagesIn(bytes.toString('latin1'))[0]?.records ?? []) : []
  const text = records[0]?.text(sequenceField) ?? ''
  if (!/^-?\d{1,9}$/.test(text)) return unnumbered
  const number = Number(text)
  let last = await receivedSequence(db, id)
  const kindOf = async (): Promise<Numbering['kind']> => {
    if (number === 0 && records.length === 1) return 'start'
    if (number <= 0 || last === null || number === last + 1) return 'expected'
    const digests = digestsOf(db, createHash('sha256').update(bytes).digest())
    return (await isKnownMessage(db, id, digests)) ? 'again' : 'other'
  }
  const kind = await kindOf()
  return {
    kind,
    // -1: any number can come next.
    withExpected: (segments) => withField(segments, 4, String(last === null ? -1 : last + 1)),
    async accepted() {
      if (kind !== 'expected') return
      last = number > 0 ? number : null
      await noteHl7Link(db, id, { receivedSequence: last })
    },
  }
}

/** The segments, with this field in the first one. */
function withField(segments: string, field: number, value: string): string {
  const [first = '', ...rest] = segments.split('\r')
  const fields = first.split('|')
  while (fields.length <= field) fields.push('')
  fields[field] = value
  return [fields.join('|'), ...rest].join('\r')
}
