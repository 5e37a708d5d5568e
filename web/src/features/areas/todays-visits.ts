import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appointmentTasks } from '#contract/booking.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { dayOf } from '../../lib/times.ts'
import { useNow } from '../../ui/use-now.ts'

/** Of one day; a site with its four chairs sees fewer. */
const most = 200

/** Today's visits at the site, soonest first, renewed every minute. Those that will not take place are left out. */
export function useTodaysVisits() {
  const now = useNow()
  const { data: facts } = useQuery(queryFor(laboratory))
  const zone = useSeenSites(facts?.sites ?? [])[0]?.timeZone
  const today = zone === undefined ? undefined : dayOf(now, zone)
  return useQuery({
    ...queryFor(appointmentTasks, { query: { from: today, to: today, order: 'soonest', limit: most } }),
    enabled: today !== undefined,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
    select: ({ appointments }) =>
      appointments.filter(({ status }) => status !== 'cancelled' && status !== 'no_show'),
  })
}
