import type { placeClinicOrder as contract, OrderWay } from '#contract/clinic-orders.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { NewOrder } from '#contract/orders.ts'
import { planAt, resolveTests } from '#server/modules/booking/index.ts'
import { dayAt } from '#server/modules/sites/index.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import { audit } from '#server/platform/audit.ts'
import { accountIdOf, type SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { facilityOf } from './policy.ts'
import { insertOrder } from './queries-orders.ts'
import { addPatient, knownPatient, statedPatient, type Who } from './who-is-it.ts'

/** Stores an order of a clinician. Its visit is created later: at check-in, at collection, or when an appointment is booked. */
export async function placeOrder(context: SignedIn, body: BodyOf<typeof contract>, key: string | undefined) {
  facilityOf(context.actor)
  const { patientId, patient, testType, siteId, ...asked } = body
  const plan = await planOrder(context, { siteId, tests: testType })
  const stated = patient
    ? await statedPatient(context, patient, plan.today)
    : await knownPatient(context, patientId ?? '', plan.today)
  return answerOnce(context, { key, body }, async (inside) => {
    const who = await addPatient(inside, stated, plan.today)
    const { id, code } = await keepOrder(inside, plan, who, { ...asked, requester: '', wantedAt: null })
    return { message: `Order ${code} is placed.`, id }
  })
}

type PlannedOrder = {
  siteId: string
  /** The local day at the site. */
  today: string
  tests: string[]
  /** The tests by the names that lists show, for the audit trail. */
  listed: string[]
}

/** The site and the tests of an order. @throws a refusal of `siteId` or `testType` */
export async function planOrder(
  context: SignedIn,
  { siteId, tests }: { siteId: string | null; tests: readonly string[] },
): Promise<PlannedOrder> {
  const plan = await planAt(context, siteId ?? undefined, tests)
  if (plan.site.closed) throw invalid({ siteId: ['This site is closed'] })
  return {
    siteId: plan.site.id,
    today: dayAt(plan.site.timeZone, context.clock.now()),
    tests: [...new Set(tests)],
    listed: resolveTests(plan, tests).map(({ name }) => name),
  }
}

type Clinical = Pick<
  NewOrder,
  'clinicalDetails' | 'diagnosis' | 'fasting' | 'pregnancyWeek' | 'medication'
> & { way: OrderWay; urgent: boolean; requester: string; wantedAt: Date | null }

/** Writes an order of the actor’s facility. The actor is a clinician, or a program that acts for the facility. */
export async function keepOrder(
  inside: SignedIn,
  { siteId, tests, listed }: PlannedOrder,
  who: Who,
  said: Clinical,
): Promise<{ id: string; code: string }> {
  const { actor, clock, db } = inside
  if (said.way === 'visit' && who.contact === '') {
    throw invalid({
      'patient.contact': ['Enter a phone number, so that the laboratory can reach the patient'],
    })
  }
  const facilityId = facilityOf(actor)
  const id = uuidv7(clock)
  const code = newCode(8)
  await insertOrder(db, {
    ...{ id, code, siteId, facilityId, ...who, tests, ...said },
    orderedBy: accountIdOf(actor),
    orderedByClient: actor.program ? actor.accountId : null,
    orderedAt: clock.now(),
  })
  const { way, urgent } = said
  await audit(inside, {
    action: 'clinic_order.placed',
    subject: { kind: 'clinic_order', id },
    after: { facilityId, person: who.personId, tests: listed, way, urgent },
  })
  return { id, code }
}
