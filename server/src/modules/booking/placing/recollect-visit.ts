import { type VisitState, visitStateLabels } from '#contract/visit-states.ts'
import { readPersonFacts } from '#server/modules/people/index.ts'
import { instantOf, type Minute } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible, required } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { auditVisit } from '../audit-visit.ts'
import { planAt, requireBookable } from '../availability/plan-visit.ts'
import { seekChair } from '../availability/seek-chair.ts'
import { slotTaken } from '../availability/slot-taken.ts'
import { visitLength } from '../availability/visit-length.ts'
import { moveVisit } from '../changes/move-visit.ts'
import { mailTo } from '../mail-to.ts'
import { readVisit, type Visit } from '../queries-visits.ts'
import { dayOfVisit, refuseDeceased } from './person-of-visit.ts'
import { addTests, insertRecollection, recollectionIds } from './queries-recollections.ts'

/** The states of a visit whose tubes can be collected again. */
const underWay: readonly VisitState[] = ['collected', 'in_progress']

/** The visit that samples, tasks and report belong to: this one, or the order for which it is a repeat collection. */
export async function orderOf({ db }: Pick<SignedIn, 'db'>, visit: Visit): Promise<Visit> {
  if (visit.recollects === null) return visit
  return required(await readVisit(db, 'everyone', visit.recollects), 'The visit that is collected again')
}

/** The open repeat collection of this order: still to come, or its person has arrived. */
export async function comingRecollection(
  { db }: Pick<SignedIn, 'db'>,
  order: Pick<Visit, 'siteId' | 'id'>,
): Promise<Visit | null> {
  const [id] = await recollectionIds(db, order, ['booked', 'arrived'])
  return id === undefined ? null : readVisit(db, 'everyone', id)
}

/**
 * Books a repeat collection of these tests for the person of an order, with audit row and mail. `db` is a transaction that has
 * locked the order's row. If the time is taken, the refusal names the nearest free ones.
 */
export async function recollectVisit(
  context: SignedIn,
  order: Visit,
  { tests, start }: { tests: readonly string[]; start: Minute },
): Promise<Visit> {
  const { db, clock, actor } = context
  if (!underWay.includes(order.status)) {
    const state = visitStateLabels[order.status].toLowerCase()
    throw notPossible(`This visit is ${state}: nothing is collected again for it.`)
  }
  if (await comingRecollection(context, order)) {
    throw notPossible('A new time was given already. It can be moved like any other.')
  }
  const names = order.tests.filter((test) => tests.includes(test.code)).map((test) => test.name)
  const plan = await planAt(context, order.siteId, names)
  const length = visitLength(plan.tests)
  requireBookable(context, plan, { start, length }, 'at')
  const person = await readPersonFacts(db, order.personId)
  refuseDeceased(actor, person, { on: dayOfVisit(order.timeZone, start), field: 'at' })

  const place = { siteId: order.siteId, start, end: start + length, buffer: plan.laboratory.bufferMinutes }
  const id = uuidv7(clock)
  const row = { ...place, id, reference: newCode(8), orderId: order.id, tests, now: clock.now() }
  const placed = await seekChair(context, place, () => insertRecollection(db, row))
  if (placed === null) throw await slotTaken(context, plan, { start, length })
  const visit = await readVisit(db, 'everyone', id)
  if (!visit) throw new Error('A visit that was placed is not there')
  await auditVisit(context, 'visit.recollection', visit, {
    after: { recollects: order.id, tests, startsAt: instantOf(start) },
  })
  await mailTo(context, 'visit_again', visit)
  return visit
}

/** Adds tests to the repeat collection that is already booked. */
export async function extendRecollection(
  context: SignedIn,
  visit: Visit,
  tests: readonly string[],
): Promise<void> {
  await addTests(context.db, visit, tests)
  const before = visit.tests.map((test) => test.code)
  await auditVisit(context, 'visit.changed', visit, {
    before: { tests: before },
    after: { tests: [...new Set([...before, ...tests])] },
  })
}

/** Cancels a repeat collection at which nothing is left to collect, and tells the patient. */
export async function dropRecollection(context: SignedIn, visit: Visit): Promise<void> {
  await moveVisit(context, visit, 'cancelled')
  await mailTo(context, 'visit_cancelled', visit)
}

/** Moves the repeat collections of an order along with the order's own state. */
export async function followOrder(
  context: SignedIn,
  order: Pick<Visit, 'siteId' | 'id'>,
  from: VisitState,
  to: VisitState,
): Promise<void> {
  for (const id of await recollectionIds(context.db, order, [from])) {
    const visit = await readVisit(context.db, 'everyone', id)
    if (visit) await moveVisit(context, visit, to)
  }
}
