import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { limitRows } from '#server/platform/limit-rows.ts'
import type { InstantKey } from '#server/platform/page-keys.ts'
import { findingsOf, judged, stepsOf } from './queries-days.ts'
import type { Filter } from './tell-counts.ts'

/** Statements that list the rows behind the figures, latest first, each counted by the same rules as the figure. */

export type Page = { after: InstantKey | null; limit: number }
export type Asked = {
  siteIds: readonly string[]
  from: string
  to: string
  filter: Filter
  person: string | null
}

/**
 * Each site's own bounds of its local days. The index of each site is in the order of time and over several of them
 * nothing is, but of each the first rows are enough.
 */
const bounds = ({ siteIds, from, to }: Pick<Asked, 'siteIds' | 'from' | 'to'>) => sql`(
  select s.id as site_id, s.name as site, s.time_zone as zone, ${from}::date::timestamp at time zone s.time_zone as lo,
    (${to}::date + 1)::timestamp at time zone s.time_zone as hi
  from site s where s.id = any(${[...siteIds]}::uuid[])) d`

const behind = (after: InstantKey | null, at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  after === null ? sql`` : sql`and (${at}, ${id}) < (${after.at}, ${after.id})`

const name = (column: string) => sql`(select full_name from account where id = ${sql.ref(column)})`

const patient = sql`jsonb_build_object('fullName', v.full_name, 'reference', v.reference, 'visitId', v.id)`

export type TaskRow = {
  id: string
  site: string
  test: { code: string; name: string }
  rank: number
  accession: string
  patient: { fullName: string; reference: string; visitId: string }
  collectedAt: Date
  releasedAt: Date
  dueAt: Date
  late: boolean
  minutes: Record<string, number>
  collectedBy: string | null
  completedBy: string | null
  releasedBy: string | null
  positive: boolean
  flagged: boolean
}

export async function listReleasedTasks(
  db: Db,
  asked: Asked & { late: boolean; found: 'positive' | 'flagged' | null },
  page: Page,
): Promise<TaskRow[]> {
  const { filter, person, late, found } = asked
  const { rows } = await sql<TaskRow>`
    with ${judged},
    shown as (
      select k.site_id, k.id, d.site
      from ${bounds(asked)} cross join lateral (
        select k.site_id, k.id, k.first_released_at
        from task k
          ${person === null ? sql`` : sql`join sample s on s.site_id = k.site_id and s.id = k.sample_id`}
          ${found === null ? sql`` : sql`cross join lateral (${findingsOf('k')}) f`}
        where k.site_id = d.site_id and k.first_released_at >= d.lo and k.first_released_at < d.hi
          and k.first_released_at is not null
          ${filter.test === null ? sql`` : sql`and k.test_code = ${filter.test}`}
          ${filter.rank === null ? sql`` : sql`and k.rank = ${filter.rank}`}
          ${late ? sql`and k.first_released_at > k.due_at` : sql``}
          ${found === null ? sql`` : found === 'positive' ? sql`and f.positive` : sql`and f.flagged`}
          ${person === null ? sql`` : sql`and ${person}::uuid in (s.collected_by, k.completed_by, k.released_by)`}
          ${behind(page.after, sql`k.first_released_at`, sql`k.id`)}
        order by k.first_released_at desc, k.id desc limit ${limitRows(page.limit)}) k
      order by k.first_released_at desc, k.id desc limit ${limitRows(page.limit)})
    select k.id, shown.site, jsonb_build_object('code', t.code, 'name', t.name) as test, k.rank, s.accession,
      ${patient} as patient, s.collected_at as "collectedAt", k.first_released_at as "releasedAt", k.due_at as "dueAt",
      k.first_released_at > k.due_at as late,
      (select jsonb_object_agg(of.step, round((greatest(0, extract(epoch from of.lasted)) / 60)::numeric, 1))
        from (${lastedOf}) of where of.lasted is not null) as minutes,
      ${name('s.collected_by')} as "collectedBy", ${name('k.completed_by')} as "completedBy",
      ${name('k.released_by')} as "releasedBy", f.positive, f.flagged
    from shown join task k on k.site_id = shown.site_id and k.id = shown.id
      cross join lateral (${findingsOf('k')}) f
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id join test t on t.code = k.test_code
    order by k.first_released_at desc, k.id desc`.execute(db)
  return rows
}

const lastedOf = sql`select of.step, of.lasted from (select k.*) k ${stepsOf}`

export type RejectionRow = {
  id: string
  site: string
  accession: string
  tube: string
  tests: { code: string; name: string }[]
  rank: number
  patient: { fullName: string; reference: string; visitId: string }
  collectedAt: Date
  collectedBy: string
  rejectedAt: Date
  rejectedBy: string
  reason: string
  note: string
  replacedBy: string | null
}

const workOf = sql`select min(k.rank) as rank, coalesce(array_agg(k.test_code), '{}') as codes,
    coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by t.position), '[]') as tests
  from task k join test t on t.code = k.test_code where k.site_id = s.site_id and k.sample_id = s.id`

export async function listRejections(
  db: Db,
  asked: Asked & { reason: string | null },
  page: Page,
): Promise<RejectionRow[]> {
  const { filter, person, reason } = asked
  const ofWork = filter.test !== null || filter.rank !== null
  const { rows } = await sql<RejectionRow>`
    select s.id, d.site, s.accession, s.tube, work.tests, coalesce(work.rank, 2) as rank, ${patient} as patient,
      s.collected_at as "collectedAt", ${name('s.collected_by')} as "collectedBy", s.rejected_at as "rejectedAt",
      ${name('s.rejected_by')} as "rejectedBy", s.rejection_reason as reason, coalesce(s.rejection_note, '') as note,
      (select accession from sample r where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id)
        as "replacedBy"
    from ${bounds(asked)} cross join lateral (
        select s.* from sample s
          ${ofWork ? sql`cross join lateral (${workOf}) work` : sql``}
        where s.site_id = d.site_id and s.rejected_at >= d.lo and s.rejected_at < d.hi and s.rejected_at is not null
          and s.aliquot_of is null
          ${filter.test === null ? sql`` : sql`and ${filter.test} = any(work.codes)`}
          ${filter.rank === null ? sql`` : sql`and coalesce(work.rank, 2) = ${filter.rank}`}
          ${reason === null ? sql`` : sql`and s.rejection_reason = ${reason}`}
          ${person === null ? sql`` : sql`and ${person}::uuid in (s.collected_by, s.rejected_by)`}
          ${behind(page.after, sql`s.rejected_at`, sql`s.id`)}
        order by s.rejected_at desc, s.id desc limit ${limitRows(page.limit)}) s
      join visit v on v.site_id = s.site_id and v.id = s.visit_id
      cross join lateral (${workOf}) work
    order by s.rejected_at desc, s.id desc limit ${limitRows(page.limit)}`.execute(db)
  return rows
}

export type WaitRow = {
  ticketId: string
  site: string
  day: string
  ticket: string
  class: string
  ahead: number
  toldAt: Date
  calledAt: Date
  told: { low: number; high: number } | null
  waitedMinutes: number
}

/** Latest told first: along their own index, with a day to spare for those of a ticket that are told on another. */
export async function listWaits(
  db: Db,
  asked: Pick<Asked, 'siteIds' | 'from' | 'to'> & { came: 'longer' | 'shorter' | 'within' | null },
  page: Page,
): Promise<WaitRow[]> {
  const kept = {
    longer: sql`and o.waited > w.shown_high`,
    shorter: sql`and o.waited < w.shown_low`,
    within: sql`and o.waited between w.shown_low and w.shown_high`,
  }
  const { rows } = await sql<WaitRow>`
    select t.id as "ticketId", d.site, t.day::text, t.code as ticket, t.class, t.ahead, t.told_at as "toldAt",
      t.called_at as "calledAt", case when t.shown_low is not null
        then jsonb_build_object('low', t.shown_low, 'high', t.shown_high) end as told,
      round(t.waited::numeric, 1)::float8 as "waitedMinutes"
    from ${bounds(asked)} cross join lateral (
      select t.id, t.day, t.code, t.called_at, w.class, w.ahead, w.told_at, w.shown_low, w.shown_high, o.waited
      from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
        cross join lateral (select extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited) o
      where w.site_id = d.site_id and t.called_at is not null and t.skips = 0
        and t.day between ${asked.from}::date and ${asked.to}::date
        and w.told_at >= d.lo - interval '1 day' and w.told_at < d.hi + interval '1 day'
        ${asked.came === null ? sql`` : kept[asked.came]} ${behind(page.after, sql`w.told_at`, sql`w.ticket_id`)}
      order by w.told_at desc, w.ticket_id desc limit ${limitRows(page.limit)}) t
    order by t.told_at desc, t.id desc limit ${limitRows(page.limit)}`.execute(db)
  return rows
}
