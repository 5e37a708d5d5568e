import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { mayNow } from '../queries-parts.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'

type Task = Pick<TaskRow, 'siteId' | 'id'>

/** Tasks whose results the reports of these visits show as holding. */
export async function tasksInReports(db: Db, visitIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from task where site_id in (select id from site) and visit_id = any(${[...visitIds]}::uuid[])
      and retracted_at is null and withdrawn_at is null
      and (released_at is not null or correction_reason is not null)`.execute(db)
  return rows.map((row) => row.id)
}

/** False when the task has nothing in a report that still holds: not released, or taken back before. */
export async function setRetracted(
  tx: Db,
  task: Task,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update task set released_at = null, released_by = null, released_rule = null, correction_reason = ${reason},
      retracted_at = ${now}
    where site_id = ${task.siteId} and id = ${task.id} and retracted_at is null and withdrawn_at is null
      and (released_at is not null or correction_reason is not null)
      and ${mayNow(by, 'retract')}
    returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Forgets the results of a task, with the calls that nobody has made yet: what was taken back must not wait for release
 * as it stood. The report that showed it, and the audit row, keep it; so does a draft what somebody types meanwhile.
 */
export async function dropResults(tx: Db, { siteId, id }: Task): Promise<void> {
  await sql`delete from result where site_id = ${siteId} and task_id = ${id}`.execute(tx)
  await sql`delete from callback where site_id = ${siteId} and task_id = ${id} and told_at is null`.execute(
    tx,
  )
}
