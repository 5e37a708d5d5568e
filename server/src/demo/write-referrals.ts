import { addReferralLaboratory, handOverBox, packBox, referTask } from '#server/modules/laboratory/index.ts'
import { after, days, hours, stoppedClock } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { ghanaPhone } from './people.ts'
import { addReturned, receivedTasks } from './queries-referrals.ts'

/**
 * An invented referral laboratory through the product's own calls: a box on its way, tubes that wait to be sent, and
 * reports of the past weeks.
 */
export async function writeReferrals(
  { manager, technician }: { manager: SignedIn; technician: SignedIn },
  now: Date,
): Promise<void> {
  const at = (who: SignedIn, ago: number): SignedIn => ({ ...who, clock: stoppedClock(after(now, -ago)) })
  const { id: laboratoryId } = await addReferralLaboratory(at(manager, days(90)), {
    name: 'Example Reference Laboratory',
    address: '2 Example Street, Accra',
    phone: ghanaPhone(7400),
    email: '',
    days: 5,
    tests: [{ test: 'HORM', transport: 'frozen', days: 5 }],
  })
  await addReturned(technician.db, {
    laboratoryId,
    by: technician.actor.accountId,
    since: after(now, -days(30)),
  })
  const tasks = await receivedTasks(technician.db, 8)
  const sent = tasks.slice(0, Math.ceil(tasks.length / 2))
  const laterAt = at(technician, hours(2))
  for (const { id } of tasks) await referTask(laterAt, id, { laboratoryId, transport: 'frozen' })
  if (sent.length === 0) return
  const box = await packBox(laterAt, { laboratoryId, accessions: sent.map(({ accession }) => accession) })
  const left = { courier: 'Example Couriers', trackingNumber: 'EX 4711', celsius: -21 }
  await handOverBox(at(technician, hours(1)), box.id, left)
}
