import type { BodyOf } from '#contract/endpoint.ts'
import type { startOnline as contract, OnlineState } from '#contract/money-online.ts'
import { requireVisit } from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days, minutes } from '#server/platform/clock.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { notAllowed, notPossible, required } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { ServiceTrouble } from '#server/platform/payment-calls.ts'
import { paymentService } from '#server/platform/payment-services.ts'
import { requirePricesOn } from './change-bill.ts'
import { readAccountRow } from './queries-accounts.ts'
import { insertOnline, readOnline, unconfirmed, writeAsked } from './queries-online.ts'
import { keyOf, orderOfVisit } from './read-account.ts'
import { settleRefunds } from './refund-online.ts'
import { askedOf, busy, requireService, settle } from './settle-online.ts'

/** Payments through a payment service. The service alone says whether a payment was made; its calls are hints to ask it. */

const startLimit: Limit = { name: 'online payments: account', burst: 10, perSeconds: 600 }
const checkLimit: Limit = { name: 'online payment checks: account', burst: 30, perSeconds: 600 }
/** Anybody can call: this bounds how often the service is asked. */
const hookLimit: Limit = { name: 'payment hook: reference', burst: 10, perSeconds: 600 }

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
  const url = await service
    .start({
      ...(await askedOf(context, row, visit.reference)),
      returnUrl: `${config.publicUrl}/patient-dashboard/view-appointment?id=${visit.id}`,
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
  const hint = requireService(context).hint(call.raw, call.header)
  if (hint === null) throw notAllowed()
  const { reference } = hint
  const row = await readOnline(context.db, { reference })
  // An unknown reference may belong to another system that uses the same account.
  if (row) {
    await spend(context, hookLimit, reference)
    // Only the service knows the reference of a request on a phone: the payer is not shown it before the payment.
    const failed = hint.failed && row.channel === 'phone'
    await settle(context, row, { failed }).catch(busy)
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
