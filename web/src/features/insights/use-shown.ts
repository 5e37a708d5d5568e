import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readInsights } from '#contract/insights.ts'
import { queryFor } from '../../api/queries.ts'
import { type InsightsSearch, type Range, sayBefore } from './insights-search.ts'
import { listsBehind } from './list-search.ts'
import type { Shown } from './shown.ts'

/** The figures of a period beside the one before, renewed every five minutes. */
export function useShown(search: InsightsSearch, range: Range) {
  const { site, test, priority } = search
  const asked = { siteId: site, test, priority }
  const query = useQuery({
    ...queryFor(readInsights, { query: { ...asked, ...range } }),
    refetchInterval: 300_000,
    placeholderData: keepPreviousData,
  })
  const previous = query.data?.previous
  // The dashed lines: the series of the period before. The screen does not wait for them.
  const { data: earlier } = useQuery({
    ...queryFor(readInsights, {
      query: { ...asked, from: previous?.from ?? range.from, to: previous?.to ?? range.to },
    }),
    enabled: previous !== undefined && !query.isPlaceholderData && previous.visits.all > 0,
    staleTime: 300_000,
  })
  const shown: Shown | undefined = query.data && {
    now: query.data.current,
    was: query.data.previous,
    series: query.data.series,
    seriesBefore: earlier?.current.from === previous?.from ? earlier?.series : undefined,
    before: sayBefore(query.data.current),
    behind: listsBehind(search, query.data.current),
    appointments: { from: query.data.current.from, to: query.data.current.to, site, test, priority },
  }
  return { shown, query }
}
