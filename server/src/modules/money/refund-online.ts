import { documentNumber, sayAmount } from '#contract/amounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { refundOnline as contract } from '#contract/money-online.ts'
import { todayAt } from '#server/modules/sites/index.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days, minutes } from '#server/platform/clock.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { isSqlError, notPossible, required, sqlState } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { ServiceTrouble } from '#server/platform/payment-calls.ts'
import type { PaymentService } from '#server/platform/payment-service.ts'
import { paymentService } from '#server/platform/payment-services.ts'
import { accountOf, requirePricesOn } from './change-bill.ts'
import { lockAccount } from './queries-accounts.ts'
import { insertPayment, insertPostings } from './queries-ledger.ts'
import {
  claimAsking,
  insertOnlineRefund,
  lockStarted,
  onlineOfPayment,
  type RefundRow,
  startedRefunds,
  writeRefund,
} from './queries-online-refunds.ts'
import { requirePayment } from './queries-payments.ts'

/** Refunds through the payment service. A refund is posted after the service confirms it. */

/** The refund is requested again only if the service still does not know it this long after the last request. */
const patience = minutes(10)

export async function refundOnline(
  context: SignedIn,
  paymentId: string,
  body: BodyOf<typeof contract>,
  key: string | undefined,
) {
  await requirePricesOn(context)
  const { siteId, visitId, currency } = await requirePayment(context, paymentId, 'receipt')
  const online = await onlineOfPayment(context.db, paymentId)
  if (!online) throw notPossible('This payment was not made through the payment service.')
  const service = paymentService(context.config)
  if (!service?.refunds || service.name !== online.service) {
    throw notPossible('The payment service makes no refunds. Refund the amount at the desk.')
  }
  const answer = await answerOnce(context, { key, body: { paymentId, ...body } }, async (inside) => {
    const { db, clock, actor } = inside
    // As a refund at the desk does it: first the account, then the payment.
    await accountOf(inside, { siteId, visitId })
    const id = uuidv7(clock)
    const row = { id, siteId, visitId, paymentId, currency, ...body, reference: newCode(20).toLowerCase() }
    const by = { startedBy: actor.accountId, startedAt: clock.now() }
    await insertOnlineRefund(db, { ...row, ...by, state: 'started' })
    const said = { amount: body.amount, currency, service: service.name }
    const subject = { kind: 'visit', id: visitId }
    await audit(inside, { action: 'payment.refund_started', subject, after: said, reason: body.reason })
    return { message: `${sayAmount(body.amount, currency)} is being refunded by the payment service.`, id }
  }).catch((error: unknown) => {
    if (!isSqlError(error, sqlState.checkViolation, 'refund_within_payment')) throw error
    throw notPossible('The amount is more than what can still be refunded of this payment.')
  })
  // If the call fails, the job asks the service again.
  await settleRefunds(context, answer.id).catch((error: unknown) => {
    context.log.warn({ err: error }, 'the payment service could not be asked for a refund')
  })
  return answer
}

/** Asks the service about all unconfirmed refunds, or about one refund. */
export async function settleRefunds(context: Context, id: string | null = null): Promise<void> {
  const { db, clock, config, log } = context
  const service = paymentService(config)
  if (!service?.refunds) return
  const now = clock.now()
  for (const row of await startedRefunds(db, service.name, { id, now, since: after(now, -days(30)) })) {
    await settle(context, service.refunds, row).catch(async (error: unknown) => {
      if (error instanceof ServiceTrouble) log.warn({ err: error }, 'the payment service could not be asked')
      else log.error({ err: error, refund: row.id }, 'a refund through the service could not be posted')
      await writeRefund(db, row.id, { checkedAt: now })
    })
  }
}

type Refunds = NonNullable<PaymentService['refunds']>

/** Looks the refund up at the service by our reference. If the service does not know it, one process requests it. */
async function settle(context: Context, refunds: Refunds, row: RefundRow): Promise<void> {
  const { db, clock } = context
  const { id, reference, paymentReference, amount, currency, askedAt } = row
  const now = clock.now()
  let found = askedAt === null ? null : await refunds.find({ reference, paymentReference })
  if (found === null) {
    const isTime = askedAt === null || now >= after(askedAt, patience)
    if (!isTime || !(await claimAsking(db, id, { from: askedAt, now }))) return
    found = await refunds.ask({ reference, paymentReference, amount, currency })
  }
  if (found.state === 'paid' && (found.amount !== amount || found.currency !== currency)) {
    context.log.error({ refund: id }, 'the payment service reports another amount; the refund was not posted')
    found = { state: 'pending' }
  }
  if (found.state === 'paid') await note(context, row)
  else await writeRefund(db, id, { checkedAt: now, ...(found.state === 'failed' && { state: 'failed' }) })
}

async function note(context: Context, row: RefundRow): Promise<void> {
  const { id, siteId, visitId, paymentId, reference, amount, currency, reason, startedBy } = row
  await transact(context, async (inside) => {
    const { db, clock } = inside
    if (!(await lockStarted(db, id))) return
    const { payerId } = required(await lockAccount(db, { siteId, visitId }), 'A price of this visit')
    const refundId = uuidv7(clock)
    const posting = { id: refundId, siteId, visitId, at: clock.now(), payerId, currency, reason }
    await insertPostings(db, [
      { ...posting, kind: 'refund', byId: startedBy, lines: { online: -amount, receivable: amount } },
    ])
    const year = Number((await todayAt(inside, siteId)).slice(0, 4))
    const paper = { id: refundId, kind: 'refund', refunds: paymentId, year, way: 'online' } as const
    const number = await insertPayment(db, { ...paper, amount, currency, reference })
    await writeRefund(db, id, { state: 'paid', checkedAt: clock.now(), refundId })
    const said = { amount, currency, way: 'online', receipt: documentNumber('refund', year, number) }
    const subject = { kind: 'visit', id: visitId }
    await audit(inside, { action: 'payment.refunded', subject, after: said, reason })
  })
}
