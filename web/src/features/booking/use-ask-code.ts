import { registerByMail, registerPhone } from '#contract/access.ts'
import { holdSlot } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { rememberAddress } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { noCall, useResourceForm } from '../../screen/use-resource-form.ts'
import { keepHold, useHeldSlot } from './held-slot.ts'
import { refusedWith } from './use-booking.ts'
import type { VisitDraft } from './visit-draft.ts'

/** The form of a guest, which holds the chosen time and requests a code to the address. */
export function useAskCode(
  laboratory: LaboratoryFacts,
  draft: VisitDraft,
  {
    minutes,
    check,
    onHeld,
    onAsked,
  }: {
    minutes: () => number
    check: () => Record<string, string[]>
    onHeld: (token: string) => void
    onAsked: (address: string) => void
  },
) {
  const { held, active } = useHeldSlot()
  const hold = async (start: string) => {
    if (held && active && held.start === start) return
    const end = new Date(Date.parse(start) + minutes() * 60_000).toISOString()
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
  const { refusal } = refusedWith(translated(messages.booking.failure))
  return useResourceForm(noCall<object>(), {
    check,
    send: async () => {
      await hold(draft.startsAt ?? '')
      return sendCode(draft)
    },
    refusal: (error) => {
      const problem = refusal(error)
      return problem?.fields ? { ...problem, fields: namedAsHere(problem.fields) } : problem
    },
    onDone: (address) => {
      rememberAddress(address)
      onAsked(address)
    },
  })
}

const limits: readonly string[] = ['too_many_requests', 'not_possible_now']

/** Sends the code and returns the address that it was sent to. */
export async function sendCode({ whom, ownName, fullName, email, contact }: VisitDraft): Promise<string> {
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
