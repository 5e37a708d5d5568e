import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { insightRejections, insightSamples, insightTasks } from '#contract/insight-lists.ts'
import type { Db } from '#server/platform/database.ts'
import {
  instant,
  type Order,
  orderBy,
  type Page,
  type PageQuery,
  readPage,
  uuid,
} from '#server/platform/list.ts'
import { andIf } from '#server/platform/statement.ts'
import { findingsOf, judged, stepsOf } from '../figures/queries-days.ts'
import { type Asked, bounds, nameOf, patient, priorityOf, test } from './queries-asked.ts'

/** Statements that list the tests and samples behind the figures, each counted by the same rules as the figure. */

/** `at`: the time by which it is listed. */
type TaskRow = RowOf<typeof insightTasks> & { at: Date }

/** Tasks that were first released in the period, or with `work: 'completed'` those completed in it. */
export function listTasks(db: Db, asked: Asked<typeof insightTasks>): Promise<Page<TaskRow>> {
  const { filter, person, late, found, work } = asked
  const time = work === 'completed' ? 'k.completed_at' : 'k.first_released_at'
  const at = sql.ref(time)
  const order: Order<TaskRow> = { at: instant(`${time} desc`), id: uuid('k.id desc') }
  const persons = {
    completed: sql`k.completed_by = ${person}`,
    released: sql`k.released_by = ${person}`,
    any: sql`${person}::uuid in (s.collected_by, k.completed_by, k.released_by)`,
  }
  return readPage(asked, order, ({ after, by, limit }) =>
    sql<TaskRow>`
    with ${judged},
    shown as (
      select k.site_id, k.id, d.site, k.at
      from ${bounds(asked)} cross join lateral (
        select k.site_id, k.id, ${at} as at
        from task k
          ${person && !work ? sql`join sample s on s.site_id = k.site_id and s.id = k.sample_id` : sql``}
          ${found ? sql`cross join lateral (${findingsOf('k')}) f` : sql``}
        where k.site_id = d.site_id and ${at} >= d.lo and ${at} < d.hi and ${at} is not null
          ${work === 'completed' ? sql`and k.status = 'completed'` : sql``}
          ${andIf(filter.test, (code) => sql`k.test_code = ${code}`)}
          ${andIf(filter.rank, (rank) => sql`k.rank = ${rank}`)}
          ${andIf(late, () => sql`k.first_released_at ${late ? sql`>` : sql`<=`} k.due_at`)}
          ${andIf(found, (finding) => sql.ref(`f.${finding}`))}
          ${andIf(person, () => persons[work ?? 'any'])}
          and ${after}
        order by ${by} limit ${limit}) k
      order by ${orderBy(order, ['k.at', 'k.id'])} limit ${limit})
    select k.id, shown.at, shown.site, ${test}, ${priorityOf(sql`k.rank`)}, s.accession, ${patient}, s.collected_at,
      k.completed_at, k.first_released_at as released_at, k.due_at, coalesce(k.first_released_at > k.due_at, false) as late,
      lasted.steps, lasted.steps -> 'total' as total_minutes, ${nameOf('s.collected_by')} as collected_by,
      ${nameOf('k.completed_by')} as completed_by, ${nameOf('k.released_by')} as released_by, f.positive, f.flagged
    from shown join task k on k.site_id = shown.site_id and k.id = shown.id
      cross join lateral (${findingsOf('k')}) f
      cross join lateral (${minutesOfSteps}) lasted
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id join test t on t.code = k.test_code
    order by ${orderBy(order, ['shown.at', 'shown.id'])}`.execute(db),
  )
}

const minutesOfSteps = sql`
  select jsonb_object_agg(of.step, case when of.lasted is not null
    then round((greatest(0, extract(epoch from of.lasted)) / 60)::numeric, 1) end) as steps
  from (select k.*) k ${stepsOf}`

const workOf = sql`select min(k.rank) as rank, coalesce(array_agg(k.test_code), '{}') as codes,
    coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by t.position), '[]') as tests
  from task k join test t on t.code = k.test_code where k.site_id = s.site_id and k.sample_id = s.id`

/** Samples by one of their times in the period, with further columns. */
function listSamplesBy<Row extends RowOf<typeof insightSamples | typeof insightRejections>>(
  db: Db,
  asked: Pick<Asked<typeof insightSamples>, 'siteIds' | 'from' | 'to' | 'filter'> & PageQuery,
  order: Order<Row>,
  { time, only, more }: { time: string; only: RawBuilder<unknown>; more: RawBuilder<unknown> },
): Promise<Page<Row>> {
  const { filter } = asked
  const at = sql.ref(time)
  const ofWork = filter.test !== null || filter.rank !== null
  return readPage(asked, order, ({ after, by, limit }) =>
    sql<Row>`
    select s.id, d.site, s.accession, s.tube, work.tests, ${priorityOf(sql`coalesce(work.rank, 2)`)}, ${patient},
      s.collected_at, ${nameOf('s.collected_by')} as collected_by, ${more}
    from ${bounds(asked)} cross join lateral (
        select s.* from sample s
          ${ofWork ? sql`cross join lateral (${workOf}) work` : sql``}
        where s.site_id = d.site_id and ${at} >= d.lo and ${at} < d.hi and s.aliquot_of is null
          ${andIf(filter.test, (code) => sql`${code} = any(work.codes)`)}
          ${andIf(filter.rank, (rank) => sql`coalesce(work.rank, 2) = ${rank}`)} ${only} and ${after}
        order by ${by} limit ${limit}) s
      join visit v on v.site_id = s.site_id and v.id = s.visit_id
      cross join lateral (${workOf}) work
    order by ${by} limit ${limit}`.execute(db),
  )
}

export const listRejections = (db: Db, asked: Asked<typeof insightRejections>) =>
  listSamplesBy<RowOf<typeof insightRejections>>(
    db,
    asked,
    { rejectedAt: instant('s.rejected_at desc'), id: uuid('s.id desc') },
    {
      time: 's.rejected_at',
      only: sql`and s.rejected_at is not null ${andIf(asked.reason, (reason) => sql`s.rejection_reason = ${reason}`)}
        ${andIf(asked.person, (person) => sql`${person}::uuid in (s.collected_by, s.rejected_by)`)}`,
      more: sql`s.rejected_at, ${nameOf('s.rejected_by')} as rejected_by, s.rejection_reason as reason,
        coalesce(s.rejection_note, '') as note,
        (select accession from sample r where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id)
          as replaced_by`,
    },
  )

export const listSamples = (db: Db, asked: Asked<typeof insightSamples>) =>
  listSamplesBy<RowOf<typeof insightSamples>>(
    db,
    asked,
    { collectedAt: instant('s.collected_at desc'), id: uuid('s.id desc') },
    {
      time: 's.collected_at',
      only: andIf(asked.person, (person) => sql`s.collected_by = ${person}`),
      more: sql`s.rejection_reason as rejected`,
    },
  )
