import { sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { releasedTasks } from '#contract/release.ts'
import type { waitingForRelease } from '#contract/reports.ts'
import type { Range } from '#server/modules/catalogue/index.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import { emptyPage, instant, type Order, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { forgetRapid, isConcluded } from '../confidential/queries-confidential.ts'
import { cultureForReview, forgetReading, isInterim } from '../cultures/queries-cultures.ts'
import {
  type Blocker,
  blockersOfTask,
  type ControlOfTask,
  controlsOfTask,
  holdControls,
  isInControl,
} from '../quality/queries-quality.ts'
import { isConfidential, isExplained, mayNow } from '../queries-parts.ts'
import { isEnteredBy, isReferred } from '../referrals/queries-parts.ts'
import { measuredOfTask } from '../results/queries-paper.ts'
import { repeatsOfTask } from '../results/queries-repeats.ts'
import { lockTask } from '../results/queries-results.ts'
import { nameOf, patientJson } from '../samples/queries-samples.ts'
import {
  allSites,
  hasResults,
  isEmpty,
  isSought,
  isWithin,
  notesOfTask,
  type Reach,
  type Sought,
  type TaskKey,
} from '../tasks/queries-tasks.ts'
import { isMeasuredOutOfUse, outOfUseOfTask } from './queries-out-of-use.ts'

/** Statements that release results, and take a release back. */

type ReleaseRow = RowOf<typeof waitingForRelease>
type ResultRow = Omit<ReleaseRow['results'][number], 'value' | 'range' | 'low' | 'high' | 'previous'> & {
  text: string | null
  decimals: number | null
  range: Range | null
  normalOptions: string[] | null
}
export type Waiting = Omit<ReleaseRow, 'whyNotRelease' | 'results' | 'control' | 'interpretations'> & {
  siteId: string
  visitId: string
  confidential: boolean
  byMe: boolean
  openCallbacks: number
  blockers: Blocker[]
  controls: ControlOfTask[]
  results: ResultRow[]
}

/** Of a task `k`: the number of its critical values that were not reported. */
export const openCallbacks = sql<number>`(
  select count(*) from callback c where c.site_id = k.site_id and c.task_id = k.id and c.told_at is null)`

const oldestFirst: Order<Waiting> = { completedAt: instant('k.completed_at'), id: uuid('k.id') }

export async function listWaiting(db: Db, reach: Reach, me: string, page: PageQuery) {
  if (isEmpty(reach)) return emptyPage
  return readPage(page, oldestFirst, ({ after, by, limit }) =>
    sql<Waiting>`
    select k.id, k.site_id, k.visit_id, t.name as title, s.accession, ${patientJson} as patient,
      ${nameOf('k.completedBy')} as entered_by,
      ${measuredOfTask} as measured, k.completed_at, k.results_revision + k.comment_revision as revision, k.results_revision, k.comment,
      ${isEnteredBy(me)} as by_me,
      ${openCallbacks} as open_callbacks, ${blockersOfTask} as blockers, ${controlsOfTask} as controls,
      ${notesOfTask} as notes, case when t.confidential then '[]' else ${repeatsOfTask} end as repeats, k.rule_refusal as held_back, ${cultureForReview} as culture,
      ${outOfUseOfTask} as out_of_use,
      t.confidential, coalesce((select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'number', r.number, 'text', r.text,
          'decimals', a.decimals, 'unit', a.unit, 'flag', r.flag, 'delta', r.delta, 'birthNeeded', r.birth_needed,
          'range', r.range, 'normalOptions', i.normal_options) order by p.position)
        from result r join analyte a on a.code = r.analyte_code
        left join interval_version i on i.analyte_code = r.analyte_code and i.version = r.interval_version
        left join test_analyte p on p.test_code = k.test_code and p.version = k.panel_version
          and p.analyte_code = r.analyte_code
        where r.site_id = k.site_id and r.task_id = k.id and not t.confidential), '[]') as results
    from task k join test t on t.code = k.test_code
    join sample s on s.site_id = k.site_id and s.id = k.sample_id
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where k.site_id in (select id from site) and k.status = 'completed' and k.released_at is null and k.withdrawn_at is null
      and ${hasResults} and ${isWithin(reach)} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
}

/** Of a released task `k`: the person who released it, or the rule and its version. */
export const releaser = sql<string>`coalesce(${nameOf('k.releasedBy')}, (
  select u.name || ', version ' || u.version from release_rule u
  where u.test_code = k.test_code and u.version = k.released_rule))`

type ReleasedRow = RowOf<typeof releasedTasks>
const latestFirst: Order<ReleasedRow> = { releasedAt: instant('k.released_at desc'), id: uuid('k.id desc') }

/** Released tasks, the latest first. */
export async function listReleased(db: Db, reach: Reach, sought: Sought | null, page: PageQuery) {
  if (isEmpty(reach)) return emptyPage
  return readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<ReleasedRow>`
    select k.id, t.name as title, s.accession, k.visit_id, v.reference, ${patientJson} as patient,
      k.released_at, k.released_rule is not null as by_rule, ${releaser} as released_by
    from task k join test t on t.code = k.test_code
    join sample s on s.site_id = k.site_id and s.id = k.sample_id
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where k.released_at is not null and k.withdrawn_at is null and ${isWithin(reach)}
      ${sought === null ? sql`` : sql`and ${isSought(sought)}`} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
}

/**
 * A person with the revision of the results that they read and their reason for releasing results that were measured while the analyser
 * was out of use, or the version in force of the rule for the task's test.
 */
export type Releaser =
  | { accountId: string; read?: number | undefined; outOfUseReason?: string | undefined }
  | { rule: number }

/**
 * Releases a task. The two-person rule, the person's permission, open callbacks, controls and breakdowns are part of the statement;
 * returns null if one of them forbids it, otherwise the reason that the release needed. A rule takes the place of the second person, for
 * results without a flag or a jump only.
 */
export async function setReleased(
  tx: Db,
  task: TaskKey,
  by: Releaser,
  now: Date,
): Promise<{ outOfUseReason: string | null } | null> {
  await holdControls(tx, task.siteId)
  // Locked before the statement and not by it: after waiting for a save, the statement would see the saved task, but results and
  // callbacks as of its own start, and could release a value that nobody has called or seen.
  await lockTask(tx, task)
  const [person, rule] = 'rule' in by ? [null, by.rule] : [by.accountId, null]
  const reason = ('outOfUseReason' in by && by.outOfUseReason) || null
  const byRule = sql`
    and exists (select from release_rule u where u.test_code = k.test_code and u.version = ${rule}
      and u.turned_off_at is null)
    and k.correction_reason is null and k.comment = '' and not ${isReferred} and not ${isConfidential}
    and not exists (select from result r where r.site_id = k.site_id and r.task_id = k.id and (r.flag <> '' or r.delta))`
  const byPerson = sql`
    ${'read' in by && by.read !== undefined ? sql`and k.results_revision + k.comment_revision = ${by.read}` : sql``}
    and (not (select two_person_release from laboratory)
      or not ${isEnteredBy(person)})
    and ${mayNow(person ?? '', 'release')}`
  const released = await rowOf(tx)<{ outOfUseReason: string | null }>`
    update task k set released_by = ${person}, released_rule = ${rule}, released_at = ${now}, retracted_at = null,
      out_of_use_reason = case when ${isMeasuredOutOfUse} then ${reason}::text end
    where k.site_id = ${task.siteId} and k.id = ${task.id} and k.status = 'completed' and k.released_at is null
      and k.withdrawn_at is null
      and ${hasResults}
      and not exists (select from callback c where c.site_id = k.site_id and c.task_id = k.id and c.told_at is null)
      and ${isInControl} and ${isExplained} and ${isConcluded} and (${reason}::text is not null or not ${isMeasuredOutOfUse})
      ${rule === null ? byPerson : byRule}
    returning out_of_use_reason`
  return released ?? null
}

const unreleased = { releasedAt: null, releasedBy: null, releasedRule: null, outOfUseReason: null } as const

/** Opens a released task for correction. Returns false if it is not released. */
export const setCorrecting = (
  tx: Db,
  { siteId, id }: TaskKey,
  reason: string,
  by: string,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('task')
      .set({ ...unreleased, correctionReason: reason })
      .where((task) => task.and({ siteId, id }))
      .where('releasedAt', 'is not', null)
      .where('withdrawnAt', 'is', null)
      .where(mayNow(by, 'release')),
  )

export const clearCorrections = (tx: Db, siteId: string, visitId: string) =>
  tx
    .updateTable('task')
    .set({ correctionReason: null })
    .where((task) => task.and({ siteId, visitId }))
    .where('releasedAt', 'is not', null)
    .where('correctionReason', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .execute()

/** Condition on tasks: the visit's report shows results of the task that hold. */
const isInReport = sql<boolean>`retracted_at is null and withdrawn_at is null
  and (released_at is not null or correction_reason is not null or ${isInterim})`

/** Tasks whose results the reports of the visits of these tasks show as holding. */
export async function tasksInReports(db: Db, of: readonly { visitId: string }[]): Promise<string[]> {
  const tasks = await db
    .selectFrom('task')
    .select('id')
    .where('siteId', 'in', allSites(db))
    .where('visitId', '=', sql<string>`any(${of.map(({ visitId }) => visitId)}::uuid[])`)
    .where(isInReport)
    .execute()
  return tasks.map(({ id }) => id)
}

/** Takes the results of a task back. Returns false if no report shows results of it that hold. */
export const setRetracted = (
  tx: Db,
  { siteId, id }: TaskKey,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('task')
      .set({ ...unreleased, correctionReason: reason, retractedAt: now })
      .where((task) => task.and({ siteId, id }))
      .where(isInReport)
      .where(mayNow(by, 'retract')),
  )

/**
 * Deletes the results of a task and its open callbacks, so that retracted results do not wait for release again. The report that
 * showed them, the audit entry and drafts keep them.
 */
export async function dropResults(tx: Db, { siteId, id: taskId }: TaskKey): Promise<void> {
  await tx.deleteFrom('result').where('siteId', '=', siteId).where('taskId', '=', taskId).execute()
  await tx
    .updateTable('task')
    .set({ measuredAt: null, measuredBy: null })
    .where((task) => task.and({ siteId, id: taskId }))
    .execute()
  await forgetReading(tx, { siteId, id: taskId })
  await forgetRapid(tx, { siteId, id: taskId })
  await tx
    .deleteFrom('callback')
    .where((callback) => callback.and({ siteId, taskId }))
    .where('toldAt', 'is', null)
    .execute()
}
