import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on closures, and on the visits that a change of hours or chairs affects. */

/**
 * Locks out every transaction that writes visits until this one ends: it waits for those that are under way, and later bookings
 * wait and then see what is committed here. So no visit is booked between reading the visits of a time and closing it, and
 * bookings need no lock of their own. Take it before any other lock.
 */
export async function lockVisits(tx: Db): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(tx)
  await sql`lock table visit in share row exclusive mode`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
}

/**
 * Registers a transaction that will lock the plan as one that writes visits, before it does so. Closures then wait for its end, or it
 * waits for theirs, and the two cannot deadlock.
 */
export async function joinWriters(tx: Db): Promise<void> {
  await sql`lock table visit in row exclusive mode`.execute(tx)
}

/** The SQLSTATE of waiting too long for a lock. */
export const lockNotAvailable = '55P03'

export async function readVisitsToCome(
  tx: Db,
  { siteId, chair, now, most }: { siteId: string; chair: number | null; now: Date; most: number },
): Promise<{ count: number; first: { fullName: string; reference: string; startsAt: Date }[] }> {
  const to = sql`from visit v where v.site_id = ${siteId} and v.status = 'booked' and v.ends_at > ${now}
    and v.starts_at > ${now}::timestamptz - interval '1 hour' ${chair === null ? sql`` : sql`and v.chair = ${chair}`}`
  const { rows: first } = await sql<{ fullName: string; reference: string; startsAt: Date }>`
    select v.full_name as "fullName", v.reference, v.starts_at as "startsAt" ${to}
    order by v.starts_at, v.id limit ${most}`.execute(tx)
  if (first.length < most) return { count: first.length, first }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${to}`.execute(tx)
  return { count: rows[0]?.n ?? first.length, first }
}

export type ClosureRow = {
  id: string
  siteId: string
  siteName: string
  timeZone: string
  start: Date
  end: Date
  reason: string
  visits: number
}

const closures = (now: Date) => sql`
  select c.id, c.site_id as "siteId", s.name as "siteName", s.time_zone as "timeZone",
    lower(c.during) as start, upper(c.during) as end, c.reason,
    (select count(*)::int from visit v where v.site_id = c.site_id and v.status = 'booked'
      and v.starts_at < upper(c.during) and v.starts_at > lower(c.during) - interval '1 hour'
      and v.ends_at > lower(c.during) and v.ends_at > ${now}) as visits
  from closure c join site s on s.id = c.site_id`

/** Closures that are not over, soonest first. */
export async function readClosures(
  db: Db,
  sites: Sites,
  siteId: string | null,
  now: Date,
): Promise<ClosureRow[]> {
  const { rows } = await sql<ClosureRow>`
    ${closures(now)} where upper(c.during) > ${now} ${siteId ? sql`and c.site_id = ${siteId}` : sql``}
      ${atSites('c.site_id', sites)}
    order by lower(c.during), c.id limit 500`.execute(db)
  return rows
}

export async function readClosure(db: Db, sites: Sites, id: string, now: Date): Promise<ClosureRow | null> {
  const { rows } = await sql<ClosureRow>`
    ${closures(now)} where c.site_id in (select id from site) and c.id = ${id}
      ${atSites('c.site_id', sites)}`.execute(db)
  return rows[0] ?? null
}

export async function insertClosure(
  tx: Db,
  closure: { id: string; siteId: string; start: Date; end: Date; reason: string },
): Promise<void> {
  await sql`
    insert into closure (site_id, id, during, reason)
    values (${closure.siteId}, ${closure.id}, tstzrange(${closure.start}, ${closure.end}), ${closure.reason})`.execute(
    tx,
  )
}

export async function deleteClosure(tx: Db, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('closure')
    .where('siteId', 'in', (sites) => sites.selectFrom('site').select('id'))
    .where('id', '=', id)
    .returning('id')
    .execute()
  return gone.length > 0
}

/** The visits that are booked at a site and not over, by start; minutes since 1970. */
export async function readBookedTimes(
  db: Db,
  { siteId, now }: { siteId: string; now: Date },
): Promise<{ id: string; start: number; end: number }[]> {
  const { rows } = await sql<{ id: string; start: number; end: number }>`
    select v.id, floor(extract(epoch from v.starts_at) / 60)::int as start,
      ceil(extract(epoch from v.ends_at) / 60)::int as end
    from visit v
    where v.site_id = ${siteId} and v.status = 'booked' and v.ends_at > ${now}
      and v.starts_at > ${now}::timestamptz - interval '1 hour'
    order by v.starts_at, v.id`.execute(db)
  return rows
}

/** Ids of the visits that are booked in an interval and not over, by start; at most so many. */
export async function readTouched(
  db: Db,
  { siteId, start, end, now, most }: { siteId: string; start: Date; end: Date; now: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from visit v
    where v.site_id = ${siteId} and v.status = 'booked' and v.starts_at < ${end} and v.ends_at > ${start}
      and v.starts_at > ${start}::timestamptz - interval '1 hour' and v.ends_at > ${now}
    order by v.starts_at, v.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
