import type { appointmentTasks } from '#contract/booking.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { Total } from '#contract/fields.ts'
import { type StatusFilter, stateGroups, type VisitState } from '#contract/visit-states.ts'
import { testsNotFor } from '#server/modules/catalogue/index.ts'
import { searchQuery } from '#server/modules/people/index.ts'
import { addDays, firstInstantOfLocal, instantOf, laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, planned, plannedByWords } from '#server/platform/database.ts'
import { planAt, resolveTests } from '../availability/plan-visit.ts'
import { reachOf } from '../policy.ts'
import { present } from '../present.ts'
import type { Reach, Visit } from '../queries-visits.ts'
import { cursorOf, keysEachWay, type PageKey, pagesAround, placeOf } from './pages-around.ts'
import {
  areVisitsMany,
  countVisits,
  gatherVisits,
  readVisits,
  type StaffFilter,
  uncounted,
  type Walk,
  walkVisits,
} from './queries-lists.ts'

type Query = QueryOf<typeof appointmentTasks>
type Answer = ResponseOf<typeof appointmentTasks>
type Filters = Omit<Query, 'limit' | 'cursor' | 'pages'>

/**
 * All appointments, for staff: a page, their number, and the cursors of the pages around it. The cursors come from reading keys of a
 * few pages forwards and backwards along the index, so that a page costs the same anywhere in the list.
 */
export async function listAppointmentTasks(context: SignedIn, query: Query): Promise<Answer> {
  const { actor } = context
  const filter = await filterOf(context, query)
  if (filter === null) {
    return { appointments: [], total: { count: 0, exact: true }, nextCursor: null, page: 1, around: [] }
  }
  const { limit } = query
  const numbered = query.pages === 'around'
  const place = placeOf(query.cursor)
  const on: Walk = {
    after: place.key,
    back: false,
    ascending: query.order === 'soonest',
    limit: numbered ? keysEachWay(limit) : limit + 1,
  }
  const back = numbered && place.key ? { ...on, back: true } : null
  const { ahead, behind, total, visits } = await planned(context.db, async (tx) => {
    const keys = await keysOf(tx, reachOf(actor), filter, { on, back })
    const ids = keys.ahead.slice(0, limit).map(({ id }) => id)
    return { ...keys, visits: await readVisits(tx, reachOf(actor), ids) }
  })
  const { page, around } = numbered
    ? pagesAround({ ahead, behind }, { limit, claimed: place.page })
    : { page: place.page, around: [] }
  const last = ahead[limit - 1]
  return {
    appointments: visits.map((visit) => present(context, visit)),
    total,
    nextCursor: ahead.length > limit && last ? cursorOf(last, page + 1) : null,
    page,
    around,
  }
}

const pageSize = 500

/** All pages of the list that staff see, with the same filters, one page at a time. */
export async function* walkAppointments(context: SignedIn, query: Filters): AsyncGenerator<Visit[]> {
  const filter = await filterOf(context, query)
  const reach = reachOf(context.actor)
  let after: PageKey | null = null
  while (filter) {
    const walk = { after, back: false, ascending: query.order === 'soonest', limit: pageSize }
    const visits: Visit[] = await planned(context.db, async (tx) => {
      const keys = await walkVisits(tx, reach, filter, walk)
      after = keys.length < pageSize ? null : (keys.at(-1) ?? null)
      const ids = keys.map(({ id }) => id)
      return readVisits(tx, reach, ids)
    })
    if (visits.length > 0) yield visits
    if (after === null) return
  }
}

type Keys = { ahead: PageKey[]; behind: PageKey[]; total: Total }

/** Visits with rare words are found by the index of words; those with common words by reading along the list. */
async function keysOf(
  tx: Db,
  reach: Reach,
  filter: StaffFilter,
  ways: { on: Walk; back: Walk | null },
): Promise<Keys> {
  const { words } = filter
  if (words === null) return walkBothWays(tx, reach, filter, ways, false)
  if (!(await areVisitsMany(tx, reach, { ...filter, words }))) {
    const gather = () => gatherVisits(tx, reach, filter, ways)
    // With a test, both indexes are combined: the planner does not read along the list.
    const gathered = await (filter.testCode === null ? plannedByWords(tx, gather) : gather())
    if (gathered) return { ...gathered, total: { count: gathered.count, exact: true } }
  }
  return walkBothWays(tx, reach, { ...filter, words: null, commonWords: words }, ways, true)
}

async function walkBothWays(
  tx: Db,
  reach: Reach,
  filter: StaffFilter,
  { on, back }: { on: Walk; back: Walk | null },
  manyKnown: boolean,
): Promise<Keys> {
  const ahead = await walkVisits(tx, reach, filter, on)
  const behind = back ? await walkVisits(tx, reach, filter, back) : []
  const all = on.after === null && ahead.length < on.limit
  if (all) return { ahead, behind, total: { count: ahead.length, exact: true } }
  return { ahead, behind, total: manyKnown ? uncounted(filter) : await countVisits(tx, reach, filter) }
}

function statesOf(status: StatusFilter | undefined): readonly VisitState[] | null {
  if (status === undefined) return null
  return status in stateGroups ? stateGroups[status as keyof typeof stateGroups] : [status as VisitState]
}

/** Null if no visit can match the searched words. */
async function filterOf(context: SignedIn, query: Filters): Promise<StaffFilter | null> {
  const words = query.search ? searchQuery(query.search) : null
  if (query.search && words === null) return null
  const plan = await planAt(context, query.siteId, query.test ? [query.test] : [])
  const [test] = query.test ? resolveTests(plan, [query.test], 'test') : []
  if (test?.confidential && (await testsNotFor(context.db, context.actor.accountId)).includes(test.code))
    return null
  return {
    siteId: query.siteId ?? null,
    ...(await daysAsked(context, query, plan.site)),
    states: statesOf(query.status),
    kind: query.kind ?? null,
    priority: query.priority ?? null,
    testCode: test?.code ?? null,
    words,
    commonWords: null,
  }
}

/** The days in the time zone of the requested site, else of each site in its own, closed sites included. */
async function daysAsked(
  context: SignedIn,
  { from, to, siteId }: Pick<Query, 'from' | 'to' | 'siteId'>,
  first: { id: string; timeZone: string },
): Promise<Pick<StaffFilter, 'from' | 'to' | 'narrower'>> {
  const startOf = (zone: string, day: string) => instantOf(firstInstantOfLocal(zone, day, 0))
  const daysAt = ({ id, timeZone }: { id: string; timeZone: string }) => ({
    siteId: id,
    from: from ? startOf(timeZone, from) : null,
    to: to ? startOf(timeZone, addDays(to, 1)) : null,
  })
  if (siteId !== undefined || !(from || to)) {
    const { siteId: _, ...days } = daysAt(first)
    return { ...days, narrower: [] }
  }
  const { sites, closedSites } = await laboratorySettings(context)
  const reach = context.actor.sites
  const each = [...sites, ...closedSites].filter(({ id }) => !reach || reach.includes(id)).map(daysAt)
  const farthest = (of: 'from' | 'to', beyond: (one: Date, other: Date) => boolean) =>
    each.reduce<Date | null>((most, { [of]: at }) => (at && (!most || beyond(at, most)) ? at : most), null)
  const all = { from: farthest('from', (a, b) => a < b), to: farthest('to', (a, b) => a > b) }
  const unlessAll = (at: Date | null, most: Date | null) =>
    at && at.getTime() !== most?.getTime() ? at : null
  return {
    ...all,
    narrower: each
      .map((days) => ({ ...days, from: unlessAll(days.from, all.from), to: unlessAll(days.to, all.to) }))
      .filter((days) => days.from || days.to),
  }
}
