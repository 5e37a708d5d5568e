import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { sayBefore } from '#contract/insight-periods.ts'
import { readInsights } from '#contract/insights.ts'
import { queryFor } from '../../api/queries.ts'
import { comparisonOf, type InsightsSearch, type Range } from './insights-search.ts'
import { listsBehind } from './list-search.ts'
import type { Shown } from './shown.ts'

/** The figures of a period and of the period it is compared with, refreshed every five minutes. */
export function useShown(search: InsightsSearch, range: Range, today: string) {
  const { site, test, priority } = search
  const query = useQuery({
    ...queryFor(readInsights, {
      query: { siteId: site, test, priority, ...range, compareWith: comparisonOf(search, range) },
    }),
    refetchInterval: 300_000,
    placeholderData: keepPreviousData,
  })
  const shown: Shown | undefined = query.data && {
    now: query.data.current,
    was: query.data.previous,
    series: query.data.series,
    seriesBefore: query.data.seriesBefore,
    today,
    before: sayBefore(query.data.current, query.data.compareWith),
    behind: listsBehind(search, query.data.current, query.data.compareWith),
    appointments: { from: query.data.current.from, to: query.data.current.to, site, test, priority },
  }
  return { shown, query }
}
