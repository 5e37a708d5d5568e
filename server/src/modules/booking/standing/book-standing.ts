import type { NewOrder } from '#contract/orders.ts'
import { newOrder } from '#contract/orders.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { nextDue } from './due-days.ts'
import { requireStanding } from './keep-standing.ts'
import { bookDue, insertDue, lockStanding, moveOn, type StandingRow } from './queries-standing.ts'

/** The order of a visit that is booked from a standing order: its requester; undefined if no requester is recorded. */
export const orderOfStanding = ({
  referrerId,
  facilityId,
  requestedBy,
}: Pick<StandingRow, 'referrerId' | 'facilityId' | 'requestedBy'>): NewOrder | undefined =>
  referrerId === null && facilityId === null && requestedBy === ''
    ? undefined
    : newOrder.parse({ referrerId, facilityId, requestedBy })

/**
 * Links a visit to its due day: the latest due day without a visit, otherwise the next due day. Runs in the transaction that books the
 * visit.
 */
export async function noteStandingVisit(
  inside: SignedIn,
  id: string,
  visit: { siteId: string; id: string },
): Promise<void> {
  const { db } = inside
  const order = await lockStanding(db, id)
  if (!order) throw nothingDue()
  // Read after the lock: another booking may have taken the due day meanwhile.
  const { due } = await requireStanding(inside, id)
  if (due && due.state !== 'booked') {
    await bookDue(db, id, due.on, visit)
    return
  }
  if (order.nextOn === null) throw nothingDue()
  await moveOn(db, id, order.nextOn, nextDue(order, order.nextOn))
  await insertDue(db, {
    standingId: id,
    dueOn: order.nextOn,
    visitSiteId: visit.siteId,
    visitId: visit.id,
  })
}

const nothingDue = () => invalid({ standing: ['This standing order has no due day left'] })
