import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements on the figures of a day and on durations of services. */

type Today = {
  issued: number
  finished: number
  left: number
  noShow: number
  waitedMean: number | null
  waitedP90: number | null
  servedMean: number | null
  servedP90: number | null
  longestWaitNow: number
}

const minutesBetween = (from: string, to: string) =>
  sql`extract(epoch from ${sql.raw(to)} - ${sql.raw(from)}) / 60`

/** Figures of the tickets of a local day, in minutes. A wait ends with the first call that was followed. */
export async function figuresOfDay(db: Db, siteId: string, day: string, now: Date): Promise<Today> {
  const waited = minutesBetween('t.arrived_at', 't.called_at')
  const served = minutesBetween('t.called_at', 't.ended_at')
  const { rows } = await sql<Today>`
    select count(*) as issued,
      count(*) filter (where t.status = 'finished') as finished,
      count(*) filter (where t.status = 'left') as left,
      count(*) filter (where t.status = 'no_show') as "noShow",
      avg(${waited}) filter (where t.called_at is not null)::float8 as "waitedMean",
      percentile_cont(0.9) within group (order by ${waited}) filter (where t.called_at is not null) as "waitedP90",
      avg(${served}) filter (where t.status = 'finished' and t.end_seen)::float8 as "servedMean",
      percentile_cont(0.9) within group (order by ${served}) filter (where t.status = 'finished' and t.end_seen)
        as "servedP90",
      coalesce(max(extract(epoch from ${now}::timestamptz - t.arrived_at) / 60) filter (where t.status = 'waiting'), 0)
        ::float8 as "longestWaitNow"
    from ticket t where t.site_id = ${siteId} and t.day = ${day}::date`.execute(db)
  const [today] = rows
  if (!today) throw new Error('A count has one row')
  return today
}

export type PersonToday = {
  id: string
  name: string
  desk: string | null
  finished: number
  meanMinutes: number | null
}

/** Staff who are at a desk or have served somebody today. */
export async function peopleOfDay(db: Db, siteId: string, day: string): Promise<PersonToday[]> {
  const { rows } = await sql<PersonToday>`
    with served as (
      select t.staff_id, count(*) as finished,
        avg(${minutesBetween('t.called_at', 't.ended_at')}) filter (where t.end_seen)::float8 as mean
      from ticket t
      where t.site_id = ${siteId} and t.day = ${day}::date and t.status = 'finished' and t.staff_id is not null
      group by t.staff_id
    )
    select a.id, a.full_name as name, d.name as desk, coalesce(s.finished, 0) as finished, s.mean as "meanMinutes"
    from (select staff_id from served
        union select staff_id from desk where site_id = ${siteId} and staff_id is not null) there
    join account a on a.id = there.staff_id
    left join served s on s.staff_id = a.id
    left join desk d on d.site_id = ${siteId} and d.staff_id = a.id
    order by a.full_name, a.id`.execute(db)
  return rows
}

/** Visits of the day that should have begun but have not checked in, latest start first. */
export async function lateOfDay(
  db: Db,
  siteId: string,
  dayStart: Date,
  now: Date,
): Promise<{ visitId: string; reference: string; fullName: string; startsAt: Date }[]> {
  const { rows } = await sql<{ visitId: string; reference: string; fullName: string; startsAt: Date }>`
    select v.id as "visitId", v.reference, v.full_name as "fullName", v.starts_at as "startsAt"
    from visit v
    where v.site_id = ${siteId} and v.status = 'booked' and v.starts_at >= ${dayStart} and v.starts_at < ${now}
    order by v.starts_at desc, v.id limit 100`.execute(db)
  return rows
}
