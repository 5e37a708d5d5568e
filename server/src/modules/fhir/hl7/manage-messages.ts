import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/hl7.ts'
import { shownText, withSymbols } from '#server/modules/instruments/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { required, requirePossible } from '#server/platform/errors.ts'
import { requireConnection, requireOpenConnection } from './manage-connections.ts'
import { processMessage } from './process-message.ts'
import type { ShownConnection } from './queries-connections.ts'
import { findMessage, listMessageRows, moveMessage } from './queries-messages.ts'
import { textOfBytes } from './read-envelope.ts'
import { numberedMessage } from './sequence-numbers.ts'

/** The messages of HL7 connections, as managers see them. */

export async function listMessages(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof contract.listHl7Messages>,
) {
  await requireConnection(context, id)
  return listMessageRows(context.db, id, query)
}

export async function showMessage(context: SignedIn, id: string, messageId: string) {
  const connection = await requireConnection(context, id)
  const { bytes, answer, sequence, ...message } = required(
    await findMessage(context.db, id, messageId),
    'This message',
  )
  await noteOn(context, connection.clientId, 'hl7_message.read', id, messageId)
  const text = bytes && sequence !== null ? numberedMessage(bytes, sequence) : bytes
  return {
    ...message,
    ...shownText(text ?? Buffer.of(), (some) => textOfBytes(some, connection.encoding)),
    connection: { id, name: connection.name },
    answer: withSymbols(answer ?? ''),
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

/** Processes a held message again, or sends a message again. */
export async function repeatMessage(context: SignedIn, id: string, messageId: string) {
  const connection = await requireOpenConnection(context, id)
  const message = required(await findMessage(context.db, id, messageId), 'This message')
  if (message.direction === 'out') return sendAgain(context, connection, messageId)
  requirePossible(message.state === 'held' ? null : 'Only a held message is processed again.')
  await noteOn(context, connection.clientId, 'hl7_message.sent_again', id, messageId)
  await processMessage({ ...context, actor: null }, messageId)
  const after = await findMessage(context.db, id, messageId)
  return {
    message:
      after?.state === 'done' ? 'The message was processed.' : `The message is held: ${after?.reason ?? ''}`,
  }
}

/** Sends a message again under the same control id, whether it was accepted or not. */
async function sendAgain(context: SignedIn, { id, clientId }: ShownConnection, messageId: string) {
  await transact(context, async (inside) => {
    const again = { state: 'waiting', refusals: 0, reason: '', dueAt: inside.clock.now() } as const
    const isWaiting = await moveMessage(inside.db, messageId, ['sent', 'failed', 'waiting'], again)
    requirePossible(isWaiting ? null : 'Only a message that was sent can be sent again.')
    await noteOn(inside, clientId, 'hl7_message.sent_again', id, messageId)
  })
  return { message: 'The message is sent again.' }
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
