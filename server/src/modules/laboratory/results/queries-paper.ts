import { sql } from 'kysely'
import { type Db, rowOf } from '#server/platform/database.ts'
import { nameOf } from '../samples/queries-samples.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'

/** Statements on results that were written on a downtime form. */

/** `at` is a string, since it is read from a JSON value. */
type Measured = { at: string; by: string; byId: string }
export type FormRow = {
  number: number
  timeZone: string
  receivedAt: Date | null
  measured: Measured | null
}

/** The downtime form that the label of a task's sample comes from. */
export const readFormOnPaper = (db: Db, { siteId, id }: TaskKey): Promise<FormRow | null> =>
  rowOf(db)`
    select f.number, i.time_zone, s.received_at, ${measuredOfTask} as measured
    from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join downtime_form f on f.site_id = s.site_id and f.visit_id = s.visit_id and s.accession = any(f.accessions)
      join site i on i.id = k.site_id
    where k.site_id = ${siteId} and k.id = ${id}`

/** When the results of task `k` were measured and who wrote them on a downtime form. */
export const measuredOfTask = sql<Measured | null>`case when k.measured_at is not null then
  jsonb_build_object('at', k.measured_at, 'by', ${nameOf('k.measuredBy')}, 'byId', k.measured_by) end`
