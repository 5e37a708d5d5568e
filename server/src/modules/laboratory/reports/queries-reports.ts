import { type Insertable, type RawBuilder, sql } from 'kysely'
import { type ReportContent, reportContent } from '#contract/reports.ts'
import type { Flag } from '#contract/results.ts'
import type { Range } from '#server/modules/catalogue/index.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import type { Report } from '#server/platform/schema.gen.ts'
import { decryptBytes } from '#server/platform/vault/fields.ts'
import { cultureInReport } from '../cultures/queries-cultures.ts'
import { isSet } from '../queries-parts.ts'
import { asUsuallyDone, referredTo, whoReturned } from '../referrals/queries-parts.ts'
import { measuredOfTask } from '../results/queries-paper.ts'
import { releaser } from './queries-release.ts'

/** Statements on reports, and on what they are made of. */

/** The laboratory's rules for results and controls. */
export const releaseRules = (db: Db) =>
  db
    .selectFrom('laboratory')
    .select(['twoPersonRelease as twoPerson', 'callbackMinutes', 'deltaPercent', 'controlHours'])
    .executeTakeFirstOrThrow()

type ReleasedResult = {
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
}

/** An interval is confirmed if somebody confirmed the same limits in its version or a later one. */
const resultsOfTask = sql<ReleasedResult[]>`coalesce((
  select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'number', r.number, 'text', r.text,
      'decimals', a.decimals, 'unit', a.unit, 'flag', r.flag, 'range', r.range, 'birthNeeded', r.birth_needed,
      'normalOptions', i.normal_options, 'unconfirmed', i.version is not null and not exists (
        select from interval_version c where c.analyte_code = i.analyte_code and c.version >= i.version and c.verified
          and (c.ranges, c.normal_options, c.critical_options) is not distinct from
            (i.ranges, i.normal_options, i.critical_options))) order by p.position)
    from result r join analyte a on a.code = r.analyte_code
    left join interval_version i on i.analyte_code = r.analyte_code and i.version = r.interval_version
    left join test_analyte p on p.test_code = k.test_code and p.version = k.panel_version
      and p.analyte_code = r.analyte_code
    where r.site_id = k.site_id and r.task_id = k.id), '[]')`

const rejectedSamples = sql<{ accession: string; at: string; reason: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('accession', u.accession, 'at', u.rejected_at,
      'reason', concat_ws(': ', u.rejection_reason, nullif(u.rejection_note, ''))) order by u.rejected_at)
    from task w join sample u on u.site_id = w.site_id and u.id = w.sample_id
    where u.site_id = k.site_id and u.visit_id = k.visit_id and w.test_code = k.test_code
      and u.status = 'rejected'), '[]')`

/** The attached files of a task `k` that are part of the report. */
const attachmentsInReport = sql<ReportContent['tests'][number]['attachments']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'picture', encode(f.report_print, 'hex'))
    order by f.id)
    from task_attachment f where f.site_id = k.site_id and f.task_id = k.id and f.in_report and f.removed_at is null), '[]')`

/** How reports name the person who released a task `k`; null if a rule did. */
const signatory = sql<ReportContent['tests'][number]['authorised']>`case when k.released_by is not null then (
  select jsonb_build_object('qualification', coalesce(g.qualification, ''), 'licenceNumber', coalesce(g.licence_number, ''),
    'signature', encode(g.signature, 'hex'))
  from (select k.released_by as id) w left join report_signatory g on g.account_id = w.id) end`

/** Confidential tests have a separate report in a separate table. */
export type Part = 'ordinary' | 'confidential'

/**
 * All tests of a visit in this report that are released now, in the catalogue's order. Limits and normal answers are those of the version that
 * each result was judged by.
 */
export const releasedOf = (tx: Db, siteId: string, visitId: string, part: Part) =>
  tx
    .selectFrom('task as k')
    .innerJoin('test as t', 't.code', 'k.testCode')
    .innerJoin('sample as s', (join) =>
      join.onRef('s.siteId', '=', 'k.siteId').onRef('s.id', '=', 'k.sampleId'),
    )
    .select([asUsuallyDone('t.method').as('method'), asUsuallyDone('t.instrument').as('instrument')])
    .select(['k.comment', referredTo.as('referredTo')])
    .select([
      'k.testCode',
      't.catalogueName as title',
      's.specimen',
      's.accession',
      's.collectedAt',
      's.receivedAt',
    ])
    .select(({ ref }) => [
      ref('s.prepared').$castTo<'yes' | 'no' | 'not needed'>().as('prepared'),
      rejectedSamples.as('rejected'),
      sql<string>`coalesce((select string_agg(distinct a.full_name, ', ') from result r join account a on a.id = r.entered_by
        where r.site_id = k.site_id and r.task_id = k.id), ${whoReturned}, '')`.as('enteredBy'),
      measuredOfTask.as('measured'),
      releaser.as('releasedBy'),
      isSet('k.releasedRule').as('byRule'),
      signatory.as('authorised'),
      attachmentsInReport.as('attachments'),
      cultureInReport.as('culture'),
      ref('k.releasedAt').$notNull().as('releasedAt'),
      'k.correctionReason',
      resultsOfTask.as('results'),
    ])
    .where('k.siteId', '=', siteId)
    .where('k.visitId', '=', visitId)
    .where('t.confidential', '=', part === 'confidential')
    .where('k.releasedAt', 'is not', null)
    .where('k.withdrawnAt', 'is', null)
    .orderBy('t.position')
    .execute()

export type Released = Awaited<ReturnType<typeof releasedOf>>[number]

/** The versions of a visit's report, newest first. */
const versions = (db: Db, siteId: string, visitId: string, part: Part) =>
  db
    // Both tables have the selected columns.
    .selectFrom(part === 'confidential' ? ('confidentialReport' as 'report') : 'report')
    .where((report) => report.and({ siteId, visitId }))
    .orderBy('version', 'desc')

export async function reportsOf(
  db: Db,
  siteId: string,
  visitId: string,
  part: Part = 'ordinary',
): Promise<ReportContent[]> {
  const rows = await versions(db, siteId, visitId, part).select('content').execute()
  return rows.map((row) => reportContent.parse(row.content))
}

export async function latestReport(
  db: Db,
  siteId: string,
  visitId: string,
  part: Part = 'ordinary',
): Promise<ReportContent | null> {
  const row = await versions(db, siteId, visitId, part).select('content').limit(1).executeTakeFirst()
  return row ? reportContent.parse(row.content) : null
}

export const reportVersions = (db: Db, siteId: string, visitId: string, part: Part = 'ordinary') =>
  versions(db, siteId, visitId, part)
    .select(['version', 'releasedAt as issuedAt'])
    .select(sql<ReportContent['status']>`content ->> 'status'`.as('status'))
    .execute()

/** The PDF and the content of a version, or of the latest one. */
export async function readPdf(
  db: Db,
  siteId: string,
  visitId: string,
  version?: number,
  part: Part = 'ordinary',
) {
  const row = await versions(db, siteId, visitId, part)
    .select(['pdf', 'version', 'content'])
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, content: reportContent.parse(row.content) }
}

export async function nameOfAccount(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('account').select('fullName').where('id', '=', id).executeTakeFirst()
  return row?.fullName ?? null
}

/** Condition on the audit trail: one of the accounts opened this version of a visit's report, or a later one. */
export const openedBy = (
  accounts: RawBuilder<unknown>,
  of: {
    visitId: RawBuilder<unknown>
    version: RawBuilder<unknown>
    since: RawBuilder<unknown>
    action?: RawBuilder<unknown>
  },
) => sql`a.subject_kind = 'visit' and a.subject_id = ${of.visitId} and a.action = ${of.action ?? sql`'report.read'`}
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
  const row = await rowOf(db)<{ hasAccount: boolean; at: Date | null }>`
    select exists (${accounts}) as has_account, (
      select a.at from audit a
      where ${openedBy(accounts, {
        visitId: sql`${seen.visitId}::text`,
        version: sql`${seen.version}::int`,
        since: sql`${seen.since}::timestamptz`,
      })}
      order by a.id limit 1) as at`
  return row ?? { hasAccount: false, at: null }
}

export async function addReport(tx: Db, report: Insertable<Report>, part: Part): Promise<void> {
  if (part === 'ordinary') {
    await tx.insertInto('report').values(report).execute()
    return
  }
  const { releasedBy, releasedRule: _, ...confidential } = report
  if (!releasedBy) throw new Error('A person releases confidential tests')
  await tx
    .insertInto('confidentialReport')
    .values({ ...confidential, releasedBy })
    .execute()
}

/** The report with this code, and the latest version of the same report. */
export async function findReport(db: Db, code: string) {
  const row = await rowOf(db)<{ content: unknown; current: unknown }>`
    select r.content, (select l.content from report l where l.site_id = r.site_id and l.visit_id = r.visit_id
      order by l.version desc limit 1) as current
    from report r where r.code = ${code}
    union all
    select r.content, (select l.content from confidential_report l where l.site_id = r.site_id and l.visit_id = r.visit_id
      order by l.version desc limit 1)
    from confidential_report r where r.code = ${code}`
  return row && { content: reportContent.parse(row.content), current: reportContent.parse(row.current) }
}

/** The bytes of attached files by their id, also of those that were removed since a report was issued with them. */
export async function readFiles(db: Db, ids: readonly string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('taskAttachment')
    .select(['id', 'content'])
    .where('siteId', 'in', db.selectFrom('site').select('id'))
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, content }) => [id, decryptBytes(db, 'taskAttachment.content', id, content)]))
}
