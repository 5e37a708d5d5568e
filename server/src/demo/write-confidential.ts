import { placeClinicOrder } from '#contract/clinic-orders.ts'
import { saveRapidTests as rapidContract } from '#contract/rapid-tests.ts'
import { collectOrder, placeOrder } from '#server/modules/clinics/index.ts'
import {
  moveTask,
  noteConsent,
  noteCounselling,
  receiveSample,
  releaseResults,
  saveRapidTests,
} from '#server/modules/laboratory/index.ts'
import { after, hours, minutes, stoppedClock, utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { ghanaPhone } from './people.ts'
import { lotIdOf, tasksOfSample } from './queries-orders.ts'
import { firstKitLot } from './write-stock.ts'

/** Two patients of a clinic with an HIV test: a released one, and one whose rapid tests the visitor does. Names and numbers are made up. */
const stories = [
  {
    orderedAgo: hours(26),
    patient: { fullName: 'Abena Nyarko', gender: 'female', age: 31 },
    contact: ghanaPhone(7501),
    released: true,
  },
  {
    orderedAgo: minutes(50),
    patient: { fullName: 'Yaw Asare', gender: 'male', age: 27 },
    contact: ghanaPhone(7502),
    released: false,
  },
] as const

type By = { manager: SignedIn; technician: SignedIn; clinician: SignedIn }
const counsellor = 'Counsellor Adjoa Ofori'

/** Writes confidential tests with consent, counselling and a kit of the stock through the product's own calls. */
export async function writeConfidential(by: By, now: Date): Promise<void> {
  const stockLot = await lotIdOf(by.manager.db, firstKitLot)
  for (const { orderedAgo, patient, contact, released } of stories) {
    const at = (who: keyof By, later: number): SignedIn => ({
      ...by[who],
      clock: stoppedClock(after(now, minutes(later) - orderedAgo)),
    })
    const body = placeClinicOrder.body.parse({
      ...{ testType: ['Retro screen for HIV'], way: 'sample', patient: { ...patient, contact } },
    })
    const { id: orderId } = await placeOrder(at('clinician', 0), body, undefined)
    const drawn = { identifiedBy: ['Full name' as const, 'Age' as const], prepared: 'not needed' as const }
    const { accessions } = await collectOrder(at('clinician', 5), orderId, drawn)
    const [accession = ''] = accessions
    await receiveSample(at('technician', 25), accession, undefined)
    const [task = ''] = await tasksOfSample(by.manager.db, accession)
    const on = utcDay(after(now, -orderedAgo))
    await noteConsent(at('technician', 27), task, { consent: 'written', on, by: counsellor })
    await moveTask(at('technician', 30), task, { status: 'in_progress', notes: '' })
    if (!released) continue
    const rapid = rapidContract.body.parse({ tests: [{ stockLot, reactive: false }], revision: 0 })
    await saveRapidTests(at('technician', 50), task, rapid)
    await moveTask(at('technician', 51), task, { status: 'completed', notes: '' })
    await noteCounselling(at('technician', 90), task, { on, by: counsellor })
    await releaseResults(at('manager', 100), { tasks: [task], revisions: {} })
  }
}
