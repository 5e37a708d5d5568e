import type { Priority } from '#contract/options.ts'
import { insertPersons } from '#server/modules/people/index.ts'
import { instantOf, minuteOf } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { atClosedSite, refuseAtClosedSite } from './closed-site.ts'
import { dayOfVisit, learnBirth, personOfVisit } from './person-of-visit.ts'
import { planAt } from './plan-visit.ts'
import { insertWalkIn, type Patient, type Visit } from './queries-visits.ts'
import { resolveTests } from './resolve-tests.ts'
import { visitLength } from './visit-length.ts'

/**
 * A visit for somebody who stands at the desk without one: arrived from its first moment, on no chair, at no booked
 * time, so that no booking ever loses its place to it. Runs on the `db` it is given, a transaction, in which the desk
 * does the rest. Refused as bad input: tests that are not offered, an unknown site; and at a site that is closed for good.
 */
export async function registerWalkIn(
  context: SignedIn,
  ask: {
    siteId: string | undefined
    patient: Patient
    personNumber: string | undefined
    bornOn: string | undefined
    testType: readonly string[]
    priority: Priority
  },
): Promise<Visit> {
  const { db, clock } = context
  const plan = await planAt(context, ask.siteId, ask.testType)
  if (plan.site.closed) throw atClosedSite()
  const tests = resolveTests(plan, ask.testType)
  const start = minuteOf(clock.now())
  const person = await personOfVisit(context, {
    accountId: null,
    patient: ask.patient,
    on: dayOfVisit(plan.site.timeZone, start),
    personNumber: ask.personNumber,
    bornOn: ask.bornOn,
  })
  if (person.added) await insertPersons(db, [person.added])
  await learnBirth(context, person, ask.bornOn)
  const visit: Visit = {
    id: uuidv7(clock),
    siteId: plan.site.id,
    siteName: plan.site.name,
    timeZone: plan.site.timeZone,
    status: 'arrived',
    chair: null,
    walkIn: true,
    recollects: null,
    startsAt: instantOf(start),
    endsAt: instantOf(start + visitLength(tests)),
    reference: newCode(8),
    accountId: null,
    personId: person.personId,
    patient: ask.patient,
    priority: ask.priority,
    version: 1,
    createdAt: clock.now(),
    tests,
  }
  await insertWalkIn(db, visit).catch(refuseAtClosedSite)
  await audit(context, {
    action: 'visit.walked_in',
    subject: { kind: 'visit', id: visit.id },
    after: { person: visit.personId, patient: visit.patient, tests: tests.map((test) => test.code) },
  })
  return visit
}
