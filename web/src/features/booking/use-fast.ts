import { useQuery } from '@tanstack/react-query'
import { fastingTime } from '#contract/fasting.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import { sayFast } from './say-fast.ts'
import type { Offer } from './use-offer.ts'

/** The length of the fast (0 without fasting tests), and a sentence that tells until when the patient may eat before a start. */
export function useFast({ answer, zone }: Offer): { ms: number; say: (startsAt: string) => string | null } {
  const isFasting = answer?.morningFirst ?? false
  const { data } = useQuery({ ...queryFor(fastingTime), enabled: isFasting })
  const ms = isFasting && data ? data.hours * 3600_000 : 0
  return {
    ms,
    say: (startsAt) => {
      if (ms === 0) return null
      const stop = new Date(Date.parse(startsAt) - ms)
      return sayFast({
        stop: dayOf(stop, zone),
        visit: dayOf(startsAt, zone),
        time: timeOf(stop, zone),
        isOver: stop < now(),
      })
    },
  }
}
