import { sql } from 'kysely'
import type { CultureForm, CultureRow, CultureStage } from '#contract/cultures.ts'
import type { Gender } from '#contract/options.ts'
import type { ReportContent } from '#contract/reports.ts'
import type { Judged } from '#contract/susceptibility.ts'
import type { TaskState } from '#contract/task-states.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { unreleasedTasks } from '../queries-parts.ts'
import { isReferred } from '../referrals/queries-parts.ts'
import { patientJson } from '../samples/queries-samples.ts'
import { isWithin, type Reach, type TaskKey } from '../tasks/queries-tasks.ts'

/** Statements on cultures, their isolates and antibiograms. Categories are calculated when a reading is saved, and stored. */

/** The most cultures that the bench lists. */
const most = 500

export type ListedRow = Omit<CultureRow, 'day' | 'toRead' | 'lastRead'> & {
  inoculatedAt: Date | null
  today: string
  inoculatedOn: string | null
  readOn: string | null
  readAt: Date | null
  readBy: string | null
  patient: { fullName: string; age: number; gender: Gender }
}

const anySite = sql`any(array(select id from site))`
const isCulture = sql`exists (select from culture_test c where c.test_code = k.test_code)`

/** Unreleased cultures that the caller can read. They are read from the indexes of open tasks. */
export const listOpenCultures = (db: Db, reach: Reach, sites: Sites, now: Date): Promise<ListedRow[]> =>
  rowsOf(db)`
    select k.id, t.name as test, s.accession, ct.specimen, i.name as site, ${patientJson} as patient, k.status, c.stage,
      ct.final_day, k.rank = 0 as urgent, c.interim_since is not null as interim, k.status = 'completed' as waits_for_release,
      coalesce(c.inoculated_at, k.started_at) as inoculated_at, c.read_at, a.full_name as read_by,
      to_char(${now}::timestamptz at time zone i.time_zone, 'YYYY-MM-DD') as today,
      to_char(coalesce(c.inoculated_at, k.started_at) at time zone i.time_zone, 'YYYY-MM-DD') as inoculated_on,
      to_char(c.read_at at time zone i.time_zone, 'YYYY-MM-DD') as read_on,
      coalesce((select jsonb_agg(o.name order by l.number) from isolate l join organism o on o.code = l.organism_code
        where l.site_id = k.site_id and l.task_id = k.id), '[]') as organisms
    from (${unreleasedTasks(sql`site_id, id`, { sites: anySite, only: isCulture })}) open
      join task k on k.site_id = open.site_id and k.id = open.id
      join culture_test ct on ct.test_code = k.test_code join test t on t.code = k.test_code
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      join site i on i.id = k.site_id
      left join culture c on c.site_id = k.site_id and c.task_id = k.id
      left join account a on a.id = c.read_by
    where s.status <> 'rejected' and not ${isReferred} and ${isWithin(reach)} ${atSites('k.site_id', sites)}
    order by k.rank, coalesce(c.inoculated_at, k.started_at) nulls first, k.id
    limit ${most}`

type FormRow = {
  stage: CultureStage | null
  inoculatedAt: Date | null
  inoculatedOn: string | null
  today: string
  interim: boolean
  status: TaskState
  readAt: Date | null
  readBy: string | null
  revision: number
  isolates: CultureForm['isolates']
}

const antibiogram = sql`coalesce((
  select jsonb_agg(jsonb_build_object('antibiotic', u.antibiotic_code, 'measure', case when u.value is not null then
      jsonb_build_object('method', u.method, 'comparator', u.comparator, 'value', u.value) end,
    'category', case when u.origin = 'hand' then u.category end, 'shown', u.shown_by_hand, 'result', u.category,
    'origin', u.origin, 'isShown', u.shown) order by u.position)
  from susceptibility u where u.site_id = l.site_id and u.task_id = l.task_id and u.number = l.number), '[]')`

/** The isolates of a task `k`, with all antibiotics. For staff only. */
const isolates = sql`coalesce((
  select jsonb_agg(jsonb_build_object('number', l.number, 'organism', l.organism_code, 'amount', l.amount, 'comment', l.comment,
    'antibiogram', ${antibiogram}) order by l.number)
  from isolate l where l.site_id = k.site_id and l.task_id = k.id), '[]')`

export const readCultureRow = (db: Db, { siteId, id }: TaskKey, now: Date): Promise<FormRow | null> =>
  rowOf(db)`
    select c.stage, coalesce(c.inoculated_at, k.started_at) as inoculated_at, c.interim_since is not null as interim, k.status,
      to_char(coalesce(c.inoculated_at, k.started_at) at time zone i.time_zone, 'YYYY-MM-DD') as inoculated_on,
      to_char(${now}::timestamptz at time zone i.time_zone, 'YYYY-MM-DD') as today,
      c.read_at, a.full_name as read_by, k.results_revision as revision, ${isolates} as isolates
    from task k join site i on i.id = k.site_id
      left join culture c on c.site_id = k.site_id and c.task_id = k.id
      left join account a on a.id = c.read_by
    where k.site_id = ${siteId} and k.id = ${id}`

type Reading = { stage: CultureStage; by: string; now: Date }
export type NewIsolate = Pick<
  CultureForm['isolates'][number],
  'number' | 'organism' | 'amount' | 'comment'
> & {
  antibiogram: readonly Judged[]
}

/** Writes a reading in place of the one before. The task is locked by the caller and is started. */
export async function writeReading(
  tx: Db,
  { siteId, id: taskId }: TaskKey,
  { stage, by, now }: Reading,
  found: readonly NewIsolate[],
  tableVersion: number | null,
): Promise<void> {
  await sql`
    insert into culture as c (site_id, task_id, inoculated_at, stage, read_at, read_by)
    select k.site_id, k.id, coalesce(k.started_at, ${now}), ${stage}, ${now}, ${by}
    from task k where k.site_id = ${siteId} and k.id = ${taskId}
    on conflict (site_id, task_id) do update
      set stage = excluded.stage, read_at = excluded.read_at, read_by = excluded.read_by`.execute(tx)
  await dropIsolates(tx, { siteId, id: taskId })
  if (found.length === 0) return
  await tx
    .insertInto('isolate')
    .values(
      found.map(({ number, organism: organismCode, amount, comment }) => ({
        ...{ siteId, taskId, number, organismCode },
        ...{ amount, comment },
      })),
    )
    .execute()
  const rows = found.flatMap(({ number, antibiogram }) =>
    antibiogram.map((row, position) => ({
      ...{ siteId, taskId, number, antibioticCode: row.antibiotic, position },
      method: row.measure?.method ?? null,
      comparator: row.measure?.comparator ?? '',
      value: row.measure?.value ?? null,
      category: row.result,
      origin: row.origin,
      tableVersion: row.line === null ? null : tableVersion,
      ...{ line: row.line, ruleCode: row.rule, shown: row.isShown, shownByHand: row.shown },
    })),
  )
  if (rows.length > 0) await tx.insertInto('susceptibility').values(rows).execute()
}

const dropIsolates = (tx: Db, { siteId, id: taskId }: TaskKey) =>
  tx.deleteFrom('isolate').where('siteId', '=', siteId).where('taskId', '=', taskId).execute()

/** Removes the reading of a culture after its results were withdrawn. Does nothing for other tasks. */
export async function forgetReading(tx: Db, task: TaskKey): Promise<void> {
  await dropIsolates(tx, task)
  await tx
    .updateTable('culture')
    .set({ stage: 'reading', interimSince: null })
    .where('siteId', '=', task.siteId)
    .where('taskId', '=', task.id)
    .execute()
}

/** Completes the task of a culture, whoever started it, because several people read a culture. Returns false if it is already completed. */
export const completeReading = (tx: Db, { siteId, id }: TaskKey, by: string, now: Date): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('task')
      .set({ status: 'completed', completedBy: by, completedAt: now })
      .where((task) => task.and({ siteId, id, status: 'in_progress' }))
      .where('withdrawnAt', 'is', null),
  )

/**
 * Returns the tasks of a visit that were released as interim to the bench, in the transaction of the release. Only the final release
 * counts as the release of the task.
 */
export const returnInterims = (tx: Db, siteId: string, visitId: string, now: Date) =>
  sql`
    with returned as (
      update task k set status = 'in_progress', completed_at = null, completed_by = null, released_at = null, released_by = null,
        released_rule = null, first_released_at = null, out_of_use_reason = null
      from culture c
      where k.site_id = ${siteId} and k.visit_id = ${visitId} and k.released_at is not null and k.withdrawn_at is null
        and c.site_id = k.site_id and c.task_id = k.id and c.stage = 'interim'
      returning k.site_id, k.id
    )
    update culture c set stage = 'reading', interim_since = coalesce(c.interim_since, ${now})
    from returned r where c.site_id = r.site_id and c.task_id = r.id`.execute(tx)

/** Marks the cultures of a visit as no longer interim after their final release. */
export const endInterims = (tx: Db, siteId: string, visitId: string) =>
  sql`
    update culture c set interim_since = null from task k
    where k.site_id = ${siteId} and k.visit_id = ${visitId} and k.released_at is not null
      and c.site_id = k.site_id and c.task_id = k.id and c.stage = 'final' and c.interim_since is not null`.execute(
    tx,
  )

/** Condition on tasks, without an alias: the report shows interim results of the task. */
export const isInterim = sql<boolean>`exists (select from culture c where c.site_id = task.site_id and c.task_id = task.id
  and c.interim_since is not null)`

type ReportedCulture = NonNullable<ReportContent['tests'][number]['culture']>

/** The isolates in the report of a task `k`; null: it is not a culture. Antibiotics that the report does not show are not read. */
export const cultureInReport = cultureJson(sql`and u.shown`)
/** The same with all antibiotics, for the person who releases the results. */
export const cultureForReview = cultureJson(sql``)

function cultureJson(only: ReturnType<typeof sql>) {
  return sql<ReportedCulture | null>`(
    select jsonb_build_object('interim', c.stage <> 'final',
      'breakpoints', coalesce((select string_agg(distinct b.source || ', ' || b.year, '; ')
        from susceptibility u join breakpoint_table b on b.version = u.table_version
        where u.site_id = k.site_id and u.task_id = k.id ${only}), ''),
      'isolates', coalesce((select jsonb_agg(jsonb_build_object('number', l.number, 'organism', o.name,
          'isYeast', o.organism_group = 'yeast', 'amount', l.amount,
          'comment', l.comment, 'antibiogram', coalesce((
            select jsonb_agg(jsonb_build_object('antibiotic', d.name, 'method', u.method, 'comparator', u.comparator,
              'value', u.value, 'category', u.category, 'isShown', u.shown) order by u.position)
            from susceptibility u join antibiotic d on d.code = u.antibiotic_code
            where u.site_id = l.site_id and u.task_id = l.task_id and u.number = l.number and u.category is not null ${only}), '[]'))
          order by l.number)
        from isolate l join organism o on o.code = l.organism_code
        where l.site_id = k.site_id and l.task_id = k.id), '[]'))
    from culture c where c.site_id = k.site_id and c.task_id = k.id)`
}
