import { csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { insightCsv as contract } from '#contract/insights.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { readInsights } from '../figures/read-insights.ts'
import { figureRows } from './figure-rows.ts'

const columns = [
  'section',
  'item',
  'measure',
  'unit',
  'value',
  'period before',
  'from',
  'to',
  'site',
  'test',
  'priority',
]

/** Sections that no filter holds for: the site's work as a whole. */
const ofAll = /^(Staff|Chairs|Waits)/

/** The figures of a period as a file for spreadsheets: a line each, with what it is of. */
export async function writeCsv(context: SignedIn, query: QueryOf<typeof contract>): Promise<string> {
  const insights = await readInsights(context, query)
  const site = insights.sites.map(({ name }) => name).join('; ')
  const lines = figureRows(insights).map(({ section, item, measure, unit, value, before, from, to }) => {
    const filters = ofAll.test(section) ? [null, null] : [query.test ?? null, query.priority ?? null]
    return csvLine([section, item, measure, unit, value, before, from, to, site, ...filters])
  })
  return csvMark + csvLine(columns) + lines.join('')
}
