import { sayAmount } from '#contract/amounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { changePayer as changeContract, giveDiscount as discountContract } from '#contract/money.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  isSqlError,
  notFound,
  notPossible,
  required,
  sqlState,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { chargeAgain, requirePayer, reverseEntries, settleCharges, undoCharges } from './charge-visit.ts'
import { lockAccount, standingEntries, type VisitKey, writeBill } from './queries-accounts.ts'
import { insertPostings } from './queries-ledger.ts'
import { readSettingsRow } from './queries-settings.ts'
import { keyOf, orderOfVisit } from './read-account.ts'

/** Changes of what a visit costs. Each change adds entries; an entry never changes. */

const subjectOf = ({ visitId }: VisitKey) => ({ kind: 'visit', id: visitId })

export async function requirePricesOn({ db }: Pick<SignedIn, 'db'>) {
  const rules = await readSettingsRow(db)
  if (!rules.on) throw notPossible('This laboratory uses no prices.')
  return rules
}

async function keyOfVisit(context: SignedIn, id: string): Promise<VisitKey> {
  const visit = await orderOfVisit(context, id)
  await requirePricesOn(context)
  return keyOf(visit)
}

/** Locks the account of a visit: each change of the account needs this lock. */
export const accountOf = async (inside: SignedIn, key: VisitKey) =>
  required(await lockAccount(inside.db, key), 'A price of this visit')

export async function priceVisit(context: SignedIn, id: string) {
  const key = await keyOfVisit(context, id)
  await transact(context, (inside) => chargeAgain(inside, key))
  return { message: 'The tests of this visit have their prices of today.' }
}

export async function changePayer(
  context: SignedIn,
  id: string,
  { version, ...bill }: BodyOf<typeof changeContract>,
) {
  const key = await keyOfVisit(context, id)
  await transact(context, async (inside) => {
    const before = await accountOf(inside, key)
    if (before.payerId !== bill.payerId) {
      await requirePayer(inside, bill.payerId)
      if (before.paid > 0) throw notPossible('Something was paid for this visit: refund it first.')
      await undoCharges(inside, { ...key, reason: 'Another payer' })
    }
    if (!(await writeBill(inside.db, key, { ...bill, follows: version }))) {
      throw changedMeanwhile('The bill of this visit')
    }
    if (before.payerId !== bill.payerId) await settleCharges(inside, { ...key, bill: null })
    const { payerId } = before
    await audit(inside, {
      action: 'visit.payer_changed',
      subject: subjectOf(key),
      before: { payer: payerId },
      after: { payer: bill.payerId },
    })
  })
  return { message: 'The payer is saved.' }
}

export async function giveDiscount(
  context: SignedIn,
  id: string,
  body: BodyOf<typeof discountContract>,
  idempotency: string | undefined,
) {
  const key = await keyOfVisit(context, id)
  return answerOnce(context, { key: idempotency, body: { id, ...body } }, async (inside) => {
    const { clock, actor, db } = inside
    const { amount, reason } = body
    const account = await accountOf(inside, key)
    if (amount > account.charged) {
      throw notPossible(`The visit costs only ${sayAmount(account.charged, account.currency)}.`)
    }
    const tax = (await standingEntries(db, key)).reduce((sum, entry) => sum + entry.tax, 0)
    const taxPart = Math.round((amount * tax) / account.charged)
    const { payerId, currency } = account
    const posting = { ...key, id: uuidv7(clock), at: clock.now(), payerId, currency, reason }
    const lines = { receivable: -amount, discount: amount - taxPart, tax: taxPart }
    await insertPostings(db, [{ ...posting, kind: 'discount', byId: actor.accountId, lines }])
    await audit(inside, {
      action: 'discount.given',
      subject: subjectOf(key),
      after: { amount, currency },
      reason,
    })
    return { message: `The visit costs ${sayAmount(amount, currency)} less.` }
  })
}

export async function reverseEntry(
  context: SignedIn,
  { id, entryId }: { id: string; entryId: string },
  { reason }: { reason: string },
) {
  const key = await keyOfVisit(context, id)
  await transact(context, async (inside) => {
    const account = await accountOf(inside, key)
    const entry = (await standingEntries(inside.db, key)).find((one) => one.id === entryId)
    if (!entry) throw notFound('A charge or discount that can be reversed')
    if (entry.amount > account.charged) {
      throw notPossible('Reverse the discount first: otherwise the visit would cost less than nothing.')
    }
    await reverseEntries(inside, key, account, { entries: [entry], reason, byHand: true })
    const { amount, item } = entry
    const after = { amount: -amount, ...(item !== null && { test: item }) }
    await audit(inside, { action: 'charge.reversed', subject: subjectOf(key), after, reason })
  }).catch((error: unknown) => {
    if (!isSqlError(error, sqlState.uniqueViolation, 'ledger_posting_reverses_key')) throw error
    throw notPossible('This entry was reversed already.')
  })
  return { message: 'The entry is reversed.' }
}
