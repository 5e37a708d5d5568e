import { sql } from 'kysely'
import { anyRow, type Db, rowsOf } from '#server/platform/database.ts'
import type { Span } from './pieces.ts'
import { countsOfDays, daysOf, judged, timesOfDays } from './queries-days.ts'
import type { Kept } from './sums.ts'

/** Statements that store the sums of days and larger spans. */

/** An arbitrary number, the same in all processes. */
const lockKey = 7_446_251_993

/**
 * From now on changes of the days that are over leave marks; these days are marked as well. The first time these are all
 * days with data.
 */
export async function openDays(tx: Db, now: Date): Promise<void> {
  await sql`insert into roll_up_site (site_id) select id from site on conflict do nothing`.execute(tx)
  await sql`
    with moved as (
      update roll_up_site u set through = (${now} at time zone s.time_zone)::date - 1, fence = null
      from site s, roll_up_site before
      where s.id = u.site_id and before.site_id = u.site_id
        and (u.through is null or u.through < (${now} at time zone s.time_zone)::date - 1)
      returning u.site_id, before.through as since, u.through)
    insert into roll_up_mark (site_id, day)
    select m.site_id, day::date from moved m
      cross join lateral (select least(
        (select starts_at from visit where site_id = m.site_id order by starts_at limit 1),
        (select collected_at from sample where site_id = m.site_id order by collected_at limit 1),
        (select day from ticket where site_id = m.site_id order by day limit 1)) as at) first
      cross join generate_series(coalesce(m.since + 1, first.at::date - 1)::timestamp, m.through::timestamp, '1 day') day
    order by 1, 2`.execute(tx)
}

/** Call it after `openDays` is committed: transactions that began to write before have lower numbers. */
export async function setFences(db: Db): Promise<void> {
  await sql`update roll_up_site set fence = pg_snapshot_xmax(pg_current_snapshot())
    where fence is null and through is not null`.execute(db)
}

/** Whether all transactions before the fence have ended. */
export const fencesPassed = async (db: Db): Promise<boolean> =>
  !(await anyRow(db)`select from roll_up_site where through is not null
      and (fence is null or fence > pg_snapshot_xmin(pg_current_snapshot())) limit 1`)

/** Takes the lock; returns false while another process sums. */
export const lockRollUp = (tx: Db): Promise<boolean> =>
  anyRow(tx)`select where pg_try_advisory_xact_lock(${sql.lit(lockKey)})`

export type Day = { siteId: string; day: string }

/**
 * Takes up to `most` marked days of one site, and their marks; the site's row is held, so that its zone stays. Marks
 * that are written from here on stay: their change may be too late for the sums.
 */
export const takeMarks = (tx: Db, most: number): Promise<Day[]> =>
  rowsOf(tx)`
    with site as (select m.site_id from roll_up_mark m join roll_up_site u on u.site_id = m.site_id
        where u.fence <= pg_snapshot_xmin(pg_current_snapshot()) order by m.site_id limit 1),
      wanted as (select distinct day from roll_up_mark where site_id = (select site_id from site) order by day limit ${most}),
      held as (select site_id from roll_up_site where site_id = (select site_id from site) for update),
      taken as (delete from roll_up_mark where site_id = (select site_id from held) and day in (select day from wanted)
        returning site_id, day)
    select distinct site_id, day from taken order by 1, 2`

export async function sumDays(tx: Db, days: readonly Day[]): Promise<void> {
  const wanted = daysOf(days)
  await forget(
    tx,
    'day',
    days.map(({ siteId, day }) => ({ siteId, since: day })),
  )
  await sql`with ${wanted}, ${judged}
    insert into insight_sum (site_id, span, since, figure, of_tests, lines)
    select site_id, 'day', day, figure, test_code <> '', json_agg(json_build_array(test_code, rank, label, n::bigint))
    from (${countsOfDays}) counts group by 1, 3, 4, 5`.execute(tx)
  await sql`with ${wanted}
    insert into insight_sum (site_id, span, since, figure, of_tests, lines)
    select site_id, 'day', day, 'time_' || step, true,
      json_agg(json_build_array(test_code, rank, first, ('[' || counts || ']')::json))
    from (
      select site_id, day, step, test_code, rank, min(bucket) as first,
        string_agg(repeat('0,', empty) || n, ',' order by bucket) as counts
      from (select *, coalesce(bucket - 1 - lag(bucket) over (partition by site_id, day, step, test_code, rank
          order by bucket), 0) as empty
        from (${timesOfDays}) times) beside
      group by 1, 2, 3, 4, 5) dense
    group by 1, 3, 4`.execute(tx)
}

export type Part = { siteId: string; since: string }
const partsOf = (parts: readonly Part[]) => sql`unnest(${parts.map(({ siteId }) => siteId)}::uuid[],
  ${parts.map(({ since }) => since)}::date[]) w (site_id, since)`

async function forget(tx: Db, span: Span, parts: readonly Part[]): Promise<void> {
  await sql`delete from insight_sum c using ${partsOf(parts)}
    where c.site_id = w.site_id and c.span = ${span} and c.since = w.since`.execute(tx)
}

/** The sums of which a larger span consists. */
export const readWithin = (
  db: Db,
  span: Span,
  { siteId, from, to }: { siteId: string; from: string; to: string },
): Promise<Kept[]> =>
  db
    .selectFrom('insightSum')
    .select(['figure', 'ofTests'])
    .select('lines')
    .$narrowType<{ lines: Kept['lines'] }>()
    .where('siteId', '=', siteId)
    .where('span', '=', span)
    .where('since', '>=', from)
    .where('since', '<=', to)
    .execute()

export async function keepSum(tx: Db, span: Span, part: Part, kept: readonly Kept[]): Promise<void> {
  await forget(tx, span, [part])
  await sql`insert into insight_sum (site_id, span, since, figure, of_tests, lines)
    select ${part.siteId}::uuid, ${span}, ${part.since}::date, figure, of_tests, lines from unnest(
      ${kept.map(({ figure }) => figure)}::text[], ${kept.map(({ ofTests }) => ofTests)}::boolean[],
      ${kept.map(({ lines }) => JSON.stringify(lines))}::json[]) k (figure, of_tests, lines)`.execute(tx)
}
