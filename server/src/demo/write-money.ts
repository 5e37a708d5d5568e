import {
  changeRules,
  createPayer,
  createTax,
  issueInvoice,
  patientPayer,
  payInvoice,
  readPrices,
  readRules,
  setPrices,
} from '#server/modules/money/index.ts'
import { addDays, dayAt, firstInstantOfLocal } from '#server/modules/sites/index.ts'
import { after, days, hours, minutes, stoppedClock } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  chargeVisits,
  closeTill,
  facilityNamed,
  letHandleMoney,
  openTill,
  payVisits,
  sitesOfTills,
} from './queries-money.ts'
import { giveDiscounts, refundSecondPayment } from './write-discounts.ts'

/** Prices, the charges and payments of the last days with a till for each day, an open till, and invoices. Amounts are made up. */

/** Days of which the demonstration has payments. */
const paidDays = 10
/** Pesewas. */
const float = 20_000
/** Prices for patients in cedis, by the code of a test or package. */
const prices: Readonly<Record<string, number>> = {
  ...{ FBC: 60, GLU: 25, MPS: 30, SICK: 30, HBE: 90, ESR: 30, BG: 30, TYPH: 50, HPYL: 60, VDRL: 40, HBV: 40 },
  ...{ HCV: 50, URE: 30, SRE: 35, COV: 150, LFT: 150, KFT: 120, BUE: 130, TBX: 200, HORM: 350 },
  ...{ 'PKG-ANC': 250, 'PKG-CHECK': 320, 'PKG-WORK': 190, 'PKG-MAL': 80 },
}
const otherPrice = 60

/** A made-up tax on what schools, employers and travellers ask for. Other tests have none, as medical services are exempt in Ghana. */
const tax = { name: 'Example tax', basisPoints: 1_500 }
const taxed = ['BG', 'COV', 'PKG-WORK']

type By = { manager: SignedIn; cashier: SignedIn }

export async function writeMoney({ manager, cashier }: By, now: Date): Promise<void> {
  const { db } = manager
  const since = after(now, -days(paidDays))
  await letHandleMoney(db, cashier.actor.accountId)
  const setUp = { ...manager, clock: stoppedClock(after(since, -days(60))) }
  const { taxes: _, ...rules } = await readRules(setUp)
  await changeRules(setUp, { ...rules, on: true })
  await createTax(setUp, tax)
  const facilityId = await facilityNamed(db, 'Example Ridge Clinic')
  const { id: insurer } = await createPayer(setUp, { kind: 'insurer', name: 'Example Health Insurance' })
  const facility = facilityId && (await createPayer(setUp, { kind: 'facility', facilityId })).id
  await addPrices(setUp, patientPayer, 1)
  await addPrices(setUp, insurer, 0.9)
  if (facility) await addPrices(setUp, facility, 0.8)
  await chargeVisits(db, { since, insurer, facility })
  for (const site of await sitesOfTills(db)) await writeTills(cashier, site, now)
  // On the first of a month, the invoices of the past month.
  const month = after(now, -days(1)).toISOString().slice(0, 7)
  await issueInvoice(manager, { payerId: insurer, month }, undefined)
  if (!facility) return
  const { id } = await issueInvoice(manager, { payerId: facility, month }, undefined)
  await payInvoice(manager, id, { amount: 5_000, way: 'bank', reference: 'TT 20417' }, undefined)
}

/** A price for each test and package. Lists of others than patients have `share` of it for every second one. */
async function addPrices(by: SignedIn, payerId: string, share: number): Promise<void> {
  const { today, prices: items } = await readPrices(by, payerId, {})
  const taxId = (await readRules(by)).taxes.find(({ name }) => name === tax.name)?.id ?? null
  const priced = items.filter((_, index) => payerId === patientPayer || index % 2 === 0)
  await setPrices(by, payerId, {
    validFrom: today,
    prices: priced.map(({ test }) => ({
      test,
      amount: Math.round((prices[test] ?? otherPrice) * share) * 100,
      taxId: taxed.includes(test) ? taxId : null,
    })),
  })
}

/** A till for each day, which is closed in the evening, and an open till of today. On every fourth day a cedi is missing. */
async function writeTills(
  cashier: SignedIn,
  { id: siteId, timeZone }: { id: string; timeZone: string },
  now: Date,
): Promise<void> {
  const { db, clock, actor } = cashier
  const till = { siteId, float, accountId: actor.accountId }
  const today = dayAt(timeZone, now)
  for (let ago = paidDays - 1; ago > 0; ago--) {
    const id = uuidv7(clock)
    const at = (hour: number) =>
      new Date(minutes(firstInstantOfLocal(timeZone, addDays(today, -ago), hour * 60)))
    await openTill(db, { id, ...till, at: at(6.5) })
    await giveDiscounts(cashier, { tillId: id, ago, until: at(19) })
    await payVisits(db, id, at(19))
    await closeTill(db, { id, at: at(19), isShort: (paidDays - ago) % 4 === 0 })
  }
  const id = uuidv7(clock)
  const until = after(now, -minutes(5))
  await openTill(db, { id, ...till, at: after(now, -hours(3)) })
  await giveDiscounts(cashier, { tillId: id, ago: 0, until })
  await payVisits(db, id, until)
  await refundSecondPayment(cashier, id, now)
}
