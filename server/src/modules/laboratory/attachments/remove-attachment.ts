import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { whyNotChange } from './list-attachments.ts'
import { lockTaskOf, setRemoved } from './queries-attachments.ts'

/** Marks a file as removed. Its bytes stay, for whoever has to know later what was there. */
export async function removeAttachment(
  context: SignedIn,
  id: string,
  reason: string,
): Promise<{ message: string }> {
  const reach = await reachOf(context)
  return inTransaction(context.db, async (tx) => {
    const file = await lockTaskOf(tx, reach, id)
    if (!file) throw notFound('This file')
    const whyNot = whyNotChange(file)
    if (whyNot) throw new Refusal('not_possible_now', whyNot)
    const removal = { by: context.actor.accountId, now: context.clock.now(), reason }
    if (!(await setRemoved(tx, { siteId: file.siteId, id }, removal))) throw notFound('This file')
    await audit(
      { ...context, db: tx },
      {
        action: 'attachment.removed',
        subject: { kind: 'task', id: file.taskId },
        before: { id, name: file.name },
        reason,
      },
    )
    return { message: `${file.name} is removed.` }
  })
}
