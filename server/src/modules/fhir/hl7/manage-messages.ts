import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/hl7.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, required, requirePossible } from '#server/platform/errors.ts'
import { requireConnection } from './manage-connections.ts'
import { processMessage } from './process-message.ts'
import { findMessage, listMessageRows, moveMessage } from './queries-messages.ts'
import { textOfBytes } from './read-envelope.ts'

/** The messages of HL7 connections, as managers see them. */

export async function listMessages(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof contract.listHl7Messages>,
) {
  await requireConnection(context, id)
  return listMessageRows(context.db, id, query)
}

const mostShown = 64 * 1024

/** Segments on lines, and control characters as symbols. */
const shown = (text: string) =>
  text
    .replace(/\r\n?|\n/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, (char) =>
      String.fromCharCode(char < ' ' ? 0x2400 + char.charCodeAt(0) : 0x2421),
    )
    .trim()

export async function showMessage(context: SignedIn, id: string, messageId: string) {
  const connection = await requireConnection(context, id)
  const { bytes, answer, ...message } = required(await findMessage(context.db, id, messageId), 'This message')
  await noteOn(context, connection.clientId, 'hl7_message.read', id, messageId)
  const text = bytes === null ? '' : textOfBytes(bytes.subarray(0, mostShown), connection.encoding)
  return {
    ...message,
    connection: { id, name: connection.name },
    text: shown(text),
    isCutShort: bytes !== null && bytes.length > mostShown,
    answer: shown(answer ?? ''),
  }
}

/** Reading is audited, since messages contain names of patients. */
const noteOn = (
  context: SignedIn,
  clientId: string,
  action: 'hl7_message.read' | 'hl7_message.sent_again' | 'hl7_message.discarded',
  connection: string,
  message: string,
  reason?: string,
) =>
  audit(context, {
    ...{ action, subject: { kind: 'api_client', id: clientId }, after: { connection, message } },
    ...(reason !== undefined && { reason }),
  })

/** Processes a held message again, or sends again what the hospital did not accept. */
export async function sendAgain(context: SignedIn, id: string, messageId: string) {
  const connection = await requireConnection(context, id)
  requirePossible(connection.endedAt === null ? null : 'This HL7 connection has ended.')
  const message = required(await findMessage(context.db, id, messageId), 'This message')
  if (message.state !== 'held' && message.state !== 'failed')
    throw notPossible('Only a message that is held or was not accepted is sent again.')
  await noteOn(context, connection.clientId, 'hl7_message.sent_again', id, messageId)
  if (message.state === 'failed') {
    await moveMessage(context.db, messageId, ['failed'], { state: 'waiting', reason: '', times: 0 })
    return { message: 'The message is being sent again.' }
  }
  await processMessage({ ...context, actor: null }, messageId)
  const after = await findMessage(context.db, id, messageId)
  return {
    message:
      after?.state === 'done' ? 'The message was processed.' : `The message is held: ${after?.reason ?? ''}`,
  }
}

export async function discardMessage(
  context: SignedIn,
  id: string,
  messageId: string,
  { reason }: BodyOf<typeof contract.discardHl7Message>,
) {
  const connection = await requireConnection(context, id)
  await transact(context, async (inside) => {
    const { db, actor, clock } = inside
    required(await findMessage(db, id, messageId), 'This message')
    const decision = { state: 'discarded', decidedBy: actor.accountId, decidedAt: clock.now() } as const
    const isDone = await moveMessage(db, messageId, ['held'], decision)
    requirePossible(isDone ? null : 'Only a held message is discarded.')
    await noteOn(inside, connection.clientId, 'hl7_message.discarded', id, messageId, reason)
  })
  return { message: 'The message is discarded.' }
}
