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

/** Sections that no filter holds for: the site's work as a whole. */
const ofAll = /^(Staff|Chairs|Waits)/

/** What a section is narrowed to. Of visits every test is told, whichever one is asked for. */
const filtersOf = (section: string, { test, priority }: Query) =>
  ofAll.test(section)
    ? [null, null]
    : [section === 'Visits by test' ? null : (test ?? null), priority ?? null]

/** The figures of a period as a file for spreadsheets: a line each, with what it is of. */
export async function writeCsv(context: SignedIn, query: Query): Promise<string> {
  const insights = await readInsights(context, query)
  const site = insights.sites.map(({ name }) => name).join('; ')
  const { from: since, to: until } = insights.previous
  const beside = [sayBefore(insights.current, insights.beside), since, until]
  const lines = figureRows(insights).map((row) =>
    csvLine([
      ...fields.map((field) => row[field]),
      site,
      ...filtersOf(row.section, query),
      ...(row.compared ? beside : ['', '', '']),
    ]),
  )
  return csvMark + csvLine(columns) + lines.join('')
}
