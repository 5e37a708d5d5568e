import { mostTouched, type TouchedVisit } from '#contract/closures.ts'
import {
  addDays,
  firstInstantOfLocal,
  type Interval,
  instantOf,
  minuteOf,
  type Plan,
} from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { addressFor, type WhoGetsSms, wayTo } from './mail-to.ts'
import { type Displaced, daysToLookAt, proposeMoves } from './propose-moves.ts'
import { readBusy } from './queries-chairs.ts'
import { readTouched } from './queries-closures.ts'
import { readVisits } from './queries-lists.ts'
import type { Visit } from './queries-visits.ts'

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
    throw new Refusal(
      'not_possible_now',
      `More than ${mostTouched} visits are booked in this time. Close a part of it after the other.`,
    )
  }
  return readVisits(db, 'everyone', ids)
}

/** The visits with where each could go, `plan` having the closure in it already. */
export async function withProposals(
  context: SignedIn,
  plan: Plan,
  visits: readonly Visit[],
  whoGetsSms: WhoGetsSms,
): Promise<TouchedVisit[]> {
  if (visits.length === 0) return []
  const displaced = visits.map(displacedOf)
  const { from, to } = daysToLookAt(plan, displaced)
  const { timeZone } = plan.site
  const busy = await readBusy(context.db, {
    siteId: plan.site.id,
    start: firstInstantOfLocal(timeZone, from, 0),
    end: firstInstantOfLocal(timeZone, addDays(to, 1), 0),
    now: context.clock.now(),
    signedIn: true,
  })
  const proposals = proposeMoves(plan, busy, displaced, minuteOf(context.clock.now()))
  const byId = new Map(proposals.map((one) => [one.id, one]))
  const iso = (minute: number) => instantOf(minute).toISOString()
  const bySms = await whoGetsSms(
    context,
    visits.map(({ patient }) => patient.contact),
  )
  const touched: TouchedVisit[] = []
  for (const visit of visits) {
    const { start = null, alternatives = [] } = byId.get(visit.id) ?? {}
    const email = await addressFor(context, visit)
    touched.push({
      id: visit.id,
      version: visit.version,
      reference: visit.reference,
      fullName: visit.patient.fullName,
      email,
      contact: visit.patient.contact,
      way: wayTo(email, visit, bySms),
      start: visit.startsAt.toISOString(),
      end: visit.endsAt.toISOString(),
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
  length: minuteOf(visit.endsAt) - minuteOf(visit.startsAt),
  urgent: visit.priority === 'high',
})
