import { type RawBuilder, sql } from 'kysely'
import type { Total } from '#contract/fields.ts'
import type { Priority } from '#contract/options.ts'
import type { VisitOrigin, VisitState } from '#contract/visit-states.ts'
import { unknownWords } from '#server/modules/people/index.ts'
import { type Db, plannedByWords, rowOf, rowsOf } from '#server/platform/database.ts'
import { countUpTo } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { type Reach, type Visit, visitColumns, within } from '../queries-visits.ts'
import type { PageKey } from './pages-around.ts'

/** Statements of the staff's list. They are planned for the given values: see `planned`. */

export type StaffFilter = {
  siteId: string | null
  /** The requested days: from their first instant at any of the sites until before their last. */
  from: Date | null
  to: Date | null
  /** Sites at which these days begin later or end earlier. */
  narrower: readonly { siteId: string; from: Date | null; to: Date | null }[]
  /** One of these. */
  states: readonly VisitState[] | null
  kind: VisitOrigin | null
  priority: Priority | null
  testCode: string | null
  /** As `searchQuery` writes it. */
  words: string | null
  /** Words that so many visits have that their index would be slower: written so that it is not used. */
  commonWords: string | null
}

/** The start (null: the beginning of the list), the direction and the number of rows. */
export type Walk = { after: PageKey | null; back: boolean; ascending: boolean; limit: number }

const exactUpTo = 10_000
const exactUpToWhenSlow = 1_000

/** Undefined for a caller who sees only their own visits. */
function sitesOf(reach: Reach): Sites | undefined {
  if (reach === 'everyone') return null
  return 'sites' in reach ? reach.sites : undefined
}

/**
 * The table that has the keys of visits in the order of time. With a test this is `visit_test`, and `visit` is joined only if another
 * condition needs it. Holds have no tests.
 */
function keysFrom(reach: Reach, filter: StaffFilter) {
  if (filter.testCode === null) {
    return { rows: sql`visit v`, at: sql`v.starts_at`, id: sql`v.id`, site: sql`v.site_id`, visit: true }
  }
  const { states, kind, priority, words, commonWords } = filter
  const visit =
    sitesOf(reach) === undefined || [states, kind, priority, words, commonWords].some((one) => one !== null)
  // Joined by the start too, by which the indexes of `visit` are sorted.
  const join = visit
    ? sql`join visit v on v.site_id = vt.site_id and v.starts_at = vt.starts_at and v.id = vt.visit_id`
    : sql``
  return {
    rows: sql`visit_test vt ${join}`,
    at: sql`vt.starts_at`,
    id: sql`vt.visit_id`,
    site: sql`vt.site_id`,
    visit,
  }
}

/**
 * The requested conditions and no others. Holds are on no list; with a condition on state, priority or test they are excluded already,
 * so that an index alone can answer.
 */
function matching(reach: Reach, filter: StaffFilter) {
  const { visit } = keysFrom(reach, filter)
  const apart = filter.words === null && (filter.states ?? filter.priority ?? filter.testCode) !== null
  return sql`${visit ? within(reach) : sql`true ${atSites('vt.site_id', sitesOf(reach) ?? null)}`} ${apart ? sql`` : sql`and v.status <> 'held'`}
    ${visit ? between(filter, 'v') : sql``} ${filter.testCode ? between(filter, 'vt') : sql``}
    ${filter.testCode ? sql`and vt.test_code = ${filter.testCode}` : sql``}
    ${filter.states ? isIn(filter.states) : sql``}
    ${filter.kind ? sql`and ${filter.kind === 'walk_in' ? sql`` : sql`not`} v.walk_in` : sql``}
    ${filter.priority ? sql`and v.priority = ${filter.priority}` : sql``}
    ${filter.words ? sql`and v.words @@ ${filter.words}::tsquery and v.forgotten_at is null` : sql``}
    ${filter.commonWords ? sql`and (v.words @@ ${filter.commonWords}::tsquery) is true and v.forgotten_at is null` : sql``}`
}

/**
 * The days as one range for all sites, which the index serves, with further conditions for sites whose days are narrower. With a range
 * for each site, PostgreSQL would underestimate the rows of the index by far.
 */
function between({ from, to, narrower }: StaffFilter, row: 'v' | 'vt') {
  const [at, site] = [sql.ref(`${row}.starts_at`), sql.ref(`${row}.site_id`)]
  const own = narrower.map(
    (days) => sql`
    ${days.from ? sql`and (${site} <> ${days.siteId} or ${at} >= ${days.from})` : sql``}
    ${days.to ? sql`and (${site} <> ${days.siteId} or ${at} < ${days.to})` : sql``}`,
  )
  return sql`${from ? sql`and ${at} >= ${from}` : sql``} ${to ? sql`and ${at} < ${to}` : sql``} ${sql.join(own, sql` `)}`
}

const isIn = (states: readonly VisitState[]) =>
  states.length === 1 ? sql`and v.status = ${states[0]}` : sql`and v.status = any(${[...states]}::text[])`

/** The sites whose indexes are read, one by one. */
function ofSites(reach: Reach, { siteId }: StaffFilter) {
  return siteId ? sql`where s.id = ${siteId}` : sql`where true ${atSites('s.id', sitesOf(reach) ?? null)}`
}

/** The direction and the condition of reading forwards after `after`, or backwards from it, itself included. */
function along({ ascending, after, back }: Walk, key: { at: RawBuilder<unknown>; id: RawBuilder<unknown> }) {
  const up = ascending !== back
  const beyond = sql.raw(`${up ? '>' : '<'}${back ? '=' : ''}`)
  return {
    direction: up ? sql`asc` : sql`desc`,
    from: after
      ? sql`(${key.at}, ${key.id}) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
      : sql`true`,
  }
}

/** The keys of visits in the order of time, read along the index. */
export async function walkVisits(db: Db, reach: Reach, filter: StaffFilter, walk: Walk): Promise<PageKey[]> {
  const key = keysFrom(reach, filter)
  const { direction, from } = along(walk, key)
  // The index of each site is sorted by time; the first rows of each are merged.
  return rowsOf(db)<PageKey>`
    select k.at, k.id from site s cross join lateral (
      select ${key.at} as at, ${key.id} as id from ${key.rows}
      where ${key.site} = s.id and ${matching(reach, filter)} and ${from}
      order by ${key.at} ${direction}, ${key.id} ${direction}
      limit ${walk.limit}) k
    ${ofSites(reach, filter)}
    order by k.at ${direction}, k.id ${direction}
    limit ${walk.limit}`
}

/** The number of rows that PostgreSQL expects. */
async function expectedRows(tx: Db, statement: RawBuilder<unknown>): Promise<number> {
  const row = await rowOf(tx)<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${statement}`
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/**
 * Whether the planner of PostgreSQL expects more than `most` visits with these words. Its estimate for the thousand most common words
 * is exact to a few per cent; a margin of half makes the answer certain. For words without statistics the planner assumes a default
 * share, which is deducted: otherwise three alternatives of a phone number that a single visit has count as a hundredth of all visits.
 */
async function areSurelyMany(
  tx: Db,
  words: string,
  most: number,
  visits: (words: string) => RawBuilder<unknown>,
): Promise<boolean> {
  const expected = await expectedRows(tx, visits(words))
  if (expected <= 1.5 * most) return false
  return expected - (await expectedRows(tx, visits(unknownWords(words)))) > 1.5 * most
}

export const areVisitsMany = (
  tx: Db,
  reach: Reach,
  filter: StaffFilter & { words: string },
): Promise<boolean> =>
  areSurelyMany(tx, filter.words, mostCounted(filter), (words) => anywhere(reach, { ...filter, words }))

function anywhere(reach: Reach, filter: StaffFilter) {
  const { rows, at, id, site } = keysFrom(reach, filter)
  return sql`
    select ${at} as at, ${id} as id from ${rows}
    where ${filter.siteId ? sql`${site} = ${filter.siteId}` : sql`true`} and ${matching(reach, filter)}`
}

/** The same keys in both directions, from all visits with the words; null if there are more of them than are counted. */
export async function gatherVisits(
  tx: Db,
  reach: Reach,
  filter: StaffFilter,
  ways: { on: Walk; back: Walk | null },
): Promise<{ ahead: PageKey[]; behind: PageKey[]; count: number } | null> {
  const part = (walk: Walk) => {
    const { direction, from } = along(walk, { at: sql`at`, id: sql`id` })
    return sql`(select coalesce(jsonb_agg(jsonb_build_array(part.at, part.id)), '[]') from (
      select at, id from found where ${from} order by at ${direction}, id ${direction} limit ${walk.limit}) part)`
  }
  type Found = { ahead: [string, string][]; behind: [string, string][]; count: number }
  const row = await rowOf(tx)<Found>`
    with found as materialized (
      ${anywhere(reach, filter)} limit ${exactUpTo + 1})
    select ${part(ways.on)} as ahead, ${ways.back ? part(ways.back) : sql`'[]'::jsonb`} as behind,
      (select count(*)::int from found) as count`
  const { ahead = [], behind = [], count = 0 } = row ?? {}
  if (count > exactUpTo) return null
  const keys = (found: [string, string][]) => found.map(([at, id]) => ({ at: new Date(at), id }))
  return { ahead: keys(ahead), behind: keys(behind), count }
}

/** The states as literals, for partial indexes. Holds are in neither. */
const latestStates = {
  any: sql`v.status <> 'held'`,
  drawn: sql`v.status in ('collected', 'in_progress', 'completed')`,
}

/** The latest visits with these words: in any state, or with collected samples. */
export async function latestVisits(
  tx: Db,
  which: keyof typeof latestStates,
  words: string,
  sites: Sites,
  limit: number,
): Promise<{ siteId: string; id: string }[]> {
  const state = latestStates[which]
  const has = sql`v.words @@ ${words}::tsquery and v.forgotten_at is null`
  const latest = sql`order by v.id desc limit ${sql.lit(limit)}`
  const withWords = (words: string) =>
    sql`select from visit v where v.status <> 'held' and v.words @@ ${words}::tsquery`
  if (await areSurelyMany(tx, words, exactUpTo, withWords)) {
    return rowsOf(tx)`
      select v.site_id, v.id from site s cross join lateral (
        select v.site_id, v.id from visit v where v.site_id = s.id and ${state} and (${has}) is true ${latest}) v
      where true ${atSites('s.id', sites)} ${latest}`
  }
  return plannedByWords(
    tx,
    () => rowsOf(tx)`
      select v.site_id, v.id from visit v where ${state} and ${has} ${atSites('v.site_id', sites)} ${latest}`,
  )
}

/** The visits of these ids, in their order. */
export async function readVisits(db: Db, reach: Reach, ids: readonly string[]): Promise<Visit[]> {
  if (ids.length === 0) return []
  return rowsOf(db)<Visit>`
    select ${visitColumns}
    from unnest(${[...ids]}::uuid[]) with ordinality key (id, place)
      join visit v on v.site_id in (select id from site) and v.id = key.id
      join site s on s.id = v.site_id
    where ${within(reach)}
    order by key.place`
}

/** The limit of counting: smaller if each visit has to be read for a further condition. */
function mostCounted({ testCode, words, commonWords, states, kind, priority }: StaffFilter): number {
  const named = words !== null || commonWords !== null
  const also = [states, kind, priority].some((one) => one !== null)
  return [testCode !== null, named, also].filter((one) => one).length > 1 ? exactUpToWhenSlow : exactUpTo
}

/** The total of a list that is known to be longer than the limit of counting. */
export const uncounted = (filter: StaffFilter): Total => ({ count: mostCounted(filter), exact: false })

/** The total, counted up to 10,000, or up to 1,000 if two conditions are checked for each. */
export function countVisits(db: Db, reach: Reach, filter: StaffFilter): Promise<Total> {
  const { rows, site } = keysFrom(reach, filter)
  const from = sql`site s join ${rows} on ${site} = s.id and ${matching(reach, filter)} ${ofSites(reach, filter)}`
  return countUpTo(db, from, mostCounted(filter))
}
