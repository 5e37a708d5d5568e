import type { CaredFor } from '#contract/care.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import type { HeldSlot } from './held-slot.ts'
import { type Offer, scheduledAt } from './use-offer.ts'
import { patientOf, type VisitDraft } from './visit-draft.ts'
import { chosenPerson, personBody, statedOf } from './whom.ts'

/** A hold that has not been taken over yet fills in day and time. */
export function withHold(draft: VisitDraft, held: HeldSlot | null, zone: string): VisitDraft {
  if (!held || held.token === draft.holdToken) return draft
  return { ...draft, day: dayOf(held.start, zone), startsAt: held.start, holdToken: held.token }
}

/** What the fields themselves do not demand, by field name. */
export function missingOf(
  draft: VisitDraft,
  people: readonly CaredFor[],
  offer: Offer,
): Record<string, string[]> {
  return {
    ...(chosenPerson(draft, people) === undefined && { personId: ['Choose who is tested'] }),
    ...(draft.tests.length === 0 && { testType: ['Choose at least one test'] }),
    ...((draft.startsAt === null || offer.lost) && { scheduleTime: ['Choose a time'] }),
  }
}

/** The request for a visit. The hold's token goes along even when it may have run out: the server looks, and a retry stays the same request. */
export function bodyOf(
  draft: VisitDraft,
  people: readonly CaredFor[],
  held: HeldSlot | null,
  { zone }: Pick<Offer, 'zone'>,
) {
  const at = draft.startsAt ?? ''
  return {
    patientDetails: patientOf(statedOf(draft, people), dayOf(at, zone)),
    ...personBody(draft, people),
    testType: [...draft.tests],
    ...scheduledAt(at, zone, timeOf(at, zone)),
    priority: draft.priority,
    ...(held?.start === at && { holdToken: held.token }),
  }
}
