import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { insightOpen, insightRejections, insightSamples, insightTasks } from '#contract/insight-lists.ts'
import { type Step, steps } from '#contract/insights.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { mapPage } from '#server/platform/list.ts'
import { filterOf, sitesAsked } from '../figures/read-insights.ts'
import { priorityAt } from '../figures/tell-counts.ts'
import { listOpen, listRejections, listSamples, listTasks } from './queries-bench.ts'
import { askedOf } from './read-page.ts'

/** The lists of tests and samples behind the figures. */

export async function listTasksBehind(
  context: SignedIn,
  query: QueryOf<typeof insightTasks>,
): Promise<ResponseOf<typeof insightTasks>> {
  const asked = {
    ...(await askedOf(context, query)),
    late: query.late ?? null,
    found: query.found ?? null,
    did: query.did ?? null,
  }
  const page = await planned(context.db, (db) => listTasks(db, asked, query))
  return mapPage(page, ({ at: _, rank, minutes, collectedAt, completedAt, releasedAt, dueAt, ...task }) => ({
    ...task,
    priority: priorityAt(rank),
    collectedAt: collectedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    releasedAt: releasedAt?.toISOString() ?? null,
    dueAt: dueAt.toISOString(),
    totalMinutes: minutes?.total ?? null,
    steps: Object.fromEntries(steps.map((step) => [step, minutes?.[step] ?? null])) as Record<
      Step,
      number | null
    >,
  }))
}

export async function listRejectionsBehind(
  context: SignedIn,
  query: QueryOf<typeof insightRejections>,
): Promise<ResponseOf<typeof insightRejections>> {
  const asked = { ...(await askedOf(context, query)), reason: query.reason ?? null }
  const page = await planned(context.db, (db) => listRejections(db, asked, query))
  return mapPage(page, ({ rank, collectedAt, rejectedAt, ...sample }) => ({
    ...sample,
    priority: priorityAt(rank),
    collectedAt: collectedAt.toISOString(),
    rejectedAt: rejectedAt.toISOString(),
  }))
}

export async function listSamplesBehind(
  context: SignedIn,
  query: QueryOf<typeof insightSamples>,
): Promise<ResponseOf<typeof insightSamples>> {
  const asked = await askedOf(context, query)
  const page = await planned(context.db, (db) => listSamples(db, asked, query))
  return mapPage(page, ({ rank, collectedAt, ...sample }) => ({
    ...sample,
    priority: priorityAt(rank),
    collectedAt: collectedAt.toISOString(),
  }))
}

export async function listOpenBehind(
  context: SignedIn,
  query: QueryOf<typeof insightOpen>,
): Promise<ResponseOf<typeof insightOpen>> {
  const { sites } = await sitesAsked(context, query.siteId)
  const asked = {
    siteIds: sites.map(({ id }) => id),
    filter: await filterOf(context, query),
    late: query.late ?? false,
    now: context.clock.now(),
  }
  const page = await planned(context.db, (db) => listOpen(db, asked, query))
  return mapPage(page, ({ rank, collectedAt, dueAt, ...task }) => ({
    ...task,
    priority: priorityAt(rank),
    collectedAt: collectedAt.toISOString(),
    dueAt: dueAt.toISOString(),
  }))
}
