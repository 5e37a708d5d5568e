import type { cancelAppointment as contract } from '#contract/booking.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { isStaff } from '#contract/options.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { requirePossible } from '#server/platform/errors.ts'
import { ask } from '#server/platform/events.ts'
import { auditVisit } from '../audit-visit.ts'
import { chargesUndone, isAtBenchAsked } from '../events.ts'
import { mailTo } from '../mail-to.ts'
import { comingRecollection, dropRecollection } from '../placing/recollect-visit.ts'
import { cancellableFrom, reachOf, requireReason, whyNotCancel } from '../policy.ts'
import { answerWith } from '../present.ts'
import { holdBookedOfAccount, readVisit, setState, type Visit } from '../queries-visits.ts'
import { requireVisit } from '../require-visit.ts'
import { againIfOvertaken, isAlreadyMade } from './already-made.ts'
import { changedMeanwhile } from './change-visit.ts'

type Body = NonNullable<BodyOf<typeof contract>>

/** Cancels a visit: the row stays, the chair is free from the commit on. */
export const cancelAppointment = (context: SignedIn, id: string, body: Body) =>
  againIfOvertaken(body.version, () => cancelAsRead(context, id, body))

async function cancelAsRead(context: SignedIn, id: string, { reason, version }: Body) {
  const { clock, actor } = context
  const visit = await requireVisit(context, id)
  requireReason(actor, reason)
  if (await isAlreadyMade(context, visit, version, { status: 'cancelled' })) {
    return answerWith(context, messages.booking.deleted, visit)
  }
  if (version !== undefined && version !== visit.version) throw changedMeanwhile()
  requirePossible(whyNotCancel(actor, visit, clock.now()))
  const cancelled = await transact(context, async (inside) => {
    const done = await cancel(inside, visit, reason)
    // After the statement that locks the visit's row: a collection at the same moment has committed by now.
    requirePossible(done === null ? null : await whyStillAtWork(inside, visit))
    return done
  })
  if (!cancelled) throw changedMeanwhile()
  return answerWith(context, messages.booking.deleted, cancelled)
}

/** Why a collected visit cannot be cancelled: its tubes are at the bench, and their results would follow it. */
export async function whyStillAtWork(context: SignedIn, visit: Visit): Promise<string | null> {
  if (visit.status !== 'collected') return null
  const { siteId, recollects, id } = visit
  return (await ask(context, isAtBenchAsked, { siteId, visitId: recollects ?? id }))
    ? 'The samples of this appointment are at the bench: reject them first, then it can be cancelled.'
    : null
}

/** Cancels in the given transaction; null if the visit is not as it was read any more, which the statement decides. */
export async function cancel(
  context: SignedIn,
  visit: Visit,
  reason: string | undefined,
): Promise<Visit | null> {
  const { db, actor } = context
  if (!cancellableFrom(actor).includes(visit.status)) return null
  if (!(await setState(db, reachOf(actor), visit, 'cancelled'))) return null
  await auditVisit(context, 'visit.cancelled', visit, {
    before: { status: visit.status },
    after: { status: 'cancelled' },
    reason,
  })
  const undone = { siteId: visit.siteId, visitId: visit.id, reason: 'Cancelled' }
  await context.tell(chargesUndone, context, undone)
  // If the laboratory cancels, the patient is asked for another time.
  await mailTo(context, isStaff(actor.role) ? 'visit_called_off' : 'visit_cancelled', visit)
  const again = visit.recollects === null ? await comingRecollection(context, visit) : null
  if (again) await dropRecollection(context, again)
  return { ...visit, status: 'cancelled', version: visit.version + 1 }
}

/** Cancels the visits to come of an account, in the transaction that closes the account. */
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
