import { needsContact } from '#contract/booking.ts'
import type { NewBill } from '#contract/money.ts'
import type { Naming, Priority } from '#contract/options.ts'
import type { NewOrder } from '#contract/orders.ts'
import {
  bornByAge,
  insertPersons,
  madeUpName,
  type Placed,
  placeBaby,
  refuseMixedNames,
} from '#server/modules/people/index.ts'
import { minuteOf } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { auditVisit } from '../audit-visit.ts'
import { atClosedSite, refuseAtClosedSite } from '../availability/closed-site.ts'
import { draftVisit, planAt, resolveTests } from '../availability/plan-visit.ts'
import { visitLength } from '../availability/visit-length.ts'
import { chargesDue } from '../events.ts'
import { keepNewOrder, requireKnown } from '../orders/keep-order.ts'
import { packagesOf } from '../packages-of.ts'
import { insertWalkIn, type Patient, type Visit } from '../queries-visits.ts'
import { dayOfVisit, learnBirth, personOfVisit, refuseOtherAge } from './person-of-visit.ts'

type Ask = {
  siteId: string | undefined
  patient: Omit<Patient, 'fullName'> & { fullName?: string | undefined }
  naming: Naming
  mother?: string | undefined
  birthOrder?: number | undefined
  personNumber?: string | undefined
  bornOn?: string | undefined
  testType: readonly string[]
  priority: Priority
  order?: NewOrder | undefined
  bill?: NewBill | undefined
  /** When the person arrived, if the visit is entered afterwards. */
  cameAt?: Date
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
  if (ask.order) await requireKnown(context, ask.order, 'order.')
  const tests = resolveTests(plan, ask.testType)
  const start = minuteOf(ask.cameAt ?? clock.now())
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
  await auditVisit(context, 'visit.walked_in', visit, {
    after: {
      person: visit.personId,
      patient: visit.patient,
      tests: tests.map((test) => test.code),
      ...packagesOf(visit),
    },
  })
  if (ask.order) await keepNewOrder(context, visit, ask.order)
  if (ask.bill || visit.pricesOn) {
    const due = { siteId: visit.siteId, visitId: visit.id, bill: ask.bill ?? null }
    await context.tell(chargesDue, context, due)
  }
  return visit
}

type Who = { patient: Patient; person: Placed }

/** The person and the visit's details. Without contact details, a patient needs a person number or has no name. */
async function whoWalkedIn(context: SignedIn, ask: Ask, on: string): Promise<Who> {
  const { naming, mother, birthOrder, personNumber, bornOn } = ask
  const { fullName, ...rest } = ask.patient
  refuseMixedNames({ naming, fullName, mother, birthOrder }, 'patientDetails.fullName')
  if (fullName === undefined) {
    if (personNumber === undefined) return placeUnnamed(context, ask, on)
    throw invalid({ personNumber: ['Somebody with a person number has a name: give that name'] })
  }
  if (personNumber === undefined && rest.contact === '' && rest.email === '') {
    throw invalid({ 'patientDetails.contact': [needsContact] })
  }
  const patient = { ...rest, fullName }
  const asked = { accountId: null, patient, on, personNumber, bornOn }
  return { patient, person: await personOfVisit(context, asked) }
}

/**
 * A new person without a name of their own, and the visit's details with a made-up name. `on` is the local day of the visit: a baby
 * was born on it unless another day is given.
 */
async function placeUnnamed(
  context: SignedIn,
  { patient, naming, mother, birthOrder, bornOn }: Ask,
  on: string,
): Promise<Who> {
  const { age, gender } = patient
  const day = bornOn ?? (naming === 'baby' ? on : undefined)
  if (day !== undefined) refuseOtherAge(day, age, on)
  const { fullName, ...baby } =
    naming === 'baby' && day !== undefined
      ? await placeBaby(context, { mother, bornOn: day, birthOrder })
      : { fullName: madeUpName({ naming: 'unknown', sex: gender, age }) }
  const birth = day === undefined ? bornByAge(age, on) : { date: day, precision: 'day' as const }
  const personId = uuidv7(context.clock)
  const added = {
    id: personId,
    fullName,
    naming,
    ...baby,
    sex: gender,
    birthDate: birth.date,
    birthPrecision: birth.precision,
    createdAt: context.clock.now().toISOString(),
    accountId: null,
    number: 1,
    kind: 'other' as const,
    grantedBy: null,
  }
  return { patient: { ...patient, fullName }, person: { personId, added, couldBe: [] } }
}
