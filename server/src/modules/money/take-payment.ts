import { documentNumber, sayAmount } from '#contract/amounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { refundPayment as refundContract, takePayment as takeContract } from '#contract/money.ts'
import { todayAt } from '#server/modules/sites/index.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, isSqlError, notPossible, sqlState } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { accountOf, requirePricesOn } from './change-bill.ts'
import { insertPayment, insertPostings } from './queries-ledger.ts'
import { requirePayment } from './queries-payments.ts'
import { holdTill, readOpenTill } from './queries-till.ts'
import { keyOf, orderOfVisit } from './read-account.ts'

/** Payments at the desk, from an open till. Each has the next number of its year. */

/** The open till of the caller at a site, held until the transaction ends. Nobody has two open tills. */
export async function tillAt({ db, actor }: SignedIn, siteId: string): Promise<string> {
  const till = await holdTill(db, actor.accountId, siteId)
  if (till !== null) return till
  const elsewhere = await readOpenTill(db, actor.accountId)
  throw notPossible(
    elsewhere
      ? `Your till is open at ${elsewhere.siteName}. Close it before you take payments at another site.`
      : 'Open your till first.',
  )
}

export const yearAt = async (inside: SignedIn, siteId: string): Promise<number> =>
  Number((await todayAt(inside, siteId)).slice(0, 4))

export async function takePayment(
  context: SignedIn,
  id: string,
  body: BodyOf<typeof takeContract>,
  idempotency: string | undefined,
) {
  const visit = await orderOfVisit(context, id)
  await requirePricesOn(context)
  const key = keyOf(visit)
  return answerOnce(context, { key: idempotency, body: { id, ...body } }, async (inside) => {
    const { db, clock, actor } = inside
    const { amount, way, reference, deposit } = body
    const { payerId, payerKind, currency, ...account } = await accountOf(inside, key)
    if (payerKind !== 'patient') throw notPossible('A facility or insurer pays for this visit: invoice it.')
    const owed = account.charged - account.paid
    if (amount > owed && !deposit) throw notPossible(tooMuch(owed, currency))
    const tillId = await tillAt(inside, visit.siteId)
    const paymentId = uuidv7(clock)
    const by = { payerId, tillId, currency, byId: actor.accountId }
    const lines = { [way]: amount, receivable: -amount }
    await insertPostings(db, [
      { ...key, ...by, id: paymentId, at: clock.now(), kind: 'payment' as const, lines },
    ])
    const year = await yearAt(inside, visit.siteId)
    const row = { id: paymentId, kind: 'receipt', year, way, amount, currency, reference } as const
    const receipt = documentNumber('receipt', year, await insertPayment(db, row))
    const after = { amount, currency, way, receipt }
    await audit(inside, { action: 'payment.taken', subject: { kind: 'visit', id: visit.id }, after })
    return { message: `${sayAmount(amount, currency)} taken. Receipt ${receipt}.`, id: paymentId, receipt }
  })
}

function tooMuch(owed: number, currency: string): string {
  if (owed <= 0) return 'Nothing is owed for this visit. Take the amount as a deposit, or not at all.'
  return `Only ${sayAmount(owed, currency)} is owed. Take more only as a deposit.`
}

const drawerShort =
  'Your drawer does not hold that much cash. Pay a smaller amount back in cash, or choose another way of payment.'

/** Refunds what is left of a payment, also to correct one that was recorded wrongly. The payment itself stays. */
export async function refundPayment(
  context: SignedIn,
  id: string,
  body: BodyOf<typeof refundContract>,
  idempotency: string | undefined,
) {
  await requirePricesOn(context)
  const { visitId, siteId } = await requirePayment(context, id, 'receipt')
  return answerOnce(context, { key: idempotency, body: { id, ...body } }, async (inside) => {
    const { db, clock, actor } = inside
    const { amount, way, reference, reason } = body
    const { payerId, currency } = await accountOf(inside, { siteId, visitId })
    const tillId = await tillAt(inside, siteId)
    const refundId = uuidv7(clock)
    const by = { payerId, tillId, currency, byId: actor.accountId, reason }
    const lines = { [way]: -amount, receivable: amount }
    await insertPostings(db, [
      { ...by, id: refundId, siteId, visitId, at: clock.now(), kind: 'refund' as const, lines },
    ])
    const year = await yearAt(inside, siteId)
    const row = { id: refundId, kind: 'refund', refunds: id, year, way, amount, currency, reference } as const
    const receipt = documentNumber('refund', year, await insertPayment(db, row))
    const after = { amount, currency, way, receipt }
    await audit(inside, {
      action: 'payment.refunded',
      subject: { kind: 'visit', id: visitId },
      after,
      reason,
    })
    return { message: `${sayAmount(amount, currency)} refunded. Receipt ${receipt}.`, id: refundId, receipt }
  }).catch((error: unknown) => {
    if (isSqlError(error, sqlState.checkViolation, 'refund_within_drawer'))
      throw invalid({ amount: [drawerShort] })
    const isTooMuch =
      isSqlError(error, sqlState.checkViolation, 'refund_within_payment') ||
      isSqlError(error, sqlState.checkViolation, 'visit_paid')
    if (!isTooMuch) throw error
    throw notPossible('The amount is more than what can still be refunded of this payment.')
  })
}
