import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements that a made-up history needs beside the rows themselves. */

/** The earliest visit of all, and whether there are any; holds are none. */
export async function firstVisit(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(starts_at) as first from visit where status <> 'held'`.execute(db)
  return rows[0]?.first ?? null
}

export type SeedSite = {
  id: string
  number: number
  timeZone: string
  lastEvent: number
  weekdays: number[]
  closed: string[]
}

/** Sites in their order, with the weekdays on which they open and the local days on which they are closed. */
export async function seedSites(db: Db): Promise<SeedSite[]> {
  const { rows } = await sql<SeedSite>`
    select s.id, s.number, s.time_zone as "timeZone", q.last_event as "lastEvent",
      array(select distinct weekday from site_hours h where h.site_id = s.id) as weekdays,
      array(select distinct (lower(c.during) at time zone s.time_zone)::date::text from closure c
        where c.site_id = s.id and upper(c.during) - lower(c.during) > interval '12 hours') as closed
    from site s join queue q on q.site_id = s.id order by s.created_at, s.id`.execute(db)
  return rows
}

export async function addSite(db: Db, site: { id: string; name: string; timeZone: string }): Promise<void> {
  await sql`insert into site (id, name, time_zone) values (${site.id}, ${site.name}, ${site.timeZone})`.execute(
    db,
  )
  await sql`
    insert into site_hours (site_id, weekday, opens_minute, closes_minute)
    select ${site.id}, weekday, 420, 1140 from generate_series(0, 6) weekday`.execute(db)
}

export async function addChairs(db: Db, siteId: string, count: number): Promise<void> {
  await sql`
    insert into chair (site_id, number, name)
    select ${siteId}, number, 'Chair ' || number from generate_series(1, ${count}::int) number
    on conflict do nothing`.execute(db)
}

export async function setLastEvent(db: Db, siteId: string, last: number): Promise<void> {
  await sql`update queue set last_event = ${last} where site_id = ${siteId}`.execute(db)
}

export async function releasePolicy(
  db: Db,
): Promise<{ bufferMinutes: number; stepMinutes: number; callbackMinutes: number; deltaPercent: number }> {
  return db
    .selectFrom('laboratory')
    .select(['bufferMinutes', 'stepMinutes', 'callbackMinutes', 'deltaPercent'])
    .executeTakeFirstOrThrow()
}

export async function allTestCodes(db: Db): Promise<string[]> {
  return (await db.selectFrom('test').select('code').execute()).map(({ code }) => code)
}

/** Completed visits whose results are released and for which nothing was printed yet, the latest first. */
export async function visitsToReport(
  db: Db,
  ask: { accountId: string | null; limit: number },
): Promise<{ id: string; releasedBy: string; releasedAt: Date }[]> {
  const { rows } = await sql<{ id: string; releasedBy: string; releasedAt: Date }>`
    select v.id, k.released_by as "releasedBy", k.released_at as "releasedAt" from (
      select distinct on (visit_id) site_id, visit_id, released_by, released_at from (
        select k.site_id, k.visit_id, k.released_by, k.released_at from task k
        ${ask.accountId === null ? sql`` : sql`join visit o on o.site_id = k.site_id and o.id = k.visit_id and o.account_id = ${ask.accountId}`}
        where k.released_at is not null order by k.released_at desc limit ${ask.limit * 6}) latest) k
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where v.status = 'completed'
      and not exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)
    order by k.released_at desc limit ${ask.limit}`.execute(db)
  return rows
}

/** Nobody is written to about what never happened. */
export async function settleMessages(db: Db): Promise<void> {
  await sql`update outbox set state = 'sent', sent_at = created_at where state = 'planned'
    and kind = 'results_ready'`.execute(db)
}

export async function personOf(
  db: Db,
  id: string,
): Promise<{ fullName: string; email: string; role: 'user' | 'technician' | 'admin' } | null> {
  const row = await db
    .selectFrom('account')
    .select(['fullName', 'email', 'role'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, role: row.role as 'user' | 'technician' | 'admin' } : null
}

export async function managerId(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'Active')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
