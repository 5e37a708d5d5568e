import { messages } from '#contract/messages.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { requirePossible } from '#server/platform/errors.ts'
import { whyNotNoShow } from '../policy.ts'
import { answerWith } from '../present.ts'
import { requireVisit } from '../require-visit.ts'
import { moveVisit } from './move-visit.ts'

/** Marks a visit as a no-show. Its chair becomes free; a patient who comes later can still be checked in at the desk. */
export async function markNoShow(context: SignedIn, id: string) {
  const visit = await requireVisit(context, id)
  requirePossible(visit.status === 'no_show' ? null : whyNotNoShow(visit, context.clock.now()))
  const marked = await transact(context, (inside) => moveVisit(inside, visit, 'no_show'))
  return answerWith(context, messages.booking.updated, marked)
}
