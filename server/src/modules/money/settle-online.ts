import { documentNumber } from '#contract/amounts.ts'
import type { OnlineState } from '#contract/money-online.ts'
import { laboratorySettings, todayAt } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { Refusal, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { ServiceTrouble } from '#server/platform/payment-calls.ts'
import type { Asked, Outcome, PaymentService } from '#server/platform/payment-service.ts'
import { paymentService } from '#server/platform/payment-services.ts'
import { lockAccount } from './queries-accounts.ts'
import { insertPayment, insertPostings } from './queries-ledger.ts'
import { lockUnpaid, type OnlineRow, writeOutcome } from './queries-online.ts'

/** What the payment service says of a payment, and the entry that it becomes. */

export function requireService({ config }: Pick<Context, 'config'>): PaymentService {
  const service = paymentService(config)
  if (!service) throw new Refusal('not_configured', 'This laboratory takes no online payments.')
  return service
}

export const busy = (error: unknown): never => {
  if (!(error instanceof ServiceTrouble)) throw error
  throw new Refusal('busy', 'The payment service cannot be reached. Nothing was paid; please try again.', {
    retryAfterSeconds: 30,
  })
}

/** What the service learns of a payment. Nothing about health: of the visit, its reference alone. */
export async function askedOf(
  context: SignedIn,
  { reference, amount, currency }: Pick<Asked, 'reference' | 'amount' | 'currency'>,
  visitReference: string,
): Promise<Asked> {
  const { actor, config } = context
  const { name, email } = await laboratorySettings(context)
  return {
    ...{ reference, amount, currency },
    email: actor.email || email,
    description: `${name}, ${visitReference}`,
    hookUrl: `${config.publicUrl}/api/money/hook`,
  }
}

/**
 * Asks the service and notes its answer. However often it is called, a payment is noted once. `failed`: a call of the service reports
 * a failure, which counts only if the service knows of no payment; a later confirmation is noted all the same.
 */
export async function settle(
  context: Context,
  row: OnlineRow,
  { failed = false }: { failed?: boolean } = {},
): Promise<OnlineState> {
  if (row.state === 'paid') return 'paid'
  const service = requireService(context)
  // A service that was replaced cannot be asked any more.
  if (service.name !== row.service) return row.state
  const outcome = await service.verify(row.reference, row.currency)
  const checkedAt = context.clock.now()
  if (outcome.state === 'paid' && outcome.currency === row.currency) return note(context, row, outcome)
  if (outcome.state === 'paid') {
    context.log.error({ payment: row.id }, 'the payment service names another currency; nothing was noted')
  }
  const hasFailed = outcome.state === 'failed' || (failed && outcome.state === 'pending')
  const state = hasFailed ? 'failed' : row.state
  await writeOutcome(context.db, row.id, { state, checkedAt })
  return state
}

async function note(
  context: Context,
  { id, siteId, visitId, reference }: OnlineRow,
  { amount, currency }: Outcome & { state: 'paid' },
): Promise<OnlineState> {
  await transact(context, async (inside) => {
    const { db, clock } = inside
    if (!(await lockUnpaid(db, id))) return
    const account = required(await lockAccount(db, { siteId, visitId }), 'A price of this visit')
    const paymentId = uuidv7(clock)
    const posting = { id: paymentId, siteId, visitId, at: clock.now(), payerId: account.payerId, currency }
    await insertPostings(db, [
      { ...posting, kind: 'payment', byId: null, lines: { online: amount, receivable: -amount } },
    ])
    const year = Number((await todayAt(inside, siteId)).slice(0, 4))
    const row = { id: paymentId, kind: 'receipt', year, way: 'online', amount, currency, reference } as const
    const receipt = documentNumber('receipt', year, await insertPayment(db, row))
    await writeOutcome(db, id, { state: 'paid', checkedAt: clock.now(), paymentId })
    const after = { amount, currency, way: 'online', receipt }
    await audit(inside, { action: 'payment.taken', subject: { kind: 'visit', id: visitId }, after })
  })
  return 'paid'
}
