import { sql } from 'kysely'
import type { AttachmentType } from '#contract/attachments.ts'
import type { Db } from '#server/platform/database.ts'
import { type Reach, type TaskRow, within } from '../tasks/queries-tasks.ts'

/** Statements on attached files, each within the tasks that its caller may see. */

type TaskKey = Pick<TaskRow, 'siteId' | 'id'>

export type AttachmentRow = {
  id: string
  name: string
  type: AttachmentType
  size: number
  addedBy: string
  addedAt: Date
  removedBy: string | null
  removedAt: Date | null
  removalReason: string | null
}

const columns = sql`
  a.id, a.name, a.type, a.size, (select full_name from account where id = a.added_by) as "addedBy", a.added_at as "addedAt",
  (select full_name from account where id = a.removed_by) as "removedBy", a.removed_at as "removedAt",
  a.removal_reason as "removalReason"`

export async function attachmentsOf(db: Db, task: TaskKey): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    select ${columns} from task_attachment a where a.site_id = ${task.siteId} and a.task_id = ${task.id}
    order by a.id`.execute(db)
  return rows
}

/** The same file on the same task, unless it was removed. */
export async function sameAttachment(db: Db, task: TaskKey, sha256: Buffer): Promise<AttachmentRow | null> {
  const { rows } = await sql<AttachmentRow>`
    select ${columns} from task_attachment a
    where a.site_id = ${task.siteId} and a.task_id = ${task.id} and a.sha256 = ${sha256} and a.removed_at is null`.execute(
    db,
  )
  return rows[0] ?? null
}

export type NewAttachment = {
  id: string
  name: string
  type: AttachmentType
  sha256: Buffer
  content: Buffer
  by: string
  now: Date
}

/** False when the task has as many as it may. The task's row is held, or two at once would both be the last. */
export async function insertAttachment(
  tx: Db,
  task: TaskKey,
  file: NewAttachment,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into task_attachment (site_id, id, task_id, name, type, size, sha256, content, added_by, added_at)
    select ${task.siteId}::uuid, ${file.id}::uuid, ${task.id}::uuid, ${file.name}::text, ${file.type}::text,
      ${file.content.length}::int, ${file.sha256}::bytea, ${file.content}::bytea, ${file.by}::uuid, ${file.now}::timestamptz
    where (select count(*) from task_attachment a where a.site_id = ${task.siteId} and a.task_id = ${task.id}
      and a.removed_at is null) < ${most}::int
    returning 1`.execute(tx)
  return rows.length > 0
}

/** A file within reach, with its bytes. One that was removed is found only where `removedToo` says so. */
export async function readContent(
  db: Db,
  reach: Reach,
  id: string,
  removedToo: boolean,
): Promise<{ name: string; type: AttachmentType; content: Buffer } | null> {
  const { rows } = await sql<{ name: string; type: AttachmentType; content: Buffer }>`
    select a.name, a.type, a.content from task_attachment a
    join task k on k.site_id = a.site_id and k.id = a.task_id
    where ${within(reach)} and a.site_id in (select id from site) and a.id = ${id}
      ${removedToo ? sql`` : sql`and a.removed_at is null`}`.execute(db)
  return rows[0] ?? null
}

/** The task of a file that is still there, held until the transaction ends: no release comes between. */
export async function lockTaskOf(
  tx: Db,
  reach: Reach,
  id: string,
): Promise<{ siteId: string; taskId: string; name: string; releasedAt: Date | null } | null> {
  const { rows } = await sql<{ siteId: string; taskId: string; name: string; releasedAt: Date | null }>`
    select k.site_id as "siteId", k.id as "taskId", a.name, k.released_at as "releasedAt"
    from task_attachment a join task k on k.site_id = a.site_id and k.id = a.task_id
    where ${within(reach)} and a.site_id in (select id from site) and a.id = ${id} and a.removed_at is null
    for update of k`.execute(tx)
  return rows[0] ?? null
}

export async function setRemoved(
  tx: Db,
  file: { siteId: string; id: string },
  removal: { by: string; now: Date; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update task_attachment set removed_by = ${removal.by}, removed_at = ${removal.now}, removal_reason = ${removal.reason}
    where site_id = ${file.siteId} and id = ${file.id} and removed_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}
