import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { bookAppointment, releaseHold } from '#contract/booking.ts'
import { listCare } from '#contract/care.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { type ApiError, failureText } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import type { FormProblem } from '../../ui/form-problem.ts'
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

/** Booking with all its ends: the confirmation, the slot that is gone, everything else. */
export function useBooking({ onBooked }: { onBooked: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { held } = useHeldSlot()
  const book = useCall(
    (body: BodyInput<typeof bookAppointment>) =>
      call(bookAppointment, { body, headers: { 'idempotency-key': keys.keyFor(body) } }),
    {
      says: translated(messages.booking.success),
      onDone: async ({ appointment }, { holdToken }) => {
        keys.renew()
        if (held && held.token !== holdToken) void letGo(held.token)
        forgetHold()
        onBooked()
        await navigate({ to: '/patient-dashboard', state: { booked: appointment.id } })
      },
      saysRefusal: (error) =>
        error.code !== 'slot_taken' && failureText(error, translated(messages.booking.failure)),
      onRefused: ({ code, fields }) => {
        if (code === 'key_reused') keys.renew()
        // The list of the people that this account looks after is out of date.
        if ('relation' in fields || 'personId' in fields) {
          void queryClient.invalidateQueries({ queryKey: keyOf(listCare) })
        }
      },
    },
  )
  return { book, ...useOutcome(book.error, translated(messages.booking.failure)) }
}

/** A refusal in its two kinds: the slot is taken, with what is free instead, or something for the form to say. */
export function useOutcome(
  error: ApiError | null,
  failure: string,
): { taken: readonly string[] | null; problem: FormProblem | null } {
  // The same one until the next refusal: a new one takes the focus, from a field too.
  return useMemo(
    () =>
      error?.code === 'slot_taken'
        ? { taken: error.alternatives, problem: null }
        : { taken: null, problem: error && refusalOf(error, failure) },
    [error, failure],
  )
}

/** The chair that was held and not used; it would be free in some minutes anyway. */
async function letGo(token: string): Promise<void> {
  await call(releaseHold, { body: { token } }).catch(() => {})
}
