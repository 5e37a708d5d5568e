import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { insightOpen } from '#contract/insight-lists.ts'
import { insightsToday } from '#contract/insights.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { useLive } from '../../api/use-live.ts'

/** Shortest time between two looks: a busy laboratory changes many times in a second. */
const restMs = 3_000

export const todayOf = (siteId: string | undefined) => queryFor(insightsToday, { query: { siteId } })

/** The laboratory as it stands now: looked at again when something of it has changed, and each half minute. */
export function useToday(siteId: string | undefined) {
  const client = useQueryClient()
  const today = useQuery({
    ...todayOf(siteId),
    refetchInterval: 30_000,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(['bench', 'queue'], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void today.refetch({ cancelRefetch: false })
      // The steps of late tests change with the figures.
      void client.invalidateQueries({ queryKey: keyOf(insightOpen) }, { cancelRefetch: false })
    }, restMs)
  })
  return today
}
