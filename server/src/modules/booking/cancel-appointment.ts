import type { Appointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { mailTo } from './mail-to.ts'
import { cancellableFrom, reachOf, requireReason, whyNotCancel } from './policy.ts'
import { present } from './present.ts'
import { listBookedOfAccount, readVisit, setState, type Visit } from './queries-visits.ts'
import { comingRecollection, dropRecollection } from './recollect-visit.ts'

/** Cancels a visit: the row stays, the chair is free from the commit on. */
export async function cancelAppointment(
  context: SignedIn,
  id: string,
  reason: string | undefined,
): Promise<{ message: string; appointment: Appointment }> {
  const { db, clock, actor } = context
  const visit = await readVisit(db, reachOf(actor), id)
  if (!visit) throw notFound('This appointment')
  requireReason(actor, reason)
  const { cutOffMinutes } = await laboratorySettings(context)
  const whyNot = whyNotCancel(actor, visit, cutOffMinutes, clock.now())
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  const cancelled = await inTransaction(db, (tx) => cancel({ ...context, db: tx }, visit, reason))
  if (!cancelled)
    throw new Refusal('changed_meanwhile', 'This appointment was changed in the meantime. Load it again.')
  context.wakeOutbox()
  return {
    message: messages.booking.deleted,
    appointment: present(cancelled, actor, cutOffMinutes, clock.now()),
  }
}

/** Cancels on the `db` it is given, a transaction; null when the visit is not as it was any more. */
export async function cancel(
  context: SignedIn,
  visit: Visit,
  reason: string | undefined,
): Promise<Visit | null> {
  const { db, actor } = context
  if (!(await setState(db, reachOf(actor), visit.id, cancellableFrom(actor), 'cancelled'))) return null
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
export async function cancelVisitsOfAccount(context: SignedIn, accountId: string): Promise<number> {
  const ids = await listBookedOfAccount(context.db, accountId, context.clock.now())
  for (const id of ids) {
    const visit = await readVisit(context.db, { accountId }, id)
    if (visit) await cancel(context, visit, 'The account was closed')
  }
  return ids.length
}
