import type { BodyOf } from '#contract/endpoint.ts'
import type { changeOrder as contract, NewOrder } from '#contract/orders.ts'
import { changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid } from '#server/platform/errors.ts'
import { auditVisit } from '../audit-visit.ts'
import { orderOf } from '../placing/recollect-visit.ts'
import type { Visit } from '../queries-visits.ts'
import { requireVisit } from '../require-visit.ts'
import { readOrderOf, unknownRequesters, writeOrder } from './queries-orders.ts'

type VisitKey = Pick<Visit, 'siteId' | 'id'>
type Requester = Pick<NewOrder, 'referrerId' | 'facilityId'>

/** A repeat collection has the order of the first visit. */
export async function readOrder(context: SignedIn, id: string) {
  const visit = await orderOf(context, await requireVisit(context, id))
  return readOrderOf(context.db, { siteId: visit.siteId, visitId: visit.id })
}

export async function changeOrder(
  context: SignedIn,
  id: string,
  { version, ...order }: BodyOf<typeof contract>,
) {
  const visit = await orderOf(context, await requireVisit(context, id))
  await requireKnown(context, order)
  await transact(context, async (inside) => {
    const key = { siteId: visit.siteId, visitId: visit.id }
    const { asked: _, version: _version, ...before } = await readOrderOf(inside.db, key)
    await write(inside, visit, order, version)
    const changed = changedFields(before, order)
    if (changed) await auditVisit(inside, 'order.changed', visit, changed)
  })
  return { message: 'The order is saved.' }
}

/** Refuses a requester who is in neither list, before a visit is booked. `under`: where the order is in the body. */
export async function requireKnown({ db }: SignedIn, order: Requester, under = ''): Promise<void> {
  if ((await unknownRequesters(db, order)).length > 0)
    throw invalid({ [`${under}requestedBy`]: ['This requester is not in the list'] })
}

/** Keeps the order of a visit that is being booked, in its transaction. */
export async function keepNewOrder(inside: SignedIn, visit: VisitKey, order: NewOrder): Promise<void> {
  await write(inside, visit, order, 0)
  await auditVisit(inside, 'order.changed', visit, { after: order })
}

async function write(inside: SignedIn, { siteId, id }: VisitKey, order: NewOrder, follows: number) {
  const { db, actor, clock } = inside
  const row = { ...order, follows, by: actor.accountId, now: clock.now() }
  if (!(await writeOrder(db, { siteId, visitId: id }, row))) throw changedMeanwhile('The order')
}
