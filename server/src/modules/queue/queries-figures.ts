import { sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'

/** Statements on the figures of a day and on durations of services. */

const minutesBetween = (from: string, to: string) =>
  sql<number>`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})::float8 / 60`
const p90 = (minutes: ReturnType<typeof minutesBetween>) =>
  sql<number | null>`percentile_cont(0.9) within group (order by ${minutes})`

/** Figures of the tickets of a local day, in minutes. A wait ends with the first call that was followed. */
export function figuresOfDay(db: Db, siteId: string, day: string, now: Date) {
  const waited = minutesBetween('arrivedAt', 'calledAt')
  const served = minutesBetween('calledAt', 'endedAt')
  const isCalled = sql`filter (where called_at is not null)`
  const isServed = sql`filter (where status = 'finished' and end_seen)`
  return db
    .selectFrom('ticket')
    .select(({ fn }) => [
      fn.countAll<number>().as('issued'),
      fn.countAll<number>().filterWhere('status', '=', 'finished').as('finished'),
      fn.countAll<number>().filterWhere('status', '=', 'left').as('left'),
      fn.countAll<number>().filterWhere('status', '=', 'no_show').as('noShow'),
      sql<number | null>`avg(${waited}) ${isCalled}`.as('waitedMean'),
      sql<number | null>`${p90(waited)} ${isCalled}`.as('waitedP90'),
      sql<number | null>`avg(${served}) ${isServed}`.as('servedMean'),
      sql<number | null>`${p90(served)} ${isServed}`.as('servedP90'),
      sql<number>`coalesce(max(extract(epoch from ${now}::timestamptz - arrived_at) / 60) filter (where status = 'waiting'), 0)
        ::float8`.as('longestWaitNow'),
    ])
    .where('siteId', '=', siteId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
}

type PersonToday = {
  id: string
  name: string
  desk: string | null
  finished: number
  meanMinutes: number | null
}

/** Staff who are at a desk or have served somebody today. */
export const peopleOfDay = (db: Db, siteId: string, day: string): Promise<PersonToday[]> =>
  rowsOf(db)`
    with served as (
      select staff_id, count(*) as finished,
        avg(${minutesBetween('calledAt', 'endedAt')}) filter (where end_seen) as mean_minutes
      from ticket
      where site_id = ${siteId} and day = ${day}::date and status = 'finished' and staff_id is not null
      group by staff_id
    )
    select a.id, a.full_name as name, d.name as desk, coalesce(s.finished, 0) as finished, s.mean_minutes
    from (select staff_id from served
        union select staff_id from desk where site_id = ${siteId} and staff_id is not null) there
    join account a on a.id = there.staff_id
    left join served s on s.staff_id = a.id
    left join desk d on d.site_id = ${siteId} and d.staff_id = a.id
    order by a.full_name, a.id`

/** Visits of the day that should have begun but have not checked in, latest start first. */
export const lateOfDay = (db: Db, siteId: string, dayStart: Date, now: Date) =>
  db
    .selectFrom('visit')
    .select(['id as visitId', 'reference', 'fullName', 'startsAt'])
    .$narrowType<{ reference: string; fullName: string }>()
    .where('siteId', '=', siteId)
    .where(sql<boolean>`status = 'booked'`)
    .where('startsAt', '>=', dayStart)
    .where('startsAt', '<', now)
    .orderBy('startsAt', 'desc')
    .orderBy('id')
    .limit(sql.lit(100))
    .execute()
