import type {
  bookClinicOrder as bookContract,
  collectClinicOrder as collectContract,
} from '#contract/clinic-orders.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { bookAppointment, cancelAppointment, registerWalkIn } from '#server/modules/booking/index.ts'
import { collectTubes } from '#server/modules/laboratory/index.ts'
import { audit } from '#server/platform/audit.ts'
import { accountIdOf, type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, notPossible, required, requirePossible } from '#server/platform/errors.ts'
import { askOf } from './order-of-visit.ts'
import { facilityOf } from './policy.ts'
import { type DetailRow, dropTests, giveVisit, holdOpen, holdOrder, setCancelled } from './queries-orders.ts'
import { requireOrder, whyNotCancel } from './read-orders.ts'

const gone = () => changedMeanwhile('This order')

/** Books an appointment for an order. If the order was cancelled or checked in meanwhile, the appointment is cancelled. */
export async function bookOrder(context: SignedIn, id: string, { day, time }: BodyOf<typeof bookContract>) {
  const order = await requireOrder(context, id)
  if (order.state !== 'expected')
    throw notPossible('A time can be booked only while the patient is expected.')
  const { patient, ...asked } = await askOf(context, order)
  const body = { ...asked, patientDetails: patient, scheduledDate: day, scheduleTime: time }
  const priority = order.urgent ? ('high' as const) : ('normal' as const)
  const { appointment } = await bookAppointment(context, { ...body, priority }, undefined)
  if (!(await giveVisit(context.db, order, appointment.id))) {
    await cancelAppointment(context, appointment.id, { reason: 'The order was cancelled meanwhile' })
    throw gone()
  }
  return { message: `Booked for ${order.patient}.` }
}

/** Records the tubes that the clinic has collected. The first collection creates the visit of the order. */
export async function collectOrder(context: SignedIn, id: string, body: BodyOf<typeof collectContract>) {
  const order = await requireOrder(context, id)
  if (order.way !== 'sample') throw notPossible('The laboratory takes the samples of this order.')
  if (order.state === 'cancelled') throw notPossible('This order is cancelled.')
  const accessions = await transact(context, async (inside) => {
    const visitId = order.visitId ?? (await visitFor(inside, order))
    return collectTubes(inside, visitId, { ...body, place: 'At the clinic' })
  })
  return {
    message: accessions.length === 1 ? '1 sample is recorded.' : `${accessions.length} samples are recorded.`,
    accessions,
  }
}

/** Creates the visit of an open order. The caller collects its samples in the same transaction. */
async function visitFor(inside: SignedIn, order: DetailRow): Promise<string> {
  if (!(await holdOpen(inside.db, order))) throw gone()
  const { bill, bornOn, ...asked } = await askOf(inside, order)
  const visit = await registerWalkIn(inside, {
    ...asked,
    ...{ bornOn, bill, naming: 'named', mother: undefined, birthOrder: undefined },
    priority: order.urgent ? 'high' : 'normal',
  })
  if (!(await giveVisit(inside.db, order, visit.id))) throw gone()
  return visit.id
}

export async function cancelOrder(context: SignedIn, id: string, reason: string) {
  const order = await requireOrder(context, id)
  requirePossible(whyNotCancel(order))
  await transact(context, async (inside) => {
    if (order.visitId !== null) await cancelAppointment(inside, order.visitId, { reason })
    const { actor } = inside
    const by = { by: accountIdOf(actor), byClient: actor.program ? actor.accountId : null }
    const cancelling = { facilityId: facilityOf(actor), id, ...by, now: inside.clock.now(), reason }
    if (!(await setCancelled(inside.db, cancelling))) throw gone()
    await audit(inside, {
      action: 'clinic_order.cancelled',
      subject: { kind: 'clinic_order', id },
      reason,
    })
  })
  return { message: `Order ${order.code} is cancelled.` }
}

/** Locks an order of the actor’s facility until the transaction ends. */
export async function lockOrder({ db, actor }: SignedIn, id: string): Promise<void> {
  required(await holdOrder(db, facilityOf(actor), id), 'This order')
}

/** Removes some of the tests of an order, which has no visit yet. At least one test has to remain. */
export async function removeTests(inside: SignedIn, id: string, codes: readonly string[], reason: string) {
  const order = await requireOrder(inside, id)
  if (order.visitId !== null)
    throw notPossible(
      'The order has a visit, so all of its tests are cancelled together. Call the laboratory to remove one of them.',
    )
  const removing = { facilityId: facilityOf(inside.actor), id, codes }
  if (!(await dropTests(inside.db, removing))) throw gone()
  const { listedTests: tests } = await requireOrder(inside, id)
  await audit(inside, {
    action: 'clinic_order.changed',
    subject: { kind: 'clinic_order', id },
    before: { tests: order.listedTests },
    after: { tests },
    reason,
  })
}
