import { sql } from 'kysely'
import type { WaitingClass } from '#contract/ticket-states.ts'
import type { Db } from '#server/platform/database.ts'
import type { Told } from '#simulation/coverage.ts'
import type { Service } from '#simulation/service-times.ts'

/** Statements on past services and arrivals, and on the forecasts that were shown. */

/** Services that have ended, oldest first: what was served is the tests together. At most `limit` of the latest. */
export async function listServices(
  db: Db,
  siteId: string,
  { after, limit }: { after: Date; limit: number },
): Promise<(Service & { endedAt: Date })[]> {
  const { rows } = await sql<Service & { endedAt: Date }>`
    select * from (
      select array_to_string(t.tests, '+') as type, t.staff_id as staff,
        extract(epoch from t.ended_at - t.called_at)::float8 / 60 as minutes, t.end_seen as "endSeen", t.ended_at as "endedAt"
      from ticket t
      where t.site_id = ${siteId} and t.status = 'finished' and t.called_at is not null and t.ended_at > ${after}
      order by t.ended_at desc limit ${limit}) latest
    order by "endedAt"`.execute(db)
  return rows
}

/**
 * People who were told something and have been called since, oldest call first. Skipped ones waited by their own doing.
 * Nobody waits a day: so only the latest of all that was ever told is looked through.
 */
export async function listOutcomes(
  db: Db,
  siteId: string,
  { after, limit }: { after: Date; limit: number },
): Promise<(Told & { waited: number; calledAt: Date })[]> {
  type Row = {
    class: WaitingClass
    ahead: number
    low: number | null
    median: number | null
    high: number | null
    waited: number
    calledAt: Date
  }
  const { rows } = await sql<Row>`
    select * from (
      select w.class, w.ahead, w.low, w.median, w.high, t.called_at as "calledAt",
        extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited
      from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
      where w.site_id = ${siteId} and t.called_at > ${after} and t.skips = 0
        and w.told_at > ${after}::timestamptz - interval '1 day'
      order by t.called_at desc limit ${limit}) latest
    order by "calledAt"`.execute(db)
  return rows.map(({ low, median, high, ...row }) => ({ ...row, predicted: { low, median, high } }))
}

export type Habits = {
  /** Share of booked visits that nobody came to; null with fewer than thirty. */
  noShow: number | null
  /** Minutes of arrival after the booked time, mean and deviation; null with fewer than thirty. */
  punctuality: { mean: number; sd: number } | null
  /** Tickets an hour, by hour of the site's day, of those who came without an appointment. */
  rates: { hour: number; stat: number; walkIns: number }[]
  /** The tests of these people. */
  mix: { type: string; room: string; count: number }[]
}

/** Arrivals in the last `days` days. */
export async function readHabits(
  db: Db,
  site: { id: string; timeZone: string },
  { since, today, days }: { since: Date; today: string; days: number },
): Promise<Habits> {
  const { rows } = await sql<Habits>`
    with past as (
      select * from ticket t where t.site_id = ${site.id} and t.day < ${today}::date and t.arrived_at >= ${since})
    select
      (select case when count(*) >= 30 then count(*) filter (where v.status = 'no_show')::float8 / count(*) end
        from visit v where v.site_id = ${site.id} and v.starts_at >= ${since} and v.starts_at < ${today}::date
          and v.status <> 'cancelled' and v.status <> 'held' and not v.walk_in) as "noShow",
      (select case when count(*) >= 30 then jsonb_build_object('mean', avg(late), 'sd', greatest(1, stddev_samp(late))) end
        from (select extract(epoch from arrived_at - appointment_at)::float8 / 60 as late from past
          where appointment_at is not null) came where late between -180 and 180) as punctuality,
      coalesce((select jsonb_agg(jsonb_build_object('hour', hour, 'stat', stat, 'walkIns', walk_ins)) from (
        select extract(hour from arrived_at at time zone ${site.timeZone})::int as hour,
          count(*) filter (where urgent)::float8 / ${days}::int as stat,
          count(*) filter (where not urgent)::float8 / ${days}::int as walk_ins
        from past where class = 'walk-in' or urgent group by 1 order by 1) hours), '[]') as rates,
      coalesce((select jsonb_agg(jsonb_build_object('type', type, 'room', room, 'count', n)) from (
        select array_to_string(tests, '+') as type, room, count(*)::int as n from past where class = 'walk-in' or urgent
        group by 1, 2 order by 3 desc limit 30) kinds), '[]') as mix`.execute(db)
  return rows[0] ?? { noShow: null, punctuality: null, rates: [], mix: [] }
}

export type ToldRow = {
  ticketId: string
  class: WaitingClass
  ahead: number
  low: number | null
  median: number | null
  high: number | null
  shown: { low: number; high: number } | null
}

/** Stores the first forecast of each ticket; if several processes forecast at once, one of them. */
export async function noteTold(db: Db, siteId: string, now: Date, told: readonly ToldRow[]): Promise<void> {
  if (told.length === 0) return
  await db
    .insertInto('waitTold')
    .values(
      told.map(({ ticketId, shown, ...row }) => ({
        ...row,
        siteId,
        ticketId,
        toldAt: now,
        shownLow: shown?.low ?? null,
        shownHigh: shown?.high ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['siteId', 'ticketId']).doNothing())
    .execute()
}

export type AccuracyRow = {
  day: string
  /** Called on that day, and of those how many were told a range. */
  called: number
  told: number
  within: number
  meanWidth: number | null
  meanError: number | null
  longer: number
}

/**
 * How true the ranges of each day were; days are the site's. Most tickets were told nothing: so it begins with what was
 * told, by its own index, with the days to spare that a clock can lie beside UTC and a ticket can wait.
 */
export async function accuracyByDay(
  db: Db,
  siteId: string,
  { from, until }: { from: string; until: string },
): Promise<AccuracyRow[]> {
  const { rows } = await sql<AccuracyRow>`
    select day::text, count(*)::int as called, count(shown_low)::int as told,
      (count(*) filter (where waited between shown_low and shown_high))::int as within,
      avg(shown_high - shown_low)::float8 as "meanWidth",
      (avg(abs(waited - median)) filter (where shown_low is not null))::float8 as "meanError",
      (count(*) filter (where waited > shown_high))::int as longer
    from (
      select t.day, w.shown_low, w.shown_high, w.median,
        extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited
      from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
      where w.site_id = ${siteId} and t.day between ${from}::date and ${until}::date and t.called_at is not null
        and t.skips = 0 and w.told_at >= (${from}::date - 2)::timestamp at time zone 'UTC') outcomes
    group by day order by day desc`.execute(db)
  return rows
}

export type WaitsByHour = { hour: number; count: number; low: number; high: number }

/** Waits on this weekday in the last weeks, by hour of arrival, to expect those of a coming day. */
export async function waitsByHour(
  db: Db,
  site: { id: string; timeZone: string },
  { weekday, since }: { weekday: number; since: string },
): Promise<WaitsByHour[]> {
  const { rows } = await sql<WaitsByHour>`
    select extract(hour from arrived_at at time zone ${site.timeZone})::int as hour, count(*)::int as count,
      percentile_cont(0.1) within group (order by waited) as low, percentile_cont(0.9) within group (order by waited) as high
    from (
      select arrived_at, extract(epoch from called_at - arrived_at)::float8 / 60 as waited from ticket
      where site_id = ${site.id} and day >= ${since}::date and extract(dow from day) = ${weekday}
        and called_at is not null and class = 'appointment' and not urgent and skips = 0) waits
    group by 1 order by 1`.execute(db)
  return rows
}
