import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type bookAppointment, releaseHold, updateAppointment } from '#contract/booking.ts'
import { listCare } from '#contract/care.ts'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { type ApiError, failureText } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf, renew } from '../../api/queries.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { translated } from '../../lib/translated.ts'
import { toast } from '../../ui/toast.tsx'
import { forgetHold, useHeldSlot } from './held-slot.ts'
import { refusalOf } from './refusal.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The visit that was booked a moment ago: the dashboard confirms it. */
    booked?: string
  }
}

/** Beyond the screen, so that stepping aside between two tries does not make a second request of the same one. */
const keys = attemptKeys()

/** The outcomes of a booking, for a form and for a call: the confirmation, a taken time, and other refusals. */
export function useBookingEnds(onBooked: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { held } = useHeldSlot()
  const { refusal, onRefused } = refusedWith(translated(messages.booking.failure))
  return {
    once: keys,
    says: translated(messages.booking.success),
    refusal,
    onDone: async (
      { appointment }: ResponseOf<typeof bookAppointment>,
      { holdToken }: BodyInput<typeof bookAppointment>,
    ) => {
      if (held && held.token !== holdToken) void letGo(held.token)
      forgetHold()
      onBooked()
      await navigate({ to: '/patient-dashboard', state: { booked: appointment.id } })
    },
    onRefused: (error: ApiError) => {
      onRefused(error)
      // The list of people whom this account looks after is out of date.
      if ('relation' in error.fields || 'personId' in error.fields) {
        void queryClient.invalidateQueries({ queryKey: keyOf(listCare) })
      }
    },
  }
}

/**
 * How a form of a visit shows a refusal: `failure` as the heading and as a toast, with the server's reason under it. A time that is
 * taken is shown with the nearest free ones instead.
 */
export const refusedWith = (failure: string) => ({
  refusal: (error: ApiError) => (isTaken(error) ? null : refusalOf(error, failure)),
  onRefused: (error: ApiError) => {
    if (error.code === 'changed_meanwhile') void renew(updateAppointment)
    if (!isTaken(error) && error.code !== 'not_signed_in') toast('error', failureText(error, failure))
  },
})

const isTaken = ({ code }: ApiError) => code === 'slot_taken'

/** The nearest free starts, if the time is taken. */
export const takenIn = (error: ApiError | null): readonly string[] | null =>
  error && isTaken(error) ? error.alternatives : null

/** The chair that was held and not used; it would be free in some minutes anyway. */
async function letGo(token: string): Promise<void> {
  await call(releaseHold, { body: { token } }).catch(() => {})
}
