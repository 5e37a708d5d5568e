import { sayAmount } from '#contract/amounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type allowUnpaid as contract, type PaymentStep, paymentSteps } from '#contract/money.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertException, readAccountRow, readExceptions } from './queries-accounts.ts'
import { readSettingsRow } from './queries-settings.ts'
import { heldSteps, keyOf, orderOfVisit } from './read-account.ts'

/** `pricesOn`: whether the laboratory uses prices; read from the database if it is omitted. */
type Order = { siteId: string; id: string; pricesOn?: boolean }

/** Why this step waits for the payment of a visit; null if it does not. Nothing is read while prices are off. */
export async function whyHeld(context: Context, order: Order, step: PaymentStep): Promise<string | null> {
  if (order.pricesOn === false) return null
  const { db, actor } = context
  const rules = await readSettingsRow(db)
  if (!rules.on || !(step === 'samples' ? rules.holdSamples : rules.holdResults)) return null
  const key = keyOf(order)
  const account = await readAccountRow(db, key)
  if (!account) return null
  const allowed = (await readExceptions(db, key)).map((exception) => exception.step)
  if (!heldSteps(rules, account, allowed).includes(step)) return null
  const owed = sayAmount(account.charged - account.paid, account.currency)
  if (actor === null || actor.role === 'user') return sayToPatient(owed)
  // The open amount is not disclosed to clinicians.
  if (actor.role === 'clinician')
    return 'The results wait for the payment of the visit. Please call the laboratory.'
  const what = step === 'samples' ? 'the samples are collected' : 'the results are given'
  return `This visit is not paid: ${owed} is owed. Take the payment first, or record why ${what} before the payment.`
}

const sayToPatient = (owed: string) =>
  `The results of this visit open when it is paid: ${owed} is owed. Please pay at the desk.`

/** @throws Refusal if the step waits for the payment */
export async function requirePaid(context: Context, order: Order, step: PaymentStep): Promise<void> {
  const why = await whyHeld(context, order, step)
  if (why) throw notPossible(why)
}

/** Notes that a step is taken although the visit is not paid. */
export async function allowUnpaid(context: SignedIn, id: string, { step, reason }: BodyOf<typeof contract>) {
  const { actor, clock } = context
  const visit = await orderOfVisit(context, id)
  await transact(context, async (inside) => {
    if ((await whyHeld(inside, visit, step)) === null)
      throw notPossible('Nothing of this visit waits for a payment.')
    const row = {
      ...keyOf(visit),
      id: uuidv7(clock),
      step,
      reason,
      byId: actor.accountId,
      at: clock.now(),
    }
    if (!(await insertException(inside.db, row))) return
    const subject = { kind: 'visit', id: visit.id }
    await audit(inside, { action: 'visit.unpaid_allowed', subject, after: { step }, reason })
  })
  return { message: `The exception is recorded. ${paymentSteps[step]}: possible now.` }
}
