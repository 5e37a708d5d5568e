import { type Insertable, sql, type Updateable } from 'kysely'
import type { CaseState } from '#contract/case-states.ts'
import type { ReportContent } from '#contract/reports.ts'
import type { ReportedCase } from '#server/modules/fhir/index.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { instant, type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { CaseNotice } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** Statements on notices of cases. */

/** The latest version of the report of a visit, without confidential tests. */
export const latestContent = (
  db: Db,
  siteId: string,
  visitId: string,
): Promise<{ version: number; content: Pick<ReportContent, 'tests'> } | null> =>
  rowOf(
    db,
  )`select version, content from report where site_id = ${siteId} and visit_id = ${visitId} order by version desc limit 1`

export type KnownNotice = {
  id: string
  ruleId: string
  testCode: string
  finding: string
  state: CaseState
  gone: boolean
  triedAt: Date | null
}

/** The notices of a visit, locked. */
export const noticesOfVisit = (tx: Db, siteId: string, visitId: string): Promise<KnownNotice[]> =>
  rowsOf(tx)`select id, rule_id, test_code, finding, state, gone, tried_at from case_notice
    where site_id = ${siteId} and visit_id = ${visitId} order by id for update`

export const insertNotice = (tx: Db, notice: Insertable<CaseNotice>) =>
  tx.insertInto('caseNotice').values(notice).execute()

export const writeNotice = (tx: Db, siteId: string, id: string, change: Updateable<CaseNotice>) =>
  tx.updateTable('caseNotice').set(change).where('siteId', '=', siteId).where('id', '=', id).execute()

export type NoticeRow = {
  id: string
  siteId: string
  site: string
  visitId: string
  reference: string
  disease: string
  test: string
  finding: string
  version: number
  foundAt: Date
  state: CaseState
  gone: boolean
  decidedBy: string | null
  decidedAt: Date | null
  reason: string
  toldAt: Date | null
  attempts: number
  dueAt: Date | null
  error: string
}

const columns = sql`n.id, n.site_id, s.name as site, n.visit_id, v.reference, r.disease, t.name as test, n.finding, n.version, n.found_at, n.state, n.gone,
  a.full_name as decided_by, n.decided_at, n.reason, n.told_at, n.attempts, case when n.state = 'planned' then n.due_at end as due_at, n.error`
const tables = sql`case_notice n join site s on s.id = n.site_id join visit v on v.site_id = n.site_id and v.id = n.visit_id
  join notifiable_rule r on r.id = n.rule_id join test t on t.code = n.test_code left join account a on a.id = n.decided_by`
const latestFirst: Order<{ foundAt: Date; id: string }> = {
  foundAt: instant('n.found_at desc'),
  id: uuid('n.id desc'),
}

/** Local days of the site, both included. */
type Days = { from?: string | undefined; to?: string | undefined }
const releasedOn = sql`(n.found_at at time zone s.time_zone)::date`
const onDays = ({ from, to }: Days) => sql`
  ${andIf(from, (day) => sql`${releasedOn} >= ${day}::date`)} ${andIf(to, (day) => sql`${releasedOn} <= ${day}::date`)}`

export const listNoticeRows = (
  db: Db,
  sites: Sites,
  { state, from, to, ...page }: PageQuery & Days & { state?: CaseState | undefined },
): Promise<Page<NoticeRow>> =>
  readPage<NoticeRow>(page, latestFirst, ({ after, by, limit }) =>
    sql<NoticeRow>`select ${columns} from ${tables}
      where ${isAtSites('n.site_id', sites)} ${andIf(state, (one) => sql`n.state = ${one}`)} ${onDays({ from, to })} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

export const findNotice = (db: Db, sites: Sites, id: string): Promise<NoticeRow | null> =>
  rowOf(db)`select ${columns} from ${tables} where n.id = ${id} and ${isAtSites('n.site_id', sites)}`

export async function countHeld(db: Db, sites: Sites): Promise<number> {
  const row = await rowOf(db)<{ held: number }>`
    select count(*)::int as held from case_notice n where n.state = 'held' and ${isAtSites('n.site_id', sites)}`
  return row?.held ?? 0
}

/** Changes a notice at these sites that is in one of these states, and has this version if one is given. Returns false if there is none. */
export const decideNotice = (
  tx: Db,
  sites: Sites,
  { id, from, version }: { id: string; from: readonly CaseState[]; version?: number | undefined },
  change: Updateable<CaseNotice>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('caseNotice')
      .set(change)
      .where((row) => row.and({ id, ...(version !== undefined && { version }) }))
      .where('state', 'in', [...from])
      .where(isAtSites('siteId', sites)),
  )

export type CaseOfFile = {
  id: string
  disease: string
  state: CaseState
  finding: string
  test: string
  site: string
  reference: string
  fullName: string
  sex: string
  birthDate: string
  birthPrecision: string
  phone: string
  collectedAt: Date
  foundAt: Date
  decidedAt: Date
}

/** Confirmed cases with their patients, and withdrawn ones that were confirmed before, latest first. */
export const pageOfReported = (
  db: Db,
  sites: Sites,
  { from, to, ...page }: PageQuery & Days,
): Promise<Page<CaseOfFile>> =>
  readPage<CaseOfFile>(page, latestFirst, ({ after, by, limit }) =>
    sql<CaseOfFile>`
    select n.id, r.disease, n.state, n.finding, t.name as test, s.name as site, v.reference, p.full_name, p.sex, p.birth_date::text, p.birth_precision,
      coalesce((select f.phone from person_phone f where f.person_id = p.id order by f.position limit 1), '') as phone,
      coalesce((select min(u.collected_at) from task k join sample u on u.site_id = k.site_id and u.id = k.sample_id
        where k.site_id = n.site_id and k.visit_id = n.visit_id and k.test_code = n.test_code), v.starts_at) as collected_at,
      n.found_at, n.decided_at
    from ${tables} join person p on p.id = current_person(v.person_id)
    where n.decided_by is not null and n.state not in ('held', 'dismissed') and ${isAtSites('n.site_id', sites)} ${onDays({ from, to })}
      and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )

export type ClaimedNotice = ReportedCase & { attempts: number }

/** Claims a due notice until `until`: after that, another process takes over that of one that died. */
export const claimNotice = (db: Db, now: Date, until: Date): Promise<ClaimedNotice | null> =>
  rowOf(db)`
    update case_notice n set state = 'sending', attempts = n.attempts + 1, tried_at = ${now}::timestamptz, due_at = ${until}::timestamptz
    from notifiable_rule r, visit v
    where r.id = n.rule_id and v.site_id = n.site_id and v.id = n.visit_id and (n.site_id, n.id) = (
      select site_id, id from case_notice where state in ('planned', 'sending') and due_at <= ${now}::timestamptz
      order by due_at, id limit 1 for update skip locked)
    returning n.site_id, n.id, n.visit_id, current_person(v.person_id) as person_id, r.disease, n.test_code, r.analyte_code, n.finding, n.gone,
      n.attempts, n.decided_at`

/** Stores the outcome of an attempt. Returns false if the notice has changed or was taken over meanwhile. */
export const settleNotice = (
  tx: Db,
  { siteId, id, attempts, gone }: Pick<ClaimedNotice, 'siteId' | 'id' | 'attempts' | 'gone'>,
  change: Updateable<CaseNotice>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('caseNotice')
      .set(change)
      .where((row) => row.and({ siteId, id, attempts, gone, state: 'sending' })),
  )
