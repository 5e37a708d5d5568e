import { t } from '@lingui/core/macro'
import type { SearchSchemaInput } from '@tanstack/react-router'
import {
  type Comparison,
  canCompare,
  comparisons,
  type Period as Range,
  usualComparison,
} from '#contract/insight-periods.ts'
import { type Priority, priorities } from '#contract/options.ts'
import { addDays, readDay } from '../../lib/times.ts'

export const periods = {
  today: t`Today`,
  '7d': t`Last 7 days`,
  '30d': t`Last 30 days`,
  month: t`This month`,
  'last-month': t`Last month`,
  quarter: t`This quarter`,
  year: t`This year`,
  custom: t`Custom dates`,
} as const
export type Period = keyof typeof periods

/** What the figures are of, in the address: so that a view of them can be sent to somebody. */
export type InsightsSearch = {
  /** The last 30 days when it says nothing. */
  period: Period | undefined
  from: string | undefined
  to: string | undefined
  site: string | undefined
  test: string | undefined
  priority: Priority | undefined
  /** What the period is compared with; the usual of it when left out. */
  compareWith: Comparison | undefined
}

/** What an address says, as far as it means anything. */
function readInsightsSearch(given: Partial<Record<keyof InsightsSearch, unknown>>): InsightsSearch {
  const text = (key: keyof InsightsSearch) => {
    const value = given[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const period = (Object.keys(periods) as Period[]).find((one) => one === given.period)
  return {
    period,
    from: period === 'custom' ? readDay(given.from) : undefined,
    to: period === 'custom' ? readDay(given.to) : undefined,
    site: text('site'),
    test: text('test'),
    priority: priorities.find((one) => one === given.priority),
    compareWith: comparisons.find((one) => one === given.compareWith),
  }
}

export const insightsAddress = {
  read: readInsightsSearch,
  validate: readInsightsSearch as (given: Partial<InsightsSearch> & SearchSchemaInput) => InsightsSearch,
}

export type { Range }

/** First and last day, both counted. A period that is not over ends today. `today` is the site's. */
export function rangeOf(
  { period, from, to }: Pick<InsightsSearch, 'period' | 'from' | 'to'>,
  today: string,
): Range {
  const month = `${today.slice(0, 7)}-01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return { from: month, to: today }
    case 'last-month': {
      const last = addDays(month, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'quarter': {
      const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1
      return { from: `${today.slice(0, 4)}-${String(first).padStart(2, '0')}-01`, to: today }
    }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'custom': {
      const until = to ?? today
      const since = from ?? addDays(until, -29)
      return since <= until ? { from: since, to: until } : { from: until, to: since }
    }
    default:
      return { from: addDays(today, -29), to: today }
  }
}

const calendar = {
  month: 'month',
  'last-month': 'month',
  quarter: 'quarter',
  year: 'year',
} as const satisfies Partial<Record<Period, Comparison>>

/** What a period is compared with: what is asked for where that lies before it, else the usual. */
export function comparisonOf(
  { period, compareWith }: Pick<InsightsSearch, 'period' | 'compareWith'>,
  range: Range,
): Comparison {
  if (compareWith && canCompare(range, compareWith)) return compareWith
  if (period === 'custom') return usualComparison(range)
  return period && period in calendar ? calendar[period as keyof typeof calendar] : 'days'
}
