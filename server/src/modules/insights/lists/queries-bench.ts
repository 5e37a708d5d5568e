import { type RawBuilder, sql } from 'kysely'
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
import { findingsOf, judged, stepsOf } from '../figures/queries-days.ts'
import { type Asked, bounds, nameOf, patient } from './queries-bounds.ts'

/** Statements that list the rows behind the figures, latest first, each counted by the same rules as the figure. */

export type TaskRow = {
  id: string
  /** The time by which it is listed. */
  at: Date
  site: string
  test: { code: string; name: string }
  rank: number
  accession: string
  patient: { fullName: string; reference: string; visitId: string }
  collectedAt: Date
  completedAt: Date | null
  releasedAt: Date | null
  dueAt: Date
  late: boolean
  minutes: Record<string, number> | null
  collectedBy: string | null
  completedBy: string | null
  releasedBy: string | null
  positive: boolean
  flagged: boolean
}

/** Tasks that were first released in the period, or with `did: 'completed'` those completed in it. */
export function listTasks(
  db: Db,
  asked: Asked & {
    late: boolean | null
    found: 'positive' | 'flagged' | null
    did: 'completed' | 'released' | null
  },
  page: PageQuery,
): Promise<Page<TaskRow>> {
  const { filter, person, late, found, did } = asked
  const time = did === 'completed' ? 'k.completed_at' : 'k.first_released_at'
  const at = sql.ref(time)
  const order: Order<TaskRow> = { at: instant(`${time} desc`), id: uuid('k.id desc') }
  const persons = {
    completed: sql`and k.completed_by = ${person}`,
    released: sql`and k.released_by = ${person}`,
    any: sql`and ${person}::uuid in (s.collected_by, k.completed_by, k.released_by)`,
  }
  return readPage(page, order, ({ after, by, limit }) =>
    sql<TaskRow>`
    with ${judged},
    shown as (
      select k.site_id, k.id, d.site, k.at
      from ${bounds(asked)} cross join lateral (
        select k.site_id, k.id, ${at} as at
        from task k
          ${person === null || did !== null ? sql`` : sql`join sample s on s.site_id = k.site_id and s.id = k.sample_id`}
          ${found === null ? sql`` : sql`cross join lateral (${findingsOf('k')}) f`}
        where k.site_id = d.site_id and ${at} >= d.lo and ${at} < d.hi and ${at} is not null
          ${did === 'completed' ? sql`and k.status = 'completed'` : sql``}
          ${filter.test === null ? sql`` : sql`and k.test_code = ${filter.test}`}
          ${filter.rank === null ? sql`` : sql`and k.rank = ${filter.rank}`}
          ${late === null ? sql`` : sql`and k.first_released_at ${late ? sql`>` : sql`<=`} k.due_at`}
          ${found === null ? sql`` : found === 'positive' ? sql`and f.positive` : sql`and f.flagged`}
          ${person === null ? sql`` : persons[did ?? 'any']}
          and ${after}
        order by ${by} limit ${limit}) k
      order by ${orderBy(order, ['k.at', 'k.id'])} limit ${limit})
    select k.id, shown.at, shown.site, jsonb_build_object('code', t.code, 'name', t.name) as test, k.rank, s.accession,
      ${patient} as patient, s.collected_at as "collectedAt", k.completed_at as "completedAt",
      k.first_released_at as "releasedAt", k.due_at as "dueAt", coalesce(k.first_released_at > k.due_at, false) as late,
      (select jsonb_object_agg(of.step, round((greatest(0, extract(epoch from of.lasted)) / 60)::numeric, 1))
        from (${lastedOf}) of where of.lasted is not null) as minutes,
      ${nameOf('s.collected_by')} as "collectedBy", ${nameOf('k.completed_by')} as "completedBy",
      ${nameOf('k.released_by')} as "releasedBy", f.positive, f.flagged
    from shown join task k on k.site_id = shown.site_id and k.id = shown.id
      cross join lateral (${findingsOf('k')}) f
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id join test t on t.code = k.test_code
    order by ${orderBy(order, ['shown.at', 'shown.id'])}`.execute(db),
  )
}

const lastedOf = sql`select of.step, of.lasted from (select k.*) k ${stepsOf}`

type SampleRow = {
  id: string
  site: string
  accession: string
  tube: string
  tests: { code: string; name: string }[]
  rank: number
  patient: { fullName: string; reference: string; visitId: string }
  collectedAt: Date
  collectedBy: string
}

const workOf = sql`select min(k.rank) as rank, coalesce(array_agg(k.test_code), '{}') as codes,
    coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by t.position), '[]') as tests
  from task k join test t on t.code = k.test_code where k.site_id = s.site_id and k.sample_id = s.id`

/** Samples by one of their times in the period, with further columns. */
function listSamplesBy<More>(
  db: Db,
  { filter, ...asked }: Asked,
  page: PageQuery,
  {
    time,
    order,
    only,
    more,
  }: {
    time: string
    order: Order<SampleRow & More>
    only: RawBuilder<unknown>
    more: RawBuilder<unknown>
  },
): Promise<Page<SampleRow & More>> {
  const at = sql.ref(time)
  const ofWork = filter.test !== null || filter.rank !== null
  return readPage(page, order, ({ after, by, limit }) =>
    sql<SampleRow & More>`
    select s.id, d.site, s.accession, s.tube, work.tests, coalesce(work.rank, 2) as rank, ${patient} as patient,
      s.collected_at as "collectedAt", ${nameOf('s.collected_by')} as "collectedBy", ${more}
    from ${bounds(asked)} cross join lateral (
        select s.* from sample s
          ${ofWork ? sql`cross join lateral (${workOf}) work` : sql``}
        where s.site_id = d.site_id and ${at} >= d.lo and ${at} < d.hi and s.aliquot_of is null
          ${filter.test === null ? sql`` : sql`and ${filter.test} = any(work.codes)`}
          ${filter.rank === null ? sql`` : sql`and coalesce(work.rank, 2) = ${filter.rank}`}
          ${only} and ${after}
        order by ${by} limit ${limit}) s
      join visit v on v.site_id = s.site_id and v.id = s.visit_id
      cross join lateral (${workOf}) work
    order by ${by} limit ${limit}`.execute(db),
  )
}

export const listRejections = (db: Db, asked: Asked & { reason: string | null }, page: PageQuery) =>
  listSamplesBy<{
    rejectedAt: Date
    rejectedBy: string
    reason: string
    note: string
    replacedBy: string | null
  }>(db, asked, page, {
    time: 's.rejected_at',
    order: { rejectedAt: instant('s.rejected_at desc'), id: uuid('s.id desc') },
    only: sql`and s.rejected_at is not null
      ${asked.reason === null ? sql`` : sql`and s.rejection_reason = ${asked.reason}`}
      ${asked.person === null ? sql`` : sql`and ${asked.person}::uuid in (s.collected_by, s.rejected_by)`}`,
    more: sql`s.rejected_at as "rejectedAt", ${nameOf('s.rejected_by')} as "rejectedBy",
      s.rejection_reason as reason, coalesce(s.rejection_note, '') as note,
      (select accession from sample r where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id)
        as "replacedBy"`,
  })

export const listSamples = (db: Db, asked: Asked, page: PageQuery) =>
  listSamplesBy<{ rejected: string | null }>(db, asked, page, {
    time: 's.collected_at',
    order: { collectedAt: instant('s.collected_at desc'), id: uuid('s.id desc') },
    only: asked.person === null ? sql`` : sql`and s.collected_by = ${asked.person}`,
    more: sql`s.rejection_reason as rejected`,
  })

export type OpenRow = Pick<
  TaskRow,
  'id' | 'site' | 'test' | 'rank' | 'accession' | 'patient' | 'collectedAt' | 'dueAt'
> & {
  status: 'pending' | 'in_progress'
  late: boolean
}

const dueFirst: Order<OpenRow> = { dueAt: instant('due_at'), id: uuid('id') }

/** Open tasks of these sites, by due time. They are few, so all of them are read and sorted. */
export function listOpen(
  db: Db,
  asked: Pick<Asked, 'siteIds' | 'filter'> & { late: boolean; now: Date },
  page: PageQuery,
): Promise<Page<OpenRow>> {
  const { siteIds, filter, late, now } = asked
  const sites = sql`any(${[...siteIds]}::uuid[])`
  // Word for word the conditions of the indexes of both states.
  const inState = (status: 'pending' | 'in_progress', after: RawBuilder<boolean>) => sql`
    select site_id, id, status, due_at from task k
    where site_id = ${sites} and status = ${sql.lit(status)} and withdrawn_at is null
      ${filter.test === null ? sql`` : sql`and test_code = ${filter.test}`}
      ${filter.rank === null ? sql`` : sql`and rank = ${filter.rank}`} ${late ? sql`and due_at < ${now}` : sql``}
      and ${after}`
  return readPage(page, dueFirst, ({ after, by, limit }) =>
    sql<OpenRow>`
    select k.id, d.name as site, jsonb_build_object('code', t.code, 'name', t.name) as test, k.rank, s.accession,
      ${patient} as patient, k.status, s.collected_at as "collectedAt", k.due_at as "dueAt", k.due_at < ${now} as late
    from (${inState('pending', after)} union all ${inState('in_progress', after)}
        order by ${by} limit ${limit}) open
      join task k on k.site_id = open.site_id and k.id = open.id join site d on d.id = k.site_id
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id join test t on t.code = k.test_code
    order by k.due_at, k.id`.execute(db),
  )
}
