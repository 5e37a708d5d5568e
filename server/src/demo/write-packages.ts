import { bookAppointment as bookContract } from '#contract/booking.ts'
import { bookAppointment, readFreeStarts } from '#server/modules/booking/index.ts'
import { addDays, clockTime, dayAt, localAt } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { ghanaPhone } from './people.ts'
import { seedSites } from './queries-seed.ts'

/** Visits of the coming days with a package. Names and numbers are made up. */
const stories = [
  {
    packageName: 'Antenatal Package',
    inDays: 1,
    patient: { fullName: 'Adwoa Boatemaa Kyeremeh', gender: 'female', age: 28, contact: ghanaPhone(7601) },
  },
  {
    packageName: 'Pre-employment Package',
    inDays: 2,
    patient: { fullName: 'Selorm Agbenyega', gender: 'male', age: 24, contact: ghanaPhone(7602) },
  },
] as const

/** Books packages through the product's own calls, so that each is charged as one item. */
export async function writePackages(manager: SignedIn, now: Date): Promise<void> {
  const [site] = await seedSites(manager.db)
  if (!site) throw new Error('The laboratory has no site')
  for (const { packageName, inDays, patient } of stories) {
    const from = addDays(dayAt(site.timeZone, now), inDays)
    const ask = { siteId: site.id, tests: [packageName], field: 'testType', from, to: addDays(from, 6) }
    const { starts } = await readFreeStarts(manager, ask)
    const [start] = starts
    if (start === undefined) throw new Error('The laboratory has no free time in a week')
    const { day, minuteOfDay } = localAt(site.timeZone, start)
    const at = { scheduledDate: day, scheduleTime: clockTime(minuteOfDay) }
    const body = bookContract.body.parse({ patientDetails: patient, testType: [packageName], ...at })
    await bookAppointment(manager, body, undefined)
  }
}
