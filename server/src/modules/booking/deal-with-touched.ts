import type { Deed } from '#contract/closures.ts'
import { messages } from '#contract/messages.ts'
import { minuteOf, type Plan } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { post } from '#server/platform/outbox.ts'
import { whyNotBookable } from './availability.ts'
import { cancel } from './cancel-appointment.ts'
import { addressFor, type WhoGetsSms, wayTo } from './mail-to.ts'
import { purgeExpiredHolds, takeOverHolds } from './queries-chairs.ts'
import type { Visit } from './queries-visits.ts'
import { changeOnce } from './update-appointment.ts'

type Outcome = { moved: number; messaged: number; cancelled: number }

/**
 * Does with each visit what was decided for it, in a transaction in which nobody else writes visits. What cannot be done
 * is refused, and then none of it was: `visits.3.start` names the one.
 */
export async function dealWithTouched(
  context: SignedIn,
  plan: Plan,
  visits: readonly Visit[],
  deeds: readonly Deed[],
  reason: string,
  whoGetsSms: WhoGetsSms,
): Promise<Outcome> {
  const byId = new Map(visits.map((visit) => [visit.id, visit]))
  const outcome: Outcome = { moved: 0, messaged: 0, cancelled: 0 }
  for (const [index, deed] of deeds.entries()) {
    const visit = byId.get(deed.id)
    if (!visit || visit.version !== deed.version) throw othersNow()
    switch (deed.action) {
      case 'move':
        await move(context, plan, visit, { start: deed.start, index, reason })
        outcome.moved++
        break
      case 'message':
        await tell(context, visit, { index, reason, whoGetsSms })
        outcome.messaged++
        break
      case 'cancel':
        if (!(await cancel(context, visit, reason))) throw othersNow()
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

/** The list that was decided on is not the one that there is. */
export const othersNow = () =>
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
  const length = minuteOf(visit.endsAt) - minuteOf(visit.startsAt)
  const whyNot = whyNotBookable(plan, start, length, minuteOf(clock.now()))
  if (whyNot) throw invalid({ [`visits.${index}.start`]: [`${visit.patient.fullName}: ${whyNot}`] })
  const buffer = plan.laboratory.bufferMinutes
  // Nobody else writes now, so that a chair that is seen to be free is.
  const place = { siteId: visit.siteId, start, end: start + length, buffer }
  await purgeExpiredHolds(db, place, clock.now())
  const { patient, priority, tests } = visit
  const change = { start, length, buffer, patient, priority, tests, overbookLimit: 0, reason, tell: true }
  let moved = await changeOnce(context, visit, change)
  if (moved === 'full' && (await takeOverHolds(db, place, clock.now())) > 0) {
    moved = await changeOnce(context, visit, change)
  }
  if (moved === 'stale') throw othersNow()
  if (moved === 'full' || moved === 'lost') {
    const taken = `${visit.patient.fullName}: ${messages.calendar.conflict}`
    throw new Refusal('slot_taken', taken, { fields: { [`visits.${index}.start`]: [taken] } })
  }
}

async function tell(
  context: SignedIn,
  visit: Visit,
  { index, reason, whoGetsSms }: { index: number; reason: string; whoGetsSms: WhoGetsSms },
): Promise<void> {
  const { fullName, contact } = visit.patient
  const to = await addressFor(context, visit)
  if (wayTo(to, visit, await whoGetsSms(context, [contact])) === null) {
    const fault = `${fullName} has no address and cannot be sent an SMS: call ${contact}, or choose another time`
    throw invalid({ [`visits.${index}.action`]: [fault] })
  }
  await post(context, {
    kind: 'visit_closed_out',
    to,
    payload: { siteId: visit.siteId, visitId: visit.id, reason },
  })
  await audit(context, { action: 'visit.closed_out', subject: { kind: 'visit', id: visit.id }, reason })
}
