import type { Comparison } from '#contract/insight-periods.ts'
import { comparisons } from '#contract/insight-periods.ts'
import { type Priority, priorities } from '#contract/options.ts'
import { rejectionReasons } from '#contract/task-states.ts'
import { waitingClasses } from '#contract/ticket-states.ts'
import { addressOf, day, id, oneOf, type SearchOf, text, upTo } from '../../screen/address.ts'
import type { InsightsSearch, Range } from './insights-search.ts'

/** What the lists behind the figures are narrowed by, in their addresses. */
export const listAddress = addressOf({
  from: day,
  to: day,
  site: text(),
  test: text(),
  priority: oneOf(priorities),
  person: id,
  work: oneOf(['completed', 'released']),
  late: oneOf(['true', 'false']),
  found: oneOf(['positive', 'flagged']),
  reason: oneOf(rejectionReasons),
  came: oneOf(['longer', 'shorter', 'within']),
  class: oneOf(waitingClasses),
  /** Sunday is 0. */
  weekday: upTo(6),
  hour: upTo(23),
  /** On a collection chair alone. */
  chairs: oneOf(['true']),
  /** What the figures that led here were compared with: for the way back. */
  compareWith: oneOf(comparisons),
})
export type ListSearch = SearchOf<typeof listAddress>

export type AppointmentsNarrowed = {
  from: string
  to: string
  site: string | undefined
  test: string | undefined
  priority: Priority | undefined
}

/** The lists behind figures of this. */
export function listsBehind(
  { site, test, priority }: Pick<InsightsSearch, 'site' | 'test' | 'priority'>,
  { from, to }: Range,
  compareWith: Comparison,
): ListSearch {
  return listAddress.read({ from, to, site, test, priority, compareWith })
}
