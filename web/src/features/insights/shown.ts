import type { ResponseOf } from '#contract/endpoint.ts'
import type { Figures, readInsights } from '#contract/insights.ts'
import type { AppointmentsNarrowed, ListSearch } from './list-search.ts'

export type Insights = ResponseOf<typeof readInsights>
export type Series = Insights['series']

/** What every section is given: the figures, those of the period before, and what both are of. */
export type Shown = {
  now: Figures
  was: Figures
  series: Series
  /** The series of the period before: the dashed lines; null where nobody was to come in it. */
  seriesBefore: Series | null
  /** The current local day: its values are not final. */
  today: string
  /** "the 30 days before". */
  before: string
  /** What the lists behind the figures are narrowed by. */
  behind: ListSearch
  appointments: AppointmentsNarrowed
}
