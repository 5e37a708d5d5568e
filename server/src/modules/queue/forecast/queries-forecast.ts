import type { Selectable } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { WaitTold } from '#server/platform/schema.gen.ts'
import type { Told } from '#simulation/coverage.ts'
import type { Service } from '#simulation/service-times.ts'

/** Statements on past services and arrivals, and on the forecasts that were shown. */

type Latest = { after: Date; limit: number }

/** Services that have ended, oldest first, by their tests together. At most `limit` of the latest. */
export const listServices = (
  db: Db,
  siteId: string,
  { after, limit }: Latest,
): Promise<(Service & { endedAt: Date })[]> =>
  rowsOf(db)<Service & { endedAt: Date }>`
    select * from (
      select array_to_string(tests, '+') as type, staff_id as staff, end_seen, ended_at,
        extract(epoch from ended_at - called_at)::float8 / 60 as minutes
      from ticket
      where site_id = ${siteId} and status = 'finished' and called_at is not null and ended_at > ${after}
      order by ended_at desc limit ${limit}) latest
    order by ended_at`

/**
 * Tickets with a forecast that have been called since, oldest call first. Those that were skipped are left out. Nobody waits a day, so
 * that only the latest forecasts are read.
 */
export const listOutcomes = (
  db: Db,
  siteId: string,
  { after, limit }: Latest,
): Promise<(Told & { waited: number; calledAt: Date })[]> =>
  rowsOf(db)<Told & { waited: number; calledAt: Date }>`
    select * from (
      select w.class, w.ahead, jsonb_build_object('low', w.low, 'median', w.median, 'high', w.high) as predicted, t.called_at,
        extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited
      from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
      where w.site_id = ${siteId} and t.called_at > ${after} and t.skips = 0
        and w.told_at > ${after}::timestamptz - interval '1 day'
      order by t.called_at desc limit ${limit}) latest
    order by called_at`

export type Habits = {
  /** Share of booked visits without a patient; null with too few visits. */
  noShow: number | null
  /** Minutes of arrival after the booked time; null with too few arrivals. */
  punctuality: { mean: number; sd: number } | null
  /** Tickets without an appointment, by hour of the site's day. */
  rates: { hour: number; stat: number; walkIns: number }[]
  /** The tests of these people. */
  mix: { type: string; room: string; count: number }[]
}

/** Fewer visits or arrivals say nothing about habits. */
const enoughVisits = 30
/** Arrivals that are further from the booked time belong to another reason. Minutes. */
const mostUnpunctual = 180
/** The rarer combinations of tests are left out. */
const mostTypes = 30

/** Arrivals in the last `days` days. */
export async function readHabits(
  db: Db,
  site: { id: string; timeZone: string },
  { since, today, days }: { since: Date; today: string; days: number },
): Promise<Habits> {
  const row = await rowOf(db)<Habits>`
    with past as (
      select * from ticket t where t.site_id = ${site.id} and t.day < ${today}::date and t.arrived_at >= ${since}),
    unbooked as (select * from past where class = 'walk-in' or urgent)
    select
      (select case when count(*) >= ${enoughVisits} then count(*) filter (where v.status = 'no_show')::float8 / count(*) end
        from visit v where v.site_id = ${site.id} and v.starts_at >= ${since} and v.starts_at < ${today}::date
          and v.status <> 'cancelled' and v.status <> 'held' and not v.walk_in) as no_show,
      (select case when count(*) >= ${enoughVisits}
          then jsonb_build_object('mean', avg(late), 'sd', greatest(1, stddev_samp(late))) end
        from (select extract(epoch from arrived_at - appointment_at)::float8 / 60 as late from past
          where appointment_at is not null) came where abs(late) <= ${mostUnpunctual}) as punctuality,
      coalesce((select jsonb_agg(jsonb_build_object('hour', hour, 'stat', stat, 'walkIns', walk_ins)) from (
        select extract(hour from arrived_at at time zone ${site.timeZone})::int as hour,
          count(*) filter (where urgent)::float8 / ${days}::int as stat,
          count(*) filter (where not urgent)::float8 / ${days}::int as walk_ins
        from unbooked group by 1 order by 1) hours), '[]') as rates,
      coalesce((select jsonb_agg(jsonb_build_object('type', type, 'room', room, 'count', n)) from (
        select array_to_string(tests, '+') as type, room, count(*)::int as n from unbooked
        group by 1, 2 order by 3 desc limit ${mostTypes}) types), '[]') as mix`
  return row ?? { noShow: null, punctuality: null, rates: [], mix: [] }
}

export type ToldRow = Omit<Selectable<WaitTold>, 'siteId' | 'toldAt'>

/** Stores the first forecast of each ticket; if several processes forecast at once, only one is stored. */
export async function noteTold(
  db: Db,
  siteId: string,
  toldAt: Date,
  told: readonly ToldRow[],
): Promise<void> {
  if (told.length === 0) return
  await db
    .insertInto('waitTold')
    .values(told.map((row) => ({ ...row, siteId, toldAt })))
    .onConflict((conflict) => conflict.columns(['siteId', 'ticketId']).doNothing())
    .execute()
}

export type AccuracyRow = {
  day: string
  /** Tickets with a forecast that were called on the day, and how many of them were shown a range. */
  called: number
  shown: number
  within: number
  meanWidth: number | null
  meanError: number | null
  longer: number
  /** For each quantile of the forecast: the tickets for which it is above 0, and those of them that waited no longer. */
  lowCount: number
  lowHeld: number
  middleCount: number
  middleHeld: number
  highCount: number
  highHeld: number
}

/**
 * The accuracy of the shown ranges by day of the site, latest first. Few tickets have a forecast: the statement starts from the
 * forecasts by their index, with two days to spare for the time zone and the longest wait.
 */
export const accuracyByDay = (
  db: Db,
  siteId: string,
  { from, until }: { from: string; until: string },
): Promise<AccuracyRow[]> =>
  rowsOf(db)`
    select day, count(*) as called, count(shown_low) as shown,
      count(*) filter (where waited between shown_low and shown_high) as within,
      avg(shown_high - shown_low)::float8 as mean_width,
      (avg(abs(waited - median)) filter (where shown_low is not null))::float8 as mean_error,
      count(*) filter (where waited > shown_high) as longer,
      count(*) filter (where low > 0) as low_count, count(*) filter (where low > 0 and waited <= low) as low_held,
      count(*) filter (where median > 0) as middle_count,
      count(*) filter (where median > 0 and waited <= median) as middle_held,
      count(*) filter (where high > 0) as high_count, count(*) filter (where high > 0 and waited <= high) as high_held
    from (
      select t.day, w.shown_low, w.shown_high, w.low, w.median, w.high,
        extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited
      from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
      where w.site_id = ${siteId} and t.day between ${from}::date and ${until}::date and t.called_at is not null
        and t.skips = 0 and w.told_at >= (${from}::date - 2)::timestamp at time zone 'UTC') outcomes
    group by day order by day desc`

export type WaitsByHour = { hour: number; count: number; low: number; high: number }

/** Waits on this weekday since a day, by hour of arrival: from the first to the last decile. */
export const waitsByHour = (
  db: Db,
  site: { id: string; timeZone: string },
  { weekday, since }: { weekday: number; since: string },
): Promise<WaitsByHour[]> =>
  rowsOf(db)`
    select extract(hour from arrived_at at time zone ${site.timeZone})::int as hour, count(*),
      percentile_cont(0.1) within group (order by waited) as low, percentile_cont(0.9) within group (order by waited) as high
    from (
      select arrived_at, extract(epoch from called_at - arrived_at)::float8 / 60 as waited from ticket
      where site_id = ${site.id} and day >= ${since}::date and extract(dow from day) = ${weekday}
        and called_at is not null and class = 'appointment' and not urgent and skips = 0) waits
    group by 1 order by 1`
