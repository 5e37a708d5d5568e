import type { updateAppointment as contract } from '#contract/booking.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import { instantOf, minuteOf } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, requirePossible } from '#server/platform/errors.ts'
import { fieldOfStart, type Planned, planVisit, requireBookable } from '../availability/plan-visit.ts'
import { lengthOf } from '../availability/visit-length.ts'
import { asNamed } from '../named-for.ts'
import { overbookLimitFor, requireReason, whyNotChange } from '../policy.ts'
import { answerWith } from '../present.ts'
import type { Visit } from '../queries-visits.ts'
import { requireVisit } from '../require-visit.ts'
import { againIfOvertaken, isAlreadyMade } from './already-made.ts'
import { changedMeanwhile, changeVisit } from './change-visit.ts'

type Body = BodyOf<typeof contract>

/** Changes or moves a visit in one transaction: either all of it, with its audit row and mail, or nothing. */
export const updateAppointment = (context: SignedIn, id: string, body: Body) =>
  againIfOvertaken(body.version, () => update(context, id, body))

async function update(context: SignedIn, id: string, body: Body) {
  const { clock, actor } = context
  const before = await requireVisit(context, id)
  requireReason(actor, body.reason)
  if (body.siteId !== undefined && body.siteId !== before.siteId) {
    throw invalid({ siteId: ['An appointment stays at its site; book a new one at the other'] })
  }
  const testType = await asNamed(context, body.testType, before)
  const planned = await planVisit(context, { ...body, testType, siteId: before.siteId })
  const { start, length, plan } = planned
  const tests = stayingInPackages(planned.tests, before)
  const asked = { patient: body.patientDetails, priority: body.priority ?? before.priority, tests }
  const times = { startsAt: instantOf(start), endsAt: instantOf(start + length) }
  if (await isAlreadyMade(context, before, body.version, { ...asked, ...times, status: 'booked' })) {
    return answerWith(context, messages.booking.updated, before)
  }
  refuseOtherOrder(before, planned, body)
  if (body.version !== undefined && body.version !== before.version) throw changedMeanwhile()
  requirePossible(whyNotChange(actor, before, clock.now()))
  const moved = start !== minuteOf(before.startsAt) || length !== lengthOf(before)
  if (moved) requireBookable(context, plan, planned, fieldOfStart(body))

  const after = await changeVisit(context, plan, before, {
    ...asked,
    start,
    length,
    overbookLimit: body.overbook ? overbookLimitFor(actor, plan.laboratory) : 0,
    reason: body.reason,
    tell: true,
  })
  return answerWith(context, messages.booking.updated, after)
}

/** A test that is named alone, but was booked in a package, stays in that package. */
const stayingInPackages = (tests: Planned['tests'], before: Visit) =>
  tests.map((test) => ({
    ...test,
    package: test.package ?? before.tests.find(({ code }) => code === test.code)?.package ?? null,
  }))

/** A repeat collection keeps its person and tests: only its time and contact details can change. */
function refuseOtherOrder(before: Visit, { tests }: Planned, { patientDetails: patient }: Body): void {
  if (before.recollects === null) return
  const fields: FieldErrors = {}
  const stays = 'A sample is collected again: this stays as it is'
  const codes = (some: readonly { code: string }[]) =>
    some
      .map((test) => test.code)
      .sort()
      .join()
  if (codes(tests) !== codes(before.tests)) fields.testType = [stays]
  for (const name of ['fullName', 'age', 'gender'] as const) {
    if (patient[name] !== before.patient[name]) fields[`patientDetails.${name}`] = [stays]
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
