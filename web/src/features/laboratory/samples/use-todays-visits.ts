import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appointmentTasks } from '#contract/booking.ts'
import type { StatusFilter } from '#contract/visit-states.ts'
import { queryFor } from '../../../api/queries.ts'
import { dayOf } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'
import { renewing, useZone } from '../bench/bench-queries.ts'

type Part = { status: StatusFilter; order: 'soonest' | 'latest'; limit: number }

/** The visits of a day in a state, or a group of states: the first of them, and how many there are in all. */
export const visitsOfDay = (day: string, { status, order, limit }: Part) => ({
  ...queryFor(appointmentTasks, { query: { from: day, to: day, status, order, limit } }),
  ...renewing,
})

/** The number of visits read for each part of the day. Other visits are found by their reference. */
const most = 100
/** The parts of today that the screen of all visits shows, and the next visits on the dashboard. */
export const partsOfToday = {
  awaited: { status: 'awaited', order: 'soonest', limit: most },
  missed: { status: 'no_show', order: 'soonest', limit: most },
  drawn: { status: 'drawn', order: 'latest', limit: most },
  next: { status: 'awaited', order: 'soonest', limit: 5 },
} as const satisfies Record<string, Part>

export const useTodaysVisits = (part: keyof typeof partsOfToday) =>
  useQuery({
    ...visitsOfDay(dayOf(useNow(), useZone()), partsOfToday[part]),
    placeholderData: keepPreviousData,
  })
