import { type Insertable, sql, type Updateable } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { HoldReason } from '#contract/hold-reasons.ts'
import type { listHeldValues } from '#contract/instruments.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { type Order, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { MeasuredValue } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import type { InstrumentKey } from './queries-instruments.ts'
import type { MessageKey } from './queries-messages.ts'

/** Statements on measured values. */

/** A statement has at most 65,535 parameters, and the insert of a value needs about two dozen. */
const mostRows = 2_000

export const insertMeasured = async (tx: Db, all: readonly Insertable<MeasuredValue>[]) => {
  for (let from = 0; from < all.length; from += mostRows) {
    const values = all.slice(from, from + mostRows)
    await tx.insertInto('measuredValue').values(values).execute()
  }
}

/** Signals after the commit that values of a site were matched. */
export const tellMeasured = (tx: Db, siteId: string) =>
  sql`select pg_notify('live', 'measured:' || ${siteId}::text)`.execute(tx)

export const measuredOfMessage = (db: Db, { siteId, id }: Pick<MessageKey, 'siteId' | 'id'>) =>
  db
    .selectFrom('measuredValue as v')
    .leftJoin('analyte as a', 'a.code', 'v.analyteCode')
    .selectAll('v')
    .select(['a.name as analyte', 'a.unit as analyteUnit'])
    .where((row) => row.and({ 'v.siteId': siteId, 'v.messageId': id }))
    .orderBy('v.position')
    .execute()

/** The positions in the list of measurements that the instrument has sent in another message before. */
export const sentBefore = async (
  tx: Db,
  { siteId, id, instrumentId }: MessageKey,
  values: readonly { sample: string; code: string; value: string; sentTime: string }[],
): Promise<Set<number>> => {
  const rows = await rowsOf(tx)<{ n: number }>`
    select given.n::int from unnest(${values.map(({ sample }) => sample)}::text[], ${values.map(({ code }) => code)}::text[],
      ${values.map(({ value }) => value)}::text[], ${values.map(({ sentTime }) => sentTime)}::text[])
      with ordinality as given (sample, code, value, sent_time, n)
    where given.sent_time <> '' and exists (select from measured_value v where v.site_id = ${siteId}
      and v.instrument_id = ${instrumentId} and v.sample = given.sample and v.code = given.code
      and v.sent_time = given.sent_time and md5(v.value) = md5(given.value) and v.state <> 'repeated'
      and v.message_id <> ${id})`
  return new Set(rows.map(({ n }) => n - 1))
}

type HeldRow = Awaited<ReturnType<typeof lockHeld>>[number]

export type { HeldRow }

/** The values of these ids that are held, locked until the transaction ends, in the order of their ids. */
export const lockHeld = (tx: Db, sites: Sites, ids: readonly string[]) =>
  tx
    .selectFrom('measuredValue')
    .selectAll()
    .where('siteId', 'in', tx.selectFrom('site').select('id'))
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', 'held')
    .where(isAtSites('siteId', sites))
    .orderBy('id')
    .forUpdate()
    .execute()

/** The ids of the latest held values with a code, without values held by a breakdown, about which only people decide. */
export const heldOfCode = async (
  db: Db,
  { siteId, id }: InstrumentKey,
  code: string,
  most: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('measuredValue')
    .select('id')
    .where((row) => row.and({ siteId, instrumentId: id, code, state: 'held' }))
    .where('reason', '<>', 'out_of_use')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => row.id)
}

export const changeMeasured = (
  tx: Db,
  { siteId, id }: { siteId: string; id: string },
  change: Updateable<MeasuredValue>,
) =>
  tx
    .updateTable('measuredValue')
    .set(change)
    .where((row) => row.and({ siteId, id }))
    .execute()

type HeldGroupRow = RowOf<typeof listHeldValues>
const newestFirst: Order<HeldGroupRow> = { id: uuid('g.id desc') }

/** Held values, grouped by message, sample and reason. */
export const listHeld = (
  db: Db,
  sites: Sites,
  {
    reason,
    instrument,
    ...page
  }: PageQuery & { reason?: HoldReason | undefined; instrument?: string | undefined },
) =>
  readPage(
    page,
    newestFirst,
    ({ after, by, limit }) =>
      rowsOf(db)<HeldGroupRow>`
      select g.*, i.name as instrument, m.received_at, s.visit_id
      from (
        select v.site_id, v.instrument_id, v.message_id, v.sample, v.reason, min(v.id::text)::uuid as id,
          min(v.sample_id::text)::uuid as sample_id,
          jsonb_agg(jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name, 'value', v.value, 'unit', v.unit)
            order by v.position) as values
        from measured_value v
        where v.state = 'held' and ${isAtSites('v.site_id', sites)}
          and (${reason ?? null}::text is null or v.reason = ${reason ?? null}::text)
          and (${instrument ?? null}::uuid is null or v.instrument_id = ${instrument ?? null}::uuid)
        group by v.site_id, v.instrument_id, v.message_id, v.sample, v.reason
      ) g
      join instrument i on i.site_id = g.site_id and i.id = g.instrument_id
      join instrument_message m on m.site_id = g.site_id and m.id = g.message_id
      left join sample s on s.site_id = g.site_id and s.id = g.sample_id
      where ${after} order by ${by} limit ${limit}`,
  )

/** The latest measured value of each analyte on the sample of a task, with the number of measurements. */
export const offeredFor = (db: Db, { siteId, id }: { siteId: string; id: string }) =>
  rowsOf(db)<{
    id: string
    code: string
    number: number | null
    text: string | null
    at: Date
    instrument: string
    operator: string
    flags: string[]
    comment: string
    times: number
  }>`
    select distinct on (v.analyte_code) v.id, v.analyte_code as code, v.number, v.text, v.measured_at as at,
      i.name as instrument, v.operator, v.flags, v.comment,
      count(*) over (partition by v.analyte_code)::int as times
    from task k join measured_value v on v.site_id = k.site_id and v.sample_id = k.sample_id and v.state = 'matched'
    join instrument i on i.site_id = v.site_id and i.id = v.instrument_id
    where k.site_id = ${siteId} and k.id = ${id}
    order by v.analyte_code, v.measured_at desc, v.id desc`
