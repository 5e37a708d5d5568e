import { anyRow, type Db, rowOf } from '#server/platform/database.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'

/** Statements on comments of results and reports. */

export type CommentRow = { text: string; revision: number }
type Change = { text: string; follows: number; by: string; now: Date }

export const readTaskComment = (db: Db, { siteId, id }: TaskKey): Promise<CommentRow | null> =>
  rowOf(db)`
    select k.comment as text, k.comment_revision as revision from task k where k.site_id = ${siteId} and k.id = ${id}`

/** False if the comment has changed since `follows`, or the results are released or withdrawn. */
export const setTaskComment = (
  tx: Db,
  { siteId, id }: TaskKey,
  { text, follows }: Pick<Change, 'text' | 'follows'>,
): Promise<boolean> => anyRow(tx)`
    update task k set comment = ${text}, comment_revision = k.comment_revision + 1
    where k.site_id = ${siteId} and k.id = ${id} and k.comment_revision = ${follows} and k.released_at is null
      and k.withdrawn_at is null and k.status <> 'pending'
    returning 1`

type VisitKey = { siteId: string; visitId: string }

export const readReportComment = async (db: Db, { siteId, visitId }: VisitKey): Promise<CommentRow> =>
  (await rowOf(db)<CommentRow>`
    select c.text, c.revision from report_comment c where c.site_id = ${siteId} and c.visit_id = ${visitId}`) ?? {
    text: '',
    revision: 0,
  }

/** False if the comment has changed since `follows`. */
export const setReportComment = (
  tx: Db,
  { siteId, visitId }: VisitKey,
  { text, follows, by, now }: Change,
): Promise<boolean> => anyRow(tx)`
    insert into report_comment as c (site_id, visit_id, text, revision, changed_by, changed_at)
    select ${siteId}::uuid, ${visitId}::uuid, ${text}::text, 1, ${by}::uuid, ${now}::timestamptz
    where ${follows}::int = 0 or exists (select from report_comment e where e.site_id = ${siteId} and e.visit_id = ${visitId})
    on conflict (site_id, visit_id) do update set text = excluded.text, revision = c.revision + 1,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
      where c.revision = ${follows}
    returning 1`
