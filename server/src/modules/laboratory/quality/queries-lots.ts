import { type Insertable, sql } from 'kysely'
import type { ResponseInput } from '#contract/endpoint.ts'
import type { ControlAnalyser, listControlAnalytes, ControlMaterial as Material } from '#contract/quality.ts'
import type { LotState, WestgardRule } from '#contract/quality-rules.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { ControlLot, ControlMaterial } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { analyserOfLine, type Latest, latestValue, unanswered } from './queries-quality.ts'

/** Statements on materials, lots and their targets. */

const materialColumns = ['id', 'name', 'manufacturer'] as const

/** Returns undefined if the manufacturer already has a material of this name. */
export const addMaterial = (tx: Db, material: Insertable<ControlMaterial>) =>
  tx
    .insertInto('controlMaterial')
    .values(material)
    .onConflict((conflict) => conflict.doNothing())
    .returning(materialColumns)
    .executeTakeFirst()

export const listMaterials = (db: Db, page: PageQuery): Promise<Page<Material>> =>
  readPage(page, { id: uuid('id desc') }, ({ after, by, limit }) =>
    db.selectFrom('controlMaterial').select(materialColumns).where(after).orderBy(by).limit(limit).execute(),
  )

/** Numeric analytes with the tests that report them, in the catalogue's order. */
export const listQuantities = (db: Db) =>
  rowsOf(db)<ResponseInput<typeof listControlAnalytes>[number]>`
    select a.code, a.name, a.unit, a.decimals, array_agg(t.name order by t.position) as tests
    from analyte a join test_analyte p on p.analyte_code = a.code
    join test t on t.code = p.test_code and t.panel_version = p.version
    where a.kind = 'quantity' group by a.code order by min(t.position), min(p.position)`

const materialJson = sql<Material>`jsonb_build_object('id', m.id, 'name', m.name, 'manufacturer', m.manufacturer)`
const state = sql<LotState>`case when l.closed_at is not null then 'closed' when l.opened_at is not null then 'open'
  else 'new' end`

const selectLots = (db: Db, sites: Sites) =>
  db
    .selectFrom('controlLot as l')
    .innerJoin('site as s', 's.id', 'l.siteId')
    .innerJoin('controlMaterial as m', 'm.id', 'l.materialId')
    .select(['l.id', 'l.siteId', 's.name as site', 's.timeZone', 'l.level', 'l.number', 'l.expiresOn'])
    .select(['l.openedAt', 'l.closedAt', 'l.closingReason'])
    .select([materialJson.as('material'), state.as('status')])
    .where(isAtSites('l.siteId', sites))

export type LotRow = Awaited<ReturnType<ReturnType<typeof selectLots>['execute']>>[number]
type LotKey = Pick<LotRow, 'siteId' | 'id'>

export const readLot = (db: Db, sites: Sites, id: string) =>
  selectLots(db, sites)
    .where('l.siteId', 'in', db.selectFrom('site').select('id'))
    .where('l.id', '=', id)
    .executeTakeFirst()

const newestFirst: Order<LotRow> = { id: uuid('l.id desc') }

export const listLots = (db: Db, sites: Sites, status: LotState | undefined, page: PageQuery) =>
  readPage(page, newestFirst, ({ after, by, limit }) => {
    const lots = selectLots(db, sites).where(after).orderBy(by).limit(limit)
    if (status === undefined) return lots.execute()
    if (status === 'closed') return lots.where('l.closedAt', 'is not', null).execute()
    const isOpened = status === 'open' ? 'is not' : 'is'
    return lots.where('l.openedAt', isOpened, null).where('l.closedAt', 'is', null).execute()
  })

/** The other open lots of the same material at the same site. */
export const otherLevels = (db: Db, lot: LotKey & Pick<LotRow, 'material'>) =>
  db
    .selectFrom('controlLot')
    .select(['id', 'level', 'number'])
    .where('siteId', '=', lot.siteId)
    .where('materialId', '=', lot.material.id)
    .where('id', '<>', lot.id)
    .where('openedAt', 'is not', null)
    .where('closedAt', 'is', null)
    .orderBy('level')
    .orderBy('id')
    .execute()

/** Returns undefined if the material already has a lot of this number and level at the site. */
export async function addLot(tx: Db, lot: Insertable<ControlLot>) {
  await sql`insert into control_gate (site_id) values (${lot.siteId}) on conflict do nothing`.execute(tx)
  return tx
    .insertInto('controlLot')
    .values(lot)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

const updateLot = (tx: Db, { siteId, id }: LotKey) =>
  tx
    .updateTable('controlLot as l')
    .where((lot) => lot.and({ 'l.siteId': siteId, 'l.id': id }))
    .where('l.closedAt', 'is', null)

/** Returns false unless the lot is new and has a target. */
export const openLot = (tx: Db, lot: LotKey, by: string, now: Date): Promise<boolean> =>
  wroteRow(
    updateLot(tx, lot)
      .set({ openedAt: now, openedBy: by })
      .where('l.openedAt', 'is', null)
      .where(
        sql<boolean>`exists (select from control_target c where c.site_id = l.site_id and c.lot_id = l.id)`,
      ),
  )

/** Returns false if the lot is closed or prevents a release: closing it must not replace taking responsibility. */
export const closeLot = (tx: Db, lot: LotKey, by: string, now: Date, reason: string): Promise<boolean> =>
  wroteRow(
    updateLot(tx, lot)
      .set({ closedAt: now, closedBy: by, closingReason: reason })
      .where(
        sql<boolean>`not exists (
          select from control_line c where c.site_id = l.site_id and c.lot_id = l.id and ${unanswered})`,
      ),
  )

// Targets

/** The position of an analyte among the tests that report it; a test has fewer analytes than the factor. */
const position = sql`(select min(t.position * 1000 + p.position) from test_analyte p
  join test t on t.code = p.test_code and t.panel_version = p.version where p.analyte_code = g.analyte_code)`

/** What was last measured on an analyser. `measuredByMe`: by this account. */
export type LineRow = {
  analyser: ControlAnalyser
  latest: Latest | null
  rejections: WestgardRule[]
  unanswered: boolean
  measuredByMe: boolean
}

const linesOf = (me: string) => sql<LineRow[]>`coalesce((
  select jsonb_agg(jsonb_build_object('latest', ${latestValue}, 'rejections', c.rejections, 'unanswered', ${unanswered},
    'measuredByMe', coalesce(v.measured_by = ${me}, false),
    'analyser', ${analyserOfLine}) order by ${analyserOfLine} ->> 'name' nulls last)
  from control_line c
  left join control_value v on v.site_id = c.site_id and v.id = c.last_value
  where c.site_id = g.site_id and c.lot_id = g.lot_id and c.analyte_code = g.analyte_code), '[]')`

/** In the order of the tests that report the analytes. */
export const readTargets = (db: Db, lot: LotKey, me: string) =>
  db
    .selectFrom('controlTarget as g')
    .innerJoin('analyte as a', 'a.code', 'g.analyteCode')
    .select(['g.analyteCode as analyte', 'a.name', 'a.unit', 'a.lowest', 'a.highest', 'g.mean', 'g.sd'])
    .select((column) => [column.ref('a.decimals').$notNull().as('decimals'), linesOf(me).as('lines')])
    .where('g.siteId', '=', lot.siteId)
    .where('g.lotId', '=', lot.id)
    .orderBy(position)
    .orderBy('g.analyteCode')
    .execute()

export type TargetRow = Awaited<ReturnType<typeof readTargets>>[number]

export const writeTargets = (
  tx: Db,
  lot: LotKey,
  targets: readonly { analyte: string; mean: number; sd: number }[],
  by: string,
  now: Date,
) =>
  sql`
    insert into control_target as kept (site_id, lot_id, analyte_code, mean, sd, set_at, set_by)
    select ${lot.siteId}::uuid, ${lot.id}::uuid, code, mean, sd, ${now}::timestamptz, ${by}::uuid
    from unnest(${targets.map((target) => target.analyte)}::text[], ${targets.map((target) => target.mean)}::float8[],
      ${targets.map((target) => target.sd)}::float8[]) as given (code, mean, sd)
    on conflict (site_id, lot_id, analyte_code) do update
      set mean = excluded.mean, sd = excluded.sd, set_at = excluded.set_at, set_by = excluded.set_by
      where (kept.mean, kept.sd) <> (excluded.mean, excluded.sd)`.execute(tx)

/** Struck-out values count as well. */
const isMeasured = sql<boolean>`exists (select from control_value v where v.site_id = c.site_id and v.lot_id = c.lot_id
  and v.analyte_code = c.analyte_code)`

/** Removes those of these targets that have no values. */
export const removeTargets = (tx: Db, lot: LotKey, targets: readonly TargetRow[]) =>
  tx
    .deleteFrom('controlTarget as c')
    .where('c.siteId', '=', lot.siteId)
    .where('c.lotId', '=', lot.id)
    .where('c.analyteCode', '=', sql<string>`any(${targets.map(({ analyte }) => analyte)}::text[])`)
    .where(({ not }) => not(isMeasured))
    .execute()

export async function measuredAnalytes(db: Db, lot: LotKey): Promise<string[]> {
  const targets = await db
    .selectFrom('controlTarget as c')
    .select('c.analyteCode')
    .where('c.siteId', '=', lot.siteId)
    .where('c.lotId', '=', lot.id)
    .where(isMeasured)
    .execute()
  return targets.map(({ analyteCode }) => analyteCode)
}
