import { type RawBuilder, sql } from 'kysely'
import type { VisitState } from '#contract/visit-states.ts'
import type { Db } from '#server/platform/database.ts'
import {
  instant,
  type Order,
  orderBy,
  type Page,
  type PageQuery,
  readPage,
  uuid,
} from '#server/platform/list.ts'
import { type Asked, bounds, nameOf, patient } from './queries-bounds.ts'

/** Statements that list waits, services and booked chairs, latest first. */

export type WaitRow = {
  ticketId: string
  site: string
  day: string
  ticket: string
  class: string
  ahead: number
  toldAt: Date
  calledAt: Date
  told: { low: number; high: number } | null
  waitedMinutes: number
}

const latestTold: Order<WaitRow> = { toldAt: instant('w.told_at desc'), ticketId: uuid('w.ticket_id desc') }

/** Latest told first: along their own index, with a day to spare for those of a ticket that are told on another. */
export function listWaits(
  db: Db,
  asked: Pick<Asked, 'siteIds' | 'from' | 'to'> & {
    came: 'longer' | 'shorter' | 'within' | null
    class: string | null
  },
  page: PageQuery,
): Promise<Page<WaitRow>> {
  const kept = {
    longer: sql`and o.waited > w.shown_high`,
    shorter: sql`and o.waited < w.shown_low`,
    within: sql`and o.waited between w.shown_low and w.shown_high`,
  }
  return readPage(page, latestTold, ({ after, by, limit }) =>
    sql<WaitRow>`
    select t.id as "ticketId", d.site, t.day::text, t.code as ticket, t.class, t.ahead, t.told_at as "toldAt",
      t.called_at as "calledAt", case when t.shown_low is not null
        then jsonb_build_object('low', t.shown_low, 'high', t.shown_high) end as told,
      round(t.waited::numeric, 1)::float8 as "waitedMinutes"
    from ${bounds(asked)} cross join lateral (
      select t.id, t.day, t.code, t.called_at, w.class, w.ahead, w.told_at, w.shown_low, w.shown_high, o.waited
      from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
        cross join lateral (select extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited) o
      where w.site_id = d.site_id and t.called_at is not null and t.skips = 0
        and t.day between ${asked.from}::date and ${asked.to}::date
        and w.told_at >= d.lo - interval '1 day' and w.told_at < d.hi + interval '1 day'
        ${asked.class === null ? sql`` : sql`and w.class = ${asked.class}`}
        ${asked.came === null ? sql`` : kept[asked.came]} and ${after}
      order by ${by} limit ${limit}) t
    order by ${orderBy(latestTold, ['t.told_at', 't.id'])} limit ${limit}`.execute(db),
  )
}

/** One local hour of one weekday; Sunday is 0. */
export type HourOfWeek = { weekday: number | null; hour: number | null }
type Of = RawBuilder<unknown>

/** The part of a stretch that lies in the hour of its own day: `o.since` to `o.until`. `day` is the site's. */
function within({ hour }: HourOfWeek, { since, until, day }: { since: Of; until: Of; day: Of }) {
  const clock = (hours: number) => sql`(${day} + make_interval(hours => ${hours}::int)) at time zone d.zone`
  return hour === null
    ? sql`select ${since} as since, ${until} as until`
    : sql`select greatest(${since}, ${clock(hour)}) as since, least(${until}, ${clock(hour + 1)}) as until`
}

const onWeekday = ({ weekday }: HourOfWeek, day: Of) =>
  weekday === null ? sql`` : sql`and extract(dow from ${day}) = ${weekday}`

const inHour = ({ hour }: HourOfWeek) => (hour === null ? sql`` : sql`and o.since < o.until`)

export type ServedRow = {
  ticketId: string
  site: string
  ticket: string
  desk: string
  servedBy: string | null
  calledAt: Date | null
  endedAt: Date
  minutes: number | null
}

const latestEnded: Order<ServedRow> = { endedAt: instant('t.ended_at desc'), ticketId: uuid('t.id desc') }

/** Along the ends of tickets, with a day to spare for one that was ended after midnight. */
export function listServed(
  db: Db,
  asked: Pick<Asked, 'siteIds' | 'from' | 'to' | 'person'> & HourOfWeek & { chairs: boolean },
  page: PageQuery,
): Promise<Page<ServedRow>> {
  const { person, chairs } = asked
  const day = sql`t.day`
  return readPage(page, latestEnded, ({ after, by, limit }) =>
    sql<ServedRow>`
    select t.id as "ticketId", d.site, t.code as ticket, t.desk, ${nameOf('t.staff_id')} as "servedBy",
      t.called_at as "calledAt", t.ended_at as "endedAt", round(t.minutes::numeric, 1)::float8 as minutes
    from ${bounds(asked)} cross join lateral (
      select t.id, t.code, k.name as desk, t.staff_id, t.called_at, t.ended_at,
        case when t.end_seen then greatest(0, extract(epoch from o.until - o.since) / 60) end as minutes
      from ticket t join desk k on k.site_id = t.site_id and k.number = t.desk
        cross join lateral (${within(asked, { since: sql`t.called_at`, until: sql`t.ended_at`, day })}) o
      where t.site_id = d.site_id and t.status = 'finished' and t.day between ${asked.from}::date and ${asked.to}::date
        and t.ended_at is not null and t.ended_at >= d.lo and t.ended_at < d.hi + interval '1 day'
        ${person === null ? sql`and (t.staff_id is not null or ${chairs})` : sql`and t.staff_id = ${person}`}
        ${
          chairs
            ? sql`and t.end_seen and t.called_at >= d.lo and t.called_at < d.hi
              and exists (select from chair c where c.site_id = t.site_id and c.number = t.desk)`
            : sql``
        }
        ${onWeekday(asked, day)} ${inHour(asked)} and ${after}
      order by ${by} limit ${limit}) t
    order by ${by} limit ${limit}`.execute(db),
  )
}

export type BookedRow = {
  id: string
  site: string
  chair: number
  patient: { fullName: string; reference: string; visitId: string }
  status: VisitState
  startsAt: Date
  endsAt: Date
  minutes: number
}

const latestStart: Order<BookedRow> = { startsAt: instant('v.starts_at desc'), id: uuid('v.id desc') }

export function listBooked(
  db: Db,
  asked: Pick<Asked, 'siteIds' | 'from' | 'to'> & HourOfWeek,
  page: PageQuery,
): Promise<Page<BookedRow>> {
  const day = sql`(v.starts_at at time zone d.zone)::date`
  return readPage(page, latestStart, ({ after, by, limit }) =>
    sql<BookedRow>`
    select v.id, d.site, v.chair, ${patient} as patient, v.status, v.starts_at as "startsAt", v.ends_at as "endsAt",
      round(v.minutes::numeric, 1)::float8 as minutes
    from ${bounds(asked)} cross join lateral (
      select v.id, v.chair, v.full_name, v.reference, v.status, v.starts_at, v.ends_at,
        extract(epoch from o.until - o.since) / 60 as minutes
      from visit v
        cross join lateral (${within(asked, { since: sql`v.starts_at`, until: sql`v.ends_at`, day })}) o
      where v.site_id = d.site_id and v.starts_at >= d.lo and v.starts_at < d.hi and v.chair is not null
        and takes_chair(v.status) ${onWeekday(asked, day)} ${inHour(asked)}
        and ${after}
      order by ${by} limit ${limit}) v
    order by ${by} limit ${limit}`.execute(db),
  )
}
