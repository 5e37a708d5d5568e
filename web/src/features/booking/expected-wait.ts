import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { expectedWaits } from '#contract/queue-accuracy.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMinuteRange } from '../../lib/times.ts'

type Times = ResponseOf<typeof expectedWaits>['times']

/** "5–15 min" at a time of day, from the part of the day that it lies in; null where nothing is known of it. */
export function waitAt(times: Times, time: string): string | null {
  const part = times.findLast(({ from }) => from <= time)
  // What is known of one hour says nothing of the afternoon.
  if (!part || hourOf(time) - hourOf(part.from) >= 1) return null
  return sayMinuteRange(part.low, part.high)
}

const hourOf = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60

/** The wait to expect at each time of a day. It is a help beside the times: without it they are chosen as well. */
export function useExpectedWaits(day: string | null): (time: string) => string | null {
  const { data } = useQuery({
    ...queryFor(expectedWaits, { query: { day: day ?? '' } }),
    enabled: day !== null,
    staleTime: 60_000,
  })
  return (time) => waitAt(data?.times ?? [], time)
}
