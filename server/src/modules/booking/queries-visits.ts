import { type RawBuilder, sql } from 'kysely'
import type { Gender, Priority } from '#contract/options.ts'
import type { VisitState } from '#contract/visit-states.ts'
import { openTo } from '#server/modules/people/index.ts'
import type { PackageName } from '#server/modules/sites/index.ts'
import { opening } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { jsonObject } from '#server/platform/json-object.ts'
import { instant, type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements that read visits and change their states. */

export type Patient = { fullName: string; age: number; gender: Gender; contact: string; email: string }

export type Visit = {
  id: string
  siteId: string
  siteName: string
  timeZone: string
  status: VisitState
  /** Null for a walk-in, and for a patient who came after being marked as a no-show. */
  chair: number | null
  walkIn: boolean
  /** The order for which this is a repeat collection; samples, tasks and report belong to the order. */
  recollects: string | null
  startsAt: Date
  endsAt: Date
  reference: string
  accountId: string | null
  personId: string
  patient: Patient
  priority: Priority
  version: number
  createdAt: Date
  /** The laboratory's present cut-off: patients can change a visit until this many minutes before its start. */
  cutOffMinutes: number
  /** Whether the laboratory uses prices. */
  pricesOn: boolean
  /** The tests by the names that lists show: see `namedFor`. */
  tests: {
    code: string
    name: string
    preparation: string
    confidential: boolean
    package: PackageName | null
  }[]
}

export const visitColumns = sql`
  v.id, v.site_id, s.name as site_name, s.time_zone, v.status, v.chair, v.walk_in, v.recollects, v.starts_at, v.ends_at,
  v.reference, v.account_id, v.person_id, v.priority, v.version, v.created_at,
  ${jsonObject('v', ['fullName', 'age', 'gender', 'contact', 'email'])} as patient,
  (select cut_off_minutes from laboratory) as cut_off_minutes, (select prices_on from laboratory) as prices_on,
  (select jsonb_agg(${jsonObject('t', ['code', 'name', 'preparation', 'confidential'])} || jsonb_build_object('package',
      case when k.code is not null then jsonb_build_object('code', k.code, 'name', k.name) end) order by t.position)
    from visit_test vt join test t on t.code = vt.test_code left join test_package k on k.code = vt.package_code
    where vt.site_id = v.site_id and vt.visit_id = v.id) as tests`

export const visits = sql`select ${visitColumns} from visit v join site s on s.id = v.site_id`

/**
 * The visits that a caller may see: those of the persons that an account opens, those that clinicians of a facility ordered, those
 * of sites, or all. Every statement on visits contains this condition.
 */
export type Reach = { accountId: string } | { orderedBy: string } | { sites: readonly string[] } | 'everyone'

/** Condition on visits `v`: those that clinicians of a facility ordered. */
export const isOrderedBy = (facilityId: string) => sql<boolean>`exists (select from clinic_order o
  where o.site_id = v.site_id and o.visit_id = v.id and o.facility_id = ${facilityId}::uuid)`

export function within(reach: Reach): RawBuilder<boolean> {
  if (reach === 'everyone') return sql`v.site_id in (select id from site)`
  if ('orderedBy' in reach) return isOrderedBy(reach.orderedBy)
  return 'sites' in reach ? sql`v.site_id = any(${[...reach.sites]}::uuid[])` : openTo(reach.accountId)
}

const visitWithin = (reach: Reach, which: RawBuilder<unknown>) =>
  sql<Visit>`${visits} where ${within(reach)} and ${which} and v.status <> 'held'`

export const readVisit = (db: Db, reach: Reach, id: string): Promise<Visit | null> =>
  rowOf(db)`${visitWithin(reach, sql`v.id = ${id}`)}`

/** As `readVisit`; if staff read it, the audit trail records that, and the patient can see it. */
export const openVisit = (context: SignedIn, reach: Reach, id: string): Promise<Visit | null> =>
  rowOf(context.db)`${opening(context, 'visit.read', visitWithin(reach, sql`v.id = ${id}`), 'id')}`

export const readVisitByReference = (db: Db, reach: Reach, reference: string): Promise<Visit | null> =>
  rowOf(db)`${visitWithin(reach, sql`v.reference = ${reference}`)}`

/** Reads visits for their messages, without a check of the caller. Concurrent calls are batched into one statement. */
export const readVisitAt = gather({
  lanes: 2,
  async run(db, asks: readonly { siteId: string; visitId: string }[]): Promise<(Visit | null)[]> {
    const [sites, ids] = [asks.map(({ siteId }) => siteId), asks.map(({ visitId }) => visitId)]
    const found = await rowsOf(db)<Visit>`
      ${visitWithin('everyone', sql`(v.site_id, v.id) in (select * from unnest(${sites}::uuid[], ${ids}::uuid[]))`)}`
    const byId = new Map(found.map((visit) => [`${visit.siteId} ${visit.id}`, visit]))
    return asks.map(({ siteId, visitId }) => byId.get(`${siteId} ${visitId}`) ?? null)
  },
})

/**
 * A person's visit of this day at its site that is not over: an arrived one before an expected one, then the earliest. `person` is
 * any of their records.
 */
export async function findVisitOfToday(
  db: Db,
  sites: Sites,
  person: string,
  now: Date,
): Promise<string | null> {
  const row = await rowOf(db)<{ id: string }>`
    select v.id from records_of_person(${person}::uuid) record
      join visit v on v.person_id = record and v.status in ('booked', 'arrived', 'collected', 'in_progress')
      join site s on s.id = v.site_id
    where (v.starts_at at time zone s.time_zone)::date = (${now}::timestamptz at time zone s.time_zone)::date
      ${atSites('v.site_id', sites)}
    order by v.status = 'booked', v.starts_at, v.id limit 1`
  return row?.id ?? null
}

const soonestFirst: Order<Visit> = { startsAt: instant('v.starts_at'), id: uuid('v.id') }
const latestFirst: Order<Visit> = { startsAt: instant('v.starts_at desc'), id: uuid('v.id desc') }

/** Visits that the account opens: all, the latest first, or those that are to come at an instant, the soonest first. */
export const listOwn = (
  db: Db,
  { accountId, upcomingAt }: { accountId: string; upcomingAt: Date | null },
  page: PageQuery,
): Promise<Page<Visit>> =>
  readPage(page, upcomingAt ? soonestFirst : latestFirst, ({ after, by, limit }) =>
    sql<Visit>`${visits}
    where ${openTo(accountId)} and v.status <> 'held'
      ${upcomingAt ? sql`and v.ends_at > ${upcomingAt} and v.status = 'booked'` : sql``} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )

/**
 * Sets the state in one guarded statement. Returns true if this call changed it: the state, and the `version` if one is given, must be
 * as they were read. A no-show has lost the chair, which may be taken: a patient who comes later has none.
 */
export async function setState(
  tx: Db,
  reach: Reach,
  visit: Pick<Visit, 'siteId' | 'id' | 'status'> & { version?: number },
  to: VisitState,
): Promise<boolean> {
  const { version } = visit
  return wroteRow(
    tx
      .updateTable('visit as v')
      .set(({ eb, ref }) => ({
        status: to,
        version: eb('v.version', '+', 1),
        chair: eb.case().when('v.status', '=', 'no_show').then(null).else(ref('v.chair')).end(),
      }))
      .where(within(reach))
      .where('v.siteId', '=', visit.siteId)
      .where('v.id', '=', visit.id)
      .where('v.status', '=', visit.status)
      .$if(version !== undefined, (query) => query.where('v.version', '=', version ?? 0)),
  )
}

/**
 * Ids of the upcoming visits that an account has booked and still opens, for persons whom no other account opens. The rows are locked
 * until the transaction ends.
 */
export async function holdBookedOfAccount(tx: Db, accountId: string, now: Date): Promise<string[]> {
  const rows = await rowsOf(tx)<{ id: string }>`
    select v.id from visit v
    where v.account_id = ${accountId} and v.status = 'booked' and v.starts_at > ${now} and ${openTo(accountId)}
      and not exists (select from accounts_of_person(v.person_id) o join account a on a.id = o and a.status = 'Active'
        where o <> ${accountId}::uuid)
    order by v.id for update of v`
  return rows.map(({ id }) => id)
}

const mostAbsent = 200

/** Visits in the state `booked` that began from `from` on and before `before`, latest first. */
export const listAbsent = (
  db: Db,
  siteId: string,
  { from, before }: { from: Date; before: Date },
): Promise<Visit[]> =>
  rowsOf(db)`${visits}
    where v.site_id = ${siteId} and v.status = 'booked' and v.starts_at >= ${from} and v.starts_at < ${before}
    order by v.starts_at desc, v.id limit ${sql.lit(mostAbsent)}`

type Expected = { visitId: string; startsAt: Date; priority: Priority; tests: string[] }

/** Visits in the state `booked` from `from` until before `to`, by start. */
export const listExpected = (db: Db, siteId: string, from: Date, to: Date): Promise<Expected[]> =>
  rowsOf(db)`
    select v.id as visit_id, v.starts_at, v.priority,
      (select array_agg(vt.test_code order by vt.test_code) from visit_test vt
        where vt.site_id = v.site_id and vt.visit_id = v.id) as tests
    from visit v
    where v.site_id = ${siteId} and v.status = 'booked' and v.starts_at >= ${from} and v.starts_at < ${to}
    order by v.starts_at, v.id`

/** Adds the visit of a walk-in, without a chair. */
export async function insertWalkIn(tx: Db, visit: Visit): Promise<void> {
  const { siteId, id, startsAt, endsAt, reference, personId, priority, createdAt, patient } = visit
  const row = { siteId, id, startsAt, endsAt, reference, personId, priority, createdAt, ...patient }
  const during = sql<string>`tstzrange(${startsAt}, ${endsAt})`
  await tx
    .insertInto('visit')
    .values({ ...row, status: 'arrived', walkIn: true, during })
    .execute()
  await insertTests(tx, visit, visit.tests)
}

/** Adds tests to a visit; those that it has stay. */
export const insertTests = (
  tx: Db,
  { siteId, id: visitId, startsAt }: Pick<Visit, 'siteId' | 'id' | 'startsAt'>,
  tests: readonly { code: string; package?: PackageName | null }[],
) =>
  tx
    .insertInto('visitTest')
    .values(
      tests.map((test) => ({
        ...{ siteId, visitId, startsAt, testCode: test.code },
        packageCode: test.package?.code ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteTest = (tx: Db, { siteId, id: visitId }: Pick<Visit, 'siteId' | 'id'>, testCode: string) =>
  tx
    .deleteFrom('visitTest')
    .where((test) => test.and({ siteId, visitId, testCode }))
    .execute()

/** Locks the visit until the transaction ends. Who waits for it sees then what the other transaction has written. */
export const lockVisit = (tx: Db, siteId: string, visitId: string) =>
  sql`select from visit where site_id = ${siteId} and id = ${visitId} for update`.execute(tx)
