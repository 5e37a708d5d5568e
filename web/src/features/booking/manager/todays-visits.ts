import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appointmentTasks } from '#contract/booking.ts'
import { insightsToday } from '#contract/insights.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../../api/queries.ts'
import { useSeenSites } from '../../../api/use-seen-sites.ts'
import { dayOf } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'

/** Who still comes, or is here, at a glance. */
const most = 6

export const openVisitsOn = (day: string | undefined) =>
  queryFor(appointmentTasks, { query: { from: day, to: day, status: 'open', order: 'soonest', limit: most } })

/** The laboratory, by which the site's day is known, and of its visits those that are not over, soonest first, renewed every minute. */
export function useOpenVisits() {
  const now = useNow()
  const lab = useQuery(queryFor(laboratory))
  const zone = useSeenSites(lab.data?.sites ?? [])[0]?.timeZone
  const day = zone === undefined ? undefined : dayOf(now, zone)
  const open = useQuery({
    ...openVisitsOn(day),
    enabled: day !== undefined,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
  return { lab, day, open }
}

/** How many come today, or have come; undefined while it is not known. Every visit is counted, however many there are. */
export function useCountOfToday(): number | undefined {
  const { data } = useQuery({
    ...queryFor(insightsToday, { query: { siteId: undefined } }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
  return data && data.visits.came + data.visits.booked
}
