import { after, days } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  addPayers,
  addPrices,
  addTills,
  chargeVisits,
  closeTills,
  facilityNamed,
  letTakePayments,
  payVisits,
  sitesOfTills,
  turnPricesOn,
} from './queries-money.ts'

/** Prices, the charges and payments of the last days, and a till for each of them. Amounts are made up. */

/** Days of which the demonstration has payments. */
const paidDays = 10
/** Pesewas. */
const float = 20_000

export async function writeMoney(
  context: Context,
  { managerId, cashierId }: { managerId: string; cashierId: string },
): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const since = after(now, -days(paidDays))
  await turnPricesOn(db)
  await letTakePayments(db, cashierId)
  const facilityId = await facilityNamed(db, 'Example Ridge Clinic')
  const [insurer, facility] = [uuidv7(clock), uuidv7(clock)]
  await addPayers(db, [
    { id: insurer, kind: 'insurer', name: 'Example Health Insurance', facilityId: null },
    ...(facilityId ? [{ id: facility, kind: 'facility' as const, name: '', facilityId }] : []),
  ])
  const set = { by: managerId, at: after(since, -days(60)) }
  await addPrices(db, { payerId: null, share: 1, ...set })
  await addPrices(db, { payerId: insurer, share: 0.9, ...set })
  if (facilityId) await addPrices(db, { payerId: facility, share: 0.8, ...set })
  await chargeVisits(db, { since, insurer, facility: facilityId ? facility : null })
  for (const { id: siteId, timeZone } of await sitesOfTills(db)) {
    await addTills(db, { siteId, timeZone, accountId: cashierId, float, from: since, until: now })
  }
  await payVisits(db, { since, until: now })
  await closeTills(db, now)
}
