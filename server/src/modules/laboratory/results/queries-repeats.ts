import { type RawBuilder, sql } from 'kysely'
import type { Repeat } from '#contract/results.ts'
import { anyRow, type Db, rowsOf } from '#server/platform/database.ts'
import { nameOf } from '../samples/queries-samples.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'

/** Statements on results that were measured again before they were released. */

/** The repeats of task `k`, oldest first. Units are as in the catalogue. */
export const repeatsOfTask: RawBuilder<Repeat[]> = sql`coalesce((
  select jsonb_agg(jsonb_build_object('at', w.repeated_at, 'by', ${nameOf('w.repeatedBy')}, 'reason', w.reason,
      'enteredBy', ${nameOf('w.enteredBy')}, 'results', w.results,
      'measured', case when w.measured_at is not null then
        jsonb_build_object('at', w.measured_at, 'by', ${nameOf('w.measuredBy')}) end) order by w.number)
  from repeated_result w where w.site_id = k.site_id and w.task_id = k.id), '[]')`

export async function repeatsOf(db: Db, { siteId, id }: TaskKey): Promise<Repeat[]> {
  const [row] = await rowsOf(db)<{ repeats: Repeat[] }>`
    select ${repeatsOfTask} as repeats from task k where k.site_id = ${siteId} and k.id = ${id}`
  return row?.repeats ?? []
}

/**
 * Returns a completed task to the queue and sets its results aside, in one statement. False, and nothing is changed, if results were
 * saved since `revision`, were released before, or the sample is not at the bench any more. The revision advances, so that a save or a
 * release of the results that were set aside is refused.
 */
export const setRepeated = (
  tx: Db,
  { siteId, id }: TaskKey,
  { by, at, reason, revision }: { by: string; at: Date; reason: string; revision: number },
): Promise<boolean> => anyRow(tx)`
  with repeated as (
    update task k set status = 'pending', claimed_by = null, started_at = null, completed_by = null, completed_at = null,
      measured_at = null, measured_by = null, results_revision = k.results_revision + 1
    from task before
    where before.site_id = k.site_id and before.id = k.id
      and k.site_id = ${siteId} and k.id = ${id} and k.status = 'completed' and k.withdrawn_at is null
      and k.first_released_at is null and k.results_revision = ${revision}
      and exists (select from result r where r.site_id = k.site_id and r.task_id = k.id)
      and exists (select from sample s where s.site_id = k.site_id and s.id = k.sample_id and s.status = 'received')
    returning k.site_id, k.id, k.test_code, k.panel_version, before.measured_at, before.measured_by
  ), aside as (
    delete from result r using repeated k where r.site_id = k.site_id and r.task_id = k.id
    returning r.*
  )
  insert into repeated_result (site_id, task_id, number, results, entered_by, entered_at, measured_at,
    measured_by, reason, repeated_by, repeated_at)
  select k.site_id, k.id, (select count(*) + 1 from repeated_result w where w.site_id = k.site_id and w.task_id = k.id),
    jsonb_agg(jsonb_build_object('code', r.analyte_code, 'name', a.name,
      'value', coalesce(round(r.number::numeric, coalesce(a.decimals, 0))::text, r.text), 'unit', a.unit, 'flag', r.flag)
      order by p.position),
    (array_agg(r.entered_by order by r.entered_at desc))[1], max(r.entered_at),
    k.measured_at, k.measured_by, ${reason}, ${by}::uuid, ${at}::timestamptz
  from repeated k join aside r on true
    join analyte a on a.code = r.analyte_code
    left join test_analyte p on p.test_code = k.test_code and p.version = k.panel_version and p.analyte_code = r.analyte_code
  group by k.site_id, k.id, k.measured_at, k.measured_by
  returning 1`
