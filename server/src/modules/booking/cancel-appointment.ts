import type { Appointment, cancelAppointment as contract } from '#contract/booking.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { isAlreadyMade } from './already-made.ts'
import { mailTo } from './mail-to.ts'
import { cancellableFrom, reachOf, requireReason, whyNotCancel } from './policy.ts'
import { present } from './present.ts'
import { holdBookedOfAccount, readVisit, setCancelled, type Visit } from './queries-visits.ts'
import { comingRecollection, dropRecollection } from './recollect-visit.ts'
import { changedMeanwhile } from './update-appointment.ts'

/** Whether samples or tasks of an order are in progress; the laboratory module knows. */
export type IsAtBench = (db: Db, order: { siteId: string; visitId: string }) => Promise<boolean>

/** Cancels a visit: the row stays, the chair is free from the commit on. */
export async function cancelAppointment(
  context: SignedIn,
  id: string,
  { reason, version }: NonNullable<BodyOf<typeof contract>>,
  isAtBench: IsAtBench,
): Promise<{ message: string; appointment: Appointment }> {
  const { db, clock, actor } = context
  const visit = await readVisit(db, reachOf(actor), id)
  if (!visit) throw notFound('This appointment')
  requireReason(actor, reason)
  const answer = (cancelled: Visit) => ({
    message: messages.booking.deleted,
    appointment: present(cancelled, actor, clock.now()),
  })
  if (isAlreadyMade(visit, version, { status: 'cancelled' })) return answer(visit)
  if (version !== undefined && version !== visit.version) throw changedMeanwhile()
  const whyNot = whyNotCancel(actor, visit, clock.now())
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  const cancelled = await inTransaction(db, async (tx) => {
    const done = await cancel({ ...context, db: tx }, visit, reason)
    // After the statement that holds the visit's row: whoever collects holds it first, and has committed by now.
    const stillAtWork = done === null ? null : await whyStillAtWork(tx, visit, isAtBench)
    if (stillAtWork) throw new Refusal('not_possible_now', stillAtWork)
    return done
  })
  if (!cancelled) throw changedMeanwhile()
  context.wakeOutbox()
  return answer(cancelled)
}

/** Why a collected visit cannot be cancelled: its tubes are at the bench, and their results would follow it. */
export async function whyStillAtWork(db: Db, visit: Visit, isAtBench: IsAtBench): Promise<string | null> {
  if (visit.status !== 'collected') return null
  const { siteId, recollects, id } = visit
  return (await isAtBench(db, { siteId, visitId: recollects ?? id }))
    ? 'The samples of this appointment are at the bench: reject them first, then it can be cancelled.'
    : null
}

/**
 * Cancels on the `db` it is given, a transaction; null when the visit is not as it was read any more, which the
 * statement itself decides.
 */
export async function cancel(
  context: SignedIn,
  visit: Visit,
  reason: string | undefined,
): Promise<Visit | null> {
  const { db, actor } = context
  if (!cancellableFrom(actor).includes(visit.status)) return null
  if (!(await setCancelled(db, reachOf(actor), visit))) return null
  await audit(context, {
    action: 'visit.cancelled',
    subject: { kind: 'visit', id: visit.id },
    before: { status: visit.status },
    after: { status: 'cancelled' },
    reason,
  })
  // Whoever is called off is asked for another time.
  await mailTo(context, actor.role === 'user' ? 'visit_cancelled' : 'visit_called_off', visit)
  const again = visit.recollects === null ? await comingRecollection(context, visit) : null
  if (again) await dropRecollection(context, again)
  return { ...visit, status: 'cancelled', version: visit.version + 1 }
}

/** Cancels what an account has to come, in the transaction that closes the account. */
export async function cancelVisitsOfAccount(
  context: SignedIn,
  { accountId }: { accountId: string },
): Promise<void> {
  const ids = await holdBookedOfAccount(context.db, accountId, context.clock.now())
  for (const id of ids) {
    const visit = await readVisit(context.db, { accountId }, id)
    if (visit) await cancel(context, visit, 'The account was closed')
  }
}
