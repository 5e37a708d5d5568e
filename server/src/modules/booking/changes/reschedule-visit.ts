import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { rescheduleVisit as contract } from '#contract/manage-visits.ts'
import { messages } from '#contract/messages.ts'
import { firstExtra, minuteOf, type Plan } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, requirePossible } from '#server/platform/errors.ts'
import { planAt, requireBookable } from '../availability/plan-visit.ts'
import { lengthOf } from '../availability/visit-length.ts'
import { overbookLimitFor, requireReason, whyNotChange } from '../policy.ts'
import { answerWith } from '../present.ts'
import type { Visit } from '../queries-visits.ts'
import { requireVisit } from '../require-visit.ts'
import { againIfOvertaken, isAlreadyMade } from './already-made.ts'
import { changedMeanwhile, changeVisit } from './change-visit.ts'

type Body = BodyOf<typeof contract>

/** Moves a visit to another time or chair, and changes nothing else. The patient gets a message if the time changes. */
export const rescheduleVisit = (context: SignedIn, id: string, body: Body) =>
  againIfOvertaken(body.version, () => reschedule(context, id, body))

async function reschedule(
  context: SignedIn,
  id: string,
  { version, chair, reason, overbook, ...body }: Body,
): Promise<ResponseOf<typeof contract>> {
  const { clock, actor } = context
  const before = await requireVisit(context, id)
  const plan = await planAt(context, before.siteId, [])
  const asked = { startsAt: new Date(body.start), ...(chair !== undefined && { chair }) }
  if (await isAlreadyMade(context, before, version, { ...asked, status: 'booked' })) {
    return answerWith(context, messages.booking.updated, before)
  }
  if (version !== before.version) throw changedMeanwhile()
  requirePossible(whyNotChange(actor, before, clock.now()))

  const start = minuteOf(body.start)
  const length = lengthOf(before)
  const moved = start !== minuteOf(before.startsAt)
  if (moved || overbook) requireReason(actor, reason)
  if (moved) requireBookable(context, plan, { start, length }, 'start')
  const overbookLimit = overbook ? overbookLimitFor(actor, plan.laboratory) : 0
  requireChair(plan, before, chair, overbookLimit)
  const { patient, priority, tests } = before
  const change = { start, length, patient, priority, tests, chair, overbookLimit, reason, tell: moved }
  return answerWith(context, messages.booking.updated, await changeVisit(context, plan, before, change))
}

function requireChair(plan: Plan, before: Visit, chair: number | undefined, overbookLimit: number): void {
  if (chair === undefined || chair === before.chair || plan.chairs.includes(chair)) return
  const extra = chair >= firstExtra && chair < firstExtra + overbookLimit
  if (!extra) throw invalid({ chair: ['There is no such chair in use'] })
}
