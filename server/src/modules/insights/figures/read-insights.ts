import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { periodBefore } from '#contract/insight-periods.ts'
import type { readInsights as contract } from '#contract/insights.ts'
import type { Priority } from '#contract/options.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { findTest, listSites, type Site, seeOneMoment } from './queries-figures.ts'
import { type Period, readTogether } from './read-figures.ts'
import { readSeries, unitOf } from './read-series.ts'
import { type Filter, rankFor } from './tell-counts.ts'

/** The figures of a period and of the one before, each also by day or week. */
export async function readInsights(
  context: SignedIn,
  { from, to, siteId, compareWith, ...filters }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { db } = context
  const { sites, availableSites } = await sitesAsked(context, siteId)
  const filter = await filterOf(context, filters)
  const ids = sites.map(({ id }) => id)
  const before = periodBefore({ from, to }, compareWith)
  const unit = unitOf({ from, to })
  return db.transaction().execute(async (tx) => {
    await seeOneMoment(tx)
    const { figures, ...read } = await readTogether(tx, ids, [{ from, to }, before], filter)
    const [current, previous] = figures
    if (!current || !previous) throw new Error('A period without figures')
    const seriesOf = (period: Period) => readSeries(tx, period, { filter, unit, ...read })
    return {
      sites,
      availableSites: availableSites.map(({ id, name }) => ({ id, name })),
      compareWith,
      current,
      previous,
      series: await seriesOf({ from, to }),
      seriesBefore: previous.visits.all === 0 ? null : await seriesOf(before),
    }
  })
}

/** The sites that the caller may see. Any other site is refused like an unknown one. */
export async function sitesAsked(
  { db, actor }: SignedIn,
  siteId: string | undefined,
): Promise<{ sites: Site[]; availableSites: Site[] }> {
  const availableSites = await listSites(db, actor.sites)
  if (siteId === undefined) return { sites: availableSites, availableSites }
  const sites = availableSites.filter(({ id }) => id === siteId)
  if (sites.length === 0) throw invalid({ siteId: ['There is no such site'] })
  return { sites, availableSites }
}

export async function filterOf(
  { db, actor }: SignedIn,
  { test, priority }: { test?: string | undefined; priority?: Priority | undefined },
): Promise<Filter> {
  const found = test === undefined ? null : await findTest(db, actor.accountId, test)
  if (test !== undefined && !found) throw invalid({ test: [`There is no test “${test}”`] })
  return { test: found?.code ?? null, rank: priority === undefined ? null : rankFor(priority) }
}
