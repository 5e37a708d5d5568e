import { sql } from 'kysely'
import type { Priority } from '#contract/options.ts'
import type { SampleState, TaskState } from '#contract/task-states.ts'
import { opening } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { nameOf, type PatientRow, patientJson } from '../samples/queries-samples.ts'

/** Statements on tasks. Each is limited to the tasks that its caller may see. */

export type NewTask = {
  id: string
  siteId: string
  visitId: string
  sampleId: string
  testCode: string
  /** The version of the test's panel that the task keeps. */
  panelVersion: number
  rank: number
  dueAt: Date
  now: Date
}

export async function addTasks(tx: Db, tasks: readonly NewTask[]): Promise<void> {
  await tx
    .insertInto('task')
    .values(
      tasks.map((task) => ({
        siteId: task.siteId,
        id: task.id,
        visitId: task.visitId,
        sampleId: task.sampleId,
        testCode: task.testCode,
        panelVersion: task.panelVersion,
        rank: task.rank,
        dueAt: task.dueAt,
        createdAt: task.now,
      })),
    )
    .execute()
}

/** Tests of a visit that have a task on a usable sample. */
export async function testsWithTask(tx: Db, siteId: string, visitId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('task')
    .select('testCode')
    .where('siteId', '=', siteId)
    .where('visitId', '=', visitId)
    .where('withdrawnAt', 'is', null)
    .execute()
  return rows.map((row) => row.testCode)
}

export async function withdrawTasks(
  tx: Db,
  sample: { siteId: string; id: string },
  now: Date,
): Promise<void> {
  await sql`
    update task set withdrawn_at = ${now}
    where site_id = ${sample.siteId} and sample_id = ${sample.id} and withdrawn_at is null and status <> 'completed'`.execute(
    tx,
  )
}

/** Codes of the tests in a technician's specialties and of those without a specialty, which every technician may do. */
export async function testsOfTechnician(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from test t where t.specialty is null or exists (
      select from account_specialty s where s.account_id = ${accountId} and s.specialty = t.specialty)`.execute(
    db,
  )
  return rows.map((row) => row.code)
}

export type TaskRow = {
  id: string
  siteId: string
  visitId: string
  sampleId: string
  testCode: string
  /** The version of the test's panel when the task was created. */
  panelVersion: number
  title: string
  status: TaskState
  priority: Priority
  rank: number
  patient: PatientRow & { patientId: string }
  accession: string
  tube: string
  sampleStatus: SampleState
  requestedBy: string
  requestedDate: Date
  dueAt: Date
  claimedById: string | null
  hasResults: boolean
  claimedBy: string | null
  startedAt: Date | null
  completedAt: Date | null
}

export const taskColumns = sql`
  k.id, k.site_id as "siteId", k.visit_id as "visitId", k.sample_id as "sampleId", k.test_code as "testCode",
  k.panel_version as "panelVersion", t.name as title, k.status, v.priority, k.rank,
  ${patientJson} || jsonb_build_object('patientId', v.reference) as patient,
  s.accession, s.tube, s.status as "sampleStatus", coalesce(${nameOf('v.account_id')}, 'The desk') as "requestedBy",
  v.created_at as "requestedDate", k.due_at as "dueAt", k.claimed_by as "claimedById",
  exists (select from result r where r.site_id = k.site_id and r.task_id = k.id) as "hasResults",
  ${nameOf('k.claimed_by')} as "claimedBy", k.started_at as "startedAt", k.completed_at as "completedAt"`

export const tasks = sql`task k
  join sample s on s.site_id = k.site_id and s.id = k.sample_id
  join visit v on v.site_id = k.site_id and v.id = k.visit_id
  join test t on t.code = k.test_code`

/** The tests and the sites whose tasks the caller may see; null: all. */
export type Reach = { tests: readonly string[] | null; sites: Sites }

/** Part of every statement that reads tasks. */
export const within = (reach: Reach) => sql`k.withdrawn_at is null ${alsoWithin(reach)}`

/** The same without the condition on withdrawn tasks, for statements that have their own. */
export const alsoWithin = ({ tests, sites }: Reach) =>
  sql`${tests === null ? sql`` : sql`and k.test_code = any(${[...tests]}::text[])`} ${atSites('k.site_id', sites)}`

/** True if the caller may see the tasks of no test. */
export const isEmpty = ({ tests }: Reach): boolean => tests?.length === 0

/** What a search looks for: see `seek`. */
export type Sought =
  | { digits: string; few: boolean }
  | { words: string }
  | { visits: readonly { siteId: string; id: string }[] }

/** A condition for statements on task k, sample s, visit v. With `few`, an index on all tasks would be slower than comparing each. */
export function isSought(sought: Sought) {
  if ('words' in sought) return sql`and (v.words @@ ${sought.words}::tsquery) is true`
  if ('visits' in sought) {
    const { visits } = sought
    return sql`and (k.site_id, k.visit_id) in (select * from unnest(
      ${visits.map(({ siteId }) => siteId)}::uuid[], ${visits.map(({ id }) => id)}::uuid[]))`
  }
  const { digits, few } = sought
  if (few) return sql`and position(${digits} in s.accession) > 0`
  return sql`and (k.site_id, k.sample_id) in (select site_id, id from sample where accession
    between ${digits.padEnd(14, '0')} and ${digits.padEnd(14, '9')} order by accession desc limit 500)`
}

/** For statements that look up ids: the keys begin with the site. In lists it would mislead the planner. */
export const atAnySite = sql`k.site_id in (select id from site)`

const oneTask = (reach: Reach, id: string) => sql<TaskRow>`
    select ${taskColumns} from ${tasks} where ${atAnySite} and ${within(reach)} and k.id = ${id}`

export async function readTask(db: Db, reach: Reach, id: string): Promise<TaskRow | null> {
  const { rows } = await oneTask(reach, id).execute(db)
  return rows[0] ?? null
}

/** As `readTask`, and writes to the audit trail that the caller read the visit or its results. */
export async function openTask(
  context: SignedIn,
  reach: Reach,
  id: string,
  action: 'visit.read' | 'results.read',
): Promise<TaskRow | null> {
  const { rows } = await opening(context, action, oneTask(reach, id), 'visitId').execute(context.db)
  return rows[0] ?? null
}

export async function setStarted(tx: Db, task: TaskRow, by: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update task set status = 'in_progress', claimed_by = ${by}, started_at = ${now}
    where site_id = ${task.siteId} and id = ${task.id} and status = 'pending' and withdrawn_at is null
      and exists (select from sample s where s.site_id = task.site_id and s.id = task.sample_id and s.status = 'received')
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function setCompleted(tx: Db, task: TaskRow, by: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update task set status = 'completed', completed_by = ${by}, completed_at = ${now}
    where site_id = ${task.siteId} and id = ${task.id} and status = 'in_progress' and withdrawn_at is null
      and claimed_by is not distinct from ${task.claimedById}
      and exists (select from result r where r.site_id = task.site_id and r.task_id = task.id)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Returns true if this call put the task back. Results that were entered stay for whoever claims it next. */
export async function setPutBack(tx: Db, task: TaskRow): Promise<boolean> {
  const { rows } = await sql`
    update task set status = 'pending', claimed_by = null, started_at = null
    where site_id = ${task.siteId} and id = ${task.id} and status = 'in_progress' and withdrawn_at is null
      and claimed_by is not distinct from ${task.claimedById}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Puts back all tasks that a person has started. Returns their ids. */
export async function putBackAllOf(tx: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update task set status = 'pending', claimed_by = null, started_at = null
    where site_id in (select id from site) and claimed_by = ${accountId} and status = 'in_progress'
      and withdrawn_at is null
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}

export async function addNote(
  tx: Db,
  note: { id: string; task: TaskRow; accountId: string; at: Date; text: string },
): Promise<void> {
  await tx
    .insertInto('taskNote')
    .values({
      siteId: note.task.siteId,
      id: note.id,
      taskId: note.task.id,
      accountId: note.accountId,
      at: note.at,
      text: note.text,
    })
    .execute()
}

export async function notesOf(db: Db, task: TaskRow): Promise<{ at: Date; by: string; text: string }[]> {
  const { rows } = await sql<{ at: Date; by: string; text: string }>`
    select n.at, a.full_name as by, n.text from task_note n join account a on a.id = n.account_id
    where n.site_id = ${task.siteId} and n.task_id = ${task.id} order by n.id`.execute(db)
  return rows
}

/** The median duration of the last hundred tasks of this test, in minutes; null if there are fewer than ten. */
export async function usualMinutes(db: Db, siteId: string, testCode: string): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select case when count(*) >= 10 then round(percentile_cont(0.5) within group (order by seconds) / 60)::int end as minutes
    from (select extract(epoch from completed_at - started_at) as seconds from task
      where site_id = ${siteId} and test_code = ${testCode} and status = 'completed'
      order by completed_at desc limit 100) latest`.execute(db)
  return rows[0]?.minutes ?? null
}

export async function historyOf(
  db: Db,
  subjects: readonly string[],
): Promise<{ at: Date; by: string; action: string; reason: string | null }[]> {
  const { rows } = await sql<{ at: Date; by: string; action: string; reason: string | null }>`
    select u.at, coalesce(a.full_name, 'The system') as by, u.action, u.reason
    from audit u left join account a on a.id = u.account_id
    where u.subject_kind in ('task', 'sample') and u.subject_id = any(${[...subjects]}::text[])
    order by u.id`.execute(db)
  return rows
}
