import { useQuery } from '@tanstack/react-query'
import { readAppointment } from '#contract/booking.ts'
import { queryFor } from '../../api/queries.ts'
import type { Visit } from './day-plan.ts'

/**
 * A visit as it is now: as the day shows it, and when it has left the day, as it is known by itself. `loading` until
 * that is known; a visit that cannot be had any more stays as it was last seen, and cannot be moved.
 */
export function useVisitNow(lastSeen: Visit, isGone: boolean): { visit: Visit; loading: boolean } {
  const { data, error } = useQuery({
    ...queryFor(readAppointment, { params: { id: lastSeen.id } }),
    enabled: isGone,
    // What is known from before it left the day is not what it is now.
    staleTime: 0,
    gcTime: 0,
  })
  if (!isGone) return { visit: lastSeen, loading: false }
  if (error) return { visit: { ...lastSeen, whyNotMovable: error.message }, loading: false }
  if (!data) return { visit: lastSeen, loading: true }
  const { scheduledDate: start, endsAt: end, status, version, whyNotChangeable: whyNotMovable } = data
  return { visit: { ...lastSeen, start, end, status, version, whyNotMovable }, loading: false }
}
