import { type RawBuilder, sql } from 'kysely'
import type { Priority } from '#contract/options.ts'
import type { VisitState } from '#contract/visit-states.ts'
import type { Db } from '#server/platform/database.ts'
import { type PageKey, type Reach, type Visit, visitColumns, within } from './queries-visits.ts'

/** Statements of the staff's list. They are planned for the values that are asked for: see `planForValues`. */

export type StaffFilter = {
  siteId: string | null
  from: Date | null
  to: Date | null
  status: VisitState | null
  priority: Priority | null
  testCode: string | null
  /** As `searchQuery` writes it. */
  words: string | null
  /** Words that so many have that their index is of no help: asked in a way in which it does not serve. */
  commonWords: string | null
}

/** Where to begin (null: at the list's beginning), which way to go and how far. */
export type Walk = { after: PageKey | null; back: boolean; ascending: boolean; limit: number }

const exactUpTo = 10_000

/**
 * The conditions that are asked for, and no others. Holds are on no list: a hold has no priority and is in no state that
 * is asked for, so that where one of these is, the index alone answers.
 */
function matching(reach: Reach, filter: StaffFilter) {
  const apart = filter.words === null && (filter.status ?? filter.priority) !== null
  return sql`${within(reach)} ${apart ? sql`` : sql`and v.status <> 'held'`}
    ${filter.from ? sql`and v.starts_at >= ${filter.from}` : sql``}
    ${filter.to ? sql`and v.starts_at < ${filter.to}` : sql``}
    ${filter.status ? sql`and v.status = ${filter.status}` : sql``}
    ${filter.priority ? sql`and v.priority = ${filter.priority}` : sql``}
    ${filter.testCode ? sql`and exists (select from visit_test vt where vt.site_id = v.site_id and vt.visit_id = v.id and vt.test_code = ${filter.testCode})` : sql``}
    ${filter.words ? sql`and v.words @@ ${filter.words}::tsquery` : sql``}
    ${filter.commonWords ? sql`and (v.words @@ ${filter.commonWords}::tsquery) is true` : sql``}`
}

/** Each site's index is walked by itself: only those that can have something to give. */
function ofSites(reach: Reach, { siteId }: StaffFilter) {
  if (siteId) return sql`where s.id = ${siteId}`
  return typeof reach === 'object' && 'sites' in reach
    ? sql`where s.id = any(${[...reach.sites]}::uuid[])`
    : sql``
}

/** Along the list from `after` on, or the other way, from before it, itself included. */
function along({ ascending, after, back }: Walk) {
  const up = ascending !== back
  const beyond = sql.raw(`${up ? '>' : '<'}${back ? '=' : ''}`)
  return {
    direction: up ? sql`asc` : sql`desc`,
    from: after
      ? sql`(v.starts_at, v.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
      : sql`true`,
  }
}

/** The keys of visits in the order of time, by walking along it. */
export async function walkVisits(db: Db, reach: Reach, filter: StaffFilter, walk: Walk): Promise<PageKey[]> {
  const { direction, from } = along(walk)
  // Each site's index is in the order of time; over several of them nothing is, but of each the first are enough.
  const { rows } = await sql<PageKey>`
    select k.at, k.id from site s cross join lateral (
      select v.starts_at as at, v.id from visit v
      where v.site_id = s.id and ${matching(reach, filter)} and ${from}
      order by v.starts_at ${direction}, v.id ${direction}
      limit ${walk.limit}) k
    ${ofSites(reach, filter)}
    order by k.at ${direction}, k.id ${direction}
    limit ${walk.limit}`.execute(db)
  return rows
}

/**
 * Has what follows in this transaction find words by their index alone. Of a word that it has not counted, PostgreSQL
 * supposes that every 250th visit has it, and walks through a million visits to find the first.
 */
export async function planByWords(tx: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
    tx,
  )
}

export async function planAsUsual(tx: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'on', true), set_config('enable_indexscan', 'on', true)`.execute(
    tx,
  )
}

/** As walking on and back, by gathering all that have the words; null when there are more of them than are counted. */
export async function gatherVisits(
  tx: Db,
  reach: Reach,
  filter: StaffFilter,
  ways: { on: Walk; back: Walk | null },
): Promise<{ ahead: PageKey[]; behind: PageKey[]; count: number } | null> {
  const part = (walk: Walk) => {
    const { direction, from } = along(walk)
    return sql`(select coalesce(jsonb_agg(jsonb_build_array(part.starts_at, part.id)), '[]') from (
      select v.starts_at, v.id from found v where ${from}
      order by v.starts_at ${direction}, v.id ${direction} limit ${walk.limit}) part)`
  }
  type Found = { ahead: [string, string][]; behind: [string, string][]; count: number }
  const { rows } = await sql<Found>`
    with found as materialized (
      select v.starts_at, v.id from visit v
      where ${filter.siteId ? sql`v.site_id = ${filter.siteId}` : sql`true`} and ${matching(reach, filter)}
      limit ${exactUpTo + 1})
    select ${part(ways.on)} as ahead, ${ways.back ? part(ways.back) : sql`'[]'::jsonb`} as behind,
      (select count(*)::int from found) as count`.execute(tx)
  const { ahead = [], behind = [], count = 0 } = rows[0] ?? {}
  if (count > exactUpTo) return null
  const keys = (found: [string, string][]) => found.map(([at, id]) => ({ at: new Date(at), id }))
  return { ahead: keys(ahead), behind: keys(behind), count }
}

/** The visits of these ids, in their order. */
export async function readVisits(db: Db, reach: Reach, ids: readonly string[]): Promise<Visit[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Visit>`
    select ${visitColumns}
    from unnest(${[...ids]}::uuid[]) with ordinality key (id, place)
      join visit v on v.site_id in (select id from site) and v.id = key.id
      join site s on s.id = v.site_id
    where ${within(reach)}
    order by key.place`.execute(db)
  return rows
}

/** More than anyone counts. */
export const uncounted = { count: exactUpTo, exact: false }

/** How many there are: counted to 10,000 and no further. */
export async function countVisits(
  db: Db,
  reach: Reach,
  filter: StaffFilter,
): Promise<{ count: number; exact: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${some(reach, filter)} limit ${exactUpTo + 1}) some_of_them`.execute(db)
  const n = rows[0]?.n ?? 0
  return n > exactUpTo ? uncounted : { count: n, exact: true }
}

/** Every visit of a test has a row with it and no hold has one: where only the test is asked for, those are counted. */
function some(reach: Reach, filter: StaffFilter): RawBuilder<unknown> {
  const { siteId, testCode, ...others } = filter
  const testAlone = reach === 'everyone' && Object.values(others).every((one) => one === null)
  if (testCode !== null && testAlone) {
    return sql`select from site s join visit_test vt on vt.site_id = s.id and vt.test_code = ${testCode}
      ${ofSites(reach, filter)}`
  }
  return sql`select from site s join visit v on v.site_id = s.id and ${matching(reach, filter)} ${ofSites(reach, filter)}`
}
