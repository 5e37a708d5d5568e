import { issueInvoice, payInvoice } from '#server/modules/money/index.ts'
import { addDays, dayAt, firstInstantOfLocal } from '#server/modules/sites/index.ts'
import { after, days, hours, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  addPayers,
  addPrices,
  chargeVisits,
  closeTill,
  facilityNamed,
  letTakePayments,
  openTill,
  payVisits,
  sitesOfTills,
  turnPricesOn,
} from './queries-money.ts'
import { actingAs } from './write-reports.ts'

/** Prices, the charges and payments of the last days with a till for each day, an open till, and invoices. Amounts are made up. */

/** Days of which the demonstration has payments. */
const paidDays = 10
/** Pesewas. */
const float = 20_000
const prices = {
  ...{ FBC: 60, GLU: 25, MPS: 30, SICK: 30, HBE: 90, ESR: 30, BG: 30, TYPH: 50, HPYL: 60, VDRL: 40, HBV: 40 },
  ...{ HCV: 50, URE: 30, SRE: 35, COV: 150, LFT: 150, KFT: 120, BUE: 130, TBX: 200, HORM: 350 },
  ...{ 'PKG-ANC': 250, 'PKG-CHECK': 320, 'PKG-WORK': 190, 'PKG-MAL': 80 },
}

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
  const set = { prices, by: managerId, at: after(since, -days(60)) }
  await addPrices(db, { payerId: null, share: 1, ...set })
  await addPrices(db, { payerId: insurer, share: 0.9, ...set })
  if (facilityId) await addPrices(db, { payerId: facility, share: 0.8, ...set })
  await chargeVisits(db, { since, insurer, facility: facilityId ? facility : null })
  for (const site of await sitesOfTills(db)) await writeTills(context, site, cashierId)
  const manager = await actingAs(context, managerId)
  // On the first of a month, the invoices of the past month.
  const month = after(now, -days(1)).toISOString().slice(0, 7)
  await issueInvoice(manager, { payerId: insurer, month }, undefined)
  if (!facilityId) return
  const { id } = await issueInvoice(manager, { payerId: facility, month }, undefined)
  await payInvoice(manager, id, { amount: 5_000, way: 'bank', reference: 'TT 20417' }, undefined)
}

/** A till for each day, which is closed in the evening, and an open till of today. On every fourth day a cedi is missing. */
async function writeTills(
  { db, clock }: Context,
  { id: siteId, timeZone }: { id: string; timeZone: string },
  accountId: string,
): Promise<void> {
  const today = dayAt(timeZone, clock.now())
  for (let ago = paidDays - 1; ago > 0; ago--) {
    const id = uuidv7(clock)
    const at = (hour: number) =>
      new Date(minutes(firstInstantOfLocal(timeZone, addDays(today, -ago), hour * 60)))
    await openTill(db, { id, siteId, float, accountId, at: at(6.5) })
    await payVisits(db, id, at(19))
    await closeTill(db, { id, at: at(19), isShort: (paidDays - ago) % 4 === 0 })
  }
  const id = uuidv7(clock)
  await openTill(db, { id, siteId, float, accountId, at: after(clock.now(), -hours(3)) })
  await payVisits(db, id, clock.now())
}
