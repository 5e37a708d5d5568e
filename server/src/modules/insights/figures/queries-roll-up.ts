import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { countsOfDays, daysOf, judged, timesOfDays } from './queries-days.ts'

/** Statements that keep the sums of days and months. */

/** Any number works, as long as every process of the product takes the same one. */
const lockKey = 7_446_251_993

/**
 * Lets changes of the days that are over leave marks from now on, and marks those days themselves. The first time these
 * are all days on which anything happened.
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

/** To be called once `openDays` is committed: whoever began to write before then has a lower number. */
export async function setFences(db: Db): Promise<void> {
  await sql`update roll_up_site set fence = pg_snapshot_xmax(pg_current_snapshot())
    where fence is null and through is not null`.execute(db)
}

/** Whether those who began before the fence have all ended. */
export async function fencesPassed(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from roll_up_site where through is not null
      and (fence is null or fence > pg_snapshot_xmin(pg_current_snapshot())) limit 1`.execute(db)
  return rows.length === 0
}

/** False while another process sums. */
export async function lockRollUp(tx: Db): Promise<boolean> {
  const { rows } = await sql<{
    got: boolean
  }>`select pg_try_advisory_xact_lock(${sql.lit(lockKey)}) as got`.execute(tx)
  return rows[0]?.got ?? false
}

export type Day = { siteId: string; day: string }

/**
 * Takes up to `most` marked days of one site, and their marks; the site's row is held, so that its zone stays. Marks
 * that are written from here on stay: their change may be too late for the sums.
 */
export async function takeMarks(tx: Db, most: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with site as (select m.site_id from roll_up_mark m join roll_up_site u on u.site_id = m.site_id
        where u.fence <= pg_snapshot_xmin(pg_current_snapshot()) order by m.site_id limit 1),
      wanted as (select distinct day from roll_up_mark where site_id = (select site_id from site) order by day limit ${most}),
      held as (select site_id from roll_up_site where site_id = (select site_id from site) for update),
      taken as (delete from roll_up_mark where site_id = (select site_id from held) and day in (select day from wanted)
        returning site_id, day)
    select distinct site_id as "siteId", day from taken order by 1, 2`.execute(tx)
  return rows
}

export async function sumDays(tx: Db, days: readonly Day[]): Promise<void> {
  const wanted = daysOf(days)
  await sql`with ${wanted} delete from insight_count c using days d
    where c.site_id = d.site_id and c.span = 'day' and c.since = d.day`.execute(tx)
  await sql`with ${wanted} delete from insight_time c using days d
    where c.site_id = d.site_id and c.span = 'day' and c.since = d.day`.execute(tx)
  await sql`with ${wanted}, ${judged}
    insert into insight_count (site_id, span, since, figure, test_code, rank, label, n)
    select site_id, 'day', day, figure, test_code, rank, label, n from (${countsOfDays}) counts`.execute(tx)
  await sql`with ${wanted}
    insert into insight_time (site_id, span, since, test_code, rank, step, buckets, counts)
    select site_id, 'day', day, test_code, rank, step, array_agg(bucket order by bucket), array_agg(n order by bucket)
    from (${timesOfDays}) times group by 1, 2, 3, 4, 5, 6`.execute(tx)
}

/** The months of these days, from their days. */
export async function sumMonths(tx: Db, days: readonly Day[]): Promise<void> {
  const months = sql`months as materialized (
    select distinct site_id, date_trunc('month', day)::date as first
    from unnest(${days.map(({ siteId }) => siteId)}::uuid[], ${days.map(({ day }) => day)}::date[]) w (site_id, day))`
  const inMonth = sql`c.site_id = m.site_id and c.span = 'day' and c.since >= m.first
    and c.since < (m.first + interval '1 month')::date`
  for (const table of ['insight_count', 'insight_time'] as const) {
    await sql`with ${months} delete from ${sql.table(table)} c using months m
      where c.site_id = m.site_id and c.span = 'month' and c.since = m.first`.execute(tx)
  }
  await sql`with ${months}
    insert into insight_count (site_id, span, since, figure, test_code, rank, label, n)
    select c.site_id, 'month', m.first, c.figure, c.test_code, c.rank, c.label, sum(c.n)
    from months m join insight_count c on ${inMonth} group by 1, 3, 4, 5, 6, 7`.execute(tx)
  await sql`with ${months}
    insert into insight_time (site_id, span, since, test_code, rank, step, buckets, counts)
    select site_id, 'month', first, test_code, rank, step, array_agg(bucket order by bucket), array_agg(n order by bucket)
    from (select c.site_id, m.first, c.test_code, c.rank, c.step, bucket, sum(n) as n
      from months m join insight_time c on ${inMonth} cross join lateral unnest(c.buckets, c.counts) of (bucket, n)
      group by 1, 2, 3, 4, 5, 6) sums
    group by 1, 2, 3, 4, 5, 6`.execute(tx)
}
