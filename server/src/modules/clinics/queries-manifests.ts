import { sql } from 'kysely'
import type { TubeState } from '#contract/manifests.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** Statements on boxes of clinics. Each statement for a clinician has the facility as a condition. */

/** Condition on samples `s`: collected by clinicians of a facility, not received, and on no manifest. */
const isToSend = (
  facilityId: string,
) => sql`o.facility_id = ${facilityId}::uuid and s.status = 'collected' and s.aliquot_of is null
  and not exists (select from manifest_tube m where m.accession = s.accession and m.state = 'expected')`

const ofOrders = sql`clinic_order o join sample s on s.site_id = o.site_id and s.visit_id = o.visit_id`

export type ToSend = {
  accession: string
  siteId: string
  patient: string
  tube: string
  order: string
  collectedAt: Date
}

export const tubesToSend = (db: Db, facilityId: string): Promise<ToSend[]> =>
  rowsOf(db)`select s.accession, s.site_id, o.full_name as patient, s.tube, o.code as "order", s.collected_at
    from ${ofOrders} where ${isToSend(facilityId)} and o.way = 'sample' order by s.accession limit 200`

export type ListedRow = {
  id: string
  code: string
  facility: string
  courier: string
  leftAt: Date
  arrivedAt: Date | null
  closedAt: Date | null
  tubes: number
  wrong: number
}

const columns = sql`m.id, m.code, f.name as facility, m.courier, m.left_at, m.arrived_at, m.closed_at,
  (select count(*) from manifest_tube t where t.site_id = m.site_id and t.manifest_id = m.id)::int as tubes,
  (select count(*) from manifest_tube t where t.site_id = m.site_id and t.manifest_id = m.id
    and t.state in ('spoilt', 'missing', 'extra'))::int as wrong`
const tables = sql`manifest m join facility f on f.id = m.facility_id`
const latestFirst: Order<ListedRow> = { id: uuid('m.id desc') }

export const listOfFacility = (db: Db, facilityId: string, page: PageQuery): Promise<Page<ListedRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<ListedRow>`select ${columns} from ${tables} where m.facility_id = ${facilityId} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

export const listAtSites = (
  db: Db,
  sites: Sites,
  {
    search,
    closed,
    siteId,
    ...page
  }: PageQuery & { search?: string | undefined; closed?: string | undefined; siteId?: string | undefined },
): Promise<Page<ListedRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<ListedRow>`select ${columns} from ${tables}
      where ${closed === 'true' ? sql`true` : sql`m.closed_at is null`} ${atSites('m.site_id', sites)}
        ${andIf(siteId, (one) => sql`m.site_id = ${one}`)}
        ${andIf(search || null, (words) => sql`(m.code = ${words.toUpperCase().replace(/[\s-]/g, '')} or f.name ilike ${`%${escapeLike(words)}%`})`)}
        and ${after} order by ${by} limit ${limit}`.execute(db),
  )

export type DetailRow = ListedRow & {
  siteId: string
  facilityId: string
  timeZone: string
  madeBy: string
  madeByEmail: string
  leftCelsius: number | null
  arrivedCelsius: number | null
  list: {
    accession: string
    order: string | null
    tube: string | null
    state: TubeState
    reason: string
    seenAt: string | null
  }[]
}

/** The tubes of a manifest. A tube of another facility has only its accession number. */
const detail = sql`select ${columns}, m.site_id, m.facility_id,
    (select time_zone from site e where e.id = m.site_id) as time_zone, a.full_name as made_by, a.email as made_by_email,
    m.left_celsius::float as left_celsius, m.arrived_celsius::float as arrived_celsius,
    (select jsonb_agg(jsonb_build_object('accession', t.accession, 'order', o.code, 'tube', case when o.id is not null then s.tube end,
        'state', t.state, 'reason', t.reason, 'seenAt', t.seen_at) order by t.accession)
      from manifest_tube t left join sample s on s.accession = t.accession
        left join clinic_order o on o.site_id = s.site_id and o.visit_id = s.visit_id and o.facility_id = m.facility_id
      where t.site_id = m.site_id and t.manifest_id = m.id) as list
  from ${tables} join account a on a.id = m.made_by`

export const findOfFacility = (db: Db, facilityId: string, id: string): Promise<DetailRow | null> =>
  rowOf(db)`${detail} where m.facility_id = ${facilityId} and m.id = ${id}`

export const findAtSites = (db: Db, sites: Sites, id: string): Promise<DetailRow | null> =>
  rowOf(db)`${detail} where m.id = ${id} ${atSites('m.site_id', sites)}`

/** Whether a sample at the site of a manifest can be received; null: the site has no such sample. */
export const isCollected = (db: Db, siteId: string, accession: string): Promise<{ waits: boolean } | null> =>
  rowOf(
    db,
  )`select status = 'collected' as waits from sample where site_id = ${siteId} and accession = ${accession}`
