import { visitStateLabels } from '#contract/visit-states.ts'
import { moveVisit, reachOf, readVisit } from '#server/modules/booking/index.ts'
import { checkIn } from '#server/modules/queue/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

/** Checks a patient in at the desk and gives them a ticket. */
export async function arriveVisit(context: SignedIn, id: string) {
  const visit = await readVisit(context.db, reachOf(context.actor), id)
  if (!visit) throw notFound('This appointment')
  const { status } = await transact(context, async (inside) => {
    const arrived = await moveVisit(inside, visit, 'arrived')
    await checkIn(inside, arrived, { way: 'desk' })
    return arrived
  })
  return { message: `${visit.patient.fullName}: ${visitStateLabels[status].toLowerCase()}.`, status }
}
