import { type Insertable, sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { listBreakdowns, listMeasuredOutOfUse, OutOfUse } from '#contract/instrument-breakdowns.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { type Order, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { InstrumentBreakdown } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { InstrumentKey } from '../queries-instruments.ts'

/** Statements on breakdowns of instruments. */

type Row = RowOf<typeof listBreakdowns>
const latestFirst: Order<Row> = { id: uuid('b.id desc') }

/** Measured values that are saved as results. */
const savedValues = sql`measured_value v join result x on x.site_id = v.site_id and x.measured_value_id = v.id`

/** Saved values that the analyser of breakdown `b` measured during it. */
const savedDuring = sql`${savedValues} join task k on k.site_id = x.site_id and k.id = x.task_id
  where v.site_id = b.site_id and v.instrument_id = b.instrument_id and v.measured_at >= b.started_at
    and (b.ended_at is null or v.measured_at < b.ended_at)`

export const listRows = (db: Db, { siteId, id }: InstrumentKey, page: PageQuery) =>
  readPage(
    page,
    latestFirst,
    ({ after, by, limit }) =>
      rowsOf(db)<Row>`
      select b.id, b.started_at, b.fault, r.full_name as reported_by, b.reported_at, b.ended_at, b.repair, e.full_name as ended_by,
        (select count(*)::int from ${savedDuring}) as saved,
        (select count(distinct k.id)::int from ${savedDuring} and k.released_at is not null) as released
      from instrument_breakdown b join account r on r.id = b.reported_by left join account e on e.id = b.ended_by
      where b.site_id = ${siteId} and b.instrument_id = ${id} and ${after} order by ${by} limit ${limit}`,
  )

type TestRow = RowOf<typeof listMeasuredOutOfUse>
const latestOrderFirst: Order<TestRow> = { id: uuid('k.id desc') }

/** The tests with saved results that were measured during a breakdown, latest order first. */
export const listTestsDuring = (db: Db, { siteId, id }: InstrumentKey, breakdown: string, page: PageQuery) =>
  readPage(
    page,
    latestOrderFirst,
    ({ after, by, limit }) =>
      rowsOf(db)<TestRow>`
      select k.id, t.name as title, s.accession, d.measured_at,
        case when k.released_at is not null then 'released' when k.correction_reason is not null then 'correcting'
          else 'waiting' end as state,
        k.released_at, coalesce(a.full_name, u.name || ', version ' || u.version) as released_by, k.out_of_use_reason as reason
      from instrument_breakdown b
        cross join lateral (select k.id, min(v.measured_at) as measured_at from ${savedDuring} group by k.id) d
        join task k on k.site_id = b.site_id and k.id = d.id
        join test t on t.code = k.test_code join sample s on s.site_id = k.site_id and s.id = k.sample_id
        left join account a on a.id = k.released_by
        left join release_rule u on u.test_code = k.test_code and u.version = k.released_rule
      where b.site_id = ${siteId} and b.instrument_id = ${id} and b.id = ${breakdown} and k.withdrawn_at is null
        and ${after} order by ${by} limit ${limit}`,
  )

/**
 * Locks an instrument until the transaction ends: a report of a breakdown waits for messages that are being processed, and messages wait
 * for the report.
 */
export const lockInstrument = (tx: Db, { siteId, id }: InstrumentKey, strength: 'share' | 'update') =>
  sql`select from instrument where site_id = ${siteId} and id = ${id} for ${sql.raw(strength)}`.execute(tx)

export const isOutOfUse = (db: Db, { siteId, id }: InstrumentKey): Promise<boolean> =>
  anyRow(db)`select from instrument_breakdown
    where site_id = ${siteId} and instrument_id = ${id} and ended_at is null`

/** @throws a violation of `instrument_breakdown_once` */
export const insertBreakdown = (tx: Db, breakdown: Insertable<InstrumentBreakdown>) =>
  tx.insertInto('instrumentBreakdown').values(breakdown).execute()

/** Returns false if there is no such breakdown or it has ended. */
export const writeEnd = (
  tx: Db,
  { siteId, id: instrumentId }: InstrumentKey,
  id: string,
  end: { endedAt: Date; endedBy: string; repair: string },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('instrumentBreakdown')
      .set(end)
      .where((row) => row.and({ siteId, instrumentId, id }))
      .where('endedAt', 'is', null),
  )

export const startOf = (tx: Db, { siteId, id: instrumentId }: InstrumentKey, id: string) =>
  tx
    .selectFrom('instrumentBreakdown')
    .select(['startedAt'])
    .where((row) => row.and({ siteId, instrumentId, id }))
    .executeTakeFirst()

/** Holds the offered values that were measured since `since` and are not saved as results. Returns their number. */
export const holdMeasured = async (tx: Db, { siteId, id }: InstrumentKey, since: Date): Promise<number> => {
  const rows = await rowsOf(tx)`update measured_value v set state = 'held', reason = 'out_of_use'
    where v.site_id = ${siteId} and v.instrument_id = ${id} and v.state = 'matched' and v.measured_at >= ${since}
      and not exists (select from result x where x.site_id = v.site_id and x.measured_value_id = v.id)
      and not exists (select from task k join test_analyte p on p.test_code = k.test_code and p.analyte_code = v.analyte_code
        where k.site_id = v.site_id and k.sample_id = v.sample_id and k.withdrawn_at is null and k.released_at is not null)
    returning v.id`
  return rows.length
}

/** The number of saved results that were measured since `since`, and the number of released tests that have such results. */
export const countSaved = async (
  tx: Db,
  { siteId, id }: InstrumentKey,
  since: Date,
): Promise<{ saved: number; released: number }> => {
  const row = await rowOf(tx)<{ saved: number; released: number }>`select count(*)::int as saved,
      count(distinct k.id) filter (where k.released_at is not null)::int as released
    from ${savedValues} join task k on k.site_id = x.site_id and k.id = x.task_id
    where v.site_id = ${siteId} and v.instrument_id = ${id} and v.measured_at >= ${since}`
  return row ?? { saved: 0, released: 0 }
}

/** The instruments that are out of use, with the tests whose panels have one of their analytes. */
export const readOutOfUse = (db: Db, sites: Sites): Promise<(Omit<OutOfUse, 'since'> & { since: Date })[]> =>
  rowsOf(db)`
    select b.instrument_id, i.name, s.name as site, b.started_at as since, b.fault, coalesce((
        select jsonb_agg(jsonb_build_object('name', t.name, 'isElsewhere', t.is_elsewhere) order by t.position)
        from (
          select t.name, t.position, bool_and(exists (
              select from instrument_code c join instrument o on o.site_id = c.site_id and o.id = c.instrument_id
              where c.site_id = b.site_id and c.analyte_code = m.analyte_code and o.id <> b.instrument_id and o.state = 'live'
                and not exists (select from instrument_breakdown d
                  where d.site_id = o.site_id and d.instrument_id = o.id and d.ended_at is null))) as is_elsewhere
          from instrument_code m join test_analyte p on p.analyte_code = m.analyte_code
            join test t on t.code = p.test_code and t.panel_version = p.version
          where m.site_id = b.site_id and m.instrument_id = b.instrument_id
          group by t.code, t.name, t.position) t), '[]') as tests
    from instrument_breakdown b join instrument i on i.site_id = b.site_id and i.id = b.instrument_id
      join site s on s.id = b.site_id
    where b.ended_at is null ${atSites('b.site_id', sites)} order by b.started_at, b.id`

/** The hours out of use in each of the last 12 months of the site, latest first. */
export const readMonths = (
  db: Db,
  { siteId, id }: InstrumentKey,
  now: Date,
): Promise<{ month: string; hours: number; breakdowns: number }[]> =>
  rowsOf(db)`
    select to_char(m.first, 'YYYY-MM') as month,
      round(coalesce(sum(extract(epoch from least(coalesce(b.ended_at, ${now}), m.until, ${now}) - greatest(b.started_at, m.since)))
        filter (where b.id is not null) / 3600, 0), 1)::float as hours,
      count(*) filter (where b.started_at >= m.since)::int as breakdowns
    from site s
      cross join lateral (
        select first, first at time zone s.time_zone as since, (first + interval '1 month') at time zone s.time_zone as until
        from generate_series(date_trunc('month', ${now}::timestamptz at time zone s.time_zone) - interval '11 months',
          date_trunc('month', ${now}::timestamptz at time zone s.time_zone), interval '1 month') as first) m
      left join instrument_breakdown b on b.site_id = s.id and b.instrument_id = ${id} and b.started_at < m.until
        and coalesce(b.ended_at, ${now}) > m.since
    where s.id = ${siteId} group by m.first order by m.first desc`
