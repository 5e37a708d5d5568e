import type { placeClinicOrder as contract } from '#contract/clinic-orders.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { planAt, resolveTests } from '#server/modules/booking/index.ts'
import { localAt, minuteOf } from '#server/modules/sites/index.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { facilityOf } from './policy.ts'
import { insertOrder } from './queries-orders.ts'
import { addPatient, knownPatient, statedPatient } from './who-is-it.ts'

/** Stores an order of a clinician. Its visit is created later: at check-in, at collection, or when an appointment is booked. */
export async function placeOrder(context: SignedIn, body: BodyOf<typeof contract>, key: string | undefined) {
  const { actor, clock } = context
  const facilityId = facilityOf(actor)
  const { patientId, patient, testType, siteId, way, urgent, ...clinical } = body
  const plan = await planAt(context, siteId ?? undefined, testType)
  if (plan.site.closed) throw invalid({ siteId: ['This site is closed'] })
  // The audit trail has the names that lists show.
  const listed = resolveTests(plan, testType).map(({ name }) => name)
  const today = localAt(plan.site.timeZone, minuteOf(clock.now())).day
  const stated = patient
    ? await statedPatient(context, patient, today)
    : await knownPatient(context, patientId ?? '', today)
  return answerOnce(context, { key, body }, async (inside) => {
    const who = await addPatient(inside, stated, today)
    if (way === 'visit' && who.contact === '') {
      throw invalid({
        'patient.contact': ['Enter a phone number, so that the laboratory can reach the patient'],
      })
    }
    const id = uuidv7(inside.clock)
    const code = newCode(8)
    const row = {
      ...{ id, code, siteId: plan.site.id, facilityId, ...who, tests: [...new Set(testType)], way, urgent },
      ...clinical,
      orderedBy: actor.accountId,
      orderedAt: clock.now(),
    }
    await insertOrder(inside.db, row)
    await audit(inside, {
      action: 'clinic_order.placed',
      subject: { kind: 'clinic_order', id },
      after: { facilityId, person: who.personId, tests: listed, way, urgent },
    })
    return { message: `Order ${code} is placed.`, id }
  })
}
