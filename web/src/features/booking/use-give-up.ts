import { releaseHold } from '#contract/booking.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { forgetHold, type HeldSlot } from './held-slot.ts'

/** Gives a hold back. One that has run out is only forgotten. */
export function useGiveUp() {
  const { isPending, mutate } = useCall(
    // It runs out by itself when the call does not arrive.
    (held: HeldSlot) => call(releaseHold, { body: { token: held.token } }).finally(forgetHold),
    { says: false },
  )
  return { isPending, now: (held: HeldSlot, active: boolean) => (active ? mutate(held) : forgetHold()) }
}
