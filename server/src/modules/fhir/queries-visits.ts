import { type RawBuilder, sql } from 'kysely'
import type { Within } from './kind.ts'
import { hasCome } from './queries-has-come.ts'
import { forStaff, requestOf } from './queries-requests.ts'
import { visitsWithin } from './queries-table.ts'

/** Visits, and rows that belong to visits. */

export const appointmentStatuses = ['booked', 'arrived', 'fulfilled', 'cancelled', 'noshow'] as const

export type AppointmentRow = {
  siteId: string
  id: string
  version: number
  personId: string
  status: (typeof appointmentStatuses)[number]
  walkIn: boolean
  reference: string
  startsAt: Date
  endsAt: Date
  createdAt: Date
  site: string
  tests: { code: string; name: string }[]
}

export const appointmentRows = (reach: Within) => sql`
  select v.site_id, v.id, v.version, current_person(v.person_id) as person_id, v.person_id as record_id, v.walk_in,
    v.reference, v.starts_at, v.ends_at, v.created_at, z.name as site,
    case v.status when 'booked' then 'booked' when 'arrived' then 'arrived' when 'cancelled' then 'cancelled'
      when 'no_show' then 'noshow' else 'fulfilled' end as status,
    (select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by t.position), '[]')
      from visit_test o join test t on t.code = o.test_code where o.site_id = v.site_id and o.visit_id = v.id and not t.confidential) as tests
  from ${visitsWithin(reach)}`

export const encounterStatuses = ['arrived', 'in-progress', 'finished'] as const

export type EncounterRow = {
  siteId: string
  id: string
  version: number
  personId: string
  status: (typeof encounterStatuses)[number]
  reference: string
  site: string
  arrivedAt: Date | null
}

/** Visits of patients who have come. */
export const encounterRows = (reach: Within) => sql`
  select v.site_id, v.id, v.version, current_person(v.person_id) as person_id, v.person_id as record_id, v.reference, z.name as site,
    case v.status when 'arrived' then 'arrived' when 'completed' then 'finished' else 'in-progress' end as status,
    (select min(k.arrived_at) from ticket k where k.site_id = v.site_id and k.visit_id = v.id) as arrived_at
  from ${visitsWithin(reach)} and ${hasCome}`

/** Condition on visits: the time of an arrival matches. */
export const hasArrival = (is: (at: RawBuilder<unknown>) => RawBuilder<boolean>) => sql<boolean>`
  (r.site_id, r.id) in (select k.site_id, k.visit_id from ticket k where ${is(sql`k.arrived_at`)})`

export const specimenStatuses = ['available', 'unavailable', 'unsatisfactory'] as const

export type SpecimenRow = {
  siteId: string
  id: string
  visitId: string
  personId: string
  accession: string
  status: (typeof specimenStatuses)[number]
  specimen: string
  tube: string
  aliquotOf: string | null
  collectedAt: Date
  receivedAt: Date | null
  rejection: string | null
  updatedAt: Date
  testCodes: string[]
  requestOf: string
}

export const specimenRows = (reach: Within) => sql`
  select u.site_id, u.id, u.visit_id, current_person(v.person_id) as person_id, v.person_id as record_id, u.accession, u.specimen, u.tube, u.aliquot_of,
    u.collected_at, u.received_at,
    nullif(concat_ws(': ', u.rejection_reason, ${forStaff(reach, sql`nullif(u.rejection_note, '')`)}), '') as rejection,
    greatest(u.collected_at, u.received_at, u.rejected_at, u.discarded_at) as updated_at,
    case when u.status = 'rejected' then 'unsatisfactory' when u.discarded_at is not null then 'unavailable'
      else 'available' end as status,
    array(select distinct k.test_code from task k join test t on t.code = k.test_code and not t.confidential
      where k.site_id = u.site_id and k.sample_id = u.id
      and (k.withdrawn_at is null or u.status = 'rejected') order by 1) as test_codes, ${requestOf} as request_of
  from ${visitsWithin(reach)} join sample u on u.site_id = v.site_id and u.visit_id = v.id`

/** Condition: the event `e` is about this row. */
export const isVisitOfEvent = sql<boolean>`r.site_id = e.site_id and r.id = e.visit_id`

/** Condition: the event `e` is about this row. */
export const isSampleOfEvent = sql<boolean>`r.site_id = e.site_id and r.visit_id = e.visit_id and r.id = e.sample_id`
