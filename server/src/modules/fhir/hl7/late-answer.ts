import type { Context } from '#server/platform/context.ts'
import { type Acknowledgement, isAccepted } from './await-answer.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { findSent, moveMessage } from './queries-messages.ts'

/** What a message says that the hospital has stored (CA) and whose application has not answered yet. */
export const onlyStored = 'Stored by the hospital; its application has not answered yet'

/**
 * Notes the application acknowledgement of a message in enhanced mode, which comes after the accept acknowledgement. A refused message is
 * not sent again by itself, since the hospital has it. The acknowledgement can arrive before the first one is noted, while the message is
 * still `waiting`.
 */
export async function noteLateAnswer(
  { db }: Context,
  { id: connectionId, enhancedMode }: ConnectionRow,
  answer: Acknowledgement,
  complain: (trouble: string) => void,
): Promise<void> {
  const sent = enhancedMode ? await findSent(db, connectionId, answer.controlId) : null
  if (!sent) return
  const isFine = isAccepted(answer)
  const moved = await moveMessage(db, sent.id, ['waiting', 'sent'], {
    answer: answer.text,
    ...(isFine
      ? { state: 'sent', reason: '' }
      : { state: 'failed', reason: `The hospital answered ${answer.code}` }),
  })
  if (moved && !isFine) complain('The hospital refused a message; see its messages')
}
