import { controlIdOf } from '#server/modules/instruments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { headOf } from './write-answer.ts'

/** The sequence number protocol (HL7 chapter 2): MSH-13 of what is sent, and MSA-4 of its acknowledgement. */

/** The index of MSH-13 after the split: MSH-1 is the delimiter itself. */
export const sequenceField = 12

/** A message with its sequence number. The stored bytes have none, since a message that is sent again can get another number. */
export function numberedMessage(bytes: Buffer, sequence: number): Buffer {
  const end = bytes.indexOf('\r')
  const fields = bytes.subarray(0, end).toString('latin1').split('|')
  fields[sequenceField] = String(sequence)
  return Buffer.concat([Buffer.from(fields.join('|'), 'latin1'), bytes.subarray(end)])
}

/** The message without content that starts the numbers of a connection: its number is 0. */
export function startMessage({ clock }: Context, connection: ConnectionRow) {
  const controlId = controlIdOf(uuidv7(clock))
  const head = headOf(connection, { type: '', id: controlId, now: clock.now() })
  return { controlId, bytes: numberedMessage(Buffer.from(`${head}\r`, 'latin1'), 0) }
}
