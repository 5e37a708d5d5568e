import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { insightBooked, insightServed, insightWaits } from '#contract/insight-floor-lists.ts'
import type { Db } from '#server/platform/database.ts'
import { instant, type Order, orderBy, type Page, readPage, uuid } from '#server/platform/list.ts'
import { andIf } from '#server/platform/statement.ts'
import { type Asked, bounds, nameOf, patient } from './queries-asked.ts'

/** Statements that list waits, services and booked chairs, latest first. */

type WaitRow = RowOf<typeof insightWaits>

const latestTold: Order<WaitRow> = { toldAt: instant('w.told_at desc'), ticketId: uuid('w.ticket_id desc') }

const outcomes = {
  longer: sql`o.waited > w.shown_high`,
  shorter: sql`o.waited < w.shown_low`,
  within: sql`o.waited between w.shown_low and w.shown_high`,
}

/** Reads the index of the times of forecasts, a day more at both ends: a ticket's forecast can be of another day. */
export const listWaits = (db: Db, asked: Asked<typeof insightWaits>): Promise<Page<WaitRow>> =>
  readPage(asked, latestTold, ({ after, by, limit }) =>
    sql<WaitRow>`
    select t.id as ticket_id, d.site, t.day::text, t.code as ticket, t.class, t.ahead, t.told_at, t.called_at,
      case when t.shown_low is not null
        then jsonb_build_object('low', t.shown_low, 'high', t.shown_high) end as promised,
      round(t.waited::numeric, 1)::float8 as waited_minutes
    from ${bounds(asked)} cross join lateral (
      select t.id, t.day, t.code, t.called_at, w.class, w.ahead, w.told_at, w.shown_low, w.shown_high, o.waited
      from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
        cross join lateral (select extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited) o
      where w.site_id = d.site_id and t.called_at is not null and t.skips = 0
        and t.day between ${asked.from}::date and ${asked.to}::date
        and w.told_at >= d.lo - interval '1 day' and w.told_at < d.hi + interval '1 day'
        ${andIf(asked.class, (name) => sql`w.class = ${name}`)} ${andIf(asked.came, (came) => outcomes[came])}
        and ${after}
      order by ${by} limit ${limit}) t
    order by ${orderBy(latestTold, ['t.told_at', 't.id'])} limit ${limit}`.execute(db),
  )

/** A local hour, a weekday, or one hour of one weekday; Sunday is 0. */
type HourOfWeek = { weekday?: number | undefined; hour?: number | undefined }
type Of = RawBuilder<unknown>

/** The part of an interval that lies in the hour of its own day: `o.since` to `o.until`. `day` is the site's. */
function within({ hour }: HourOfWeek, { since, until, day }: { since: Of; until: Of; day: Of }) {
  const clock = (hours: number) => sql`(${day} + make_interval(hours => ${hours}::int)) at time zone d.zone`
  return hour === undefined
    ? sql`select ${since} as since, ${until} as until`
    : sql`select greatest(${since}, ${clock(hour)}) as since, least(${until}, ${clock(hour + 1)}) as until`
}

const inHourOfWeek = ({ weekday, hour }: HourOfWeek, day: Of) =>
  sql`${andIf(weekday, (number) => sql`extract(dow from ${day}) = ${number}`)}
    ${andIf(hour, () => sql`o.since < o.until`)}`

type ServedRow = RowOf<typeof insightServed>

const latestEnded: Order<ServedRow> = { endedAt: instant('t.ended_at desc'), ticketId: uuid('t.id desc') }

/** Reads the index of the ends of tickets, a day more: a ticket can be ended after midnight. */
export function listServed(db: Db, asked: Asked<typeof insightServed>): Promise<Page<ServedRow>> {
  const { person, chairs = false } = asked
  const day = sql`t.day`
  return readPage(asked, latestEnded, ({ after, by, limit }) =>
    sql<ServedRow>`
    select t.id as ticket_id, d.site, t.code as ticket, t.desk, ${nameOf('t.staff_id')} as served_by, t.called_at,
      t.ended_at, round(t.minutes::numeric, 1)::float8 as minutes
    from ${bounds(asked)} cross join lateral (
      select t.id, t.code, k.name as desk, t.staff_id, t.called_at, t.ended_at,
        case when t.end_seen then greatest(0, extract(epoch from o.until - o.since) / 60) end as minutes
      from ticket t join desk k on k.site_id = t.site_id and k.number = t.desk
        cross join lateral (${within(asked, { since: sql`t.called_at`, until: sql`t.ended_at`, day })}) o
      where t.site_id = d.site_id and t.status = 'finished' and t.day between ${asked.from}::date and ${asked.to}::date
        and t.ended_at is not null and t.ended_at >= d.lo and t.ended_at < d.hi + interval '1 day'
        ${person ? sql`and t.staff_id = ${person}` : sql`and (t.staff_id is not null or ${chairs})`}
        ${
          chairs
            ? sql`and t.end_seen and t.called_at >= d.lo and t.called_at < d.hi
              and exists (select from chair c where c.site_id = t.site_id and c.number = t.desk)`
            : sql``
        }
        ${inHourOfWeek(asked, day)} and ${after}
      order by ${by} limit ${limit}) t
    order by ${by} limit ${limit}`.execute(db),
  )
}

type BookedRow = RowOf<typeof insightBooked> & { id: string }

const latestStart: Order<BookedRow> = { startsAt: instant('v.starts_at desc'), id: uuid('v.id desc') }

export function listBooked(db: Db, asked: Asked<typeof insightBooked>): Promise<Page<BookedRow>> {
  const day = sql`(v.starts_at at time zone d.zone)::date`
  return readPage(asked, latestStart, ({ after, by, limit }) =>
    sql<BookedRow>`
    select v.id, d.site, v.chair, ${patient}, v.status, v.starts_at, v.ends_at, round(v.minutes::numeric, 1)::float8 as minutes
    from ${bounds(asked)} cross join lateral (
      select v.id, v.chair, v.full_name, v.reference, v.status, v.starts_at, v.ends_at,
        extract(epoch from o.until - o.since) / 60 as minutes
      from visit v
        cross join lateral (${within(asked, { since: sql`v.starts_at`, until: sql`v.ends_at`, day })}) o
      where v.site_id = d.site_id and v.starts_at >= d.lo and v.starts_at < d.hi and v.chair is not null
        and takes_chair(v.status) ${inHourOfWeek(asked, day)} and ${after}
      order by ${by} limit ${limit}) v
    order by ${by} limit ${limit}`.execute(db),
  )
}
