import type { updateAppointment as contract } from '#contract/booking.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import type { Priority } from '#contract/options.ts'
import { instantOf, type Minute, makeExtraPlaces, minuteOf } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid, isSqlError, notFound, Refusal, sqlState } from '#server/platform/errors.ts'
import { isAlreadyMade } from './already-made.ts'
import { whyNotBookable } from './availability.ts'
import { mailTo } from './mail-to.ts'
import { personAfterChange } from './person-of-visit.ts'
import { type Planned, planVisit } from './plan-visit.ts'
import { overbookLimitFor, reachOf, requireReason, whyNotChange } from './policy.ts'
import { present } from './present.ts'
import { updateVisit } from './queries-chairs.ts'
import { type Patient, readVisit, type Visit } from './queries-visits.ts'
import { seekChair } from './seek-chair.ts'
import { slotTaken } from './slot-taken.ts'

type Body = BodyOf<typeof contract>

/** Changes or moves a visit in one transaction: either all of it, with its audit row and mail, or nothing. */
export async function updateAppointment(
  context: SignedIn,
  id: string,
  body: Body,
): Promise<ResponseOf<typeof contract>> {
  const { db, clock, actor } = context
  const before = await readVisit(db, reachOf(actor), id)
  if (!before) throw notFound('This appointment')
  requireReason(actor, body.reason)
  if (body.siteId !== undefined && body.siteId !== before.siteId) {
    throw invalid({ siteId: ['An appointment stays at its site; book a new one at the other'] })
  }
  const planned = await planVisit(context, { ...body, siteId: before.siteId })
  const { start, length, plan } = planned
  const answer = (visit: Visit) => ({
    message: messages.booking.updated,
    appointment: present(visit, actor, clock.now()),
  })
  if (isAlreadyMade(before, body.version, askedOf(before, planned, body))) return answer(before)
  refuseOtherOrder(before, planned, body)
  refuseUntimely(context, before, planned, body)

  const place = { siteId: before.siteId, start, end: start + length, buffer: plan.laboratory.bufferMinutes }
  const overbookLimit = body.overbook ? overbookLimitFor(actor, plan.laboratory) : 0
  if (overbookLimit > 0) await makeExtraPlaces(db, before.siteId, overbookLimit)
  const change: Change = {
    start,
    length,
    buffer: plan.laboratory.bufferMinutes,
    patient: body.patientDetails,
    priority: body.priority ?? before.priority,
    tests: planned.tests,
    overbookLimit,
    reason: body.reason,
    tell: true,
  }
  const seeker = { now: clock.now(), signedIn: true }
  const outcome = await seekChair(db, place, seeker, () => changeOnce(context, before, change))
  if (outcome === null) throw await slotTaken(context, plan, { start, length, except: id })
  if (outcome === 'stale') throw changedMeanwhile()
  context.wakeOutbox()
  return answer(outcome)
}

const askedOf = (before: Visit, { start, length, tests }: Planned, body: Body) => ({
  status: 'booked' as const,
  startsAt: instantOf(start),
  endsAt: instantOf(start + length),
  patient: body.patientDetails,
  priority: body.priority ?? before.priority,
  tests,
})

function refuseUntimely(
  { actor, clock }: SignedIn,
  before: Visit,
  { plan, start, length }: Planned,
  body: Body,
): void {
  if (body.version !== undefined && body.version !== before.version) throw changedMeanwhile()
  const now = clock.now()
  const whyNot = whyNotChange(actor, before, now)
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  const moved = start !== minuteOf(before.startsAt) || start + length !== minuteOf(before.endsAt)
  const reason = moved ? whyNotBookable(plan, start, length, minuteOf(now)) : null
  if (reason)
    throw invalid({ [body.scheduleTime === undefined ? 'scheduledDate' : 'scheduleTime']: [reason] })
}

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

export const changedMeanwhile = () =>
  new Refusal(
    'changed_meanwhile',
    'This appointment was changed in the meantime. Load it again to see how it is now.',
  )

export type Change = {
  start: Minute
  length: number
  buffer: number
  patient: Patient
  priority: Priority
  tests: Visit['tests']
  /** The only chair to use; any free one if left out. */
  chair?: number | undefined
  overbookLimit: number
  reason: string | undefined
  /** Whether the patient gets a message. */
  tell: boolean
}

/** One attempt to change the visit from how it was, in a transaction. */
export async function changeOnce(
  context: SignedIn,
  before: Visit,
  change: Change,
): Promise<Visit | 'stale' | 'full' | 'lost'> {
  const { start, length, tests, patient, priority } = change
  return inTransaction(context.db, async (tx) => {
    const outcome = await updateVisit(tx, reachOf(context.actor), before.id, before.version, {
      ...change,
      siteId: before.siteId,
      end: start + length,
      tests: tests.map((test) => test.code),
    })
    if (outcome === 'stale' || outcome === 'full') return outcome
    const inside = { ...context, db: tx }
    const visit: Visit = {
      ...before,
      ...outcome,
      personId: await personAfterChange(inside, before, patient, start),
      startsAt: instantOf(start),
      endsAt: instantOf(start + length),
      patient,
      priority,
      tests,
      version: before.version + 1,
    }
    await audit(inside, {
      action: 'visit.changed',
      subject: { kind: 'visit', id: before.id },
      before: remembered(before),
      after: remembered(visit),
      reason: change.reason,
    })
    if (change.tell) await mailTo(inside, 'visit_changed', visit)
    return visit
  }).catch((error: unknown) => {
    if (
      isSqlError(error, sqlState.exclusionViolation) ||
      isSqlError(error, sqlState.deadlock) ||
      isSqlError(error, sqlState.uniqueViolation, 'account_person_pkey')
    )
      return 'lost' as const
    throw error
  })
}

const remembered = ({ personId, patient, startsAt, endsAt, chair, priority, tests }: Visit) => ({
  person: personId,
  patient,
  startsAt,
  endsAt,
  chair,
  priority,
  tests: tests.map((test) => test.code),
})
