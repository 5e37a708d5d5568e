import { sql } from 'kysely'
import { type Minute, minuteOf, type Site } from '#server/modules/sites/index.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { jsonObject } from '#server/platform/json-object.ts'
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
export const joinWriters = (tx: Db) => sql`lock table visit in row exclusive mode`.execute(tx)

/** The SQLSTATE of waiting too long for a lock. */
export const lockNotAvailable = '55P03'

/** No visit is longer: those in progress at a time began at most this long before it. */
export const longestVisit = sql`interval '1 hour'`

/** The booked visits of a site that are not over. The state is part of the text, for the partial index. */
const notOver = (db: Db, siteId: string, now: Date) =>
  db
    .selectFrom('visit')
    .where('siteId', '=', siteId)
    .where('status', '=', sql.lit('booked'))
    .where('endsAt', '>', now)

const startedSince = (at: Date) => sql<boolean>`starts_at > ${at}::timestamptz - ${longestVisit}`

/** Visits to come at a site or on one of its chairs: their number, and the first `most`. */
export async function readVisitsToCome(
  tx: Db,
  { siteId, chair, now, most }: { siteId: string; chair: number | null; now: Date; most: number },
) {
  const visits = notOver(tx, siteId, now)
    .where(startedSince(now))
    .$if(chair !== null, (query) => query.where('chair', '=', chair))
  const first = await visits
    .select(['fullName', 'reference', 'startsAt'])
    .$narrowType<{ fullName: string; reference: string }>()
    .orderBy('startsAt')
    .orderBy('id')
    .limit(most)
    .execute()
  if (first.length < most) return { count: first.length, first }
  const { n } = await visits.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { count: n, first }
}

export type Closure = {
  id: string
  site: Site
  start: Date
  end: Date
  reason: string
  /** Number of visits that are still booked in it. */
  visits: number
}

const closures = (now: Date, sites: Sites) => sql<Closure>`
  select c.id, ${jsonObject('s', ['id', 'name', 'timeZone'])} as site, lower(c.during) as start, upper(c.during) as end, c.reason,
    (select count(*)::int from visit v where v.site_id = c.site_id and v.status = 'booked'
      and v.starts_at < upper(c.during) and v.starts_at > lower(c.during) - ${longestVisit}
      and v.ends_at > lower(c.during) and v.ends_at > ${now}) as visits
  from closure c join site s on s.id = c.site_id
  where c.site_id in (select id from site) ${atSites('c.site_id', sites)}`

const mostClosures = 500

/** Closures that are not over, soonest first. */
export const readClosures = (db: Db, sites: Sites, siteId: string | null, now: Date): Promise<Closure[]> =>
  rowsOf(db)`
    ${closures(now, sites)} and upper(c.during) > ${now} ${siteId ? sql`and c.site_id = ${siteId}` : sql``}
    order by lower(c.during), c.id limit ${sql.lit(mostClosures)}`

export const readClosure = (db: Db, sites: Sites, id: string, now: Date): Promise<Closure | null> =>
  rowOf(db)`${closures(now, sites)} and c.id = ${id}`

export async function insertClosure(
  tx: Db,
  { start, end, ...closure }: { id: string; siteId: string; start: Date; end: Date; reason: string },
): Promise<void> {
  const during = sql<string>`tstzrange(${start}, ${end})`
  await tx
    .insertInto('closure')
    .values({ ...closure, during })
    .execute()
}

export const deleteClosure = (tx: Db, id: string): Promise<boolean> =>
  wroteRow(
    tx
      .deleteFrom('closure')
      .where('siteId', 'in', (sites) => sites.selectFrom('site').select('id'))
      .where('id', '=', id),
  )

/** The visits that are booked at a site and not over, by start; minutes since 1970. */
export async function readBookedTimes(
  db: Db,
  { siteId, now }: { siteId: string; now: Date },
): Promise<{ id: string; start: Minute; end: Minute }[]> {
  const visits = await notOver(db, siteId, now)
    .where(startedSince(now))
    .select(['id', 'startsAt', 'endsAt'])
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  return visits.map(({ id, startsAt, endsAt }) => ({ id, start: minuteOf(startsAt), end: minuteOf(endsAt) }))
}

/** Ids of the visits that are booked in an interval and not over, by start; at most `most`. */
export async function readTouched(
  db: Db,
  { siteId, start, end, now, most }: { siteId: string; start: Date; end: Date; now: Date; most: number },
): Promise<string[]> {
  const visits = await notOver(db, siteId, now)
    .where('startsAt', '<', end)
    .where('endsAt', '>', start)
    .where(startedSince(start))
    .select('id')
    .orderBy('startsAt')
    .orderBy('id')
    .limit(most)
    .execute()
  return visits.map(({ id }) => id)
}
