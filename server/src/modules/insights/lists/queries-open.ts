import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { insightOpen } from '#contract/insight-lists.ts'
import { isOffered, mayTell } from '#server/modules/laboratory/index.ts'
import type { Db } from '#server/platform/database.ts'
import { instant, type Order, type Page, readPage, uuid } from '#server/platform/list.ts'
import { andIf } from '#server/platform/statement.ts'
import { isLate, openTasks } from '../figures/queries-open.ts'
import { type Asked, patient, priorityOf, test } from './queries-asked.ts'

/** The statement that lists the open tests, each with its step and the staff responsible for it. */

type OpenRow = RowOf<typeof insightOpen>

const dueFirst: Order<OpenRow> = { dueAt: instant('due_at'), id: uuid('id') }

/** The number of names shown for a test; further people are counted. */
const mostHolders = 3

const stepOf = sql`
  select case when k.withdrawn_at is not null then 'collection' when k.status = 'completed' then 'release'
    when k.status = 'in_progress' then 'work' when s.received_at is null then 'transport' else 'bench' end as step`

const sinceOf = sql`
  case at.step when 'collection' then k.withdrawn_at when 'release' then greatest(k.completed_at, k.retracted_at)
    when 'work' then k.started_at when 'transport' then s.collected_at else s.received_at end`

/**
 * The person who collected the sample, also a clinician, or who works on the test. If there is none: the people who may take or release
 * the test, managers last.
 */
const holdersOf = sql`
  select coalesce((array_agg(a.full_name order by a.role = 'admin', a.full_name, a.id))[:${sql.lit(mostHolders)}], '{}') as names,
    greatest(0, count(*) - ${sql.lit(mostHolders)}) as more
  from account a
  where a.id = s.collected_by and at.step = 'transport' or a.role in ('technician', 'admin') and case at.step
    when 'work' then a.id = k.claimed_by when 'bench' then ${isOffered}
    when 'release' then ${mayTell} and (not (select two_person_release from laboratory)
      or (select true from result r where r.site_id = k.site_id and r.task_id = k.id and r.entered_by = a.id limit 1) is null)
    else false end`

/** The time of the appointment at which the missing samples are collected. */
const comesAgainAt = sql`
  (select again.starts_at from visit again where at.step = 'collection' and again.site_id = k.site_id
    and again.recollects = k.visit_id and again.status in ('booked', 'arrived'))`

/** Open tests of these sites, by due time. */
export function listOpen(db: Db, { siteIds, filter, late, now, ...page }: Asked<typeof insightOpen>) {
  const narrowed = (after: RawBuilder<boolean>) => sql`${after}
    ${andIf(filter.test, (code) => sql`test_code = ${code}`)}
    ${andIf(filter.rank, (rank) => sql`rank = ${rank}`)}
    ${late ? sql`and ${isLate(now)}` : sql``}`
  return readPage(page, dueFirst, ({ after, by, limit }) =>
    sql<OpenRow>`
    select k.id, d.name as site, ${test}, ${priorityOf(sql`k.rank`)}, s.accession, ${patient}, at.step, ${sinceOf} as since,
      held.names as holders, held.more as more_holders, ${comesAgainAt} as comes_again_at, s.collected_at, k.due_at, open.late
    from (select site_id, id, due_at, ${isLate(now)} as late from ${openTasks(siteIds, narrowed(after))} open
        order by ${by} limit ${limit}) open
      join task k on k.site_id = open.site_id and k.id = open.id join site d on d.id = k.site_id
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id join test t on t.code = k.test_code
      cross join lateral (${stepOf}) at
      cross join lateral (${holdersOf}) held
    order by k.due_at, k.id`.execute(db),
  ) satisfies Promise<Page<OpenRow>>
}
