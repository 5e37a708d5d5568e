import { type Selectable, sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Patient, Range } from '#server/modules/catalogue/index.ts'
import { agesOn, type Birth, ofPerson } from '#server/modules/people/index.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { Analyte as AnalyteRow } from '#server/platform/schema.gen.ts'
import { mayTell } from '../queries-parts.ts'
import { reportersOfTask } from '../referrals/queries-parts.ts'
import type { TaskKey, TaskRow } from '../tasks/queries-tasks.ts'

/** Statements on analytes, results and drafts. */

export type Analyte = Omit<Selectable<AnalyteRow>, 'loinc' | 'loincProperty' | 'version'> & {
  kind: 'quantity' | 'coded' | 'ordinal' | 'text'
  ranges: Range[]
  normalOptions: string[] | null
  criticalOptions: string[] | null
  verified: boolean
  /** The version of the interval, kept with each result that it judges. */
  intervalVersion: number | null
}

/** A panel of a test with the intervals in force: that of this version, or the one that the test has now. */
export const readPanel = (
  db: Db,
  { testCode, panelVersion }: { testCode: string; panelVersion: number | null },
  now: Date,
): Promise<Analyte[]> =>
  rowsOf(db)<Analyte>`
    select a.code, a.name, a.kind, a.unit, a.options, a.decimals, a.lowest, a.highest,
      coalesce(i.ranges, '[]') as ranges, i.normal_options, i.critical_options,
      coalesce(i.verified, false) as verified, i.version as interval_version
    from test_analyte t join analyte a on a.code = t.analyte_code
    left join lateral (select * from interval_version v where v.analyte_code = a.code and v.valid_from <= ${now}
      order by v.version desc limit 1) i on true
    where t.test_code = ${testCode}
      and t.version = coalesce(${panelVersion}::int, (select panel_version from test where code = ${testCode}))
    order by t.position`

/** The patient of a task on the day of the sample: by the person's record, and by the age stated for the visit. */
export async function readPatient(db: Db, task: TaskKey): Promise<Patient> {
  const row = await rowOf(db)<{ gender: Gender; birth: Birth; on: string; stated: number }>`
    select p.sex as gender, v.age as stated,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth,
      to_char(s.collected_at at time zone i.time_zone, 'YYYY-MM-DD') as "on"
    from task k
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      join site i on i.id = k.site_id
      join person p on p.id = current_person(v.person_id)
    where k.site_id = ${task.siteId} and k.id = ${task.id}`
  if (!row) throw new Error(`No task ${task.id}`)
  return { gender: row.gender, ages: agesOn(row.birth, row.on, row.stated) }
}

export const resultsOf = (db: Db, task: TaskKey) =>
  db
    .selectFrom('result as r')
    .innerJoin('account as a', 'a.id', 'r.enteredBy')
    .select([
      'r.analyteCode as code',
      'r.number',
      'r.text',
      'r.flag',
      'r.birthNeeded',
      'r.delta',
      'r.calculated',
      'r.measuredValueId',
    ])
    .select(['r.enteredBy as enteredById', 'a.fullName as enteredBy'])
    .select((column) => column.ref('r.range').$castTo<Range | null>().as('range'))
    .where('r.siteId', '=', task.siteId)
    .where('r.taskId', '=', task.id)
    .execute()

export type Result = Awaited<ReturnType<typeof resultsOf>>[number]

/**
 * For each task, the last released value of each analyte for the same person, across all records of that person. A visit that
 * somebody books for a child is the child's. The records are found first: as a condition of the join they are looked up for each
 * pair of rows while the planner has no statistics, which took a second after fifty visits.
 */
export const previousOf = (db: Db, tasks: readonly Pick<TaskRow, 'siteId' | 'id' | 'visitId'>[]) =>
  rowsOf(db)<Previous & { taskId: string }>`
    with record as materialized (
      select asked.id as task_id, records_of_person(me.person_id) as id
      from unnest(${tasks.map(({ siteId }) => siteId)}::uuid[], ${tasks.map(({ id }) => id)}::uuid[],
        ${tasks.map(({ visitId }) => visitId)}::uuid[]) as asked (site_id, id, visit_id)
      join visit me on me.site_id = asked.site_id and me.id = asked.visit_id
    )
    select distinct on (record.task_id, r.analyte_code) record.task_id, r.analyte_code as code, r.number, r.text,
      s.collected_at as at
    from record
    join visit v on v.person_id = record.id
    join task k on k.site_id = v.site_id and k.visit_id = v.id and k.released_at is not null
      and k.withdrawn_at is null and k.id <> record.task_id
    join test t on t.code = k.test_code and not t.confidential
    join sample s on s.site_id = k.site_id and s.id = k.sample_id
    join result r on r.site_id = k.site_id and r.task_id = k.id
    order by record.task_id, r.analyte_code, s.collected_at desc`

type Previous = { code: string; number: number | null; text: string | null; at: Date }

export const previousResults = (
  db: Db,
  task: Pick<TaskRow, 'siteId' | 'id' | 'visitId'>,
): Promise<Previous[]> => previousOf(db, [task])

const taskState = (db: Db, { siteId, id }: TaskKey) =>
  db
    .selectFrom('task as k')
    .select(['status', 'completedBy', 'releasedAt', 'firstReleasedAt', 'correctionReason', 'retractedAt'])
    .select(['resultsRevision', 'resultsSavedBy as savedById', 'resultsSavedAt as savedAt'])
    .select(['measuredAt', 'measuredBy'])
    .select(sql<string | null>`(select full_name from account where id = results_saved_by)`.as('savedBy'))
    .select(reportersOfTask.as('reportedBy'))
    .where((task) => task.and({ siteId, id }))

/** Locks a task until the transaction ends, so that entering, completing and releasing take turns. */
export const lockTask = (tx: Db, task: TaskKey) =>
  taskState(tx, task).where('withdrawnAt', 'is', null).forUpdate().executeTakeFirst()

export const readTaskState = (db: Db, task: TaskKey) => taskState(db, task).executeTakeFirst()

type Save = {
  follows: number
  by: string
  now: Date
  /** What a downtime form says; null: the results were measured when they are saved. */
  written: { measuredAt: Date; measuredBy: string } | null
}

/**
 * Takes the next revision of the task's results, and locks its row until the transaction ends. Undefined if somebody else took it
 * since `follows`, or if results cannot be entered now: then nothing was written.
 */
export const advanceResults = (tx: Db, { siteId, id }: TaskKey, { follows, by, now, written }: Save) =>
  tx
    .updateTable('task')
    .set({ resultsRevision: follows + 1, resultsSavedBy: by, resultsSavedAt: now })
    .set({ measuredAt: written?.measuredAt ?? null, measuredBy: written?.measuredBy ?? null })
    .where((task) => task.and({ siteId, id, resultsRevision: follows }))
    .where('status', 'in', ['in_progress', 'completed'])
    .where('releasedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .returning('correctionReason')
    .executeTakeFirst()

/** With the version of the interval that flag and range come from. */
export type NewResult = Omit<Result, 'enteredById' | 'enteredBy' | 'measuredValueId'> & {
  intervalVersion: number | null
}

/** Replaces the results of a task; analytes that are not given have no result afterwards. */
export async function replaceResults(
  tx: Db,
  { siteId, id: taskId }: TaskKey,
  results: readonly (NewResult & { measuredValueId: string | null })[],
  enteredBy: string,
  enteredAt: Date,
): Promise<void> {
  await tx.deleteFrom('result').where('siteId', '=', siteId).where('taskId', '=', taskId).execute()
  await tx
    .insertInto('result')
    .values(
      results.map(({ code, range, ...result }) => ({
        ...result,
        siteId,
        taskId,
        analyteCode: code,
        range: range && JSON.stringify(range),
        enteredBy,
        enteredAt,
      })),
    )
    .execute()
}

// Drafts

export const readDraft = (db: Db, { siteId, id: taskId }: TaskKey, accountId: string) =>
  db
    .selectFrom('resultDraft')
    .select(['revision', 'resultsRevision', 'updatedAt'])
    .select((column) => column.ref('typed').$castTo<Record<string, string>>().as('typed'))
    .where((draft) => draft.and({ siteId, taskId, accountId }))
    .executeTakeFirst()

export type Draft = { typed: Readonly<Record<string, string>>; revision: number; resultsRevision: number }

/**
 * Writes the draft that follows `revision` and returns its own revision; null, with nothing written, if the draft was continued
 * elsewhere or results were saved since. Writing the same draft again is idempotent. The task is locked, so that a draft cannot
 * come back after the save that it became.
 */
export const writeDraft = (
  db: Db,
  task: TaskKey,
  accountId: string,
  { typed, revision: follows, resultsRevision }: Draft,
  now: Date,
): Promise<{ revision: number } | null> => rowOf(db)`
    insert into result_draft as kept (site_id, task_id, account_id, typed, revision, results_revision, updated_at)
    select k.site_id, k.id, ${accountId}::uuid, ${JSON.stringify(typed)}::jsonb, ${follows + 1}::int,
      k.results_revision, ${now}::timestamptz
    from task k
    where k.site_id = ${task.siteId} and k.id = ${task.id} and k.results_revision = ${resultsRevision}
      and (${follows}::int = 0 or exists (select from result_draft d where d.site_id = k.site_id
        and d.task_id = k.id and d.account_id = ${accountId}))
    for share of k
    on conflict (site_id, task_id, account_id) do update
      set typed = excluded.typed, revision = excluded.revision, results_revision = excluded.results_revision,
        updated_at = excluded.updated_at
      where kept.revision = ${follows} or (kept.revision = excluded.revision and kept.typed = excluded.typed)
    returning revision`

/** Deletes the author's draft of this revision, which was saved as results. Drafts of others and later revisions stay. */
export const forgetDraft = (tx: Db, task: TaskKey, accountId: string, revision: number) =>
  tx
    .deleteFrom('resultDraft')
    .where((draft) => draft.and({ siteId: task.siteId, taskId: task.id, accountId, revision }))
    .execute()

// Judging again

/**
 * All tasks of a person, locked until the transaction ends, in the order of their ids, so that two corrections cannot deadlock.
 * Tasks without results are locked too: this waits for a save that is under way. `on` is the day of the sample at its site,
 * `stated` the age in whole years that was stated for the visit.
 */
export const lockTasksOfPerson = (tx: Db, personId: string) =>
  tx
    .selectFrom('visit as v')
    .innerJoin('task as k', (join) => join.onRef('k.siteId', '=', 'v.siteId').onRef('k.visitId', '=', 'v.id'))
    .innerJoin('test as t', 't.code', 'k.testCode')
    .innerJoin('sample as s', (join) =>
      join.onRef('s.siteId', '=', 'k.siteId').onRef('s.id', '=', 'k.sampleId'),
    )
    .innerJoin('site as i', 'i.id', 'k.siteId')
    .select(['k.siteId', 'k.id', 'k.visitId', 'k.testCode', 'k.panelVersion', 't.name as title'])
    .select(['t.confidential', 'k.releasedAt', 'k.resultsSavedAt as savedAt'])
    .select((column) => [
      column.ref('v.reference').$notNull().as('reference'),
      column.ref('v.age').$notNull().as('stated'),
      sql<string>`to_char(s.collected_at at time zone i.time_zone, 'YYYY-MM-DD')`.as('on'),
    ])
    .where('k.withdrawnAt', 'is', null)
    .where(ofPerson(personId))
    .orderBy('k.siteId')
    .orderBy('k.id')
    .forUpdate('k')
    .execute()

export type TaskOfPerson = Awaited<ReturnType<typeof lockTasksOfPerson>>[number]

/** Increments the revision of a task's results, so that nobody releases results that they have not read. */
export const nextRevision = (tx: Db, { siteId, id }: TaskKey) =>
  tx
    .updateTable('task')
    .set(({ eb }) => ({ resultsRevision: eb('resultsRevision', '+', 1) }))
    .where((task) => task.and({ siteId, id }))
    .execute()

type Corrector = { email: string; fullName: string; opensRecords: boolean }

/** Managers, and technicians who may release one of these tests at its site: they may correct its report. */
export const listCorrectors = (
  tx: Db,
  tasks: readonly Pick<TaskOfPerson, 'siteId' | 'testCode'>[],
): Promise<Corrector[]> =>
  rowsOf(tx)<Corrector>`
    select a.email, a.full_name, a.role = 'admin' or 'patients' = any(a.permissions) as opens_records
    from account a
    where a.email <> '' and exists (
      select from unnest(${tasks.map(({ siteId }) => siteId)}::uuid[], ${tasks.map(({ testCode }) => testCode)}::text[])
        as k (site_id, test_code) where ${mayTell})
    order by a.id`
