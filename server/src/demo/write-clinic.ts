import { placeClinicOrder } from '#contract/clinic-orders.ts'
import { collectOrder, makeManifest, placeOrder } from '#server/modules/clinics/index.ts'
import { after, days, hours, minutes, stoppedClock } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { ghanaPhone } from './people.ts'
import { addOrderOfReported, setFacility } from './queries-orders.ts'
import { actingAs } from './write-reports.ts'

/** Orders of a clinic in different states, through the product's own calls. Names and numbers are made up. */
const stories = [
  {
    hoursAgo: 26,
    patient: { fullName: 'Efua Asantewaa Darko', gender: 'female', bornOn: '1994-02-11' },
    testType: ['Full Blood Count', 'Blood Sugar'],
    way: 'sample',
    clinicalDetails: 'Antenatal visit',
    pregnancyWeek: 22,
    isTaken: true,
  },
  {
    hoursAgo: 3,
    patient: { fullName: 'Kwabena Opoku', gender: 'male', age: 61 },
    testType: ['BUE & Cr'],
    way: 'visit',
    clinicalDetails: 'Hypertension, on amlodipine',
    urgent: true,
  },
  {
    hoursAgo: 2,
    patient: { fullName: 'Akosua Frimpong', gender: 'female', bornOn: '2019-09-30' },
    testType: ['Blood Film for Malaria Parasites'],
    way: 'sample',
    clinicalDetails: 'Fever for three days',
  },
] as const

/** Returns the clinician, who orders for the clinic. */
export async function writeClinic(
  context: Context,
  { clinicianId, facility }: { clinicianId: string; facility: string },
): Promise<SignedIn> {
  const facilityId = await setFacility(context.db, clinicianId, facility)
  const clinician = await actingAs(context, clinicianId)
  const at = (ago: number): SignedIn => ({
    ...clinician,
    clock: stoppedClock(after(context.clock.now(), -ago)),
    actor: { ...clinician.actor, sites: [], facilityId },
  })
  const reported = at(days(2))
  await addOrderOfReported(context.db, {
    id: uuidv7(reported.clock),
    code: newCode(8),
    facilityId,
    by: clinicianId,
  })
  for (const [index, { hoursAgo, patient, ...story }] of stories.entries()) {
    const contact = ghanaPhone(7300 + index)
    const { isTaken, ...ordered } = { isTaken: false, ...story }
    const body = placeClinicOrder.body.parse({
      ...ordered,
      testType: [...ordered.testType],
      patient: { ...patient, contact },
    })
    const { id } = await placeOrder(at(hours(hoursAgo)), body, undefined)
    if (!isTaken) continue
    const drawn = { identifiedBy: ['Full name' as const, 'Age' as const], prepared: 'not needed' as const }
    const { accessions } = await collectOrder(at(hours(1)), id, drawn)
    await makeManifest(at(minutes(20)), { accessions, courier: 'Example Riders', celsius: 7.5 })
  }
  return at(0)
}
