import { type RawBuilder, sql } from 'kysely'
import { isAtSites } from '#server/platform/site-scope.ts'
import type { Reach, Within } from './kind.ts'
import { hasCome } from './queries-has-come.ts'
import { visitsWithin } from './queries-table.ts'
import { requestId } from './request-id.ts'

/** Ordered tests: those of visits, and those of orders that have no visit yet. */

export const requestStatuses = ['active', 'completed', 'revoked'] as const

export type RequestRow = {
  siteId: string
  /** The visit; for a test without a visit, the order. */
  holderId: string
  id: string
  testCode: string
  test: string
  visitId: string | null
  /** Whether the patient has come, so that there is an Encounter. */
  hasCome: boolean
  personId: string
  status: (typeof requestStatuses)[number]
  urgent: boolean
  reference: string | null
  orderCode: string | null
  requester: string | null
  diagnosis: string | null
  note: string | null
  authoredAt: Date
  startsAt: Date | null
  ownSystem: string | null
  ownValue: string | null
  /** The progress of the test, as a Task says it. */
  progress: (typeof progresses)[number]
}

/** `requested`: the order has no visit. `accepted`: the patient has not come, or no sample was taken. */
export const progresses = ['requested', 'accepted', 'in-progress', 'completed', 'cancelled'] as const

/**
 * The first part of a request’s id: the id of the clinic’s order of the visit `v`, or of the visit if no clinic ordered it. So a request
 * keeps its id when the order gets a visit.
 */
export const requestOf = sql<string>`coalesce(
  (select c.id from clinic_order c where c.site_id = v.site_id and c.visit_id = v.id), v.id)`

/** The client’s own identifier of the test `code` of the order `order`. */
const ownIdentifier = (reach: Reach, order: string, code: string) => sql`
  left join api_request q on q.site_id = ${sql.ref(`${order}.site_id`)} and q.order_id = ${sql.ref(`${order}.id`)}
    and q.test_code = ${sql.ref(code)} and q.client_id = ${reach.id}::uuid`

/** What staff and clinics write for each other is not shown to an app of a patient. */
export const forStaff = ({ person }: Within, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  person?.openTo == null ? column : sql`null::text`

const ofVisits = (reach: Reach) => sql`
  select x.site_id, x.visit_id as holder_id, coalesce(c.id, x.visit_id)::text || '.' || x.test_code as id, x.test_code,
    t.name as test, x.visit_id, current_person(v.person_id) as person_id, v.person_id as record_id,
    v.priority is not distinct from 'high' as urgent, v.reference, c.code as order_code,
    coalesce(f.full_name, y.name, nullif(d.requested_by, '')) as requester,
    ${forStaff(reach, sql`nullif(d.diagnosis, '')`)} as diagnosis, ${forStaff(reach, sql`nullif(d.clinical_details, '')`)} as note, coalesce(c.ordered_at, v.created_at) as authored_at, v.starts_at,
    q.system as own_system, q.value as own_value, ${hasCome} as has_come,
    case when v.status in ('cancelled', 'no_show') then 'cancelled' else
      case (select bool_or(k.released_at is not null) from task k
          where k.site_id = v.site_id and k.visit_id = v.id and k.test_code = x.test_code and k.withdrawn_at is null)
        when true then 'completed' when false then 'in-progress' else 'accepted' end
    end as progress
  from ${visitsWithin(reach)} join visit_test x on x.site_id = v.site_id and x.visit_id = v.id
    join test t on t.code = x.test_code and not t.confidential
    left join clinic_order c on c.site_id = v.site_id and c.visit_id = v.id
    ${ownIdentifier(reach, 'c', 'x.test_code')}
    left join visit_order d on d.site_id = v.site_id and d.visit_id = v.id
    left join referrer f on f.id = d.referrer_id left join facility y on y.id = d.facility_id`

/** An app of a patient reads no orders without a visit: patients see their visits. */
const ordersWithin = ({ sites, facilityId, person }: Reach) => sql`
  clinic_order o where ${isAtSites('o.site_id', sites)}
    ${person === null ? sql`` : sql`and ${person.openTo === null} and o.person_id in (select records_of_person(${person.id}::uuid))`}
    ${facilityId === null ? sql`` : sql`and o.facility_id = ${facilityId}::uuid`}`

/** Whether the order `o` names the test `t`, or a package with it. */
const isNamed = sql`(array[t.catalogue_name, t.label] || t.aliases) && o.tests
  or exists (select from test_package p where t.code = any(p.tests) and p.name = any(o.tests))`

const columnsOfOrder = (progress: RawBuilder<unknown>) => sql`
  select o.site_id, o.id as holder_id, o.id::text || '.' || t.code as id, t.code as test_code, t.name as test,
    null::uuid as visit_id, current_person(o.person_id) as person_id, o.person_id as record_id, o.urgent,
    null::text as reference, o.code as order_code, coalesce(nullif(o.requester, ''), a.full_name, y.name) as requester,
    nullif(o.diagnosis, '') as diagnosis, nullif(o.clinical_details, '') as note, o.ordered_at as authored_at,
    o.wanted_at as starts_at, q.system as own_system, q.value as own_value, false as has_come, ${progress} as progress`

const withRequester = sql`join facility y on y.id = o.facility_id left join account a on a.id = o.ordered_by`

const withoutVisit = (reach: Reach) => sql`
  ${columnsOfOrder(sql`case when o.cancelled_at is null then 'requested' else 'cancelled' end`)}
  from (select o.* from ${ordersWithin(reach)} and o.visit_id is null) o ${withRequester}
    join test t on not t.confidential and (${isNamed})
    ${ownIdentifier(reach, 'o', 't.code')}`

/** Tests that a program ordered and that were removed from the order or from its visit. */
const removed = (reach: Reach) => sql`
  ${columnsOfOrder(sql`'cancelled'`)}
  from api_request q join (select o.* from ${ordersWithin(reach)}) o on o.site_id = q.site_id and o.id = q.order_id
    and q.client_id = ${reach.id}::uuid
    join test t on t.code = q.test_code and not t.confidential ${withRequester}
  where case when o.visit_id is null then not (${isNamed}) else not exists (select from visit_test x
    where x.site_id = o.site_id and x.visit_id = o.visit_id and x.test_code = q.test_code) end`

export const requestRows = (reach: Reach) => sql`
  select q.*, case q.progress when 'completed' then 'completed' when 'cancelled' then 'revoked' else 'active' end as status
  from (${ofVisits(reach)} union all ${withoutVisit(reach)} union all ${removed(reach)}) q`

/**
 * Condition on requests: those for these tests of these orders or visits. One comparison of `holder_id` covers them all and uses an index.
 * With a condition for each request, PostgreSQL would read all ordered tests.
 */
export function areRequests(asked: readonly { of: string; testCode: string }[]): RawBuilder<boolean> {
  const holders = sql`${asked.map(({ of }) => of)}::uuid[]`
  return sql`(r.holder_id = any(array(select unnest(${holders})
    union all select o.visit_id from clinic_order o where o.id = any(${holders}) and o.visit_id is not null))
    and r.id = any(${asked.map(({ of, testCode }) => requestId(of, testCode))}::text[]))`
}

export const isRequest = (of: string, testCode: string) => areRequests([{ of, testCode }])
