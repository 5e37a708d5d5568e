import { documentNumber } from '#contract/amounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { startOnline as contract, OnlineState } from '#contract/money-online.ts'
import { requireVisit } from '#server/modules/booking/index.ts'
import { laboratorySettings, todayAt } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days, minutes } from '#server/platform/clock.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { notAllowed, notPossible, Refusal, required } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import {
  type Outcome,
  type PaymentService,
  paymentService,
  ServiceTrouble,
} from '#server/platform/payment-service.ts'
import { requirePricesOn } from './change-bill.ts'
import { lockAccount, readAccountRow } from './queries-accounts.ts'
import { insertPayment, insertPostings } from './queries-ledger.ts'
import {
  insertOnline,
  lockUnpaid,
  type OnlineRow,
  readOnline,
  unconfirmed,
  writeAsked,
  writeOutcome,
} from './queries-online.ts'
import { keyOf, orderOfVisit } from './read-account.ts'
import { settleRefunds } from './refund-online.ts'

/** Payments through a payment service. The service alone says whether a payment was made; its calls are hints to ask it. */

const startLimit: Limit = { name: 'online payments: account', burst: 10, perSeconds: 600 }
const checkLimit: Limit = { name: 'online payment checks: account', burst: 30, perSeconds: 600 }
/** Anybody can call: this bounds how often the service is asked. */
const hookLimit: Limit = { name: 'payment hook: reference', burst: 10, perSeconds: 600 }

function requireService({ config }: Context): PaymentService {
  const service = paymentService(config)
  if (!service) throw new Refusal('not_configured', 'This laboratory takes no online payments.')
  return service
}

const busy = (error: unknown): never => {
  if (!(error instanceof ServiceTrouble)) throw error
  throw new Refusal('busy', 'The payment service cannot be reached. Nothing was paid; please try again.', {
    retryAfterSeconds: 30,
  })
}

export async function startOnline(context: SignedIn, id: string, body: BodyOf<typeof contract>) {
  const { db, clock, actor, config } = context
  const visit = await orderOfVisit(context, id)
  await requirePricesOn(context)
  const service = requireService(context)
  const account = required(await readAccountRow(db, keyOf(visit)), 'A price of this visit')
  const owed = account.charged - account.paid
  if (account.payerKind !== 'patient' || owed <= 0) throw notPossible('Nothing is owed for this visit.')
  const { amount = owed } = body
  if (amount > owed) throw notPossible('This is more than is owed.')
  await spend(context, startLimit, actor.accountId)
  const reference = newCode(20).toLowerCase()
  const { currency } = account
  const row = { id: uuidv7(clock), ...keyOf(visit), service: service.name, reference, amount, currency }
  // Stored before the service is asked, so that no confirmation comes for a payment that is not known here.
  await transact(context, async (inside) => {
    const by = { startedBy: actor.accountId, startedAt: clock.now() }
    await insertOnline(inside.db, { ...row, ...by, state: 'started' })
    const after = { amount, currency, service: service.name }
    await audit(inside, { action: 'payment.started', subject: { kind: 'visit', id: visit.id }, after })
  })
  const { name, email } = await laboratorySettings(context)
  const url = await service
    .start({
      reference,
      amount,
      currency,
      email: actor.email || email,
      // Nothing about health: the service learns the reference of the visit alone.
      description: `${name}, ${visit.reference}`,
      returnUrl: `${config.publicUrl}/patient-dashboard/view-appointment?id=${visit.id}`,
      hookUrl: `${config.publicUrl}/api/money/hook`,
    })
    .catch(busy)
  return { id: row.id, url }
}

export async function checkOnline(context: SignedIn, id: string): Promise<{ state: OnlineState }> {
  const row = required(await readOnline(context.db, { id }), 'This payment')
  await requireVisit(context, row.visitId)
  await spend(context, checkLimit, context.actor.accountId)
  return { state: await settle(context, row).catch(busy) }
}

/** Answers a call of the service. The content of the call is not trusted: the service is asked. */
export async function takeHook(
  context: Context,
  call: { raw: string; header: (name: string) => string },
): Promise<{ message: string }> {
  const reference = requireService(context).hint(call.raw, call.header)
  if (reference === null) throw notAllowed()
  const row = await readOnline(context.db, { reference })
  // An unknown reference may belong to another system that uses the same account.
  if (row) {
    await spend(context, hookLimit, reference)
    await settle(context, row).catch(busy)
  }
  return { message: 'Thank you.' }
}

/** Asks the service about payments without a confirmation. A payment that cannot be posted is retried later and does not block the others. */
export async function confirmOnline(context: Context): Promise<void> {
  const { db, clock, config, log } = context
  const service = paymentService(config)
  if (service === null) return
  await settleRefunds(context)
  const now = clock.now()
  const span = { now, since: after(now, -days(3)), before: after(now, -minutes(2)) }
  for (const row of await unconfirmed(db, service.name, span)) {
    await settle(context, row).catch(async (error: unknown) => {
      if (error instanceof ServiceTrouble) log.warn({ err: error }, 'the payment service could not be asked')
      else log.error({ err: error, payment: row.id }, 'a payment through the service could not be posted')
      await writeAsked(db, row.id, now)
    })
  }
}

/** Asks the service and notes what it says. However often it is called, a payment is noted once. */
async function settle(context: Context, row: OnlineRow): Promise<OnlineState> {
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
  const state = outcome.state === 'failed' ? 'failed' : row.state
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
