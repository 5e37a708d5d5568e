import { mostTouched } from '#contract/closures.ts'
import { type Interval, instantOf, minuteOf, type Plan } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { busyDays } from '../availability/busy-days.ts'
import { lengthOf } from '../availability/visit-length.ts'
import { readVisits } from '../lists/queries-lists.ts'
import { addressFor, smsNumbers, wayTo } from '../mail-to.ts'
import type { Visit } from '../queries-visits.ts'
import { type Displaced, daysToLookAt, proposeMoves } from './propose-moves.ts'
import { readTouched } from './queries-closures.ts'

/** The visits that are booked within an interval, by start. */
export async function findTouched(
  { db, clock }: Context,
  siteId: string,
  { start, end }: Interval,
): Promise<Visit[]> {
  const ids = await readTouched(db, {
    siteId,
    start: instantOf(start),
    end: instantOf(end),
    now: clock.now(),
    most: mostTouched + 1,
  })
  if (ids.length > mostTouched) {
    throw notPossible(
      `More than ${mostTouched} visits are booked in this time. Close a part of it after the other.`,
    )
  }
  return readVisits(db, 'everyone', ids)
}

/** The visits with the times that each could be moved to; `plan` already has the closure. */
export async function withProposals(context: SignedIn, plan: Plan, visits: readonly Visit[]) {
  if (visits.length === 0) return []
  const displaced = visits.map(displacedOf)
  const busy = await busyDays(context, plan, daysToLookAt(plan, displaced))
  const proposals = proposeMoves(plan, busy, displaced, minuteOf(context.clock.now()))
  const byId = new Map(proposals.map((proposal) => [proposal.id, proposal]))
  const iso = (minute: number) => instantOf(minute).toISOString()
  const bySms = await smsNumbers(context, visits)
  const touched = []
  for (const visit of visits) {
    const { id, version, reference, patient } = visit
    const { start = null, alternatives = [] } = byId.get(id) ?? {}
    const email = await addressFor(context, visit)
    touched.push({
      id,
      version,
      reference,
      fullName: patient.fullName,
      email,
      contact: patient.contact,
      way: wayTo(email, visit, bySms),
      start: visit.startsAt,
      end: visit.endsAt,
      testType: visit.tests.map((test) => test.name),
      priority: visit.priority,
      proposal: start === null ? null : iso(start),
      alternatives: alternatives.map(iso),
    })
  }
  return touched
}

const displacedOf = (visit: Visit): Displaced => ({
  id: visit.id,
  start: minuteOf(visit.startsAt),
  length: lengthOf(visit),
  urgent: visit.priority === 'high',
})
