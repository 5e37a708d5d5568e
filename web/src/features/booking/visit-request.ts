import { t } from '@lingui/core/macro'
import type { CaredFor } from '#contract/care.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import type { HeldSlot } from './held-slot.ts'
import { type Offer, scheduledAt } from './use-offer.ts'
import { patientOf, type VisitDraft } from './visit-draft.ts'
import { chosenPerson, personBody, statedOf } from './whom.ts'

/** Fills in day and time from a hold that the draft does not contain yet. */
export function withHold(draft: VisitDraft, held: HeldSlot | null, zone: string): VisitDraft {
  if (!held || held.token === draft.holdToken) return draft
  return { ...draft, day: dayOf(held.start, zone), startsAt: held.start, holdToken: held.token }
}

/** Errors of missing choices that the fields' own validation does not find, by field name. */
export function missingOf(
  draft: VisitDraft,
  people: readonly CaredFor[],
  offer: Offer,
): Record<string, string[]> {
  return {
    ...(chosenPerson(draft, people) === undefined && { personId: [t`Choose who is being tested`] }),
    ...(draft.tests.length === 0 && { testType: [t`Choose at least one test`] }),
    ...((draft.startsAt === null || offer.lost) && { scheduleTime: [t`Choose a time`] }),
  }
}

/** The request for a visit. It has the token even of a hold that may have expired: the server checks it, and a retry is identical. */
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
