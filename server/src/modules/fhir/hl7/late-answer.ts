import type { Context } from '#server/platform/context.ts'
import { type Acknowledgement, isAccepted } from './await-answer.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { findSent, moveMessage } from './queries-messages.ts'

/** Shown at a message that the hospital has stored (CA) and that its application has not answered yet. */
export const onlyStored = 'Stored by the hospital; its application has not answered yet'

/**
 * Notes an acknowledgement in enhanced mode that no sender waits for: mostly that of the application (AA, AE, AR), after the hospital has
 * stored the message. A message that the application refused is not sent again by itself, since the hospital has it. The
 * acknowledgement can arrive while the message is still `waiting`. A late accept acknowledgement (CA) says only that the message is
 * stored; after a late refusal to store it (CE, CR) it is sent again.
 */
export async function noteLateAnswer(
  { db }: Context,
  { id: connectionId, enhancedMode }: ConnectionRow,
  answer: Acknowledgement,
  complain: (trouble: string) => void,
): Promise<void> {
  const sent = enhancedMode ? await findSent(db, connectionId, answer.controlId) : null
  if (!sent) return
  const isOfApplication = answer.code.startsWith('A')
  const isFine = isAccepted(answer)
  if (!isFine && !isOfApplication) return
  const moved = await moveMessage(db, sent.id, isOfApplication ? ['waiting', 'sent'] : ['waiting'], {
    answer: answer.text,
    ...(isFine
      ? { state: 'sent', reason: isOfApplication ? '' : onlyStored }
      : { state: 'failed', reason: `The hospital answered ${answer.code}` }),
  })
  if (moved && !isFine) complain('The hospital refused a message; see its messages')
}
