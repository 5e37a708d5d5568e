import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import {
  type insightRejections,
  type insightTasks,
  type insightWaits,
  type Step,
  steps,
} from '#contract/insights.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction, planForValues } from '#server/platform/database.ts'
import { type InstantKey, readInstantKey, writeInstantKey } from '#server/platform/page-keys.ts'
import { listRejections, listReleasedTasks, listWaits, type Page } from './queries-lists.ts'
import { filterOf, sitesAsked } from './read-insights.ts'
import { priorityAt } from './tell-counts.ts'

/** The lists behind the figures, a page at a time, of the sites within reach alone. */

export async function listTasksBehind(
  context: SignedIn,
  query: QueryOf<typeof insightTasks>,
): Promise<ResponseOf<typeof insightTasks>> {
  const asked = { ...(await askedOf(context, query)), late: query.late ?? false, found: query.found ?? null }
  const rows = await planned(context, (db) => listReleasedTasks(db, asked, pageOf(query)))
  const { shown, nextCursor } = cut(rows, query.limit, ({ releasedAt, id }) => ({ at: releasedAt, id }))
  return {
    tasks: shown.map(({ rank, minutes, collectedAt, releasedAt, dueAt, ...task }) => ({
      ...task,
      priority: priorityAt(rank),
      collectedAt: collectedAt.toISOString(),
      releasedAt: releasedAt.toISOString(),
      dueAt: dueAt.toISOString(),
      totalMinutes: minutes.total ?? 0,
      steps: Object.fromEntries(steps.map((step) => [step, minutes[step] ?? null])) as Record<
        Step,
        number | null
      >,
    })),
    nextCursor,
  }
}

export async function listRejectionsBehind(
  context: SignedIn,
  query: QueryOf<typeof insightRejections>,
): Promise<ResponseOf<typeof insightRejections>> {
  const asked = { ...(await askedOf(context, query)), reason: query.reason ?? null }
  const rows = await planned(context, (db) => listRejections(db, asked, pageOf(query)))
  const { shown, nextCursor } = cut(rows, query.limit, ({ rejectedAt, id }) => ({ at: rejectedAt, id }))
  return {
    samples: shown.map(({ rank, collectedAt, rejectedAt, ...sample }) => ({
      ...sample,
      priority: priorityAt(rank),
      collectedAt: collectedAt.toISOString(),
      rejectedAt: rejectedAt.toISOString(),
    })),
    nextCursor,
  }
}

export async function listWaitsBehind(
  context: SignedIn,
  query: QueryOf<typeof insightWaits>,
): Promise<ResponseOf<typeof insightWaits>> {
  const { sites } = await sitesAsked(context, query.siteId)
  const asked = {
    siteIds: sites.map(({ id }) => id),
    from: query.from,
    to: query.to,
    came: query.came ?? null,
  }
  const rows = await planned(context, (db) => listWaits(db, asked, pageOf(query)))
  const { shown, nextCursor } = cut(rows, query.limit, ({ toldAt, ticketId }) => ({
    at: toldAt,
    id: ticketId,
  }))
  return {
    waits: shown.map(({ toldAt, calledAt, ...wait }) => ({
      ...wait,
      toldAt: toldAt.toISOString(),
      calledAt: calledAt.toISOString(),
    })),
    nextCursor,
  }
}

/** A plan for any period reads all of it and sorts; of the one that is asked for, a page is read from the index. */
const planned = <T>({ db }: SignedIn, read: (tx: SignedIn['db']) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await planForValues(tx)
    return read(tx)
  })

async function askedOf(
  context: SignedIn,
  query: Pick<QueryOf<typeof insightTasks>, 'from' | 'to' | 'siteId' | 'test' | 'priority' | 'person'>,
) {
  const { sites } = await sitesAsked(context, query.siteId)
  return {
    siteIds: sites.map(({ id }) => id),
    from: query.from,
    to: query.to,
    filter: await filterOf(context, query),
    person: query.person ?? null,
  }
}

const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }): Page => ({
  after: readInstantKey(cursor),
  limit: limit + 1,
})

function cut<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => InstantKey) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, nextCursor: rows.length > limit && last ? writeInstantKey(keyOf(last)) : null }
}
