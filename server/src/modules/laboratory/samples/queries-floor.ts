import { sql } from 'kysely'
import type { floorSteps } from '#contract/bench.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { unreleasedTasks } from '../queries-parts.ts'

/** The statement that lists the samples on the floor. */

export type SampleUnderWay = {
  id: string
  accession: string
  tube: string
  tests: string[]
  urgent: boolean
  step: (typeof floorSteps)[number]
  since: Date
  people: string[]
  /** The number of all samples, including those beyond the limit. */
  total: number
}

/** Samples with an unreleased test, latest collection first. */
export const samplesUnderWay = (db: Db, siteId: string): Promise<SampleUnderWay[]> => rowsOf(db)`
  with open as (
    ${unreleasedTasks(sql`sample_id, id`, { sites: sql`${siteId}` })}),
  samples as (
    select o.sample_id as id, array_agg(t.name order by t.position) as tests, bool_or(k.rank = 0) as urgent,
      bool_or(k.status = 'in_progress') as works, bool_and(k.status = 'completed') as done,
      min(k.started_at) filter (where k.status = 'in_progress') as started_at, max(k.completed_at) as completed_at,
      array_agg(distinct k.claimed_by) filter (where k.status = 'in_progress') as workers,
      array_agg(distinct k.completed_by) filter (where k.status = 'completed') as enterers
    from open o join task k on k.site_id = ${siteId} and k.id = o.id join test t on t.code = k.test_code
    group by o.sample_id)
  select s.id, s.accession, s.tube, x.tests, x.urgent, at.step, count(*) over () as total,
    case at.step when 'release' then x.completed_at when 'work' then x.started_at when 'bench' then s.received_at
      else s.collected_at end as since,
    array(select a.full_name from account a where a.id = any(case at.step when 'release' then x.enterers
      when 'work' then x.workers when 'transport' then array[s.collected_by] end) order by a.full_name) as people
  from samples x join sample s on s.site_id = ${siteId} and s.id = x.id
    cross join lateral (select case when x.done then 'release' when x.works then 'work'
      when s.received_at is null then 'transport' else 'bench' end as step) at
  order by s.collected_at desc, s.id desc limit 400`
