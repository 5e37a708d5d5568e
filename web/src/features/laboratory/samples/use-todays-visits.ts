import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appointmentTasks } from '#contract/booking.ts'
import { queryFor } from '../../../api/queries.ts'
import { dayOf } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'
import { renewing, useZone } from '../bench/bench-queries.ts'

/** Of one day; a site with its four chairs sees fewer. */
const most = 200

/** Today's visits, soonest first, without those that will not take place. */
export function useTodaysVisits() {
  const today = dayOf(useNow(), useZone())
  return useQuery({
    ...queryFor(appointmentTasks, { query: { from: today, to: today, order: 'soonest', limit: most } }),
    ...renewing,
    placeholderData: keepPreviousData,
    select: ({ appointments }) => appointments.filter(({ status }) => status !== 'cancelled'),
  })
}
