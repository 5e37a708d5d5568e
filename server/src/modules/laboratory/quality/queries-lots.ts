import { type RawBuilder, sql } from 'kysely'
import type { LotState, WestgardRule } from '#contract/quality-rules.ts'
import type { Db } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { unanswered } from './queries-quality.ts'

/** Statements on materials, lots and their targets. */

export type MaterialRow = { id: string; name: string; manufacturer: string }

/** Returns null if the manufacturer already has a material of this name. */
export async function addMaterial(
  tx: Db,
  material: MaterialRow & { by: string; now: Date },
): Promise<MaterialRow | null> {
  const { rows } = await sql<MaterialRow>`
    insert into control_material (id, name, manufacturer, created_at, created_by)
    values (${material.id}, ${material.name}, ${material.manufacturer}, ${material.now}, ${material.by})
    on conflict do nothing returning id, name, manufacturer`.execute(tx)
  return rows[0] ?? null
}

export const listMaterials = (db: Db, page: PageQuery): Promise<Page<MaterialRow>> =>
  readPage(page, { id: uuid('id desc') }, ({ after, by, limit }) =>
    db
      .selectFrom('controlMaterial')
      .select(['id', 'name', 'manufacturer'])
      .where(after)
      .orderBy(by)
      .limit(limit)
      .execute(),
  )

/** Numeric analytes with the tests that report them, in the catalogue's order. */
export async function listQuantities(
  db: Db,
): Promise<{ code: string; name: string; unit: string; decimals: number; tests: string[] }[]> {
  const { rows } = await sql<{ code: string; name: string; unit: string; decimals: number; tests: string[] }>`
    select a.code, a.name, a.unit, a.decimals, array_agg(t.name order by t.position) as tests
    from analyte a join test_analyte p on p.analyte_code = a.code
    join test t on t.code = p.test_code and t.panel_version = p.version
    where a.kind = 'quantity' group by a.code order by min(t.position), min(p.position)`.execute(db)
  return rows
}

export type LotRow = {
  id: string
  siteId: string
  site: string
  timeZone: string
  material: MaterialRow
  level: string
  number: string
  expiresOn: string
  status: LotState
  openedAt: Date | null
  closedAt: Date | null
  closingReason: string | null
}

const lotColumns = sql`
  l.id, l.site_id as "siteId", s.name as site, s.time_zone as "timeZone",
  jsonb_build_object('id', m.id, 'name', m.name, 'manufacturer', m.manufacturer) as material, l.level, l.number,
  l.expires_on as "expiresOn", l.opened_at as "openedAt", l.closed_at as "closedAt", l.closing_reason as "closingReason",
  case when l.closed_at is not null then 'closed' when l.opened_at is not null then 'open' else 'new' end as status`

const lots = sql`control_lot l join site s on s.id = l.site_id join control_material m on m.id = l.material_id`

const having: Readonly<Record<LotState, RawBuilder<unknown>>> = {
  new: sql`and l.opened_at is null and l.closed_at is null`,
  open: sql`and l.opened_at is not null and l.closed_at is null`,
  closed: sql`and l.closed_at is not null`,
}

export async function readLot(db: Db, sites: Sites, id: string): Promise<LotRow | null> {
  const { rows } = await sql<LotRow>`
    select ${lotColumns} from ${lots} where l.site_id in (select id from site) and l.id = ${id}
      ${atSites('l.site_id', sites)}`.execute(db)
  return rows[0] ?? null
}

const newestFirst: Order<LotRow> = { id: uuid('l.id desc') }

export const listLots = (
  db: Db,
  sites: Sites,
  status: LotState | null,
  page: PageQuery,
): Promise<Page<LotRow>> =>
  readPage(page, newestFirst, ({ after, by, limit }) =>
    sql<LotRow>`
    select ${lotColumns} from ${lots} where ${after} ${atSites('l.site_id', sites)}
      ${status === null ? sql`` : having[status]}
    order by ${by} limit ${limit}`.execute(db),
  )

/** The other open lots of the same material at the same site. */
export async function otherLevels(
  db: Db,
  lot: Pick<LotRow, 'siteId' | 'id' | 'material'>,
): Promise<{ id: string; level: string; number: string }[]> {
  return db
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
}

/** Returns false if the material already has a lot of this number and level at the site. */
export async function addLot(
  tx: Db,
  lot: {
    siteId: string
    id: string
    materialId: string
    level: string
    number: string
    expiresOn: string
    by: string
    now: Date
  },
): Promise<boolean> {
  await sql`insert into control_gate (site_id) values (${lot.siteId}) on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    insert into control_lot (site_id, id, material_id, level, number, expires_on, created_at, created_by)
    values (${lot.siteId}, ${lot.id}, ${lot.materialId}, ${lot.level}, ${lot.number}, ${lot.expiresOn}, ${lot.now}, ${lot.by})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

type LotKey = Pick<LotRow, 'siteId' | 'id'>

/** Returns false unless the lot is new and has a target. */
export async function openLot(tx: Db, lot: LotKey, by: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update control_lot l set opened_at = ${now}, opened_by = ${by}
    where site_id = ${lot.siteId} and id = ${lot.id} and opened_at is null and closed_at is null
      and exists (select from control_target c where c.site_id = l.site_id and c.lot_id = l.id)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Returns false if the lot is closed or prevents a release: closing it must not replace taking responsibility. */
export async function closeLot(tx: Db, lot: LotKey, by: string, now: Date, reason: string): Promise<boolean> {
  const { rows } = await sql`
    update control_lot l set closed_at = ${now}, closed_by = ${by}, closing_reason = ${reason}
    where site_id = ${lot.siteId} and id = ${lot.id} and closed_at is null and not exists (
      select from control_target c where c.site_id = l.site_id and c.lot_id = l.id and ${unanswered})
    returning 1`.execute(tx)
  return rows.length > 0
}

// Targets

export type TargetRow = {
  analyte: string
  name: string
  unit: string
  decimals: number
  lowest: number
  highest: number
  mean: number
  sd: number
  latest: { id: string; at: string; value: number; z: number; rules: WestgardRule[] } | null
  rejections: WestgardRule[]
  unanswered: boolean
  /** The caller measured the latest value. */
  measuredByMe: boolean
}

/** In the order of the tests that report the analytes. */
export async function readTargets(db: Db, lot: LotKey, me: string): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select c.analyte_code as analyte, a.name, a.unit, a.decimals, a.lowest, a.highest, c.mean, c.sd, c.rejections,
      ${unanswered} as unanswered, coalesce(v.measured_by = ${me}, false) as "measuredByMe",
      case when v.id is not null then jsonb_build_object('id', v.id, 'at', v.measured_at, 'value', v.value, 'z', v.z,
        'rules', v.rules) end as latest
    from control_target c join analyte a on a.code = c.analyte_code
    left join control_value v on v.site_id = c.site_id and v.id = c.last_value
    where c.site_id = ${lot.siteId} and c.lot_id = ${lot.id}
    order by (select min(t.position * 1000 + p.position) from test_analyte p
      join test t on t.code = p.test_code and t.panel_version = p.version
      where p.analyte_code = c.analyte_code), c.analyte_code`.execute(db)
  return rows
}

export async function writeTargets(
  tx: Db,
  lot: LotKey,
  targets: readonly { analyte: string; mean: number; sd: number }[],
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into control_target as kept (site_id, lot_id, analyte_code, mean, sd, set_at, set_by)
    select ${lot.siteId}::uuid, ${lot.id}::uuid, code, mean, sd, ${now}::timestamptz, ${by}::uuid
    from unnest(${targets.map((target) => target.analyte)}::text[], ${targets.map((target) => target.mean)}::float8[],
      ${targets.map((target) => target.sd)}::float8[]) as given (code, mean, sd)
    on conflict (site_id, lot_id, analyte_code) do update
      set mean = excluded.mean, sd = excluded.sd, set_at = excluded.set_at, set_by = excluded.set_by
      where (kept.mean, kept.sd) <> (excluded.mean, excluded.sd)`.execute(tx)
}

/** Removes targets that have no values, struck-out ones included. */
export async function removeTargets(tx: Db, lot: LotKey, analytes: readonly string[]): Promise<void> {
  await sql`
    delete from control_target c
    where site_id = ${lot.siteId} and lot_id = ${lot.id} and analyte_code = any(${[...analytes]}::text[])
      and not exists (select from control_value v where v.site_id = c.site_id and v.lot_id = c.lot_id
        and v.analyte_code = c.analyte_code)`.execute(tx)
}

export async function measuredAnalytes(db: Db, lot: LotKey): Promise<string[]> {
  const { rows } = await sql<{ analyte: string }>`
    select c.analyte_code as analyte from control_target c where c.site_id = ${lot.siteId} and c.lot_id = ${lot.id}
      and exists (select from control_value v where v.site_id = c.site_id and v.lot_id = c.lot_id
        and v.analyte_code = c.analyte_code)`.execute(db)
  return rows.map((row) => row.analyte)
}

export async function readHours(db: Db): Promise<number> {
  const row = await db.selectFrom('laboratory').select('controlHours').executeTakeFirstOrThrow()
  return row.controlHours
}
