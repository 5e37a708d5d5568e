import { type RawBuilder, sql } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { anyId } from '#server/platform/statement.ts'
import type { Pieces, SiteState } from './pieces.ts'
import { countsOfDays, daysOf, judged, timesOfDays } from './queries-days.ts'
import type { Count, Kept, Time } from './sums.ts'

/** Statements that read figures: stored sums, and rows for days without sums. */

/** All statements of this transaction use one snapshot, so that no change is counted twice or missed. */
export async function seeOneMoment(tx: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
}

/** The sites that the caller may see, in the laboratory's order. */
export const listSites = (db: Db, reach: Sites) =>
  db
    .selectFrom('site')
    .select(['id', 'name', 'timeZone'])
    .$if(reach !== null, (all) => all.where('id', '=', anyId(reach ?? [])))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export type Site = Awaited<ReturnType<typeof listSites>>[number]

export const readState = (
  db: Db,
  siteIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<SiteState[]> =>
  rowsOf(db)`
    select s.id as site_id, u.through, array(select distinct m.day::text from roll_up_mark m
      where m.site_id = s.id and m.day between ${from}::date and ${to}::date) as marked
    from site s left join roll_up_site u on u.site_id = s.id where s.id = ${anyId(siteIds)}`

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
  return rowsOf(db)<KeptOf>`
    select p.place, c.since, c.figure, c.of_tests, c.lines
    from unnest(${ranges.map(({ place }) => place)}::int[], ${ranges.map(({ siteId }) => siteId)}::uuid[],
        ${ranges.map(({ span }) => span)}::text[], ${ranges.map(({ first }) => first)}::date[],
        ${ranges.map(({ last }) => last)}::date[]) p (place, site_id, span, first, last)
      join insight_sum c on c.site_id = p.site_id and c.span = p.span and c.since between p.first and p.last ${only}`
}

export type DayCount = Count & { day: string }

/** Figures read from the rows. */
export async function countDays(db: Db, days: Pieces['live']): Promise<DayCount[]> {
  if (days.length === 0) return []
  return rowsOf(db)<DayCount>`
    with ${daysOf(days)}, ${judged}
    select day, figure, test_code as test, rank, label, n::float8 as n from (${countsOfDays}) rows`
}

export async function timeDays(db: Db, days: Pieces['live']): Promise<(Time & { day: string })[]> {
  if (days.length === 0) return []
  return rowsOf(db)<Time & { day: string }>`
    with ${daysOf(days)}
    select day, test_code as test, rank, step, bucket, n from (${timesOfDays}) rows`
}

export const listTests = (db: Db) =>
  db.selectFrom('test').select(['code', 'name', 'turnaroundHours']).orderBy('position').execute()

export type Test = Awaited<ReturnType<typeof listTests>>[number]

/** Finds a test by its code or any of its names; a confidential test only for accounts that may see it. */
export const findTest = (db: Db, who: string, asked: string): Promise<{ code: string } | null> =>
  rowOf(db)`
    select t.code from test t where sees_test(${who}, t)
      and (t.code = ${asked} or ${asked} = any(array[t.catalogue_name, t.label] || t.aliases))
    order by t.code = ${asked} desc, t.position limit 1`

export async function namesOfStaff(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'fullName'])
    .where('id', '=', anyId(ids))
    .execute()
  return new Map(rows.map(({ id, fullName }) => [id, fullName]))
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
export const readOffers = (
  db: Db,
  siteIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<Offer[]> =>
  rowsOf(db)`
    select s.id as site_id, s.time_zone,
      (select count(*) from chair c where c.site_id = s.id and c.active) as chairs,
      coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', h.opens_minute, 'closes', h.closes_minute))
        from site_hours h where h.site_id = s.id), '[]') as hours,
      coalesce((select jsonb_agg(jsonb_build_object('start', floor(extract(epoch from lower(c.during)) / 60)::int,
          'end', ceil(extract(epoch from upper(c.during)) / 60)::int) order by c.during)
        from closure c where c.site_id = s.id
          and c.during && tstzrange(${from}::date - interval '1 day', ${to}::date + interval '2 days')), '[]') as closures
    from site s where s.id = ${anyId(siteIds)}`
