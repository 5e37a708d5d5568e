import type { Appointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { moveVisit } from './move-visit.ts'
import { reachOf, whyNotNoShow } from './policy.ts'
import { present } from './present.ts'
import { readVisit } from './queries-visits.ts'

/** Marks a visit as a no-show. Its chair becomes free; a patient who comes later can still be checked in at the desk. */
export async function markNoShow(
  context: SignedIn,
  id: string,
): Promise<{ message: string; appointment: Appointment }> {
  const { db, clock, actor } = context
  const visit = await readVisit(db, reachOf(actor), id)
  if (!visit) throw notFound('This appointment')
  const whyNot = visit.status === 'no_show' ? null : whyNotNoShow(visit, clock.now())
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  const noted = await inTransaction(db, (tx) => moveVisit({ ...context, db: tx }, visit, 'no_show'))
  return { message: messages.booking.updated, appointment: present(noted, actor, clock.now()) }
}
