import { type Insertable, sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { InstrumentMark, listInstrumentEvents } from '#contract/instrument-care.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { type Order, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { InstrumentEvent } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { type InstrumentKey, latestCare } from '../queries-instruments.ts'

/** Statements on lots, calibrations and services of instruments. */

type EventRow = RowOf<typeof listInstrumentEvents>
const latestFirst: Order<EventRow> = { id: uuid('e.id desc') }

export const listEvents = (db: Db, { siteId, id }: InstrumentKey, page: PageQuery) =>
  readPage(
    page,
    latestFirst,
    ({ after, by, limit }) =>
      rowsOf(db)<EventRow>`
      select e.id, e.kind, e.at, coalesce(a.name, '') as analyte, e.lot, e.item, e.expires_on::text, e.due_on::text, e.note,
        n.full_name as by, case when e.struck_at is not null then
          jsonb_build_object('at', e.struck_at, 'by', s.full_name, 'reason', e.struck_reason) end as struck_out
      from instrument_event e
      join account n on n.id = e.noted_by
      left join account s on s.id = e.struck_by
      left join analyte a on a.code = e.analyte_code
      where e.site_id = ${siteId} and e.instrument_id = ${id} and ${after} order by ${by} limit ${limit}`,
  )

export const addEvent = (tx: Db, event: Insertable<InstrumentEvent>) =>
  tx.insertInto('instrumentEvent').values(event).execute()

/** Returns false if there is no such entry or it is already struck out. */
export const strikeEvent = (
  tx: Db,
  { siteId, id: instrumentId }: InstrumentKey,
  id: string,
  struck: { struckBy: string; struckAt: Date; struckReason: string },
) =>
  wroteRow(
    tx
      .updateTable('instrumentEvent')
      .set(struck)
      .where((row) => row.and({ siteId, instrumentId, id }))
      .where('struckAt', 'is', null),
  )

/** The instruments with calibrations and services that are due at their site, today or earlier, and about which no notice was sent. */
export const listDue = (db: Db, now: Date) =>
  rowsOf(db)<{ siteId: string; ids: string[]; analyser: string; site: string }>`
    select e.site_id, array_agg(e.id) as ids, i.name as analyser, s.name as site
    from (${latestCare()}) e
    join site s on s.id = e.site_id
    join instrument i on i.site_id = e.site_id and i.id = e.instrument_id
    where e.due_told_at is null and e.due_on <= (${now}::timestamptz at time zone s.time_zone)::date
    group by e.site_id, i.id, i.name, s.name
    order by min(e.due_on), i.id`

/** Marks entries as notified. Returns those that were not marked or struck out meanwhile. */
export async function markDueTold(
  tx: Db,
  { siteId, ids }: { siteId: string; ids: readonly string[] },
  now: Date,
): Promise<string[]> {
  const marked = await tx
    .updateTable('instrumentEvent')
    .set({ dueToldAt: now })
    .where('siteId', '=', siteId)
    .where('id', 'in', [...ids])
    .where('dueToldAt', 'is', null)
    .where('struckAt', 'is', null)
    .returning('id')
    .execute()
  return marked.map(({ id }) => id)
}

const most = 200

/** The latest lots and calibrations of a site that concern an analyte, oldest first. */
export const listMarks = (db: Db, sites: Sites, siteId: string, analyte: string): Promise<InstrumentMark[]> =>
  rowsOf(db)`
    select * from (
      select e.id, e.kind, e.at, i.name as instrument, e.lot, e.item, e.note
      from instrument_event e join instrument i on i.site_id = e.site_id and i.id = e.instrument_id
      where e.site_id = ${siteId} and ${isAtSites('e.site_id', sites)} and e.struck_at is null
        and e.kind in ('lot', 'calibration')
        and (e.analyte_code = ${analyte} or e.analyte_code is null and exists (select from instrument_code c
          where c.site_id = i.site_id and c.instrument_id = i.id and c.analyte_code = ${analyte}))
      order by e.at desc, e.id desc limit ${sql.lit(most)}) latest
    order by at, id`
