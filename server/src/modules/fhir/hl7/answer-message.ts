import { controlIdOf } from '#server/modules/instruments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { hl7Delimiters } from './delimiters.ts'
import { processMessage } from './process-message.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { readAnswer, type StoredMessage } from './queries-messages.ts'
import type { Envelope, Header } from './read-envelope.ts'
import { headSegment } from './write-answer.ts'

/** The segments of the answer to a stored message, which is processed first if it is not done. */
export async function answerTo(
  context: Context,
  { id, state, answer: given }: StoredMessage,
): Promise<string | null> {
  if (state !== 'received' && state !== 'held') return given
  await processMessage(context, id)
  return readAnswer(context.db, id)
}

/** An answer with its header. */
export function answerMessage(
  { clock }: Pick<Context, 'clock'>,
  connection: ConnectionRow,
  { header }: Envelope,
  { type, segments }: { type: string; segments: string },
): string {
  const head = headSegment({
    ...{ type, id: controlIdOf(uuidv7(clock)), now: clock.now() },
    processing: header.processing || connection.processing,
    version: header.version || '2.5.1',
    encoding: connection.encoding,
    receiver: header.sender,
    // The answer itself is not acknowledged.
    ...(isEnhanced(header) && { acks: ['NE', 'NE'] as const }),
  })
  return `${head}\r${segments}\r`
}

export const isEnhanced = ({ acceptAck, applicationAck }: Header) => acceptAck !== '' || applicationAck !== ''

/** The envelope of a message without a header. */
export const unreadable: Envelope = {
  delimiters: hl7Delimiters,
  records: [],
  header: {
    ...{ controlId: '', code: '', event: '', processing: '', version: '', acceptAck: '', applicationAck: '' },
    sender: { application: '', facility: '' },
  },
}
