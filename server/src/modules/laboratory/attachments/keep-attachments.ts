import { audit } from '#server/platform/audit.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, requirePossible } from '#server/platform/errors.ts'
import { readTaskState } from '../results/queries-results.ts'
import { reachOf, taskOf } from '../tasks/list-tasks.ts'
import { attachmentsOf, lockTaskOf, readContent, setRemoved } from './queries-attachments.ts'

/** Why files of a task with this state cannot be attached or removed; null if they can. Files of a released report stay. */
export function whyNotChange({ releasedAt }: { releasedAt: Date | null }): string | null {
  return releasedAt === null
    ? null
    : 'These results are released. Open a correction to attach or remove files.'
}

export async function listAttachments(context: SignedIn, taskId: string) {
  const task = await taskOf(context, taskId)
  const [attachments, state] = [await attachmentsOf(context.db, task), await readTaskState(context.db, task)]
  return { attachments, whyNotChange: state ? whyNotChange(state) : 'This task is not there any more.' }
}

/** The bytes of a file within reach. The reading is audited. Only managers can read a removed file. */
export async function readAttachment(context: SignedIn, id: string) {
  const { db, actor } = context
  const file = await readContent(db, await reachOf(context), id, actor.role === 'admin')
  if (!file) throw notFound('This file')
  await auditReading(context, { action: 'attachment.read', subject: { kind: 'attachment', id } })
  return file
}

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
