import type { listExpectedOrders as listContract } from '#contract/clinic-desk.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { registerWalkIn } from '#server/modules/queue/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, required } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { askOf } from './order-of-visit.ts'
import { findOrderAt, giveVisit, holdOpen, listExpectedOrders as list } from './queries-orders.ts'
import { presentListed } from './read-orders.ts'

/** Orders of clinics whose patients are expected, for the desk. */

export const listExpectedOrders = async ({ db, actor }: SignedIn, query: QueryOf<typeof listContract>) =>
  mapPage(await list(db, actor.sites, query), presentListed)

/** Creates a visit and a ticket for the patient of an open order. If two desks check in the same order, the second is refused. */
export async function checkInOrder(context: SignedIn, id: string) {
  const order = required(await findOrderAt(context.db, context.actor.sites, id), 'This order')
  return transact(context, async (inside) => {
    if (!(await holdOpen(inside.db, order))) {
      throw notPossible('This order is cancelled or already checked in.')
    }
    const { patient: patientDetails, ...asked } = await askOf(inside, order)
    const body = { ...asked, patientDetails, naming: 'named' as const, urgent: order.urgent }
    const { message, visit, ticket, passCode } = await registerWalkIn(inside, body, undefined)
    await giveVisit(inside.db, order, visit.id)
    return { message, visit, ticket, passCode }
  })
}
