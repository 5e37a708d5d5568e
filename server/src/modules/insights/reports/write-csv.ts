import { csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { sayBefore } from '#contract/insight-periods.ts'
import type { insightCsv as contract } from '#contract/insight-reports.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { readInsights } from '../figures/read-insights.ts'
import { figureRows } from './figure-rows.ts'

const fields = ['section', 'item', 'measure', 'unit', 'value', 'before', 'from', 'to'] as const
const columns = [
  ...fields.map((field) => (field === 'before' ? 'period before' : field)),
  ...['site', 'test', 'priority', 'compared with', 'compared from', 'compared to'],
]

type Query = QueryOf<typeof contract>

/** Sections to which no filter applies: the work of the site as a whole. */
const ofAll = /^(Staff|Chairs|Waits)/

/** The filters of a section. The visits of every test are listed, whichever test is asked for. */
const filtersOf = (section: string, { test, priority }: Query) =>
  ofAll.test(section)
    ? [null, null]
    : [section === 'Visits by test' ? null : (test ?? null), priority ?? null]

/** The figures of a period as CSV: a line for each figure, with its site and filters. */
export async function writeCsv(context: SignedIn, query: Query): Promise<string> {
  const insights = await readInsights(context, query)
  const site = insights.sites.map(({ name }) => name).join('; ')
  const { from: since, to: until } = insights.previous
  const before = [sayBefore(insights.current, insights.compareWith), since, until]
  const lines = figureRows(insights).map((row) =>
    csvLine([
      ...fields.map((field) => row[field]),
      site,
      ...filtersOf(row.section, query),
      ...(row.compared ? before : ['', '', '']),
    ]),
  )
  return csvMark + csvLine(columns) + lines.join('')
}
