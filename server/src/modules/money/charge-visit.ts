import { taxWithin } from '#contract/amounts.ts'
import type { NewBill } from '#contract/money.ts'
import type { ChargesDue, ChargesUndone } from '#server/modules/booking/index.ts'
import { localAt, minuteOf, readSite } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  lockAccount,
  openAccount,
  type Standing,
  standingEntries,
  testsOfVisit,
  type VisitKey,
} from './queries-accounts.ts'
import { insertPostings, insertReversals } from './queries-ledger.ts'
import { pricesOf, type TestPrice } from './queries-prices.ts'
import { patientPayer, readPayer, readSettingsRow } from './queries-settings.ts'

/** The local day of a site, which decides the prices in force and the year of a number. */
export async function dayAt({ db, clock }: Pick<Context, 'db' | 'clock'>, siteId: string): Promise<string> {
  const site = await readSite(db, siteId)
  return localAt(site?.timeZone ?? 'UTC', minuteOf(clock.now())).day
}

/** @throws Refusal for a payer that is not offered */
export async function requirePayer({ db }: Pick<Context, 'db'>, id: string, field = 'payerId') {
  const payer = await readPayer(db, id)
  if (!payer || payer.ended) throw invalid({ [field]: ['Choose a payer from the list'] })
  return payer
}

/**
 * Makes the charges of a visit those of its tests: charges what has no charge at the prices of today, takes back what is no test of
 * the visit any more. In the transaction that books or changes the visit.
 */
export async function settleCharges(context: Context, { bill, ...key }: ChargesDue): Promise<void> {
  const { db } = context
  const { currency, on } = await readSettingsRow(db)
  if (bill) {
    if (!on) throw invalid({ 'bill.payerId': ['This laboratory uses no prices'] })
    await requirePayer(context, bill.payerId, 'bill.payerId')
  }
  const tests = await testsOfVisit(db, key)
  if (!on || tests.length === 0) return
  await openAccount(db, key, bill ?? patientBill, currency)
  await followTests(context, key, tests)
}

const patientBill: NewBill = { payerId: patientPayer, memberNumber: '', claimCode: '' }

async function followTests(context: Context, key: VisitKey, tests: readonly string[]): Promise<void> {
  const { db } = context
  const account = await lockAccount(db, key)
  if (!account) return
  const standing = await standingEntries(db, key)
  const charged = new Set(standing.map(({ testCode }) => testCode))
  const gone = standing.filter(({ kind, testCode }) => kind === 'charge' && !tests.includes(testCode ?? ''))
  const missing = tests.filter((code) => !charged.has(code))
  const prices =
    missing.length === 0 ? [] : await pricesOf(db, account.payerId, missing, await dayAt(context, key.siteId))
  await addCharges(context, key, account, prices)
  await takeBack(context, key, { ...account, standing, gone, added: sumOf(prices) }, 'The tests were changed')
}

const sumOf = (some: readonly { amount: number | null }[]) =>
  some.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** One posting for each test, so that each can be taken back alone. */
export async function addCharges(
  context: Context,
  key: VisitKey,
  { payerId, currency }: { payerId: string; currency: string },
  prices: readonly TestPrice[],
): Promise<void> {
  const { clock, actor, db } = context
  await insertPostings(
    db,
    prices.flatMap(({ test, priceId, amount, basisPoints }) => {
      if (priceId === null || amount === null) return []
      const tax = basisPoints === null ? 0 : taxWithin(amount, basisPoints)
      return [
        {
          ...key,
          id: uuidv7(clock),
          at: clock.now(),
          kind: 'charge' as const,
          payerId,
          testCode: test,
          priceId,
          currency,
          byId: actor?.accountId ?? null,
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
  { entries, reason }: { entries: readonly Pick<Standing, 'id' | 'testCode'>[]; reason: string },
): Promise<void> {
  await insertReversals(
    db,
    entries.map(({ id, testCode }) => ({
      ...key,
      id: uuidv7(clock),
      at: clock.now(),
      kind: 'reversal' as const,
      payerId,
      testCode,
      reverses: id,
      currency,
      reason,
      byId: actor?.accountId ?? null,
    })),
  )
}

/** Takes every charge and discount of a visit back. What was paid stays as a credit until it is paid back. */
export async function undoCharges(context: Context, { reason, ...key }: ChargesUndone): Promise<void> {
  const account = await lockAccount(context.db, key)
  if (!account) return
  const standing = await standingEntries(context.db, key)
  // Discounts first: what is charged is at no moment below zero.
  const entries = standing.toSorted((a, b) => a.amount - b.amount)
  await reverseEntries(context, key, account, { entries, reason })
}
