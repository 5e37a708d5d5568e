import { type Insertable, sql, type Updateable } from 'kysely'
import type { CsvColumns, InstrumentState, MappedCode } from '#contract/instruments.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { Instrument, InstrumentCode, InstrumentLink } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on instruments, their codes and their links. */

export type InstrumentKey = { siteId: string; id: string }

const selectInstruments = (db: Db, sites: Sites) =>
  db
    .selectFrom('instrument as i')
    .innerJoin('site as s', 's.id', 'i.siteId')
    .leftJoin('instrumentLink as l', (join) =>
      join.onRef('l.siteId', '=', 'i.siteId').onRef('l.instrumentId', '=', 'i.id'),
    )
    .selectAll('i')
    .$narrowType<{ csv: CsvColumns | null }>()
    .select(['s.name as site', 's.timeZone', 'l.connectedAt', 'l.heardAt', 'l.messageAt', 'l.troubleAt'])
    .select([
      sql<string>`coalesce(l.trouble, '')`.as('trouble'),
      sql<number>`(select count(*)::int from measured_value v where v.site_id = i.site_id
        and v.instrument_id = i.id and v.state = 'held')`.as('held'),
      sql<{ id: string; since: string; fault: string } | null>`(
        select jsonb_build_object('id', b.id, 'since', b.started_at, 'fault', b.fault) from instrument_breakdown b
        where b.site_id = i.site_id and b.instrument_id = i.id and b.ended_at is null)`.as('outOfUse'),
      sql<boolean>`exists (select from instrument_order o where o.site_id = i.site_id and o.instrument_id = i.id
        and o.settled_at is null)`.as('hasOpenOrders'),
    ])
    .where(isAtSites('i.siteId', sites))

/** The entries that say when a calibration or service is due again: the latest of each instrument, kind and analyte. */
export const latestCare = (where = sql``) => sql`
  select distinct on (site_id, instrument_id, kind, analyte_code) * from instrument_event
  where struck_at is null and kind in ('calibration', 'service') ${where}
  order by site_id, instrument_id, kind, analyte_code, at desc, id desc`

/** The calibration or service that is due first. */
const careDue = sql<{ kind: 'calibration' | 'service'; dueOn: string } | null>`(
  select jsonb_build_object('kind', e.kind, 'dueOn', e.due_on) from (${latestCare(sql`and site_id = i.site_id and instrument_id = i.id`)}) e
  where e.due_on is not null order by e.due_on limit 1)`.as('careDue')

export type InstrumentRow = Awaited<ReturnType<ReturnType<typeof selectInstruments>['execute']>>[number]

/** An instrument with a connection. */
export type ConnectedRow = InstrumentRow & { port: number }
export const isConnected = (row: InstrumentRow): row is ConnectedRow => row.port !== null

const inOrder = (db: Db, sites: Sites) => selectInstruments(db, sites).orderBy('i.name').orderBy('i.id')
const withId = (db: Db, sites: Sites, id: string) => selectInstruments(db, sites).where('i.id', '=', id)

/** All instruments, for their links. They are read every two seconds, so without the care that is due. */
export const readInstruments = (db: Db) => inOrder(db, null).execute()
export const readInstrument = (db: Db, sites: Sites, id: string) => withId(db, sites, id).executeTakeFirst()

/** Instruments as they are shown, with the care that is due. */
export const showInstruments = (db: Db, sites: Sites) => inOrder(db, sites).select(careDue).execute()
export const showInstrument = (db: Db, sites: Sites, id: string) =>
  withId(db, sites, id).select(careDue).executeTakeFirst()
export type ShownRow = NonNullable<Awaited<ReturnType<typeof showInstrument>>>

/** @throws a unique violation of `instrument_name` or `instrument_port` */
export const insertInstrument = (tx: Db, instrument: Insertable<Instrument>) =>
  tx.insertInto('instrument').values(instrument).execute()

/** Returns false if the instrument has changed since version `follows`. @throws as `insertInstrument` */
export const writeInstrument = (
  tx: Db,
  { siteId, id }: InstrumentKey,
  follows: number,
  fields: Omit<Updateable<Instrument>, 'siteId' | 'id' | 'version'>,
) =>
  wroteRow(
    tx
      .updateTable('instrument')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where((row) => row.and({ siteId, id, version: follows })),
  )

export const setState = (tx: Db, { siteId, id }: InstrumentKey, state: InstrumentState, by: string) =>
  tx
    .updateTable('instrument')
    .set({ state, version: sql<number>`version + 1`, ...(state === 'live' && { liveBy: by }) })
    .where((row) => row.and({ siteId, id }))
    .execute()

// Codes

/** Mapped codes and codes of held values, with their last values. Order: not mapped, mapped, not used. */
export const readCodes = (
  db: Db,
  { siteId, id }: InstrumentKey,
): Promise<(MappedCode & { isKnown: boolean })[]> =>
  rowsOf(db)`
    with held as (
      select v.code, count(*)::int as held from measured_value v
      where v.site_id = ${siteId} and v.instrument_id = ${id} and v.state = 'held' group by v.code
    )
    select coalesce(m.code, h.code) as code, m.code is not null as is_known, m.analyte_code as analyte, coalesce(m.unit, '') as unit, m.factor,
      coalesce(a.name, '') as analyte_name, coalesce(a.unit, '') as analyte_unit, coalesce(h.held, 0) as held,
      coalesce(last.name, '') as name, coalesce(trim(last.value || ' ' || last.unit), '') as last_value
    from held h full join (select * from instrument_code where site_id = ${siteId} and instrument_id = ${id}) m
      on m.code = h.code
    left join analyte a on a.code = m.analyte_code
    left join lateral (select v.name, v.value, v.unit from measured_value v
      where v.site_id = ${siteId} and v.instrument_id = ${id} and v.code = coalesce(m.code, h.code)
      order by v.id desc limit 1) last on true
    order by (m.code is not null), (m.analyte_code is null), 1`

export const writeCodes = async (tx: Db, codes: readonly Insertable<InstrumentCode>[]) => {
  if (codes.length === 0) return
  await tx
    .insertInto('instrumentCode')
    .values([...codes])
    .onConflict((conflict) =>
      conflict.columns(['siteId', 'instrumentId', 'code']).doUpdateSet(({ ref }) => ({
        analyteCode: ref('excluded.analyteCode'),
        unit: ref('excluded.unit'),
        factor: ref('excluded.factor'),
      })),
    )
    .execute()
}

export const readCode = (db: Db, { siteId, id }: InstrumentKey, code: string) =>
  db
    .selectFrom('instrumentCode')
    .selectAll()
    .where((row) => row.and({ siteId, instrumentId: id, code }))
    .executeTakeFirst()

// Links

/** Takes or renews the lease of the links. Returns false if another process has the lease. */
export const holdLinks = async (db: Db, holder: string, seconds: number): Promise<boolean> => {
  const row = await rowOf(db)`
    update instrument_holder set holder = ${holder}::uuid, held_until = now() + make_interval(secs => ${seconds}::float8)
    where holder = ${holder}::uuid or holder is null or held_until < now() returning 1`
  return row !== null
}

export const letGoOfLinks = (db: Db, holder: string) =>
  db.updateTable('instrumentHolder').set({ holder: null }).where('holder', '=', holder).execute()

export const noteLink = (
  db: Db,
  { siteId, id }: InstrumentKey,
  change: Omit<Insertable<InstrumentLink>, 'siteId' | 'instrumentId'>,
) =>
  db
    .insertInto('instrumentLink')
    .values({ siteId, instrumentId: id, ...change })
    .onConflict((conflict) => conflict.columns(['siteId', 'instrumentId']).doUpdateSet(change))
    .execute()

/** Marks the links of the previous process as not connected. */
export const forgetConnections = (db: Db) =>
  db
    .updateTable('instrumentLink')
    .set({ connectedAt: null })
    .where('connectedAt', 'is not', null)
    .where('siteId', 'in', db.selectFrom('site').select('id'))
    .execute()
