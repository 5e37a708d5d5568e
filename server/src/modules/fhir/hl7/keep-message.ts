import { createHash } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { isSqlError, sqlState } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { digestsOf } from '#server/platform/vault/fields.ts'
import { sayFaults } from './fault.ts'
import { type ConnectionRow, noteHl7Link } from './queries-connections.ts'
import { countAgain, insertMessage, type StoredMessage } from './queries-messages.ts'
import { type Envelope, readEnvelope } from './read-envelope.ts'
import { answerSegments } from './write-answer.ts'

type Kept = StoredMessage & { envelope: Envelope | null }

/**
 * Stores a message before it is acknowledged. The same bytes again are counted, and keep their outcome. A different message under a control
 * id that was used before is stored and refused, so that nothing is done twice.
 */
export async function keepReceived(
  context: Context,
  connection: Pick<ConnectionRow, 'id' | 'encoding'>,
  { bytes, peer }: { bytes: Buffer; peer: string },
): Promise<Kept> {
  const { db, clock } = context
  const at = clock.now()
  const digests = digestsOf(db, createHash('sha256').update(bytes).digest())
  const [digest] = digests
  const { envelope, fault } = readEnvelope(bytes, connection.encoding)
  const header = envelope?.header ?? { controlId: '', version: '', code: '', event: '' }
  await noteHl7Link(db, connection.id, { messageAt: at, heardAt: at })
  const before = await countAgain(db, { connectionId: connection.id, digests, at })
  if (before) return { ...before, envelope }
  const id = uuidv7(clock)
  const row = {
    ...{
      id,
      connectionId: connection.id,
      direction: 'in' as const,
      at,
      peer,
      bytes,
      digest,
      times: 1,
      lastAt: at,
    },
    controlId: header.controlId.slice(0, 100),
    type: [header.code, header.event]
      .filter((part) => part !== '')
      .join('^')
      .slice(0, 20),
  }
  const refuse = async (faults: Parameters<typeof sayFaults>[0]): Promise<Kept> => {
    const answer = answerSegments('AR', header, faults)
    await insertMessage(db, { ...row, state: 'refused', reason: sayFaults(faults), answer })
    return { id, state: 'refused', answer, envelope }
  }
  if (fault) return refuse([fault])
  try {
    await insertMessage(db, { ...row, state: 'received' })
    return { id, state: 'received', answer: null, envelope }
  } catch (error) {
    if (!isSqlError(error, sqlState.uniqueViolation, 'hl7_message_once')) throw error
    const text = 'This message control id was used for a different message'
    return refuse([{ at: 'MSH-10', code: '205', text }])
  }
}
