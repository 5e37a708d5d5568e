import { sql } from 'kysely'
import { anyRow, type Db, wroteRow } from '#server/platform/database.ts'
import type { TaskAttachment } from '#server/platform/schema.gen.ts'
import { decryptBytes, encryptBytes } from '#server/platform/vault/fields.ts'
import { nameOf } from '../samples/queries-samples.ts'
import { allSites, type Reach, type TaskKey, within } from '../tasks/queries-tasks.ts'

/** Statements on attached files, each within the tasks that its caller may see. */

const attachments = (db: Db, task: TaskKey) =>
  db
    .selectFrom('taskAttachment as a')
    .select([
      'a.id',
      'a.name',
      'a.type',
      'a.size',
      'a.inReport',
      nameOf('a.addedBy').as('addedBy'),
      'a.addedAt',
    ])
    .select(
      sql<{ by: string; at: string; reason: string } | null>`
        case when a.removed_at is not null then jsonb_build_object('by', ${nameOf('a.removedBy')}, 'at', a.removed_at,
          'reason', a.removal_reason) end`.as('removed'),
    )
    .where('a.siteId', '=', task.siteId)
    .where('a.taskId', '=', task.id)
    .orderBy('a.id')

export const attachmentsOf = (db: Db, task: TaskKey) => attachments(db, task).execute()

/** The same file on the same task, unless it was removed. */
export const sameAttachment = (db: Db, task: TaskKey, sha256: Buffer) =>
  attachments(db, task).where('a.sha256', '=', sha256).where('a.removedAt', 'is', null).executeTakeFirst()

type NewFile = Pick<TaskAttachment, 'id' | 'name' | 'type' | 'sha256' | 'content'> & { by: string; now: Date }

/** False if the task has `most` files already. The caller locks the task, or two calls at once could both add the last one. */
export function insertAttachment(tx: Db, task: TaskKey, file: NewFile, most: number): Promise<boolean> {
  const content = encryptBytes(tx, 'taskAttachment.content', file.id, file.content)
  return anyRow(tx)`
    insert into task_attachment (site_id, id, task_id, name, type, size, sha256, content, added_by, added_at)
    select ${task.siteId}::uuid, ${file.id}::uuid, ${task.id}::uuid, ${file.name}::text, ${file.type}::text,
      ${file.content.length}::int, ${file.sha256}::bytea, ${content}::bytea, ${file.by}::uuid, ${file.now}::timestamptz
    where (select count(*) from task_attachment a where a.site_id = ${task.siteId} and a.task_id = ${task.id}
      and a.removed_at is null) < ${most}::int
    returning 1`
}

const attachmentWithin = (db: Db, reach: Reach, id: string) =>
  db
    .selectFrom('taskAttachment as a')
    .innerJoin('task as k', (join) => join.onRef('k.siteId', '=', 'a.siteId').onRef('k.id', '=', 'a.taskId'))
    .where(within(reach))
    .where('a.siteId', 'in', allSites(db))
    .where('a.id', '=', id)

/** A file within reach, with its bytes. A removed file is found only with `withRemoved`. */
export async function readContent(db: Db, reach: Reach, id: string, withRemoved: boolean) {
  const file = await attachmentWithin(db, reach, id)
    .select(['a.name', 'a.type', 'a.content'])
    .$if(!withRemoved, (query) => query.where('a.removedAt', 'is', null))
    .executeTakeFirst()
  return file && { ...file, content: decryptBytes(db, 'taskAttachment.content', id, file.content) }
}

/** The task of a file that was not removed, locked until the transaction ends, so that it is not released meanwhile. */
export const lockTaskOf = (tx: Db, reach: Reach, id: string) =>
  attachmentWithin(tx, reach, id)
    .select(['k.siteId', 'k.id as taskId', 'a.name', 'k.releasedAt'])
    .where('a.removedAt', 'is', null)
    .forUpdate('k')
    .executeTakeFirst()

export const setRemoved = (
  tx: Db,
  file: { siteId: string; id: string },
  removal: { removedBy: string; removedAt: Date; removalReason: string },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('taskAttachment')
      .set(removal)
      .where((row) => row.and(file))
      .where('removedAt', 'is', null),
  )

/** Whether a file is part of the report, with the picture as it is printed. Only after `lockTaskOf`. */
export const setInReport = (
  tx: Db,
  file: { siteId: string; id: string },
  inReport: boolean,
  reportPrint: Buffer | null,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('taskAttachment')
      .set({ inReport, reportPrint })
      .where((row) => row.and(file))
      .where('removedAt', 'is', null),
  )
