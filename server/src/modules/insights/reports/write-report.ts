import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { sayBefore } from '#contract/insight-periods.ts'
import type { insightReport as contract } from '#contract/insight-reports.ts'
import type { readInsights as figuresContract } from '#contract/insights.ts'
import { firstWeekday } from '#contract/week-start.ts'
import { laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { readInsights } from '../figures/read-insights.ts'
import { readChain } from '../queries-chain.ts'
import { reportTables } from './report-tables.ts'

/** Drawing blocks the process for as long as a few hundred calls take. */
const reportsOfAccount: Limit = { name: 'insight reports', burst: 20, perSeconds: 600 }

const urgency = { high: 'high priority', normal: 'normal priority', low: 'low priority' } as const

/** The figures of a period as a PDF; drawn when everything is read, outside any transaction. */
export async function writeReport(context: SignedIn, query: QueryOf<typeof contract>): Promise<Buffer> {
  await spend(context, reportsOfAccount, context.actor.accountId)
  const insights = await readInsights(context, query)
  const filters = [query.test, query.priority && urgency[query.priority]].filter((one) => one !== undefined)
  return paperOf(context, insights, filters)
}

export async function paperOf(
  context: Context,
  insights: Omit<ResponseOf<typeof figuresContract>, 'availableSites'>,
  filters: readonly string[] = [],
): Promise<Buffer> {
  const { current, previous, sites, compareWith } = insights
  const { blocks, head } = await readChain(context.db)
  const { drawFigures } = await import('./draw-figures.ts')
  const laboratory = await laboratorySettings(context)
  return drawFigures({
    laboratory,
    sites: sites.map(({ name }) => name),
    period: current,
    before: { ...previous, words: sayBefore(current, compareWith) },
    filters,
    // The report is in English, whose weeks begin on Monday.
    tables: reportTables(insights, firstWeekday(laboratory.weekStart, 1)),
    logo: await printedLogo(context.db),
    at: context.clock.now(),
    audit: head && { blocks, head: head.toString('hex') },
  })
}
