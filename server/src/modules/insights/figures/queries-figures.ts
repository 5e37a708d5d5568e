import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Pieces, SiteState } from './pieces.ts'
import { countsOfDays, daysOf, judged, timesOfDays } from './queries-days.ts'

/** Statements that read figures: sums of the job, and the rows themselves for the days that it has not summed. */

/** All statements of this transaction see one moment, so that no change is counted twice or left out. */
export async function seeOneMoment(tx: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
}

export type Site = { id: string; name: string; timeZone: string }

/** Those that this person may see, in the laboratory's order. */
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

const ranges = ({ summed }: Pieces) => sql`unnest(${summed.map(({ siteId }) => siteId)}::uuid[],
  ${summed.map(({ span }) => span)}::text[], ${summed.map(({ first }) => first)}::date[],
  ${summed.map(({ last }) => last)}::date[]) p (site_id, span, first, last)`

/** A statement without live days need not carry what reads them. */
const either = (pieces: Pieces, sums: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
  pieces.live.length === 0 ? sums : pieces.summed.length === 0 ? rows : sql`${sums} union all ${rows}`

export type Count = { figure: string; test: string; rank: number; label: string; n: number }

export async function sumCounts(db: Db, pieces: Pieces): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with ${daysOf(pieces.live)}, ${judged}
    select figure, test_code as test, rank, label, sum(n)::float8 as n from (${either(
      pieces,
      sql`select c.figure, c.test_code, c.rank, c.label, c.n from ${ranges(pieces)}
        join insight_count c on c.site_id = p.site_id and c.span = p.span and c.since between p.first and p.last`,
      sql`select figure, test_code, rank, label, n from (${countsOfDays}) rows`,
    )}) counts
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

export type MomentCount = Count & { since: string }

/**
 * By day or by the Monday of each week, of the figures that are told so. Visits and samples under one test alone, or
 * under none: they are counted under each of theirs.
 */
export async function countsByMoment(
  db: Db,
  pieces: Pieces,
  {
    unit,
    once,
    each,
    test,
  }: { unit: 'day' | 'week'; once: readonly string[]; each: readonly string[]; test: string },
): Promise<MomentCount[]> {
  const since = sql.lit(unit)
  const { rows } = await sql<MomentCount>`
    with ${daysOf(pieces.live)}, ${judged}
    select since::text, figure, test_code as test, rank, label, n from (
      select date_trunc(${since}, day::timestamp)::date as since, figure, test_code, rank, label, sum(n)::float8 as n
      from (${either(
        pieces,
        sql`select c.since as day, c.figure, c.test_code, c.rank, c.label, c.n from ${ranges(pieces)}
          join insight_count c on c.site_id = p.site_id and c.span = p.span and c.since between p.first and p.last`,
        sql`select day, figure, test_code, rank, label, n from (${countsOfDays}) rows`,
      )}) counts
      where figure = any(${[...each]}::text[]) or figure = any(${[...once]}::text[]) and test_code = ${test}
      group by 1, 2, 3, 4, 5) moments`.execute(db)
  return rows
}

export type Times = { test: string; rank: number; step: string; buckets: string }

/** `buckets`: "bucket,bucket,…:count,count,…", a pair for each sum, apart by spaces. Added up by whoever reads them. */
export async function readTimes(db: Db, pieces: Pieces): Promise<Times[]> {
  const { rows } = await sql<Times>`
    with ${daysOf(pieces.live)}
    select test_code as test, rank, step, string_agg(told, ' ') as buckets from (${either(
      pieces,
      sql`select t.test_code, t.rank, t.step,
          array_to_string(t.buckets, ',') || ':' || array_to_string(t.counts, ',') as told
        from ${ranges(pieces)}
        join insight_time t on t.site_id = p.site_id and t.span = p.span and t.since between p.first and p.last`,
      sql`select test_code, rank, step, bucket || ':' || n as told from (${timesOfDays}) rows`,
    )}) times
    group by 1, 2, 3`.execute(db)
  return rows
}

export type Test = { code: string; name: string; turnaroundHours: number }

export async function listTests(db: Db): Promise<Test[]> {
  const { rows } = await sql<Test>`
    select code, name, turnaround_hours as "turnaroundHours" from test order by position`.execute(db)
  return rows
}

/** By its code, or by any of the names it goes by. */
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

/** What chairs there are and when, as the sites have it now. */
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
