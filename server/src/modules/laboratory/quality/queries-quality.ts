import { type RawBuilder, sql } from 'kysely'
import type { ControlAnalyser } from '#contract/quality.ts'
import type { WestgardRule } from '#contract/quality-rules.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import { isReferred } from '../referrals/queries-parts.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'

/** Parts of statements that depend on controls: which analytes are out of control, and which results are held back by that. */

/** True for a line `c` whose latest value breaks a rejecting rule for which nobody has taken responsibility. */
export const unanswered = sql<boolean>`(c.rejections <> '{}' and not exists (
  select from control_responsibility p
  where p.site_id = c.site_id and p.value_id = c.last_value and p.rules @> c.rejections))`

/**
 * True if line `c` judges result `r`: a control that was measured on one analyser does not judge a value of another. If the
 * analyser of either is not known, the control judges the result.
 */
const judges = sql`(c.instrument_id is null or coalesce((select m.instrument_id from measured_value m
  where m.site_id = r.site_id and m.id = r.measured_value_id), c.instrument_id) = c.instrument_id)`

/** Completed tests `k` with a result that line `c` judges, and that wait for release. */
export const waitingFor = sql`task k join result r on r.site_id = k.site_id and r.task_id = k.id
  where k.site_id = c.site_id and k.status = 'completed' and k.released_at is null and k.withdrawn_at is null
    and r.analyte_code = c.analyte_code and ${judges}`

/** Lines that forbid the release of task `k`. Our controls do not apply to the measurements of another laboratory. */
const forbidding = sql`result r
  join control_line c on c.site_id = r.site_id and c.analyte_code = r.analyte_code and ${judges}
  join control_lot l on l.site_id = c.site_id and l.id = c.lot_id
  where r.site_id = k.site_id and r.task_id = k.id and l.closed_at is null and not ${isReferred}
    and ${unanswered}`

/** Part of the statement that releases task `k`: no open lot says that one of its analytes is out of control. */
export const isInControl = sql<boolean>`not exists (select from ${forbidding})`

/** A lot in which an analyte is out of control, with the broken rules. */
export type Blocker = {
  analyte: string
  material: string
  level: string
  lot: string
  analyser: ControlAnalyser
  rules: WestgardRule[]
}

/** The analyser of line `c`. */
export const analyserOfLine = sql<ControlAnalyser>`(select jsonb_build_object('id', i.id, 'name', i.name) from instrument i
  where i.site_id = c.site_id and i.id = c.instrument_id)`

/** Why `isInControl` does not hold for task `k`; empty when it does. */
export const blockersOfTask: RawBuilder<Blocker[]> = sql`coalesce((
  select jsonb_agg(jsonb_build_object('analyte', b.analyte, 'material', m.name, 'level', b.level, 'lot', b.number,
    'analyser', b.analyser, 'rules', b.rejections) order by b.analyte, b.level, b.analyser ->> 'name')
  from (select (select name from analyte where code = c.analyte_code) as analyte, l.material_id, l.level, l.number,
      ${analyserOfLine} as analyser, c.rejections from ${forbidding}) b
  join control_material m on m.id = b.material_id), '[]')`

export async function readBlockers(db: Db, { siteId, id }: TaskKey): Promise<Blocker[]> {
  const row = await rowOf(db)<{ blockers: Blocker[] }>`
    select ${blockersOfTask} as blockers from task k where k.site_id = ${siteId} and k.id = ${id}`
  return row?.blockers ?? []
}

export type Latest = { id: string; at: string; value: number; z: number; rules: WestgardRule[] }
/** The latest value `v` of a line; null if there is none. */
export const latestValue = sql<Latest | null>`case when v.id is not null then jsonb_build_object('id', v.id,
  'at', v.measured_at, 'value', v.value, 'z', v.z, 'rules', v.rules) end`

/** The control state of the analytes of task `k`, an entry for each open lot, analyte and analyser. */
export type ControlOfTask = {
  lot: string
  analyte: string
  latest: Pick<Latest, 'at' | 'rules'> | null
  rejections: WestgardRule[]
  unanswered: boolean
}

export const controlsOfTask: RawBuilder<ControlOfTask[]> = sql`coalesce((
  select jsonb_agg(jsonb_build_object('lot', g.lot_id, 'analyte', g.analyte_code, 'rejections', coalesce(c.rejections, '{}'),
    'unanswered', c.site_id is not null and ${unanswered}, 'latest', ${latestValue}))
  from result r join control_target g on g.site_id = r.site_id and g.analyte_code = r.analyte_code
  join control_lot l on l.site_id = g.site_id and l.id = g.lot_id and l.opened_at is not null and l.closed_at is null
  left join control_line c on c.site_id = g.site_id and c.lot_id = g.lot_id and c.analyte_code = g.analyte_code and ${judges}
  left join control_value v on v.site_id = c.site_id and v.id = c.last_value
  where r.site_id = k.site_id and r.task_id = k.id), '[]')`

/**
 * Locks the controls of a site until the transaction ends, so that values are recorded and judged one after the other. The commit
 * notifies the screens of the bench, since results may have become releasable or blocked.
 */
export async function lockControls(tx: Db, siteId: string): Promise<void> {
  await sql`select from control_gate where site_id = ${siteId} for update`.execute(tx)
  await sql`select pg_notify('live', 'bench:' || ${siteId})`.execute(tx)
}

/** Keeps new control values waiting until the transaction ends: results that it releases come before the next value. */
export const holdControls = (tx: Db, siteId: string) =>
  sql`select from control_gate where site_id = ${siteId} for share`.execute(tx)
