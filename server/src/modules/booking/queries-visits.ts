import { sql } from 'kysely'
import type { Gender, Priority } from '#contract/options.ts'
import type { VisitState } from '#contract/visit-states.ts'
import { openTo } from '#server/modules/people/index.ts'
import { opening } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
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
  tests: { code: string; name: string; preparation: string }[]
}

export const visitColumns = sql`
  v.id, v.site_id as "siteId", s.name as "siteName", s.time_zone as "timeZone", v.status, v.chair, v.walk_in as "walkIn", v.recollects,
  v.starts_at as "startsAt", v.ends_at as "endsAt", v.reference, v.account_id as "accountId", v.person_id as "personId",
  jsonb_build_object('fullName', v.full_name, 'age', v.age, 'gender', v.gender, 'contact', v.contact,
    'email', v.email) as patient,
  v.priority, v.version, v.created_at as "createdAt", (select cut_off_minutes from laboratory) as "cutOffMinutes",
  (select jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name, 'preparation', t.preparation) order by t.position)
    from visit_test vt join test t on t.code = vt.test_code
    where vt.site_id = v.site_id and vt.visit_id = v.id) as tests`

/**
 * The visits that a caller may see: those of the persons that an account opens, those of sites, or all. Every statement on visits
 * contains this condition.
 */
export type Reach = { accountId: string } | { sites: readonly string[] } | 'everyone'

export function within(reach: Reach) {
  if (reach === 'everyone') return sql`v.site_id in (select id from site)`
  return 'sites' in reach ? sql`v.site_id = any(${[...reach.sites]}::uuid[])` : openTo(reach.accountId)
}

const oneVisit = (reach: Reach, id: string) => sql<Visit>`
    select ${visitColumns} from visit v join site s on s.id = v.site_id
    where ${within(reach)} and v.id = ${id} and v.status <> 'held'`

export async function readVisit(db: Db, reach: Reach, id: string): Promise<Visit | null> {
  const { rows } = await oneVisit(reach, id).execute(db)
  return rows[0] ?? null
}

/** As `readVisit`; if staff read it, the audit trail records that, and the patient can see it. */
export async function openVisit(context: SignedIn, reach: Reach, id: string): Promise<Visit | null> {
  const { rows } = await opening(context, 'visit.read', oneVisit(reach, id), 'id').execute(context.db)
  return rows[0] ?? null
}

/** Without a check of the caller, for messages about the visit. */
export async function readVisitAt(db: Db, siteId: string, id: string): Promise<Visit | null> {
  const { rows } = await sql<Visit>`
    select ${visitColumns} from visit v join site s on s.id = v.site_id
    where v.site_id = ${siteId} and v.id = ${id} and v.status <> 'held'`.execute(db)
  return rows[0] ?? null
}

/** For a desk: the id of the visit with this reference, at one of these sites. */
export async function findVisitByReference(db: Db, sites: Sites, reference: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from visit v where v.site_id in (select id from site) and v.reference = ${reference}
      ${atSites('v.site_id', sites)}`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * A person's visit of this day at its site that is not over: one that they have come to before one that is still expected, then
 * the earliest. `person` is any of their records.
 */
export async function findVisitOfToday(
  db: Db,
  sites: Sites,
  person: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from records_of_person(${person}::uuid) record
      join visit v on v.person_id = record and v.status in ('booked', 'arrived', 'collected', 'in_progress')
      join site s on s.id = v.site_id
    where (v.starts_at at time zone s.time_zone)::date = (${now}::timestamptz at time zone s.time_zone)::date
      ${atSites('v.site_id', sites)}
    order by v.status = 'booked', v.starts_at, v.id limit 1`.execute(db)
  return rows[0]?.id ?? null
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
    sql<Visit>`
    select ${visitColumns} from visit v join site s on s.id = v.site_id
    where ${openTo(accountId)} and v.status <> 'held'
      ${upcomingAt ? sql`and v.ends_at > ${upcomingAt} and v.status in ('booked', 'arrived')` : sql``} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )

/**
 * Sets the state in one guarded statement. Returns true if this call changed it. A no-show has lost the chair, which may be taken:
 * a patient who comes later has none.
 */
export async function setState(
  tx: Db,
  reach: Reach,
  id: string,
  from: readonly VisitState[],
  to: VisitState,
): Promise<boolean> {
  const { rows } = await sql`
    update visit v set status = ${to}, version = version + 1,
      chair = case when v.status = 'no_show' then null else v.chair end
    where ${within(reach)} and v.id = ${id} and v.status = any(${[...from]}::text[])
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Returns true if this call cancelled the visit at the version that was read. */
export async function setCancelled(
  tx: Db,
  reach: Reach,
  { siteId, id, status, version }: Pick<Visit, 'siteId' | 'id' | 'status' | 'version'>,
): Promise<boolean> {
  const { rows } = await sql`
    update visit v set status = 'cancelled', version = version + 1
    where ${within(reach)} and v.site_id = ${siteId} and v.id = ${id} and v.status = ${status}
      and v.version = ${version}
    returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * What an account has booked and still opens, for persons whom no other account opens. Held until the transaction ends, so that
 * nobody moves one between the reading and what is done with it.
 */
export async function holdBookedOfAccount(tx: Db, accountId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from visit v
    where v.account_id = ${accountId} and v.status = 'booked' and v.starts_at > ${now} and ${openTo(accountId)}
      and not exists (select from accounts_of_person(v.person_id) o join account a on a.id = o and a.status = 'Active'
        where o <> ${accountId}::uuid)
    order by v.id for update of v`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Visits in the state `booked` that began from `from` on and before `before`. */
export async function listAbsent(
  db: Db,
  siteId: string,
  { from, before }: { from: Date; before: Date },
): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select ${visitColumns} from visit v join site s on s.id = v.site_id
    where v.site_id = ${siteId} and v.status = 'booked' and v.starts_at >= ${from} and v.starts_at < ${before}
    order by v.starts_at desc, v.id limit 200`.execute(db)
  return rows
}

/** Visits in the state `booked` from `from` until before `to`, by start. */
export async function listExpected(
  db: Db,
  siteId: string,
  from: Date,
  to: Date,
): Promise<{ visitId: string; startsAt: Date; priority: Priority; tests: string[] }[]> {
  const { rows } = await sql<{ visitId: string; startsAt: Date; priority: Priority; tests: string[] }>`
    select v.id as "visitId", v.starts_at as "startsAt", v.priority,
      (select array_agg(vt.test_code order by vt.test_code) from visit_test vt
        where vt.site_id = v.site_id and vt.visit_id = v.id) as tests
    from visit v
    where v.site_id = ${siteId} and v.status = 'booked' and v.starts_at >= ${from} and v.starts_at < ${to}
    order by v.starts_at, v.id`.execute(db)
  return rows
}

/** Adds the visit of a walk-in, without a chair. */
export async function insertWalkIn(
  tx: Db,
  visit: Omit<Visit, 'siteName' | 'timeZone' | 'chair' | 'status' | 'walkIn' | 'version' | 'accountId'>,
): Promise<void> {
  const { patient } = visit
  await tx
    .insertInto('visit')
    .values({
      siteId: visit.siteId,
      id: visit.id,
      status: 'arrived',
      walkIn: true,
      startsAt: visit.startsAt,
      endsAt: visit.endsAt,
      during: sql`tstzrange(${visit.startsAt}, ${visit.endsAt})`,
      reference: visit.reference,
      personId: visit.personId,
      fullName: patient.fullName,
      age: patient.age,
      gender: patient.gender,
      contact: patient.contact,
      email: patient.email,
      priority: visit.priority,
      createdAt: visit.createdAt,
    })
    .execute()
  await tx
    .insertInto('visitTest')
    .values(
      visit.tests.map(({ code }) => ({
        siteId: visit.siteId,
        visitId: visit.id,
        startsAt: visit.startsAt,
        testCode: code,
      })),
    )
    .execute()
}
