import type { Deed } from '#contract/closures.ts'
import { messages } from '#contract/messages.ts'
import { minuteOf, type Plan } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { post } from '#server/platform/outbox.ts'
import { auditVisit } from '../audit-visit.ts'
import { whyNotBookable } from '../availability/availability.ts'
import { purgeExpiredHolds, takeOverHolds } from '../availability/queries-chairs.ts'
import { lengthOf } from '../availability/visit-length.ts'
import { cancel } from '../changes/cancel-appointment.ts'
import { changeOnce } from '../changes/change-visit.ts'
import { addressFor, smsNumbers, wayTo } from '../mail-to.ts'
import type { Visit } from '../queries-visits.ts'

type Outcome = { moved: number; messaged: number; cancelled: number }

/**
 * Moves, asks about or cancels each visit as decided, in a transaction in which nobody else writes visits: all of them or none. The
 * error of a refused one names it: `visits.3.start`.
 */
export async function dealWithTouched(
  context: SignedIn,
  plan: Plan,
  visits: readonly Visit[],
  deeds: readonly Deed[],
  reason: string,
): Promise<Outcome> {
  const byId = new Map(visits.map((visit) => [visit.id, visit]))
  const outcome: Outcome = { moved: 0, messaged: 0, cancelled: 0 }
  for (const [index, deed] of deeds.entries()) {
    const visit = byId.get(deed.id)
    if (!visit || visit.version !== deed.version) throw visitsChanged()
    switch (deed.action) {
      case 'move':
        await move(context, plan, visit, { start: deed.start, index, reason })
        outcome.moved++
        break
      case 'message':
        await tell(context, visit, { index, reason })
        outcome.messaged++
        break
      case 'cancel':
        if (!(await cancel(context, visit, reason))) throw visitsChanged()
        outcome.cancelled++
        break
    }
  }
  return outcome
}

/** "2 visits moved, 1 patient asked for another time." */
export function sayOutcome({ moved, messaged, cancelled }: Outcome): string {
  const parts = [
    moved > 0 && `${moved} ${moved === 1 ? 'visit' : 'visits'} moved`,
    messaged > 0 && `${messaged} ${messaged === 1 ? 'patient' : 'patients'} asked for another time`,
    cancelled > 0 && `${cancelled} ${cancelled === 1 ? 'visit' : 'visits'} cancelled`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

/** The visits differ from those that were decided on. */
export const visitsChanged = () =>
  new Refusal(
    'changed_meanwhile',
    'Somebody booked, moved or cancelled a visit in this time meanwhile. Nothing was changed; look at the list again.',
  )

async function move(
  context: SignedIn,
  plan: Plan,
  visit: Visit,
  { start: wanted, index, reason }: { start: string; index: number; reason: string },
): Promise<void> {
  const { db, clock } = context
  const start = minuteOf(wanted)
  const length = lengthOf(visit)
  const whyNot = whyNotBookable(plan, start, length, minuteOf(clock.now()))
  if (whyNot) throw invalid({ [`visits.${index}.start`]: [`${visit.patient.fullName}: ${whyNot}`] })
  const buffer = plan.laboratory.bufferMinutes
  // Nobody else writes visits now, so a chair that is found free stays free.
  const place = { siteId: visit.siteId, start, end: start + length, buffer }
  await purgeExpiredHolds(db, place, clock.now())
  const { patient, priority, tests } = visit
  const change = { start, length, patient, priority, tests, overbookLimit: 0, reason, tell: true }
  let moved = await changeOnce(context, plan, visit, change)
  if (moved === 'full' && (await takeOverHolds(db, place, clock.now())) > 0) {
    moved = await changeOnce(context, plan, visit, change)
  }
  if (moved === 'stale') throw visitsChanged()
  if (moved === 'full' || moved === 'lost') {
    const taken = `${visit.patient.fullName}: ${messages.calendar.conflict}`
    throw new Refusal('slot_taken', taken, { fields: { [`visits.${index}.start`]: [taken] } })
  }
}

async function tell(
  context: SignedIn,
  visit: Visit,
  { index, reason }: { index: number; reason: string },
): Promise<void> {
  const { fullName, contact } = visit.patient
  const to = await addressFor(context, visit)
  if (wayTo(to, visit, await smsNumbers(context, [visit])) === null) {
    const fault = `${fullName} has no address and cannot be sent an SMS: call ${contact}, or choose another time`
    throw invalid({ [`visits.${index}.action`]: [fault] })
  }
  await post(context, {
    kind: 'visit_closed_out',
    to,
    payload: { siteId: visit.siteId, visitId: visit.id, reason },
  })
  await auditVisit(context, 'visit.closed_out', visit, { reason })
}
