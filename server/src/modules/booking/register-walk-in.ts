import { needsContact } from '#contract/booking.ts'
import type { Naming, Priority } from '#contract/options.ts'
import { insertPersons, type Placed, refuseMixedNames } from '#server/modules/people/index.ts'
import { minuteOf } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { atClosedSite, refuseAtClosedSite } from './closed-site.ts'
import { dayOfVisit, learnBirth, personOfVisit } from './person-of-visit.ts'
import { placeUnnamed } from './place-unnamed.ts'
import { draftVisit, planAt } from './plan-visit.ts'
import { insertWalkIn, type Patient, type Visit } from './queries-visits.ts'
import { resolveTests } from './resolve-tests.ts'
import { visitLength } from './visit-length.ts'

type Ask = {
  siteId: string | undefined
  patient: Omit<Patient, 'fullName'> & { fullName?: string | undefined }
  naming: Naming
  mother: string | undefined
  birthOrder: number | undefined
  personNumber: string | undefined
  bornOn: string | undefined
  testType: readonly string[]
  priority: Priority
}

/**
 * Adds a visit for somebody at the desk who has none. It has arrived at once and has no chair, so it takes no booked time. `db` is
 * the transaction of the desk.
 * @throws Refusal for tests that are not offered, an unknown site, and a site that is closed for good
 */
export async function registerWalkIn(context: SignedIn, ask: Ask): Promise<Visit> {
  const { db, clock } = context
  const plan = await planAt(context, ask.siteId, ask.testType)
  if (plan.site.closed) throw atClosedSite()
  const tests = resolveTests(plan, ask.testType)
  const start = minuteOf(clock.now())
  const { patient, person } = await whoWalkedIn(context, ask, dayOfVisit(plan.site.timeZone, start))
  if (person.added) await insertPersons(db, [person.added])
  await learnBirth(context, person, ask.bornOn)
  const visit = draftVisit(
    context,
    { plan, tests, start, length: visitLength(tests) },
    {
      status: 'arrived',
      walkIn: true,
      accountId: null,
      personId: person.personId,
      patient,
      priority: ask.priority,
    },
  )
  await insertWalkIn(db, visit).catch(refuseAtClosedSite)
  await audit(context, {
    action: 'visit.walked_in',
    subject: { kind: 'visit', id: visit.id },
    after: { person: visit.personId, patient: visit.patient, tests: tests.map((test) => test.code) },
  })
  return visit
}

/** The person and the visit's details. Without contact details, a patient needs a person number or has no name. */
async function whoWalkedIn(
  context: SignedIn,
  { patient: { fullName, ...rest }, naming, mother, birthOrder, personNumber, bornOn }: Ask,
  on: string,
): Promise<{ patient: Patient; person: Placed }> {
  refuseMixedNames({ naming, fullName, mother, birthOrder }, 'patientDetails.fullName')
  if (fullName === undefined) {
    if (personNumber !== undefined) {
      throw invalid({ personNumber: ['Somebody with a person number has a name: give that name'] })
    }
    return placeUnnamed(context, { patient: rest, naming, mother, birthOrder, on, bornOn })
  }
  if (personNumber === undefined && rest.contact === '' && rest.email === '') {
    throw invalid({ 'patientDetails.contact': [needsContact] })
  }
  const patient = { ...rest, fullName }
  return {
    patient,
    person: await personOfVisit(context, { accountId: null, patient, on, personNumber, bornOn }),
  }
}
