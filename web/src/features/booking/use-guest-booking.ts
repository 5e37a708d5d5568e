import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Profile, readProfile } from '#contract/access.ts'
import { bookAppointment } from '#contract/booking.ts'
import { listCare } from '#contract/care.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { useHeldSlot } from './held-slot.ts'
import { useBookingEnds } from './use-booking.ts'
import type { Offer } from './use-offer.ts'
import { useRememberPhone } from './use-remember-phone.ts'
import { handOver, type VisitDraft } from './visit-draft.ts'
import { bodyOf } from './visit-request.ts'
import { ownedBy, whomMeant } from './whom.ts'

export type GuestBooking = {
  /** Books the visit; this browser must be signed in. */
  go: () => void
  isPending: boolean
  /** The error of a booking that may succeed if it is tried again. */
  error: ApiError | null
}

/**
 * Books the guest's draft as soon as the code has signed the guest in. If the guest must decide something first (the time has
 * been taken, or the account holds records of somebody else), the account's booking form opens with everything they entered.
 */
export function useGuestBooking({
  draft,
  offer,
  onBooked,
}: {
  draft: VisitDraft
  offer: Offer
  onBooked: () => void
}): GuestBooking {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const rememberPhone = useRememberPhone()
  const { held } = useHeldSlot()
  const owner = useRef<Profile | null>(null)
  const ends = useBookingEnds(() => {
    onBooked()
    if (owner.current) rememberPhone(owner.current, draft)
    // Cached answers were read before the sign-in and may not apply to this account.
    queryClient.clear()
  })
  const book = useCall(
    (body: BodyInput<typeof bookAppointment>) =>
      call(bookAppointment, { body, headers: { 'idempotency-key': ends.once.keyFor(body) } }),
    {
      ...ends,
      onDone: async (answer, body) => {
        ends.once.renew()
        await ends.onDone(answer, body)
      },
    },
  )
  const continueInForm = (left: VisitDraft, alternatives?: readonly string[]) => {
    handOver(left)
    queryClient.clear()
    void navigate({
      to: '/patient-dashboard/appointment-page',
      replace: true,
      ...(alternatives && { state: { alternatives } }),
    })
  }
  const who = useCall(() => Promise.all([call(readProfile), call(listCare)]), {
    says: false,
    onDone: ([profile, { people }]) => {
      owner.current = profile
      const whom = whomMeant(draft, profile, people)
      if (whom === null) return continueInForm({ ...draft, whom: 'other' })
      const meant = ownedBy(people, { ...draft, whom })
      book.mutate(bodyOf(meant, people, held, offer), {
        onError: (error) => {
          if (needsAnswer(error))
            continueInForm(meant, error.code === 'slot_taken' ? error.alternatives : undefined)
        },
      })
    },
  })
  const failed = who.error ?? book.error
  return {
    go: () => who.mutate(),
    isPending: who.isPending || book.isPending || book.isSuccess,
    error: failed && !needsAnswer(failed) ? failed : null,
  }
}

const needsAnswer = ({ code, fields }: ApiError): boolean =>
  code === 'slot_taken' || code === 'not_possible_now' || Object.keys(fields).length > 0
