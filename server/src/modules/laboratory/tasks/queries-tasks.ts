import { type InferResult, type Insertable, sql } from 'kysely'
import type { TaskState } from '#contract/task-states.ts'
import { opening } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { Task, TaskNote } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { isConsented } from '../queries-parts.ts'
import { hasTheirReport, isHereOrSent, referNewTasks, referralOfTask } from '../referrals/queries-parts.ts'
import { nameOf, type PatientRow, patientJson } from '../samples/queries-samples.ts'

/** Statements on tasks. Each is limited to the tasks that its caller may see. */

/** The key of a task. Rows of a task have it as `siteId` and `taskId`. */
export type TaskKey = { siteId: string; id: string }

/** Adds tasks. Tasks of tests that are set up for another laboratory are referred to it. */
export async function insertTasks(tx: Db, tasks: readonly Insertable<Task>[]): Promise<void> {
  await tx.insertInto('task').values(tasks).execute()
  await referNewTasks(
    tx,
    tasks.map(({ id }) => id),
  )
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

type TestProgress = { testCode: string; status: TaskState; released: boolean }

/** The tasks of a visit that were not withdrawn, by test. */
export const progressOfTests = (db: Db, siteId: string, visitId: string): Promise<TestProgress[]> =>
  db
    .selectFrom('task')
    .select(['testCode', 'status', sql<boolean>`released_at is not null`.as('released')])
    .where('siteId', '=', siteId)
    .where('visitId', '=', visitId)
    .where('withdrawnAt', 'is', null)
    .execute()

/** Locks the unfinished task of a test until the transaction ends. */
export const lockTask = (tx: Db, { siteId, id: visitId }: TaskKey, testCode: string) =>
  sql`select from task where site_id = ${siteId} and visit_id = ${visitId} and test_code = ${testCode}
    and withdrawn_at is null and status <> 'completed' for update`.execute(tx)

/** Withdraws the task of a test if work on it has not started. Returns false if it has. */
export async function withdrawTest(
  tx: Db,
  { siteId, id: visitId }: TaskKey,
  testCode: string,
  now: Date,
): Promise<boolean> {
  const ofTest = { siteId, visitId, testCode }
  await tx
    .updateTable('task')
    .set({ withdrawnAt: now })
    .where((task) => task.and({ ...ofTest, status: 'pending' }))
    .where('withdrawnAt', 'is', null)
    .execute()
  const left = await progressOfTests(tx, siteId, visitId)
  return !left.some((task) => task.testCode === testCode)
}

/** Withdraws the unfinished tasks of a sample. */
export const withdrawTasks = (tx: Db, sample: TaskKey, now: Date) =>
  tx
    .updateTable('task')
    .set({ withdrawnAt: now })
    .where('siteId', '=', sample.siteId)
    .where('sampleId', '=', sample.id)
    .where('withdrawnAt', 'is', null)
    .where('status', '<>', 'completed')
    .execute()

/**
 * Codes of the tests in a technician's specialties, and of tests without a specialty, which every technician may do. Confidential tests
 * are included only if the technician may see them.
 */
export async function testsOfTechnician(db: Db, accountId: string): Promise<string[]> {
  const own = db.selectFrom('accountSpecialty').select('specialty').where('accountId', '=', accountId)
  const tests = await db
    .selectFrom('test')
    .select('code')
    .where(({ eb, or }) => or([eb('specialty', 'is', null), eb('specialty', 'in', own)]))
    .where(sql<boolean>`sees_test(${accountId}, test)`)
    .execute()
  return tests.map(({ code }) => code)
}

/** The tests and the sites whose tasks the caller may see. Null: all except `except`. */
export type Reach = { tests: readonly string[] | null; except?: readonly string[]; sites: Sites }

/** Condition on tasks `k`: those of the tests and sites within reach. */
export const isWithin = ({ tests, except = [], sites }: Reach) =>
  sql<boolean>`${tests === null ? sql.lit(true) : sql`k.test_code = any(${[...tests]}::text[])`}
    ${except.length > 0 ? sql`and k.test_code <> all(${[...except]}::text[])` : sql``}
    and ${isAtSites('k.site_id', sites)}`

/** The same, without withdrawn tasks. Part of every statement that reads tasks. */
export const within = (reach: Reach) => sql<boolean>`k.withdrawn_at is null and ${isWithin(reach)}`

/** True if the caller may see the tasks of no test. */
export const isEmpty = ({ tests }: Reach): boolean => tests?.length === 0

/**
 * Condition on tasks `k`: results are entered, or the report of the referral laboratory is attached. It does not use `exists`: within
 * `or`, PostgreSQL may hash all results for it, which took a second with a million visits.
 */
export const hasResults = sql<boolean>`((select true from result r where r.site_id = k.site_id and r.task_id = k.id limit 1) is true
  or ${hasTheirReport})`

/** Tasks within reach, as task `k`, sample `s`, visit `v` and test `t`. */
export const selectTasks = (db: Db, reach: Reach) =>
  db
    .selectFrom('task as k')
    .innerJoin('sample as s', (join) =>
      join.onRef('s.siteId', '=', 'k.siteId').onRef('s.id', '=', 'k.sampleId'),
    )
    .innerJoin('visit as v', (join) =>
      join.onRef('v.siteId', '=', 'k.siteId').onRef('v.id', '=', 'k.visitId'),
    )
    .innerJoin('test as t', 't.code', 'k.testCode')
    .select(['k.id', 'k.siteId', 'k.visitId', 'k.sampleId', 'k.testCode', 'k.panelVersion', 'k.status'])
    .select(['k.rank', 'k.dueAt', 'k.startedAt', 'k.completedAt', 'k.claimedBy as claimedById'])
    .select([
      't.name as title',
      't.confidential',
      't.rapidTests',
      's.accession',
      's.tube',
      's.status as sampleStatus',
    ])
    .select((column) => [
      'v.createdAt as requestedDate',
      column.ref('v.priority').$notNull().as('priority'),
      sql<PatientRow>`${patientJson}`.as('patient'),
      column.ref('v.reference').$notNull().as('reference'),
      sql<string>`coalesce(${nameOf('v.accountId')}, 'The desk')`.as('requestedBy'),
      nameOf<string | null>('k.claimedBy').as('claimedBy'),
      hasResults.as('hasResults'),
      isConsented.as('consented'),
      referralOfTask.as('referral'),
    ])
    .where(within(reach))

export type TaskRow = InferResult<ReturnType<typeof selectTasks>>[number]

/** What a search looks for: see `seek`. */
export type Sought =
  | { digits: string; few: boolean }
  | { words: string }
  | { visits: readonly { siteId: string; id: string }[] }

const accessionDigits = 14
/** The most samples that a search by the beginning of an accession number looks up, the latest first. */
const mostSamples = 500

/** A condition for statements on task k, sample s, visit v. With `few`, an index on all tasks would be slower than comparing each. */
export function isSought(sought: Sought) {
  if ('words' in sought)
    return sql<boolean>`(v.words @@ ${sought.words}::tsquery and v.forgotten_at is null) is true`
  if ('visits' in sought) {
    const { visits } = sought
    return sql<boolean>`(k.site_id, k.visit_id) in (select * from unnest(
      ${visits.map(({ siteId }) => siteId)}::uuid[], ${visits.map(({ id }) => id)}::uuid[]))`
  }
  const { digits, few } = sought
  if (few) return sql<boolean>`position(${digits} in s.accession) > 0`
  const [first, last] = ['0', '9'].map((digit) => digits.padEnd(accessionDigits, digit))
  return sql<boolean>`(k.site_id, k.sample_id) in (select site_id, id from sample
    where accession between ${first} and ${last} order by accession desc limit ${sql.lit(mostSamples)})`
}

/** All sites, for statements that look up ids: the keys begin with the site. In lists it would mislead the planner. */
export const allSites = (db: Db) => db.selectFrom('site').select('id')

const oneTask = (db: Db, reach: Reach, id: string) =>
  selectTasks(db, reach).where('k.siteId', 'in', allSites(db)).where('k.id', '=', id)

export const readTask = (db: Db, reach: Reach, id: string) => oneTask(db, reach, id).executeTakeFirst()

export type Reading = 'visit.read' | 'results.read'

/** As `readTask`, and writes to the audit trail that the caller read the visit or its results. */
export const openTask = (context: SignedIn, reach: Reach, id: string, action: Reading) =>
  rowOf(context.db)<TaskRow>`${opening(context, action, oneTask(context.db, reach, id), 'visitId')}`

const isReceived = sql<boolean>`exists (
  select from sample s where s.site_id = k.site_id and s.id = k.sample_id and s.status = 'received')`

/** An update of a task that is in this state and was not withdrawn. */
const changeFrom = (tx: Db, status: TaskState, { siteId, id }: TaskKey) =>
  tx
    .updateTable('task as k')
    .where((task) => task.and({ 'k.siteId': siteId, 'k.id': id, 'k.status': status }))
    .where('k.withdrawnAt', 'is', null)

/** The same for a started task that is still with the person who had it when the caller looked. */
const changeStarted = (tx: Db, task: TaskRow) =>
  changeFrom(tx, 'in_progress', task).where('k.claimedBy', 'is not distinct from', task.claimedById)

/** Returns false if somebody else was faster, or the sample is not at the bench. */
export const setStarted = (tx: Db, task: TaskRow, claimedBy: string, startedAt: Date): Promise<boolean> =>
  wroteRow(
    changeFrom(tx, 'pending', task)
      .set({ status: 'in_progress', claimedBy, startedAt })
      .where(isReceived)
      .where(isHereOrSent)
      .where(isConsented),
  )

/** Returns false if the task has no results, or is not with the person who had it when the caller looked. */
export const setCompleted = (tx: Db, task: TaskRow, completedBy: string, completedAt: Date) =>
  wroteRow(changeStarted(tx, task).set({ status: 'completed', completedBy, completedAt }).where(hasResults))

const pending = { status: 'pending', claimedBy: null, startedAt: null } as const

/** Returns true if this call put the task back. Entered results stay for whoever claims it next. */
export const setPutBack = (tx: Db, task: TaskRow): Promise<boolean> =>
  wroteRow(changeStarted(tx, task).set(pending))

/** Puts back all tasks that a person has started. Returns their ids. */
export const putBackAllOf = (tx: Db, accountId: string) =>
  tx
    .updateTable('task')
    .set(pending)
    .where('siteId', 'in', allSites(tx))
    .where('claimedBy', '=', accountId)
    .where('status', '=', sql.lit('in_progress'))
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .execute()

export const addNote = (tx: Db, note: Insertable<TaskNote>) =>
  tx.insertInto('taskNote').values(note).execute()

type NoteRow = { at: string; by: string; text: string }

/** The notes of task `k`, oldest first. */
export const notesOfTask = sql<NoteRow[]>`coalesce((
  select jsonb_agg(jsonb_build_object('at', n.at, 'by', a.full_name, 'text', n.text) order by n.id)
  from task_note n join account a on a.id = n.account_id where n.site_id = k.site_id and n.task_id = k.id), '[]')`

export async function notesOf(db: Db, { siteId, id }: TaskKey): Promise<NoteRow[]> {
  const row = await rowOf(db)<{ notes: NoteRow[] }>`
    select ${notesOfTask} as notes from task k where k.site_id = ${siteId} and k.id = ${id}`
  return row?.notes ?? []
}

const leastForMedian = 10
const mostForMedian = 100

/** The median duration of the last hundred tasks of this test, in minutes; null if there are fewer than ten. */
export async function usualMinutes(db: Db, siteId: string, testCode: string): Promise<number | null> {
  const row = await rowOf(db)<{ minutes: number | null }>`
    select case when count(*) >= ${sql.lit(leastForMedian)}
      then round(percentile_cont(0.5) within group (order by seconds) / 60)::int end as minutes
    from (select extract(epoch from completed_at - started_at) as seconds from task
      -- Results that were written on paper were not worked on between these times.
      where site_id = ${siteId} and test_code = ${testCode} and status = 'completed' and measured_at is null
      order by completed_at desc limit ${sql.lit(mostForMedian)}) latest`
  return row?.minutes ?? null
}

/** What an entry of the audit trail says of the time and the author on a downtime form. */
const onPaper = sql<{ at: string; by: string } | null>`(
  select jsonb_build_object('at', p.at, 'by', b.full_name)
  from (values ('result.entered', u.after ->> 'measuredAt', u.after ->> 'measuredBy'),
    ('sample.received', u.after ->> 'receivedAt', u.after ->> 'receivedBy'),
    ('sample.collected', u.after ->> 'collectedAt', u.after ->> 'collectedBy')) p (action, at, by)
    join account b on b.id = p.by::uuid
  where p.action = u.action)`

/** What the audit trail says of tasks and samples, the oldest entry first. */
export const historyOf = (db: Db, subjects: readonly string[]) =>
  db
    .selectFrom('audit as u')
    .leftJoin('account as a', 'a.id', 'u.accountId')
    .select(['u.at', 'u.action as what', 'u.reason'])
    .select(sql<string>`coalesce(a.full_name, 'The system')`.as('by'))
    .select(onPaper.as('onPaper'))
    .where('u.subjectKind', 'in', ['task', 'sample'])
    .where('u.subjectId', '=', sql<string>`any(${[...subjects]}::text[])`)
    .orderBy('u.id')
    .execute()
