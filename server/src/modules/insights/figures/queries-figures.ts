import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Pieces, SiteState } from './pieces.ts'
import { countsOfDays, daysOf, judged, timesOfDays } from './queries-days.ts'
import type { Count, Kept, Time } from './sums.ts'

/** Statements that read figures: stored sums, and rows for days without sums. */

/** All statements of this transaction use one snapshot, so that no change is counted twice or missed. */
export async function seeOneMoment(tx: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
}

export type Site = { id: string; name: string; timeZone: string }

/** The sites that the caller may see, in the laboratory's order. */
export async function listSites(db: Db, reach: readonly string[] | null): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select id, name, time_zone as "timeZone" from site
    ${reach === null ? sql`` : sql`where id = any(${[...reach]}::uuid[])`} order by created_at, id`.execute(
    db,
  )
  return rows
}

export async function readState(
  db: Db,
  siteIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<SiteState[]> {
  const { rows } = await sql<SiteState>`
    select s.id as "siteId", u.through, array(select distinct m.day::text from roll_up_mark m
      where m.site_id = s.id and m.day between ${from}::date and ${to}::date) as marked
    from site s left join roll_up_site u on u.site_id = s.id where s.id = any(${[...siteIds]}::uuid[])`.execute(
    db,
  )
  return rows
}

type KeptOf = Kept & { place: number; since: string }

/** The stored sums of each of these periods, with its index. */
export function readSums(db: Db, periods: readonly Pieces[]): Promise<KeptOf[]> {
  return sumsIn(db, periods, sql``)
}

/** Of these figures alone: `once` under one test, or under none, since they are counted under each of theirs. */
export function readSumsOf(
  db: Db,
  pieces: Pieces,
  { once, each, ofTests }: { once: readonly string[]; each: readonly string[]; ofTests: boolean },
): Promise<KeptOf[]> {
  return sumsIn(
    db,
    [pieces],
    sql`where c.figure = any(${[...each]}::text[]) or c.figure = any(${[...once]}::text[]) and c.of_tests = ${ofTests}`,
  )
}

async function sumsIn(db: Db, periods: readonly Pieces[], only: RawBuilder<unknown>): Promise<KeptOf[]> {
  const ranges = periods.flatMap(({ summed }, place) => summed.map((range) => ({ ...range, place })))
  if (ranges.length === 0) return []
  const { rows } = await sql<KeptOf>`
    select p.place, c.since, c.figure, c.of_tests as "ofTests", c.lines
    from unnest(${ranges.map(({ place }) => place)}::int[], ${ranges.map(({ siteId }) => siteId)}::uuid[],
        ${ranges.map(({ span }) => span)}::text[], ${ranges.map(({ first }) => first)}::date[],
        ${ranges.map(({ last }) => last)}::date[]) p (place, site_id, span, first, last)
      join insight_sum c on c.site_id = p.site_id and c.span = p.span and c.since between p.first and p.last ${only}`.execute(
    db,
  )
  return rows
}

export type DayCount = Count & { day: string }

/** Figures read from the rows. */
export async function countDays(db: Db, days: Pieces['live']): Promise<DayCount[]> {
  if (days.length === 0) return []
  const { rows } = await sql<DayCount>`
    with ${daysOf(days)}, ${judged}
    select day, figure, test_code as test, rank, label, n::float8 as n from (${countsOfDays}) rows`.execute(
    db,
  )
  return rows
}

export async function timeDays(db: Db, days: Pieces['live']): Promise<(Time & { day: string })[]> {
  if (days.length === 0) return []
  const { rows } = await sql<Time & { day: string }>`
    with ${daysOf(days)}
    select day, test_code as test, rank, step, bucket, n from (${timesOfDays}) rows`.execute(db)
  return rows
}

export type Test = { code: string; name: string; turnaroundHours: number }

export async function listTests(db: Db): Promise<Test[]> {
  const { rows } = await sql<Test>`
    select code, name, turnaround_hours as "turnaroundHours" from test order by position`.execute(db)
  return rows
}

/** Finds a test by its code or any of its names. */
export async function findTest(db: Db, asked: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from test where code = ${asked} or ${asked} = any(array[name, label] || aliases)
    order by code = ${asked} desc, position limit 1`.execute(db)
  return rows[0]?.code ?? null
}

export async function namesOfStaff(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, full_name as name from account where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type Offer = {
  siteId: string
  timeZone: string
  chairs: number
  hours: { weekday: number; opens: number; closes: number }[]
  /** Minutes since 1970. */
  closures: { start: number; end: number }[]
}

/** The chairs and hours of sites, as they are now. */
export async function readOffers(
  db: Db,
  siteIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select s.id as "siteId", s.time_zone as "timeZone",
      (select count(*) from chair c where c.site_id = s.id and c.active) as chairs,
      coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', h.opens_minute, 'closes', h.closes_minute))
        from site_hours h where h.site_id = s.id), '[]') as hours,
      coalesce((select jsonb_agg(jsonb_build_object('start', floor(extract(epoch from lower(c.during)) / 60)::int,
          'end', ceil(extract(epoch from upper(c.during)) / 60)::int) order by c.during)
        from closure c where c.site_id = s.id
          and c.during && tstzrange(${from}::date - interval '1 day', ${to}::date + interval '2 days')), '[]') as closures
    from site s where s.id = any(${[...siteIds]}::uuid[])`.execute(db)
  return rows
}
