import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { isAtSites } from '#server/platform/site-scope.ts'
import type { Within } from './kind.ts'

export const locationStatuses = ['active', 'inactive'] as const

export type SiteRow = { siteId: string; name: string; timeZone: string; status: 'active' | 'inactive' }

export const siteRows = ({ sites }: Pick<Within, 'sites'>) => sql<SiteRow>`
  select s.id as site_id, s.name, s.time_zone, case when s.closed_at is null then 'active' else 'inactive' end as status
  from site s where ${isAtSites('s.id', sites)}`

/** Sites that take bookings. */
export const openSiteRows = (reach: Pick<Within, 'sites'>) =>
  sql<SiteRow>`${siteRows(reach)} and s.closed_at is null`

export const readOpenSites = async (db: Db, reach: Pick<Within, 'sites'>): Promise<SiteRow[]> =>
  (await sql<SiteRow>`${openSiteRows(reach)} order by s.id`.execute(db)).rows

export type ServiceRow = SiteRow & {
  laboratory: string
  phone: string
  hours: { weekday: number; opens: number; closes: number }[]
}

/** Sites with the opening hours of the week, and the name and phone number of the laboratory. */
export const serviceRows = (reach: Pick<Within, 'sites'>) => sql<ServiceRow>`
  select w.*, l.name as laboratory, l.phone,
    coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', h.opens_minute, 'closes', h.closes_minute)
      order by h.weekday, h.opens_minute) from site_hours h where h.site_id = w.site_id), '[]') as hours
  from (${siteRows(reach)}) w cross join laboratory l`

export const isOpen = (code: string) => sql<boolean>`(r.status = 'active')::text = ${code}`

export const deviceStatuses = ['active', 'inactive'] as const

export type DeviceRow = {
  siteId: string
  id: string
  name: string
  site: string
  serialNumber: string
  status: (typeof deviceStatuses)[number]
}

/** The analysers and other equipment of the sites. Equipment without a connection has no state. */
export const deviceRows = ({ sites }: Pick<Within, 'sites'>) => sql<DeviceRow>`
  select i.site_id, i.id, i.name, i.serial_number, s.name as site,
    case when i.state = 'live' or i.protocol = 'none' then 'active' else 'inactive' end as status
  from instrument i join site s on s.id = i.site_id where ${isAtSites('i.site_id', sites)}`
