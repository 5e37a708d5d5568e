import { type VisitState, visitStateLabels } from '#contract/visit-states.ts'
import { readPersonFacts } from '#server/modules/people/index.ts'
import { instantOf, type Minute, minuteOf } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { whyNotBookable } from './availability.ts'
import { mailTo } from './mail-to.ts'
import { moveVisit } from './move-visit.ts'
import { dayOfVisit, refuseDeceased } from './person-of-visit.ts'
import { planAt } from './plan-visit.ts'
import { addTests, insertRecollection, recollectionIds } from './queries-recollections.ts'
import { readVisit, type Visit } from './queries-visits.ts'
import { seekChair } from './seek-chair.ts'
import { slotTaken } from './slot-taken.ts'
import { visitLength } from './visit-length.ts'

/** Where a visit stands whose tubes can be drawn again. */
const underWay: readonly VisitState[] = ['collected', 'in_progress']

/** The visit that samples, tasks and report belong to: its own, or the one that it collects again for. */
export async function orderOf({ db }: Pick<SignedIn, 'db'>, visit: Visit): Promise<Visit> {
  if (visit.recollects === null) return visit
  const order = await readVisit(db, 'everyone', visit.recollects)
  if (!order) throw notFound('The visit that is collected again')
  return order
}

/** The appointment at which tubes of this order are drawn again, while it is still to come or its person is here. */
export async function comingRecollection(
  { db }: Pick<SignedIn, 'db'>,
  order: Pick<Visit, 'siteId' | 'id'>,
): Promise<Visit | null> {
  const [id] = await recollectionIds(db, order, ['booked', 'arrived'])
  return id === undefined ? null : readVisit(db, 'everyone', id)
}

/**
 * Gives the person of an order a time to come again for these tests, on the `db` it is given, a transaction that holds
 * the order's row: the chair, the audit row and the mail, or nothing. A time that is gone is refused with the nearest
 * free ones.
 */
export async function recollectVisit(
  context: SignedIn,
  order: Visit,
  { tests, start }: { tests: readonly string[]; start: Minute },
): Promise<Visit> {
  const { db, clock, actor } = context
  if (!underWay.includes(order.status)) {
    const state = visitStateLabels[order.status].toLowerCase()
    throw new Refusal('not_possible_now', `This visit is ${state}: nothing is collected again for it.`)
  }
  if (await comingRecollection(context, order)) {
    throw new Refusal('not_possible_now', 'A new time was given already. It can be moved like any other.')
  }
  const names = order.tests.filter((test) => tests.includes(test.code)).map((test) => test.name)
  const plan = await planAt(context, order.siteId, names)
  const length = visitLength(plan.tests)
  const whyNot = whyNotBookable(plan, start, length, minuteOf(clock.now()))
  if (whyNot) throw invalid({ at: [whyNot] })

  const person = await readPersonFacts(db, order.personId)
  refuseDeceased(actor, person, { on: dayOfVisit(order.timeZone, start), field: 'at' })

  const place = { siteId: order.siteId, start, end: start + length, buffer: plan.laboratory.bufferMinutes }
  const row = {
    ...place,
    id: uuidv7(clock),
    reference: newCode(8),
    orderId: order.id,
    tests,
    now: clock.now(),
  }
  const placed = await seekChair(db, place, { now: clock.now(), signedIn: true }, () =>
    insertRecollection(db, row),
  )
  if (placed === null) throw await slotTaken(context, plan, { start, length })
  const visit = await readVisit(db, 'everyone', row.id)
  if (!visit) throw new Error('A visit that was placed is not there')
  await audit(context, {
    action: 'visit.recollection',
    subject: { kind: 'visit', id: visit.id },
    after: { recollects: order.id, tests, startsAt: instantOf(start) },
  })
  await mailTo(context, 'visit_again', visit)
  return visit
}

/** What else has to be drawn again is drawn at the appointment that was given already. */
export async function extendRecollection(
  context: SignedIn,
  visit: Visit,
  tests: readonly string[],
): Promise<void> {
  await addTests(context.db, visit, tests)
  await audit(context, {
    action: 'visit.changed',
    subject: { kind: 'visit', id: visit.id },
    before: { tests: visit.tests.map((test) => test.code) },
    after: { tests: [...new Set([...visit.tests.map((test) => test.code), ...tests])] },
  })
}

/** Nothing is left to draw at it: the chair is free again, and whoever expected to come is told. */
export async function dropRecollection(context: SignedIn, visit: Visit): Promise<void> {
  await moveVisit(context, visit, 'cancelled')
  await mailTo(context, 'visit_cancelled', visit)
}

/** Takes the recollections of an order along when the order itself goes on. */
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
