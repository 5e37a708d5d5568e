import type { Attachment, Attachments } from '#contract/attachments.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { readTaskState } from '../results/queries-results.ts'
import { reachOf, taskOf } from '../tasks/list-tasks.ts'
import { type AttachmentRow, attachmentsOf, readContent } from './queries-attachments.ts'

/** What a report was released with stays with it. */
export function whyNotChange({ releasedAt }: { releasedAt: Date | null }): string | null {
  return releasedAt === null
    ? null
    : 'These results are released. Open a correction to attach or remove files.'
}

export function presentAttachment({
  removedBy,
  removedAt,
  removalReason,
  ...row
}: AttachmentRow): Attachment {
  return {
    ...row,
    addedAt: row.addedAt.toISOString(),
    removed:
      removedAt === null
        ? null
        : { by: removedBy ?? '', at: removedAt.toISOString(), reason: removalReason ?? '' },
  }
}

export async function listAttachments(context: SignedIn, taskId: string): Promise<Attachments> {
  const task = await taskOf(context, taskId)
  const [rows, state] = [await attachmentsOf(context.db, task), await readTaskState(context.db, task)]
  return {
    attachments: rows.map(presentAttachment),
    whyNotChange: state ? whyNotChange(state) : 'This task is not there any more.',
  }
}

/** The bytes of a file within reach; reading it is noted. A file that was removed is shown to managers only. */
export async function readAttachment(context: SignedIn, id: string) {
  const { db, actor } = context
  const file = await readContent(db, await reachOf(context), id, actor.role === 'admin')
  if (!file) throw notFound('This file')
  await auditReading(context, { action: 'attachment.read', subject: { kind: 'attachment', id } })
  return file
}
