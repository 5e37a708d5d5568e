import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appointmentTasks } from '#contract/booking.ts'
import type { StatusFilter } from '#contract/visit-states.ts'
import { queryFor } from '../../../api/queries.ts'
import { dayOf } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'
import { renewing, useZone } from '../bench/bench-queries.ts'

/** Today's visits in a state, or a group of states: the first of them, and how many there are in all. */
export function useTodaysVisits(status: StatusFilter, order: 'soonest' | 'latest', limit: number) {
  const today = dayOf(useNow(), useZone())
  return useQuery({
    ...queryFor(appointmentTasks, { query: { from: today, to: today, status, order, limit } }),
    ...renewing,
    placeholderData: keepPreviousData,
  })
}
