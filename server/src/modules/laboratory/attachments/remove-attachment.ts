import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, requirePossible } from '#server/platform/errors.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { whyNotChange } from './list-attachments.ts'
import { lockTaskOf, setRemoved } from './queries-attachments.ts'

/** Marks a file as removed. The bytes are kept as evidence. */
export async function removeAttachment(context: SignedIn, id: string, reason: string) {
  const reach = await reachOf(context)
  return transact(context, async (inside) => {
    const file = await lockTaskOf(inside.db, reach, id)
    if (!file) throw notFound('This file')
    requirePossible(whyNotChange(file))
    const { siteId, taskId, name } = file
    const removal = {
      removedBy: context.actor.accountId,
      removedAt: context.clock.now(),
      removalReason: reason,
    }
    if (!(await setRemoved(inside.db, { siteId, id }, removal))) throw notFound('This file')
    const subject = { kind: 'task', id: taskId }
    await audit(inside, { action: 'attachment.removed', subject, before: { id, name }, reason })
    return { message: `${name} is removed.` }
  })
}
