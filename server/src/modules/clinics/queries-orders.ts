import { type InferResult, type Insertable, type RawBuilder, sql } from 'kysely'
import type { OrderState } from '#contract/clinic-orders.ts'
import { numberOfPerson, parsePersonNumber } from '#server/modules/people/index.ts'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { ClinicOrder } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** Statements on orders of clinicians. Each statement for a clinician has the facility as a condition. */

/** Condition: a sample was rejected and has no replacement. */
const awaitsSample = sql`exists (select from sample s where s.site_id = o.site_id and s.visit_id = o.visit_id and s.status = 'rejected'
  and s.next_accession is not null
  and not exists (select from sample r where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id))`

/**
 * Condition: the clinic takes the samples, and a test that the laboratory has added has none. It does not use `exists`, for which
 * PostgreSQL may read all tests.
 */
const awaitsAdded = sql`o.way = 'sample' and v.status in ('collected', 'in_progress') and (
  select true from visit_test a where a.site_id = v.site_id and a.visit_id = v.id and not exists (select from task k
    where k.site_id = a.site_id and k.visit_id = a.visit_id and k.test_code = a.test_code and k.withdrawn_at is null) limit 1) is true`

const state = sql<OrderState>`case
  when o.cancelled_at is not null or v.status = 'cancelled' then 'cancelled'
  when v.id is null or v.status = 'arrived' and o.way = 'sample' then case o.way when 'sample' then 'to_collect' else 'expected' end
  when v.status = 'booked' then 'booked'
  when v.status = 'no_show' then 'missed'
  when v.status = 'arrived' then 'arrived'
  when ${awaitsSample} then 'rejected'
  when ${awaitsAdded} then 'rejected'
  when r.status <> 'withdrawn' or c.status <> 'withdrawn' then case v.status when 'completed' then 'ready' else 'partly' end
  when v.status in ('in_progress', 'completed') then 'in_progress'
  when exists (select from sample s where s.site_id = o.site_id and s.visit_id = o.visit_id and s.status = 'collected')
    then 'collected'
  else 'received' end`

const tables = sql`clinic_order o
  left join account a on a.id = o.ordered_by
  left join api_client k on k.id = o.ordered_by_client
  join site t on t.id = o.site_id
  left join visit v on v.site_id = o.site_id and v.id = o.visit_id
  left join lateral (select l.version, l.released_at, l.content ->> 'status' as status from report l
    where l.site_id = o.site_id and l.visit_id = o.visit_id order by l.version desc limit 1) r on true
  left join lateral (select l.version, l.released_at, l.content ->> 'status' as status from confidential_report l
    where l.site_id = o.site_id and l.visit_id = o.visit_id order by l.version desc limit 1) c on true`

/** The names of the tests as lists show them; a confidential test is not named. */
const listedTests = sql`array(select coalesce((
    select t.name from test t where t.confidential and asked.name = any(array[t.catalogue_name, t.label] || t.aliases) limit 1), asked.name)
  from unnest(o.tests) with ordinality asked (name, place) order by asked.place)`

const columns = (
  tests: RawBuilder<unknown>,
) => sql`o.id, o.code, o.full_name as patient, ${numberOfPerson(sql`o.person_id`)} as number, ${tests} as tests, o.way, o.urgent,
  ${state} as state, coalesce(nullif(o.requester, ''), a.full_name, k.name) as ordered_by, o.ordered_at, o.wanted_at`

export type ListedRow = {
  id: string
  code: string
  patient: string
  number: number
  tests: string[]
  way: ClinicOrder['way']
  urgent: boolean
  state: OrderState
  /** The clinician, the requester that a program named, or the program. */
  orderedBy: string
  orderedAt: Date
  wantedAt: Date | null
}

export type DetailRow = ListedRow &
  Pick<
    ClinicOrder,
    | 'siteId'
    | 'visitId'
    | 'personId'
    | 'gender'
    | 'age'
    | 'bornOn'
    | 'contact'
    | 'clinicalDetails'
    | 'diagnosis'
    | 'fasting'
    | 'pregnancyWeek'
    | 'medication'
    | 'cancelReason'
  > & {
    /** The tests as lists and papers show them. */
    listedTests: string[]
    facilityId: string
    /** The account of the clinician; null: a program ordered. */
    orderedById: string | null
    requester: string
    site: { id: string; name: string; timeZone: string }
    visit: { reference: string; startsAt: string } | null
    report: { version: number; issuedAt: string } | null
    confidentialReport: { version: number; issuedAt: string } | null
  }

const details = sql`${columns(sql`o.tests`)}, ${listedTests} as listed_tests, o.site_id, o.facility_id, o.visit_id, o.person_id, o.gender, o.age, o.born_on, o.contact, o.clinical_details,
  o.diagnosis, o.fasting, o.pregnancy_week, o.medication, o.cancel_reason, o.ordered_by as ordered_by_id, o.requester,
  jsonb_build_object('id', t.id, 'name', t.name, 'timeZone', t.time_zone) as site,
  case when v.id is not null then jsonb_build_object('reference', v.reference, 'startsAt', v.starts_at) end as visit,
  case when r.status <> 'withdrawn' then jsonb_build_object('version', r.version, 'issuedAt', r.released_at) end as report,
  case when c.status <> 'withdrawn' then jsonb_build_object('version', c.version, 'issuedAt', c.released_at) end as confidential_report`

const latestFirst: Order<ListedRow> = { id: uuid('o.id desc') }
const oldestFirst: Order<DeskRow> = { id: uuid('o.id') }

/** Condition on orders: the name, code or person number contains these words. */
const says = (words: string) => {
  const like = `%${escapeLike(words)}%`
  const code = words.toUpperCase().replace(/[\s-]/g, '')
  const number = parsePersonNumber(words)
  return sql`(o.full_name ilike ${like} or o.code = ${code}
    ${number === null ? sql`` : sql`or ${numberOfPerson(sql`o.person_id`)} = ${number}`})`
}

export const listOrders = (
  db: Db,
  facilityId: string,
  {
    state: wanted,
    search,
    ...page
  }: PageQuery & { state?: OrderState | undefined; search?: string | undefined },
): Promise<Page<ListedRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<ListedRow>`select ${columns(listedTests)} from ${tables}
      where o.facility_id = ${facilityId} ${andIf(wanted, (one) => sql`${state} = ${one}`)}
        ${andIf(search || null, says)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

export const findOrder = (db: Db, facilityId: string, id: string): Promise<DetailRow | null> =>
  rowOf(db)`select ${details} from ${tables} where o.facility_id = ${facilityId} and o.id = ${id}`

export type PatientRow = Pick<ClinicOrder, 'fullName' | 'gender' | 'age' | 'bornOn' | 'contact'> & {
  id: string
  number: number
  lastOrderAt: Date
}

/** Patients of a facility, with the data of their latest order; `id` is the current record of the person. */
const patients = (facilityId: string) => sql`
  select distinct on (current_person(o.person_id)) current_person(o.person_id) as id, o.full_name, o.gender, o.age, o.born_on,
    o.contact, o.ordered_at as last_order_at, ${numberOfPerson(sql`o.person_id`)} as number
  from clinic_order o where o.facility_id = ${facilityId} order by current_person(o.person_id), o.id desc`

const mostPatients = 10

export const searchPatients = (db: Db, facilityId: string, words: string): Promise<PatientRow[]> =>
  rowsOf(db)`select o.* from (${patients(facilityId)}) o
    where o.full_name ilike ${`%${escapeLike(words)}%`} or o.number = ${parsePersonNumber(words) ?? 0}
    order by o.last_order_at desc, o.id limit ${sql.lit(mostPatients)}`

export const findPatient = (db: Db, facilityId: string, id: string): Promise<PatientRow | null> =>
  rowOf(db)`select p.* from (${patients(facilityId)}) p where p.id = ${id}`

export const insertOrder = (tx: Db, row: Insertable<ClinicOrder>) =>
  tx.insertInto('clinicOrder').values(row).execute()

/** Locks an open order until the transaction ends; null if it was cancelled or has a visit. */
export const holdOpen = (
  tx: Db,
  { siteId, id }: { siteId: string; id: string },
): Promise<{ id: string } | null> =>
  rowOf(
    tx,
  )`select id from clinic_order where site_id = ${siteId} and id = ${id} and visit_id is null and cancelled_at is null
    for update`

/** Sets the visit of an open order. False if the order is no longer open. */
export const giveVisit = (tx: Db, order: { siteId: string; id: string }, visitId: string): Promise<boolean> =>
  anyRow(
    tx,
  )`update clinic_order set visit_id = ${visitId} where site_id = ${order.siteId} and id = ${order.id}
    and visit_id is null and cancelled_at is null returning 1`

/** Locks an order of a facility until the transaction ends. */
export const holdOrder = (tx: Db, facilityId: string, id: string): Promise<{ id: string } | null> =>
  rowOf(tx)`select id from clinic_order where facility_id = ${facilityId} and id = ${id} for update`

/** Removes tests from an open order of a facility. False if the order is no longer open, or would have no test left. */
export const dropTests = (
  tx: Db,
  { facilityId, id, codes }: { facilityId: string; id: string; codes: readonly string[] },
): Promise<boolean> =>
  anyRow(tx)`
    with kept as (
      select o.id, array_agg(asked.name order by asked.place) as tests
      from clinic_order o cross join unnest(o.tests) with ordinality asked (name, place)
      where o.facility_id = ${facilityId} and o.id = ${id} and not exists (select from test t
        where t.code = any(${[...codes]}::text[]) and asked.name = any(array[t.catalogue_name, t.label] || t.aliases))
      group by o.id)
    update clinic_order o set tests = kept.tests from kept
    where o.id = kept.id and o.visit_id is null and o.cancelled_at is null returning 1`

/** Cancels an order of a facility without a visit, or whose visit is cancelled. */
export const setCancelled = (
  tx: Db,
  {
    facilityId,
    id,
    by,
    byClient,
    now,
    reason,
  }: {
    facilityId: string
    id: string
    by: string | null
    byClient: string | null
    now: Date
    reason: string
  },
): Promise<boolean> =>
  anyRow(
    tx,
  )`update clinic_order o set cancelled_by = ${by}, cancelled_by_client = ${byClient}, cancelled_at = ${now},
      cancel_reason = ${reason}
    where o.facility_id = ${facilityId} and o.id = ${id} and o.cancelled_at is null
      and (o.visit_id is null or exists (select from visit v where v.site_id = o.site_id and v.id = o.visit_id
        and v.status = 'cancelled'))
    returning 1`

const samples = (db: Db, visit: { siteId: string; visitId: string }) =>
  db
    .selectFrom('sample as s')
    .select([
      's.accession',
      's.specimen',
      's.tube',
      's.status',
      's.collectedAt',
      's.receivedAt',
      's.rejectedAt',
    ])
    .select([
      sql<string | null>`nullif(concat_ws(': ', s.rejection_reason, nullif(s.rejection_note, '')), '')`.as(
        'rejection',
      ),
      sql<string[]>`array(select t.name from task k join test t on t.code = k.test_code
        where k.site_id = s.site_id and k.sample_id = s.id and (k.withdrawn_at is null or s.status = 'rejected')
        order by t.position)`.as('tests'),
    ])
    .where('s.siteId', '=', visit.siteId)
    .where('s.visitId', '=', visit.visitId)
    .where('s.aliquotOf', 'is', null)
    .orderBy('s.accession')

export type SampleRow = InferResult<ReturnType<typeof samples>>[number]

/** The samples of the visit of an order. The caller has checked the facility of the order. */
export const samplesOf = (db: Db, visit: { siteId: string; visitId: string }): Promise<SampleRow[]> =>
  samples(db, visit).execute()

export type DeskRow = ListedRow & { facility: string; siteId: string }

/** Orders whose patients are expected at these sites, the oldest first. */
export const listExpectedOrders = (
  db: Db,
  sites: Sites,
  { search, siteId, ...page }: PageQuery & { search?: string | undefined; siteId?: string | undefined },
): Promise<Page<DeskRow>> =>
  readPage(page, oldestFirst, ({ after, by, limit }) =>
    sql<DeskRow>`select ${columns(listedTests)}, f.name as facility, o.site_id from ${tables} join facility f on f.id = o.facility_id
      where o.visit_id is null and o.cancelled_at is null ${atSites('o.site_id', sites)}
        ${andIf(siteId, (one) => sql`o.site_id = ${one}`)} ${andIf(search || null, says)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

/** An order at these sites, for staff. */
export const findOrderAt = (db: Db, sites: Sites, id: string): Promise<DetailRow | null> =>
  rowOf(db)`select ${details} from ${tables} where o.id = ${id} ${atSites('o.site_id', sites)}`

/**
 * The clinician who ordered a visit, or another clinician of the facility if the access of the first has ended; null for a visit that no
 * clinician ordered.
 */
export const clinicianToTell = (
  db: Db,
  { siteId, visitId }: { siteId: string; visitId: string | RawBuilder<string> },
): Promise<{ email: string; fullName: string; orderId: string; code: string } | null> =>
  rowOf(db)`select a.email, a.full_name, o.id as order_id, o.code
    from clinic_order o join account a on a.facility_id = o.facility_id and a.status = 'Active'
    where o.site_id = ${siteId} and o.visit_id = ${visitId}
    order by a.id = o.ordered_by desc, a.created_at, a.id limit 1`

/** The visit of a task, as input of `clinicianToTell`. */
export const visitOfTask = ({ siteId, taskId }: { siteId: string; taskId: string }) =>
  sql<string>`(select visit_id from task where site_id = ${siteId} and id = ${taskId})`

export async function nameOfFacility(db: Db, id: string): Promise<string> {
  return (await db.selectFrom('facility').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
}
