import { type RawBuilder, sql } from 'kysely'
import type { MeasuredOutOfUse } from '#contract/instrument-breakdowns.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'

/** Parts of statements about results that an analyser measured while it was out of use. */

/** Results of task `k` that were measured during a breakdown `b` of their analyser. */
const measuredDuring = sql`result r
  join measured_value m on m.site_id = r.site_id and m.id = r.measured_value_id
  join instrument_breakdown b on b.site_id = m.site_id and b.instrument_id = m.instrument_id
    and m.measured_at >= b.started_at and (b.ended_at is null or m.measured_at < b.ended_at)
  where r.site_id = k.site_id and r.task_id = k.id`

/** Whether a result of task `k` was measured during a breakdown. Breakdowns that are reported after the measurement count as well. */
export const isMeasuredOutOfUse = sql<boolean>`exists (select from ${measuredDuring})`

/** The breakdowns during which results of task `k` were measured, oldest first. */
export const outOfUseOfTask: RawBuilder<MeasuredOutOfUse[]> = sql`coalesce((
  select jsonb_agg(jsonb_build_object('analyser', i.name, 'measuredAt', d.measured_at, 'since', d.started_at, 'until', d.ended_at,
    'fault', d.fault) order by d.started_at)
  from (select b.instrument_id, b.started_at, b.ended_at, b.fault, min(m.measured_at) as measured_at from ${measuredDuring}
    group by b.instrument_id, b.started_at, b.ended_at, b.fault) d
  join instrument i on i.site_id = k.site_id and i.id = d.instrument_id), '[]')`

export async function readMeasuredOutOfUse(db: Db, { siteId, id }: TaskKey): Promise<MeasuredOutOfUse[]> {
  const row = await rowOf(db)<{ found: MeasuredOutOfUse[] }>`
    select ${outOfUseOfTask} as found from task k where k.site_id = ${siteId} and k.id = ${id}`
  return row?.found ?? []
}
