import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { sayBefore } from '#contract/insight-periods.ts'
import { readInsights } from '#contract/insights.ts'
import { queryFor } from '../../api/queries.ts'
import { comparisonOf, type InsightsSearch, type Range } from './insights-search.ts'
import { listsBehind } from './list-search.ts'
import type { Shown } from './shown.ts'

/** The figures of a period and of the period it is compared with, refreshed every five minutes. */
export function useShown(search: InsightsSearch, range: Range, today: string) {
  const query = useQuery({
    ...figuresOf(search, range),
    refetchInterval: 300_000,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const { site, test, priority } = search
  // The same object until something of it changes: the sections are not drawn again for anything else.
  const shown = useMemo(
    (): Shown | undefined =>
      data && {
        now: data.current,
        was: data.previous,
        series: data.series,
        seriesBefore: data.seriesBefore,
        today,
        before: sayBefore(data.current, data.compareWith),
        behind: listsBehind({ site, test, priority }, data.current, data.compareWith),
        appointments: { from: data.current.from, to: data.current.to, site, test, priority },
      },
    [data, today, site, test, priority],
  )
  // Drawing all sections with other figures takes long on a phone; deferred, it does not keep the screen from answering a press.
  return { shown: useDeferredValue(shown), query }
}

export const figuresOf = (search: InsightsSearch, range: Range) =>
  queryFor(readInsights, {
    query: {
      siteId: search.site,
      test: search.test,
      priority: search.priority,
      ...range,
      compareWith: comparisonOf(search, range),
    },
  })
