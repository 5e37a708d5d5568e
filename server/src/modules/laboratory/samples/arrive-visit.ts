import { type VisitState, visitStateLabels } from '#contract/visit-states.ts'
import { moveVisit, reachOf, readVisit } from '#server/modules/booking/index.ts'
import { checkIn } from '#server/modules/queue/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'

/** Checks a patient in at the desk and gives them a ticket. */
export async function arriveVisit(
  context: SignedIn,
  id: string,
): Promise<{ message: string; status: VisitState }> {
  const visit = await readVisit(context.db, reachOf(context.actor), id)
  if (!visit) throw notFound('This appointment')
  const arrived = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const here = await moveVisit(inside, visit, 'arrived')
    await checkIn(inside, here, { way: 'desk' })
    return here
  })
  return {
    message: `${visit.patient.fullName}: ${visitStateLabels[arrived.status].toLowerCase()}.`,
    status: arrived.status,
  }
}
