import { addStandingOrder } from '#contract/standing.ts'
import { createStanding } from '#server/modules/booking/index.ts'
import { after, days, stoppedClock, utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { personOfAccount } from './queries-orders.ts'

/** Writes a standing order of the demonstration's patient. It is due later than the visit that is booked. */
export async function writeStanding(manager: SignedIn, patientId: string, now: Date): Promise<void> {
  const personId = await personOfAccount(manager.db, patientId)
  const from = utcDay(after(now, days(24)))
  const body = addStandingOrder.body.parse({
    ...{ testType: ['Blood Sugar'], every: 3, unit: 'month', from, requestedBy: 'Dr Akua Sarpong' },
  })
  await createStanding({ ...manager, clock: stoppedClock(after(now, -days(6))) }, personId, body)
}
