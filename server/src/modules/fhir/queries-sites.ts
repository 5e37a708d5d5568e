import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { isAtSites } from '#server/platform/site-scope.ts'
import type { Reach } from './kind.ts'

export const locationStatuses = ['active', 'inactive'] as const

export type SiteRow = { siteId: string; name: string; timeZone: string; status: 'active' | 'inactive' }

export const siteRows = ({ sites }: Pick<Reach, 'sites'>) => sql<SiteRow>`
  select s.id as site_id, s.name, s.time_zone, case when s.closed_at is null then 'active' else 'inactive' end as status
  from site s where ${isAtSites('s.id', sites)}`

/** Sites that take bookings. */
export const openSiteRows = (reach: Pick<Reach, 'sites'>) =>
  sql<SiteRow>`${siteRows(reach)} and s.closed_at is null`

export const readOpenSites = async (db: Db, reach: Pick<Reach, 'sites'>): Promise<SiteRow[]> =>
  (await sql<SiteRow>`${openSiteRows(reach)} order by s.id`.execute(db)).rows
