import { useMemo } from 'react'
import { registerByMail, registerPhone } from '#contract/access.ts'
import { holdSlot } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { rememberAddress } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { keepHold, useHeldSlot } from './held-slot.ts'
import { useOutcome } from './use-booking.ts'
import type { Offer } from './use-offer.ts'
import type { VisitDraft } from './visit-draft.ts'

/** Holds the chosen time and requests a code to the address. */
export function useAskCode(
  laboratory: LaboratoryFacts,
  { onHeld, onAsked }: { onHeld: (token: string) => void; onAsked: (address: string) => void },
) {
  const { held, active } = useHeldSlot()
  const hold = async (start: string, minutes: number) => {
    if (held && active && held.start === start) return
    const end = new Date(Date.parse(start) + minutes * 60_000).toISOString()
    try {
      const body = { start, end, ...(held && { replaces: held.token }) }
      const kept = await call(holdSlot, { body })
      keepHold(kept, laboratory.booking.holdMinutes)
      onHeld(kept.token)
    } catch (error) {
      // Refused because the network holds several times already, or few times are left. The guest goes on without a hold.
      const isLimited = error instanceof ApiError && limits.includes(error.code)
      if (!isLimited) throw error
    }
  }
  const ask = useCall(
    async ({ draft, offer }: { draft: VisitDraft; offer: Offer }) => {
      await hold(draft.startsAt ?? '', offer.answer?.durationMinutes ?? shortestMinutes)
      return sendCode(draft)
    },
    {
      says: false,
      onDone: (address) => {
        rememberAddress(address)
        onAsked(address)
      },
    },
  )
  const { taken, problem: refusal } = useOutcome(ask.error, translated(messages.booking.failure))
  // Memoized until the next refusal: a new object would take the focus.
  const problem = useMemo(
    () => (refusal?.fields ? { ...refusal, fields: namedAsHere(refusal.fields) } : refusal),
    [refusal],
  )
  return {
    now: (draft: VisitDraft, offer: Offer) => ask.mutate({ draft, offer }),
    again: sendCode,
    isPending: ask.isPending,
    reset: ask.reset,
    taken,
    problem,
  }
}

const limits: readonly string[] = ['too_many_requests', 'not_possible_now']
const shortestMinutes = 15

/** Sends the code and returns the address that it was sent to. */
async function sendCode({ whom, ownName, fullName, email, contact }: VisitDraft): Promise<string> {
  const owner = { fullName: whom === 'other' ? ownName : fullName, acceptedTerms: true } as const
  const address = email.trim()
  if (address !== '') await call(registerByMail, { body: { ...owner, email: address } })
  else await call(registerPhone, { body: { ...owner, phone: contact } })
  return address || contact.trim()
}

const names: Readonly<Record<string, string>> = {
  email: 'patientDetails.email',
  phone: 'patientDetails.contact',
  fullName: 'patientDetails.fullName',
  start: 'scheduleTime',
  end: 'scheduleTime',
}

/** The hold and the sign-up name their fields differently from the booking form. */
const namedAsHere = (fields: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, words]) => [names[name] ?? name, words]))
