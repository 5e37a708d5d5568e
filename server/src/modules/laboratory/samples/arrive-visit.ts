import { visitStateLabels } from '#contract/visit-states.ts'
import { moveVisit, requireVisit } from '#server/modules/booking/index.ts'
import { checkIn } from '#server/modules/queue/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'

/** Checks a patient in at the desk and gives them a ticket. */
export async function arriveVisit(context: SignedIn, id: string) {
  const visit = await requireVisit(context, id)
  const { status } = await transact(context, async (inside) => {
    const arrived = await moveVisit(inside, visit, 'arrived')
    await checkIn(inside, arrived, { way: 'desk' })
    return arrived
  })
  return { message: `${visit.patient.fullName}: ${visitStateLabels[status].toLowerCase()}.`, status }
}
