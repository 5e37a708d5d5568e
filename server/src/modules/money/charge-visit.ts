import { taxWithin } from '#contract/amounts.ts'
import type { NewBill } from '#contract/money.ts'
import type { ChargesDue, ChargesUndone } from '#server/modules/booking/index.ts'
import { todayAt } from '#server/modules/sites/index.ts'
import { accountIdOf, type Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type BookedTest, chargedItems } from './charged-items.ts'
import {
  lockAccount,
  openAccount,
  type Standing,
  standingEntries,
  testsOfVisit,
  type VisitKey,
  waivedItems,
} from './queries-accounts.ts'
import { insertPostings, insertReversals } from './queries-ledger.ts'
import { type ItemPrice, pricesOf } from './queries-prices.ts'
import { patientPayer, readPayer, readSettingsRow } from './queries-settings.ts'

/** @throws Refusal for a payer that is not offered */
export async function requirePayer({ db }: Pick<Context, 'db'>, id: string, field = 'payerId') {
  const payer = await readPayer(db, id)
  if (!payer || payer.ended) throw invalid({ [field]: ['Choose a payer from the list'] })
  return payer
}

/**
 * Brings the charges of a visit in line with its tests: charges tests without a charge at the prices of today, and takes charges
 * of tests back that the visit no longer has. Runs in the transaction that books or changes the visit. A test whose
 * charge was reversed by hand is not charged again.
 */
export const settleCharges = (context: Context, due: ChargesDue): Promise<void> => settle(context, due, false)

/** Like `settleCharges`, but also charges tests again whose charge was reversed by hand. */
export const chargeAgain = (context: Context, key: VisitKey): Promise<void> =>
  settle(context, { ...key, bill: null }, true)

async function settle(
  context: Context,
  { bill, packages = [], ...key }: ChargesDue,
  again: boolean,
): Promise<void> {
  const { db } = context
  const { currency, on } = await readSettingsRow(db)
  if (bill) {
    if (!on) throw invalid({ 'bill.payerId': ['This laboratory uses no prices'] })
    await requirePayer(context, bill.payerId, 'bill.payerId')
  }
  const tests = await testsOfVisit(db, key)
  if (!on || tests.length === 0) return
  await openAccount(db, key, bill ?? patientBill, currency)
  await followTests(context, key, tests, { again, added: packages })
}

const patientBill: NewBill = { payerId: patientPayer, memberNumber: '', claimCode: '' }

async function followTests(
  context: Context,
  key: VisitKey,
  tests: readonly BookedTest[],
  { again, added }: { again: boolean; added: readonly string[] },
): Promise<void> {
  const { db } = context
  const account = await lockAccount(db, key)
  if (!account) return
  const standing = await standingEntries(db, key)
  const waived = again ? [] : await waivedItems(db, key)
  const settled = new Set([...standing.flatMap(({ item }) => item ?? []), ...waived])
  const asked = tests
    .flatMap((test) => [test.code, test.package ?? []].flat())
    .filter((code) => !settled.has(code))
  const known =
    asked.length === 0 ? [] : await pricesOf(db, account.payerId, asked, await todayAt(context, key.siteId))
  const priced = new Set(known.filter(({ amount }) => amount !== null).map(({ item }) => item))
  const items = chargedItems(tests, { settled, priced, added })
  const gone = standing.filter(({ kind, item }) => kind === 'charge' && !items.includes(item ?? ''))
  const prices = known.filter(({ item }) => items.includes(item))
  await addCharges(context, key, account, prices)
  await takeBack(context, key, { ...account, standing, gone, added: sumOf(prices) }, 'The tests were changed')
}

const sumOf = (some: readonly { amount: number | null }[]) =>
  some.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** One posting for each test or package, so that each can be reversed separately. */
async function addCharges(
  context: Context,
  key: VisitKey,
  { payerId, currency }: { payerId: string; currency: string },
  prices: readonly ItemPrice[],
): Promise<void> {
  const { clock, actor, db } = context
  await insertPostings(
    db,
    prices.flatMap(({ item, isPackage, priceId, amount, basisPoints }) => {
      if (priceId === null || amount === null) return []
      const tax = basisPoints === null ? 0 : taxWithin(amount, basisPoints)
      return [
        {
          ...key,
          id: uuidv7(clock),
          at: clock.now(),
          kind: 'charge' as const,
          payerId,
          ...(isPackage ? { packageCode: item } : { testCode: item }),
          priceId,
          currency,
          byId: accountIdOf(actor),
          lines: { receivable: amount, income: tax - amount, tax: -tax },
        },
      ]
    }),
  )
}

type Taken = {
  payerId: string
  currency: string
  charged: number
  standing: readonly Standing[]
  gone: readonly Standing[]
  added: number
}

/** Takes charges back; with them the discounts, if these would exceed what is left. */
async function takeBack(
  context: Context,
  key: VisitKey,
  { charged, added, standing, gone, ...account }: Taken,
  reason: string,
): Promise<void> {
  const exceeds = charged + added < sumOf(gone)
  const discounts = exceeds ? standing.filter(({ kind }) => kind === 'discount') : []
  await reverseEntries(context, key, account, { entries: [...discounts, ...gone], reason })
}

export async function reverseEntries(
  { clock, actor, db }: Context,
  key: VisitKey,
  { payerId, currency }: { payerId: string; currency: string },
  {
    entries,
    reason,
    byHand = false,
  }: {
    entries: readonly Pick<Standing, 'id' | 'testCode' | 'packageCode'>[]
    reason: string
    byHand?: boolean
  },
): Promise<void> {
  await insertReversals(
    db,
    entries.map(({ id, testCode, packageCode }) => ({
      ...key,
      id: uuidv7(clock),
      at: clock.now(),
      kind: 'reversal' as const,
      payerId,
      testCode,
      packageCode,
      reverses: id,
      byHand,
      currency,
      reason,
      byId: accountIdOf(actor),
    })),
  )
}

/** Reverses every charge and discount of a visit. What was paid stays as a credit until it is refunded. */
export async function undoCharges(context: Context, { reason, ...key }: ChargesUndone): Promise<void> {
  const account = await lockAccount(context.db, key)
  if (!account) return
  const standing = await standingEntries(context.db, key)
  // Discounts first, so that the charged sum is never below zero.
  const entries = standing.toSorted((a, b) => a.amount - b.amount)
  await reverseEntries(context, key, account, { entries, reason })
}
