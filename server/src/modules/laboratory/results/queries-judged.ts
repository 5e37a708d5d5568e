import { sql } from 'kysely'
import { ofPerson } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'

/** Statements that choose intervals and flags again after a person's record was corrected. */

export type TaskOfPerson = Pick<
  TaskRow,
  'siteId' | 'id' | 'visitId' | 'testCode' | 'panelVersion' | 'title'
> & {
  reference: string
  releasedAt: Date | null
  /** When the results were entered; null: none are. */
  savedAt: Date | null
  /** The day of the sample at its site, and the age in whole years that was stated for it. */
  on: string
  stated: number
}

/**
 * All tasks of a person, locked until the transaction ends, in the order of their ids, so that two corrections cannot deadlock.
 * Tasks without results are locked too: this waits for a save that is under way.
 */
export async function lockTasksOfPerson(tx: Db, personId: string): Promise<TaskOfPerson[]> {
  const { rows } = await sql<TaskOfPerson>`
    select k.site_id as "siteId", k.id, k.visit_id as "visitId", k.test_code as "testCode",
      k.panel_version as "panelVersion", t.name as title, v.reference, k.released_at as "releasedAt", k.results_saved_at as "savedAt", v.age as stated,
      to_char(s.collected_at at time zone i.time_zone, 'YYYY-MM-DD') as "on"
    from visit v
      join task k on k.site_id = v.site_id and k.visit_id = v.id and k.withdrawn_at is null
      join test t on t.code = k.test_code
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join site i on i.id = k.site_id
    where ${ofPerson(personId)}
    order by k.site_id, k.id for update of k`.execute(tx)
  return rows
}

/** Increments the revision of a task's results, so that nobody releases results that they have not read. */
export async function nextRevision(tx: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<void> {
  await sql`
    update task set results_revision = results_revision + 1
    where site_id = ${task.siteId} and id = ${task.id}`.execute(tx)
}

type Corrector = { email: string; fullName: string; opensRecords: boolean }

/** Managers, and technicians who may release one of these tests at its site: they may correct its report. */
export async function listCorrectors(
  tx: Db,
  tasks: readonly Pick<TaskOfPerson, 'siteId' | 'testCode'>[],
): Promise<Corrector[]> {
  const { rows } = await sql<Corrector>`
    select a.email, a.full_name as "fullName", a.role = 'admin' or 'patients' = any(a.permissions) as "opensRecords"
    from account a
    where a.status = 'Active' and a.email <> '' and exists (
      select from json_to_recordset(${JSON.stringify(tasks)}::json) as k ("siteId" uuid, "testCode" text)
        join test e on e.code = k."testCode"
      where (a.role = 'admin' or (a.role = 'technician' and 'release' = any(a.permissions)
          and (e.specialty is null or exists (
            select from account_specialty f where f.account_id = a.id and f.specialty = e.specialty))))
        and (not exists (select from account_site x where x.account_id = a.id)
          or exists (select from account_site x where x.account_id = a.id and x.site_id = k."siteId")))
    order by a.id`.execute(tx)
  return rows
}
