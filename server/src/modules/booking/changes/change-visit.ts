import type { Priority } from '#contract/options.ts'
import { instantOf, type Minute, makeExtraPlaces, type Plan } from '#server/modules/sites/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { auditVisit } from '../audit-visit.ts'
import { updateVisit } from '../availability/queries-chairs.ts'
import { seekChair } from '../availability/seek-chair.ts'
import { slotTaken } from '../availability/slot-taken.ts'
import { chargesDue } from '../events.ts'
import { mailTo } from '../mail-to.ts'
import { packagesOf } from '../packages-of.ts'
import { personAfterChange } from '../placing/person-of-visit.ts'
import { reachOf } from '../policy.ts'
import type { Patient, Visit } from '../queries-visits.ts'

export const changedMeanwhile = () =>
  new Refusal(
    'changed_meanwhile',
    'This appointment was changed in the meantime. Load it again to see how it is now.',
  )

export type Change = {
  start: Minute
  length: number
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

/** Changes a visit; refuses if no chair is free or the visit is not as it was read any more. */
export async function changeVisit(
  context: SignedIn,
  plan: Plan,
  before: Visit,
  change: Change,
): Promise<Visit> {
  const { siteId } = before
  const { start, length, overbookLimit, chair } = change
  if (overbookLimit > 0) await makeExtraPlaces(context.db, siteId, overbookLimit)
  const place = { siteId, start, end: start + length, buffer: plan.laboratory.bufferMinutes, chair }
  const outcome = await seekChair(context, place, () => changeOnce(context, plan, before, change))
  if (outcome === null) throw await slotTaken(context, plan, { start, length, except: before.id })
  if (outcome === 'stale') throw changedMeanwhile()
  return outcome
}

/** One attempt to change the visit from how it was, in a transaction. */
export async function changeOnce(
  context: SignedIn,
  plan: Plan,
  before: Visit,
  change: Change,
): Promise<Visit | 'stale' | 'full' | 'lost'> {
  const { start, length, tests, patient, priority, reason } = change
  return transact(context, async (inside) => {
    const outcome = await updateVisit(inside.db, reachOf(context.actor), before, {
      ...change,
      siteId: before.siteId,
      end: start + length,
      buffer: plan.laboratory.bufferMinutes,
      tests,
    })
    if (outcome === 'stale' || outcome === 'full') return outcome
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
    await auditVisit(inside, 'visit.changed', before, {
      before: audited(before),
      after: audited(visit),
      reason,
    })
    if (visit.pricesOn && codesOf(before) !== codesOf(visit)) {
      const packages = codesOfPackages(visit).filter((code) => !codesOfPackages(before).includes(code))
      await inside.tell(chargesDue, inside, { siteId: visit.siteId, visitId: visit.id, bill: null, packages })
    }
    if (change.tell) await mailTo(inside, 'visit_changed', visit)
    return visit
  }).catch((error: unknown) => {
    const isLost =
      isSqlError(error, sqlState.exclusionViolation) ||
      isSqlError(error, sqlState.deadlock) ||
      isSqlError(error, sqlState.uniqueViolation, 'account_person_pkey')
    if (isLost) return 'lost' as const
    throw error
  })
}

const codesOf = ({ tests }: Pick<Visit, 'tests'>) =>
  tests
    .map((test) => `${test.code} ${test.package?.code ?? ''}`)
    .sort()
    .join()

const codesOfPackages = ({ tests }: Pick<Visit, 'tests'>) => tests.flatMap((test) => test.package?.code ?? [])

const audited = ({ personId, patient, startsAt, endsAt, chair, priority, tests }: Visit) => ({
  person: personId,
  patient,
  startsAt,
  endsAt,
  chair,
  priority,
  tests: tests.map((test) => test.code),
  ...packagesOf({ tests }),
})
