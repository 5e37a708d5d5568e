import { useMutation, useQueryClient } from '@tanstack/react-query'
import { availability, bookedIntervals, releaseHold } from '#contract/booking.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { forgetHold, type HeldSlot } from './held-slot.ts'

/** Gives a hold back. One that has run out is only forgotten. */
export function useGiveUp() {
  const queryClient = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: (held: HeldSlot) => call(releaseHold, { body: { token: held.token } }),
    onSettled: () => {
      // It runs out by itself when the call does not arrive.
      forgetHold()
      for (const endpoint of [availability, bookedIntervals]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
      }
    },
  })
  return { isPending, now: (held: HeldSlot, active: boolean) => (active ? mutate(held) : forgetHold()) }
}
