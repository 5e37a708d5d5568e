import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { rescheduleVisit as contract } from '#contract/manage-visits.ts'
import { messages } from '#contract/messages.ts'
import { firstExtra, makeExtraPlaces, minuteOf, type Plan } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { isAlreadyMade } from './already-made.ts'
import { whyNotBookable } from './availability.ts'
import { planAt } from './plan-visit.ts'
import { overbookLimitFor, reachOf, requireReason, whyNotChange } from './policy.ts'
import { present } from './present.ts'
import { readVisit, type Visit } from './queries-visits.ts'
import { seekChair } from './seek-chair.ts'
import { slotTaken } from './slot-taken.ts'
import { changedMeanwhile, changeOnce } from './update-appointment.ts'

type Body = BodyOf<typeof contract>

/** Moves a visit to another time or chair, and changes nothing else. The patient gets a message if the time changes. */
export async function rescheduleVisit(
  context: SignedIn,
  id: string,
  body: Body,
): Promise<ResponseOf<typeof contract>> {
  const { db, clock, actor } = context
  const before = await readVisit(db, reachOf(actor), id)
  if (!before) throw notFound('This appointment')
  const plan = await planAt(context, before.siteId, [])
  const { bufferMinutes } = plan.laboratory
  const answer = (visit: Visit) => ({
    message: messages.booking.updated,
    appointment: present(visit, actor, clock.now()),
  })
  const asked = { startsAt: new Date(body.start), ...(body.chair !== undefined && { chair: body.chair }) }
  if (isAlreadyMade(before, body.version, { ...asked, status: 'booked' })) return answer(before)
  if (body.version !== before.version) throw changedMeanwhile()
  const whyNot = whyNotChange(actor, before, clock.now())
  if (whyNot) throw new Refusal('not_possible_now', whyNot)

  const start = minuteOf(body.start)
  const length = minuteOf(before.endsAt) - minuteOf(before.startsAt)
  const moved = start !== minuteOf(before.startsAt)
  if (moved || body.overbook) requireReason(actor, body.reason)
  const notBookable = moved ? whyNotBookable(plan, start, length, minuteOf(clock.now())) : null
  if (notBookable) throw invalid({ start: [notBookable] })
  const overbookLimit = body.overbook ? overbookLimitFor(actor, plan.laboratory) : 0
  if (overbookLimit > 0) await makeExtraPlaces(db, before.siteId, overbookLimit)
  requireChair(plan, before, body.chair, overbookLimit)

  const place = { siteId: before.siteId, start, end: start + length, buffer: bufferMinutes }
  const { patient, priority, tests } = before
  const change = { start, length, buffer: bufferMinutes, patient, priority, tests, chair: body.chair }
  const seeker = { now: clock.now(), signedIn: true }
  const outcome = await seekChair(db, { ...place, chair: body.chair }, seeker, () =>
    changeOnce(context, before, { ...change, overbookLimit, reason: body.reason, tell: moved }),
  )
  if (outcome === null) throw await slotTaken(context, plan, { start, length, except: id })
  if (outcome === 'stale') throw changedMeanwhile()
  context.wakeOutbox()
  return answer(outcome)
}

function requireChair(plan: Plan, before: Visit, chair: number | undefined, overbookLimit: number): void {
  if (chair === undefined || chair === before.chair || plan.chairs.includes(chair)) return
  const extra = chair >= firstExtra && chair < firstExtra + overbookLimit
  if (!extra) throw invalid({ chair: ['There is no such chair in use'] })
}
