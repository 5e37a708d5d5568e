import { type RawBuilder, sql } from 'kysely'
import { type ReportContent, reportContent } from '#contract/reports.ts'
import type { Flag } from '#contract/results.ts'
import type { Range } from '#server/modules/catalogue/index.ts'
import type { Db } from '#server/platform/database.ts'
import {
  emptyPage,
  instant,
  type Order,
  type Page,
  type PageQuery,
  readPage,
  uuid,
} from '#server/platform/list.ts'
import { type Blocker, blockersOfTask, holdControls, isInControl } from '../quality/queries-quality.ts'
import { mayNow } from '../queries-parts.ts'
import { lockTask } from '../results/queries-results.ts'
import { alsoWithin, isEmpty, type Reach, type TaskRow } from '../tasks/queries-tasks.ts'

/** Statements that release results and keep the reports. */

export type Waiting = {
  id: string
  siteId: string
  visitId: string
  testCode: string
  title: string
  accession: string
  patient: { fullName: string; age: number; gender: 'male' | 'female' }
  enteredBy: string
  completedAt: Date
  revision: number
  byMe: boolean
  openCallbacks: number
  blockers: Blocker[]
  /** Why a rule did not release it. */
  heldBack: string | null
  results: {
    name: string
    number: number | null
    text: string | null
    decimals: number | null
    unit: string
    flag: Flag
    delta: boolean
    birthNeeded: boolean
  }[]
}

const oldestFirst: Order<Waiting> = { completedAt: instant('k.completed_at'), id: uuid('k.id') }

export async function listWaiting(db: Db, reach: Reach, me: string, page: PageQuery): Promise<Page<Waiting>> {
  if (isEmpty(reach)) return emptyPage
  return readPage(page, oldestFirst, ({ after, by, limit }) =>
    sql<Waiting>`
    select k.id, k.site_id as "siteId", k.visit_id as "visitId", k.test_code as "testCode", t.name as title, s.accession,
      jsonb_build_object('fullName', v.full_name, 'age', v.age, 'gender', v.gender) as patient,
      (select full_name from account where id = k.completed_by) as "enteredBy", k.completed_at as "completedAt",
      k.results_revision as revision,
      exists (select from result r where r.site_id = k.site_id and r.task_id = k.id and r.entered_by = ${me}) as "byMe",
      (select count(*) from callback c where c.site_id = k.site_id and c.task_id = k.id and c.told_at is null) as "openCallbacks",
      ${blockersOfTask} as blockers, k.rule_refusal as "heldBack",
      (select jsonb_agg(jsonb_build_object('name', a.name, 'number', r.number, 'text', r.text, 'decimals', a.decimals,
          'unit', a.unit, 'flag', r.flag, 'delta', r.delta, 'birthNeeded', r.birth_needed) order by p.position)
        from result r join analyte a on a.code = r.analyte_code
        left join test_analyte p on p.test_code = k.test_code and p.version = k.panel_version
          and p.analyte_code = r.analyte_code
        where r.site_id = k.site_id and r.task_id = k.id) as results
    from task k join test t on t.code = k.test_code
    join sample s on s.site_id = k.site_id and s.id = k.sample_id
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where k.site_id in (select id from site) and k.status = 'completed' and k.released_at is null and k.withdrawn_at is null
      and exists (select from result r where r.site_id = k.site_id and r.task_id = k.id)
      ${alsoWithin(reach)}
      and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
}

/** A person and which revision of the results they read, or the version in force of the rule for the task's test. */
export type Releaser = { accountId: string; read?: number | undefined } | { rule: number }

/**
 * The two-person rule, the person's permission, open callbacks and controls are part of the statement; false when
 * anything forbids it. A rule stands for the second person, and only for results in which there is nothing to see.
 */
export async function setReleased(
  tx: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  by: Releaser,
  now: Date,
): Promise<boolean> {
  await holdControls(tx, task.siteId)
  // Before the statement and not by it: one that waited for a save would look at the task as that left it, but at the
  // results and callbacks as they were when it began, and let out what nobody has called or seen.
  await lockTask(tx, task)
  const [person, rule] = 'rule' in by ? [null, by.rule] : [by.accountId, null]
  const byRule = sql`
    and exists (select from release_rule u where u.test_code = k.test_code and u.version = ${rule}
      and u.turned_off_at is null)
    and k.correction_reason is null
    and not exists (select from result r where r.site_id = k.site_id and r.task_id = k.id and (r.flag <> '' or r.delta))`
  const byPerson = sql`
    ${'read' in by && by.read !== undefined ? sql`and k.results_revision = ${by.read}` : sql``}
    and (not (select two_person_release from laboratory)
      or not exists (select from result r where r.site_id = k.site_id and r.task_id = k.id and r.entered_by = ${person}))
    and ${mayNow(person ?? '', 'release')}`
  const { rows } = await sql`
    update task k set released_by = ${person}, released_rule = ${rule}, released_at = ${now}, retracted_at = null
    where k.site_id = ${task.siteId} and k.id = ${task.id} and k.status = 'completed' and k.released_at is null
      and k.withdrawn_at is null
      and exists (select from result r where r.site_id = k.site_id and r.task_id = k.id)
      and not exists (select from callback c where c.site_id = k.site_id and c.task_id = k.id and c.told_at is null)
      and ${isInControl}
      ${rule === null ? byPerson : byRule}
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function setCorrecting(
  tx: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  reason: string,
  by: string,
): Promise<boolean> {
  const { rows } = await sql`
    update task set released_at = null, released_by = null, released_rule = null, correction_reason = ${reason}
    where site_id = ${task.siteId} and id = ${task.id} and released_at is not null and withdrawn_at is null
      and ${mayNow(by, 'release')}
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function clearCorrections(tx: Db, siteId: string, visitId: string): Promise<void> {
  await sql`
    update task set correction_reason = null
    where site_id = ${siteId} and visit_id = ${visitId} and released_at is not null and correction_reason is not null
      and withdrawn_at is null`.execute(tx)
}

export async function releaseRules(
  db: Db,
): Promise<{ twoPerson: boolean; callbackMinutes: number; deltaPercent: number }> {
  const row = await db
    .selectFrom('laboratory')
    .select(['twoPersonRelease as twoPerson', 'callbackMinutes', 'deltaPercent'])
    .executeTakeFirstOrThrow()
  return row
}

// Reports

export type Released = {
  taskId: string
  testCode: string
  title: string
  specimen: string
  accession: string
  collectedAt: Date
  receivedAt: Date | null
  prepared: 'yes' | 'no' | 'not needed'
  rejected: { accession: string; at: string; reason: string }[]
  enteredBy: string
  /** A person, or a rule and its version. */
  releasedBy: string
  byRule: boolean
  releasedAt: Date
  correctionReason: string | null
  results: {
    code: string
    name: string
    number: number | null
    text: string | null
    decimals: number | null
    unit: string
    flag: Flag
    range: Range | null
    birthNeeded: boolean
    normalOptions: string[] | null
    unconfirmed: boolean
  }[]
}

/**
 * Everything of a visit that is released now, in the catalogue's order. Limits and normal answers are those of the
 * version that each result was judged by. Whoever confirmed the same limits since, has confirmed these.
 */
export async function releasedOf(tx: Db, siteId: string, visitId: string): Promise<Released[]> {
  const { rows } = await sql<Released>`
    select k.id as "taskId", k.test_code as "testCode", t.name as title, s.specimen, s.accession,
      s.collected_at as "collectedAt", s.received_at as "receivedAt", s.prepared,
      coalesce((select jsonb_agg(jsonb_build_object('accession', u.accession, 'at', u.rejected_at,
          'reason', concat_ws(': ', u.rejection_reason, nullif(u.rejection_note, ''))) order by u.rejected_at)
        from task w join sample u on u.site_id = w.site_id and u.id = w.sample_id
        where u.site_id = k.site_id and u.visit_id = k.visit_id and w.test_code = k.test_code
          and u.status = 'rejected'), '[]') as rejected,
      (select string_agg(distinct a.full_name, ', ') from result r join account a on a.id = r.entered_by
        where r.site_id = k.site_id and r.task_id = k.id) as "enteredBy",
      coalesce((select full_name from account where id = k.released_by), (select u.name || ', version ' || u.version
        from release_rule u where u.test_code = k.test_code and u.version = k.released_rule)) as "releasedBy",
      k.released_rule is not null as "byRule", k.released_at as "releasedAt",
      k.correction_reason as "correctionReason",
      (select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'number', r.number, 'text', r.text,
          'decimals', a.decimals, 'unit', a.unit, 'flag', r.flag, 'range', r.range, 'birthNeeded', r.birth_needed,
          'normalOptions', i.normal_options, 'unconfirmed', i.version is not null and not exists (
            select from interval_version c where c.analyte_code = i.analyte_code and c.version >= i.version and c.verified
              and (c.ranges, c.normal_options, c.critical_options) is not distinct from
                (i.ranges, i.normal_options, i.critical_options))) order by p.position)
        from result r join analyte a on a.code = r.analyte_code
        left join interval_version i on i.analyte_code = r.analyte_code and i.version = r.interval_version
        left join test_analyte p on p.test_code = k.test_code and p.version = k.panel_version
          and p.analyte_code = r.analyte_code
        where r.site_id = k.site_id and r.task_id = k.id) as results
    from task k join test t on t.code = k.test_code join sample s on s.site_id = k.site_id and s.id = k.sample_id
    where k.site_id = ${siteId} and k.visit_id = ${visitId} and k.released_at is not null and k.withdrawn_at is null
    order by t.position`.execute(tx)
  return rows
}

/** The reports of a visit so far, newest first. */
export async function reportsOf(db: Db, siteId: string, visitId: string): Promise<ReportContent[]> {
  const rows = await db
    .selectFrom('report')
    .select('content')
    .where('siteId', '=', siteId)
    .where('visitId', '=', visitId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => reportContent.parse(row.content))
}

export async function latestReport(db: Db, siteId: string, visitId: string): Promise<ReportContent | null> {
  const row = await db
    .selectFrom('report')
    .select('content')
    .where('siteId', '=', siteId)
    .where('visitId', '=', visitId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? reportContent.parse(row.content) : null
}

export async function nameOfAccount(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('account').select('fullName').where('id', '=', id).executeTakeFirst()
  return row?.fullName ?? null
}

export async function reportVersions(
  db: Db,
  siteId: string,
  visitId: string,
): Promise<{ version: number; issuedAt: Date; status: ReportContent['status'] }[]> {
  const { rows } = await sql<{ version: number; issuedAt: Date; status: ReportContent['status'] }>`
    select version, released_at as "issuedAt", content ->> 'status' as status from report
    where site_id = ${siteId} and visit_id = ${visitId} order by version desc`.execute(db)
  return rows
}

/** With the version that it is, where the latest is asked for by null. */
export async function readPdf(
  db: Db,
  siteId: string,
  visitId: string,
  version: number | null,
): Promise<{ pdf: Buffer; version: number } | null> {
  const { rows } = await sql<{ pdf: Buffer; version: number }>`
    select pdf, version from report where site_id = ${siteId} and visit_id = ${visitId}
      ${version === null ? sql`` : sql`and version = ${version}`}
    order by version desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function issuedAt(db: Db, siteId: string, visitId: string, version: number): Promise<Date> {
  const row = await db
    .selectFrom('report')
    .select('releasedAt')
    .where('siteId', '=', siteId)
    .where('visitId', '=', visitId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return row.releasedAt
}

/** Condition on the audit trail: one of the accounts opened this version of a visit's report, or a later one. */
export const openedBy = (
  accounts: RawBuilder<unknown>,
  of: { visitId: RawBuilder<unknown>; version: RawBuilder<unknown>; since: RawBuilder<unknown> },
) => sql`a.subject_kind = 'visit' and a.subject_id = ${of.visitId} and a.action = 'report.read'
  and a.account_id in (${accounts}) and a.at >= ${of.since}
  and coalesce((a.after ->> 'version')::int, ${of.version}) >= ${of.version}`

/**
 * Whether an account can open a visit, and when one of these first opened this version of its report, or a later one, as the
 * trail has it.
 */
export async function firstSeen(
  db: Db,
  seen: { visitId: string; personId: string; version: number; since: Date },
): Promise<{ hasAccount: boolean; at: Date | null }> {
  const accounts = sql`select accounts_of_person(${seen.personId}::uuid)`
  const { rows } = await sql<{ hasAccount: boolean; at: Date | null }>`
    select exists (${accounts}) as "hasAccount", (
      select a.at from audit a
      where ${openedBy(accounts, {
        visitId: sql`${seen.visitId}::text`,
        version: sql`${seen.version}::int`,
        since: sql`${seen.since}::timestamptz`,
      })}
      order by a.id limit 1) as at`.execute(db)
  return rows[0] ?? { hasAccount: false, at: null }
}

export async function addReport(
  tx: Db,
  report: {
    siteId: string
    visitId: string
    content: ReportContent
    pdf: Buffer
    /** The person, or the rule in words, whose release it brings. */
    by: { accountId: string } | { rule: string }
    now: Date
  },
): Promise<void> {
  await tx
    .insertInto('report')
    .values({
      siteId: report.siteId,
      visitId: report.visitId,
      version: report.content.version,
      code: report.content.code,
      content: JSON.stringify(report.content),
      pdf: report.pdf,
      ...('rule' in report.by ? { releasedRule: report.by.rule } : { releasedBy: report.by.accountId }),
      releasedAt: report.now,
    })
    .execute()
}

/** The paper with this code, and the latest version of the same report. */
export async function findReport(
  db: Db,
  code: string,
): Promise<{ content: ReportContent; current: ReportContent } | null> {
  const { rows } = await sql<{ content: unknown; current: unknown }>`
    select r.content, (select l.content from report l where l.site_id = r.site_id and l.visit_id = r.visit_id
      order by l.version desc limit 1) as current
    from report r where r.code = ${code}`.execute(db)
  const [row] = rows
  return row ? { content: reportContent.parse(row.content), current: reportContent.parse(row.current) } : null
}
