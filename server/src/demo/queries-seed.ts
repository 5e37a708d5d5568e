import { sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'

/** Statements that a simulated history needs, in addition to its rows. */

/** The start of the earliest visit; null without visits. */
export async function firstVisit(db: Db): Promise<Date | null> {
  const { first } = await db
    .selectFrom('visit')
    .select(({ fn }) => fn.min('startsAt').as('first'))
    .where('status', '<>', 'held')
    .executeTakeFirstOrThrow()
  return first
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
export const seedSites = (db: Db): Promise<SeedSite[]> =>
  rowsOf(db)`
    select s.id, s.number, s.time_zone, q.last_event,
      array(select distinct weekday from site_hours h where h.site_id = s.id) as weekdays,
      array(select distinct (lower(c.during) at time zone s.time_zone)::date::text from closure c
        where c.site_id = s.id and upper(c.during) - lower(c.during) > interval '12 hours') as closed
    from site s join queue q on q.site_id = s.id order by s.created_at, s.id`

const [opensMinute, closesMinute] = [7 * 60, 19 * 60]

/** Adds a site that opens every day. */
export async function addSite(db: Db, site: { id: string; name: string; timeZone: string }): Promise<void> {
  await db.insertInto('site').values(site).execute()
  const hours = Array.from({ length: 7 }, (_, weekday) => ({
    siteId: site.id,
    weekday,
    opensMinute,
    closesMinute,
  }))
  await db.insertInto('siteHours').values(hours).execute()
}

export async function addChairs(db: Db, siteId: string, count: number): Promise<void> {
  const chairs = Array.from({ length: count }, (_, index) => ({
    siteId,
    number: index + 1,
    name: `Chair ${index + 1}`,
  }))
  await db
    .insertInto('chair')
    .values(chairs)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const setLastEvent = (db: Db, siteId: string, lastEvent: number) =>
  db.updateTable('queue').set({ lastEvent }).where('siteId', '=', siteId).execute()

export const releasePolicy = (db: Db) =>
  db
    .selectFrom('laboratory')
    .select(['bufferMinutes', 'stepMinutes', 'callbackMinutes', 'deltaPercent'])
    .executeTakeFirstOrThrow()

export const allTestCodes = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('test').select('code').execute()).map(({ code }) => code)

/** Tasks of a visit, at most: as many rows are read for each report. */
const tasksOfVisit = 6

/** Completed visits with released results and without a report, the latest first. */
export async function visitsToReport(
  db: Db,
  { accountId, limit }: { accountId: string | null; limit: number },
): Promise<{ id: string; releasedBy: string; releasedAt: Date }[]> {
  const own = sql`join visit o on o.site_id = k.site_id and o.id = k.visit_id and o.account_id = ${accountId}`
  return rowsOf(db)<{ id: string; releasedBy: string; releasedAt: Date }>`
    select v.id, k.released_by, k.released_at from (
      select distinct on (visit_id) site_id, visit_id, released_by, released_at from (
        select k.site_id, k.visit_id, k.released_by, k.released_at from task k ${accountId === null ? sql`` : own}
        where k.released_at is not null order by k.released_at desc limit ${limit * tasksOfVisit}) latest) k
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where v.status = 'completed'
      and not exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)
    order by k.released_at desc limit ${limit}`
}

/** As `visitsToReport`: the latest visits with a value of this analyte below a number. */
export const visitsBelow = (
  db: Db,
  { analyte, below, limit }: { analyte: string; below: number; limit: number },
) =>
  rowsOf(db)<{ id: string; releasedBy: string; releasedAt: Date }>`
    select v.id, k.released_by, k.released_at
    from result u join task k on k.site_id = u.site_id and k.id = u.task_id and k.released_by is not null
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where u.analyte_code = ${analyte} and u.number < ${below} and v.status = 'completed'
      and not exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)
    order by k.released_at desc limit ${limit}`

/** Completed visits without a report at any time of the history, the latest first. It reads all visits. */
export const visitsWithoutReport = (db: Db, limit: number) =>
  rowsOf(db)<{ id: string; releasedBy: string; releasedAt: Date }>`
    select v.id, k.released_by, k.released_at
    from visit v cross join lateral (select released_by, released_at from task k
      where k.site_id = v.site_id and k.visit_id = v.id and k.released_by is not null limit 1) k
    where v.status = 'completed'
      and not exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)
      and not exists (select from confidential_report r where r.site_id = v.site_id and r.visit_id = v.id)
    order by k.released_at desc limit ${limit}`

/** Marks the message of made-up results of a visit as sent, on all ways, so that it is not sent. */
export const settleMessages = (db: Db, visitId: string) =>
  db
    .updateTable('outbox')
    .set(({ ref }) => ({ state: 'sent', sentAt: ref('createdAt'), spreadAt: ref('createdAt') }))
    .where('state', '=', 'planned')
    .where('kind', '=', 'results_ready')
    .where(sql<boolean>`payload ->> 'visitId' = ${visitId} and payload ->> 'visitId' is not null`)
    .execute()

export const personOf = (db: Db, id: string) =>
  db.selectFrom('account').select(['fullName', 'email', 'role']).where('id', '=', id).executeTakeFirst()

export async function managerId(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'Active')
    .orderBy('id')
    .executeTakeFirst()
  return row?.id ?? null
}
