import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Flag } from '#contract/results.ts'
import type { Patient, Range } from '#server/modules/catalogue/index.ts'
import { agesOn, type Birth } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'

/** Statements on analytes, results and reports. */

export type Analyte = {
  code: string
  name: string
  kind: 'quantity' | 'coded' | 'ordinal' | 'text'
  unit: string
  options: string[]
  decimals: number | null
  lowest: number | null
  highest: number | null
  ranges: Range[]
  normalOptions: string[] | null
  criticalOptions: string[] | null
  verified: boolean
  /** The version of the interval, kept with each result that it judges. */
  intervalVersion: number | null
}

/** A panel of a test with the intervals in force: that of this version, or the one that the test has now. */
export async function readPanel(
  db: Db,
  { testCode, panelVersion }: { testCode: string; panelVersion: number | null },
  now: Date,
): Promise<Analyte[]> {
  const { rows } = await sql<Analyte>`
    select a.code, a.name, a.kind, a.unit, a.options, a.decimals, a.lowest, a.highest,
      coalesce(i.ranges, '[]') as ranges, i.normal_options as "normalOptions", i.critical_options as "criticalOptions",
      coalesce(i.verified, false) as verified, i.version as "intervalVersion"
    from test_analyte t join analyte a on a.code = t.analyte_code
    left join lateral (select * from interval_version v where v.analyte_code = a.code and v.valid_from <= ${now}
      order by v.version desc limit 1) i on true
    where t.test_code = ${testCode}
      and t.version = coalesce(${panelVersion}::int, (select panel_version from test where code = ${testCode}))
    order by t.position`.execute(db)
  return rows
}

/** Whom the results of a task are of, on the day of their sample, by the record of the person and the age stated for the visit. */
export async function readPatient(db: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<Patient> {
  const { rows } = await sql<{ gender: Gender; birth: Birth; on: string; stated: number }>`
    select p.sex as gender, v.age as stated,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth,
      to_char(s.collected_at at time zone i.time_zone, 'YYYY-MM-DD') as "on"
    from task k
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      join site i on i.id = k.site_id
      join person p on p.id = current_person(v.person_id)
    where k.site_id = ${task.siteId} and k.id = ${task.id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A task that is not there')
  return { gender: row.gender, ages: agesOn(row.birth, row.on, row.stated) }
}

export type Result = {
  code: string
  number: number | null
  text: string | null
  flag: Flag
  range: Range | null
  birthNeeded: boolean
  delta: boolean
  calculated: boolean
  enteredById: string
  enteredBy: string
}

export async function resultsOf(db: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<Result[]> {
  const { rows } = await sql<Result>`
    select r.analyte_code as code, r.number, r.text, r.flag, r.range, r.birth_needed as "birthNeeded",
      r.delta, r.calculated, r.entered_by as "enteredById",
      a.full_name as "enteredBy"
    from result r join account a on a.id = r.entered_by
    where r.site_id = ${task.siteId} and r.task_id = ${task.id}`.execute(db)
  return rows
}

/**
 * The last released value of each analyte for the same person, across all records of that person. A visit that somebody books
 * for a child is the child's. The records are found first: as a condition of the join they are looked up for each pair of rows
 * while the planner has no statistics, which took a second after fifty visits.
 */
export async function previousResults(
  db: Db,
  task: Pick<TaskRow, 'siteId' | 'id' | 'visitId'>,
): Promise<{ code: string; number: number | null; text: string | null; at: Date }[]> {
  const { rows } = await sql<{ code: string; number: number | null; text: string | null; at: Date }>`
    with record as materialized (
      select records_of_person(me.person_id) as id from visit me
      where me.site_id = ${task.siteId} and me.id = ${task.visitId}
    )
    select distinct on (r.analyte_code) r.analyte_code as code, r.number, r.text, s.collected_at as at
    from record
    join visit v on v.person_id = record.id
    join task k on k.site_id = v.site_id and k.visit_id = v.id and k.released_at is not null
      and k.withdrawn_at is null and k.id <> ${task.id}
    join sample s on s.site_id = k.site_id and s.id = k.sample_id
    join result r on r.site_id = k.site_id and r.task_id = k.id
    order by r.analyte_code, s.collected_at desc`.execute(db)
  return rows
}

export type TaskState = {
  status: string
  completedById: string | null
  releasedAt: Date | null
  correctionReason: string | null
  retractedAt: Date | null
  resultsRevision: number
  savedById: string | null
  savedBy: string | null
  savedAt: Date | null
}

const taskState = sql`
  status, completed_by as "completedById", released_at as "releasedAt", correction_reason as "correctionReason",
  retracted_at as "retractedAt",
  results_revision as "resultsRevision", results_saved_by as "savedById",
  (select full_name from account where id = results_saved_by) as "savedBy", results_saved_at as "savedAt"`

/** The task's row, held until the transaction ends: entering, completing and releasing take turns. */
export async function lockTask(tx: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<TaskState | null> {
  const { rows } = await sql<TaskState>`
    select ${taskState} from task
    where site_id = ${task.siteId} and id = ${task.id} and withdrawn_at is null for update of task`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function readTaskState(db: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<TaskState | null> {
  const { rows } = await sql<TaskState>`
    select ${taskState} from task where site_id = ${task.siteId} and id = ${task.id}`.execute(db)
  return rows[0] ?? null
}

/**
 * Takes the next revision of the task's results, and its row until the transaction ends. Null when somebody else took
 * it since `follows`, or when results cannot be entered now: whoever comes second has replaced nothing.
 */
export async function advanceResults(
  tx: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  save: { follows: number; by: string; now: Date },
): Promise<{ correctionReason: string | null } | null> {
  const { rows } = await sql<{ correctionReason: string | null }>`
    update task set results_revision = results_revision + 1, results_saved_by = ${save.by}, results_saved_at = ${save.now}
    where site_id = ${task.siteId} and id = ${task.id} and results_revision = ${save.follows}
      and status in ('in_progress', 'completed') and released_at is null and withdrawn_at is null
    returning correction_reason as "correctionReason"`.execute(tx)
  return rows[0] ?? null
}

export type NewResult = {
  code: string
  number: number | null
  text: string | null
  flag: Flag
  range: Range | null
  birthNeeded: boolean
  /** The version of the interval that flag and range come from. */
  intervalVersion: number | null
  delta: boolean
  calculated: boolean
}

/** Replaces the results of a task; analytes that are not given have no result afterwards. */
export async function replaceResults(
  tx: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  results: readonly NewResult[],
  by: string,
  now: Date,
): Promise<void> {
  await tx.deleteFrom('result').where('siteId', '=', task.siteId).where('taskId', '=', task.id).execute()
  await tx
    .insertInto('result')
    .values(
      results.map((result) => ({
        siteId: task.siteId,
        taskId: task.id,
        analyteCode: result.code,
        number: result.number,
        text: result.text,
        flag: result.flag,
        range: result.range === null ? null : JSON.stringify(result.range),
        birthNeeded: result.birthNeeded,
        intervalVersion: result.intervalVersion,
        delta: result.delta,
        calculated: result.calculated,
        enteredBy: by,
        enteredAt: now,
      })),
    )
    .execute()
}

// Drafts

export async function readDraft(db: Db, task: Pick<TaskRow, 'siteId' | 'id'>, accountId: string) {
  const row = await db
    .selectFrom('resultDraft')
    .select(['typed', 'revision', 'resultsRevision', 'updatedAt'])
    .where('siteId', '=', task.siteId)
    .where('taskId', '=', task.id)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row
    ? {
        typed: row.typed as Record<string, string>,
        revision: row.revision,
        resultsRevision: row.resultsRevision,
        updatedAt: row.updatedAt,
      }
    : null
}

/**
 * The new revision, or null when the draft went on elsewhere or results were saved since: then nothing was written. A
 * draft sent a second time, since its answer was lost, is the same draft. The task's row is held, so that no draft
 * comes back after the save that it became.
 */
export async function writeDraft(
  db: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  draft: {
    accountId: string
    typed: Readonly<Record<string, string>>
    follows: number
    resultsRevision: number
    now: Date
  },
): Promise<number | null> {
  const { rows } = await sql<{ revision: number }>`
    insert into result_draft as kept (site_id, task_id, account_id, typed, revision, results_revision, updated_at)
    select k.site_id, k.id, ${draft.accountId}::uuid, ${JSON.stringify(draft.typed)}::jsonb, ${draft.follows + 1}::int,
      k.results_revision, ${draft.now}::timestamptz
    from task k
    where k.site_id = ${task.siteId} and k.id = ${task.id} and k.results_revision = ${draft.resultsRevision}
      and (${draft.follows}::int = 0 or exists (select from result_draft d where d.site_id = k.site_id
        and d.task_id = k.id and d.account_id = ${draft.accountId}))
    for share of k
    on conflict (site_id, task_id, account_id) do update
      set typed = excluded.typed, revision = excluded.revision, results_revision = excluded.results_revision,
        updated_at = excluded.updated_at
      where kept.revision = ${draft.follows} or (kept.revision = excluded.revision and kept.typed = excluded.typed)
    returning revision`.execute(db)
  return rows[0]?.revision ?? null
}

/**
 * Deletes the author's draft of this revision, which was saved as results. Drafts of others stay, and so does a later revision
 * of the author's own.
 */
export async function forgetDraft(
  tx: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  accountId: string,
  revision: number,
): Promise<void> {
  await tx
    .deleteFrom('resultDraft')
    .where('siteId', '=', task.siteId)
    .where('taskId', '=', task.id)
    .where('accountId', '=', accountId)
    .where('revision', '=', revision)
    .execute()
}
