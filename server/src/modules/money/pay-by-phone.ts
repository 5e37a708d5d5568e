import { sayAmount } from '#contract/amounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { mobileCurrency, mobileDigits, mobileNetworks } from '#contract/mobile-money.ts'
import type { sendToPhone as contract, PhoneRequest } from '#contract/money-phone.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { listAddressees } from '#server/modules/access/index.ts'
import { requireVisit } from '#server/modules/booking/index.ts'
import { answerOnce, earlierAnswer, keyedRequest } from '#server/platform/answer-once.ts'
import { audit } from '#server/platform/audit.ts'
import { after, seconds } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { invalid, notPossible, Refusal, required } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { ServiceTrouble } from '#server/platform/payment-calls.ts'
import type { PaymentService, PhoneOutcome } from '#server/platform/payment-service.ts'
import { accountOf, requirePricesOn } from './change-bill.ts'
import { presentRequest } from './present-request.ts'
import type { VisitKey } from './queries-accounts.ts'
import { insertOnline } from './queries-online.ts'
import {
  claimCheck,
  giveUp,
  openPhoneRow,
  type PhoneRow,
  readPhoneRow,
  takeStep,
  writeFailure,
} from './queries-phone.ts'
import { keyOf, orderOfVisit } from './read-account.ts'
import { askedOf, busy, requireService, settle } from './settle-online.ts'

/** Mobile-money payments that the payer approves on the phone. The number goes to the service and is not kept. */

const accountLimit: Limit = { name: 'requests on phones: account', burst: 30, perSeconds: 600 }
/** Nobody's phone may be made to ring again and again. */
const numberLimit: Limit = { name: 'requests on phones: number', burst: 4, perSeconds: 600 }
/** How often the service is asked about a request, in seconds, however many screens wait for it. */
const checkEvery = 10

export async function sendToPhone(
  context: SignedIn,
  id: string,
  body: BodyOf<typeof contract>,
  key: string | undefined,
): Promise<PhoneRequest> {
  const { actor } = context
  const visit = await orderOfVisit(context, id)
  await requirePricesOn(context)
  requireMay(context)
  const service = requireService(context)
  const digits = mobileDigits(body.phone) ?? ''
  await requireOwnNumber(context, service, digits)
  const repeated = keyedRequest(key, { id, ...body })
  const earlier = repeated && (await earlierAnswer<{ id: string }>(context, repeated))
  // A retry after a lost answer does not count against the limits.
  if (!earlier) {
    await spend(context, accountLimit, actor.accountId)
    await spend(context, numberLimit, digits)
    await settleEarlier(context, keyOf(visit))
  }
  const answer = await answerOnce(context, { key, body: { id, ...body } }, async (inside) => {
    const { db, clock } = inside
    const account = await accountOf(inside, keyOf(visit))
    const { currency } = account
    const owed = account.charged - account.paid
    if (account.payerKind !== 'patient' || owed <= 0) throw notPossible('Nothing is owed for this visit.')
    if (currency !== mobileCurrency) throw notPossible(`Mobile money is paid in ${mobileCurrency}.`)
    const { amount = owed, network } = body
    if (amount > owed) throw notPossible(`Only ${sayAmount(owed, currency)} is owed.`)
    const open = await openPhoneRow(db, keyOf(visit))
    if (open) throw notPossible(stillOpen(open))
    const now = clock.now()
    const row = { id: uuidv7(clock), ...keyOf(visit), service: service.name, amount, currency }
    const phone = { channel: 'phone', network, phoneEnd: digits.slice(-3), step: 'unsent' } as const
    await insertOnline(db, {
      ...row,
      ...phone,
      reference: newCode(20).toLowerCase(),
      state: 'started',
      startedBy: actor.accountId,
      startedAt: now,
      waitUntil: after(now, seconds(service.phone.approvalSeconds)),
    })
    const said = { amount, currency, service: service.name, network, phone: masked(phone.phoneEnd) }
    await audit(inside, { action: 'payment.started', subject: { kind: 'visit', id: visit.id }, after: said })
    return { id: row.id }
  })
  await send(context, service, { id: answer.id, digits, visitReference: visit.reference })
  return view(context, answer.id)
}

/** Sends the request once, in whichever process comes first, also if the call is repeated. */
async function send(
  context: SignedIn,
  service: PaymentService,
  { id, digits, visitReference }: { id: string; digits: string; visitReference: string },
): Promise<void> {
  const { db, log } = context
  if (!(await takeStep(db, id, { from: 'unsent', to: 'approve' }))) return
  const row = required(await readPhoneRow(db, id), 'This request')
  const asked = await askedOf(context, row, visitReference)
  const said = await service.phone
    .send({ ...asked, digits, network: row.network })
    .catch((error: unknown) => outcomeOf(context, id, error))
  if (said === null) return
  if ('failure' in said) {
    if (said.code) log.error({ payment: id, code: said.code }, 'the payment service takes no mobile money')
    await writeFailure(db, id, said.failure)
  } else if (said.step === 'voucher') await takeStep(db, id, { from: 'approve', to: 'voucher' })
}

/** A request that may have reached the service stays open: the phone may ring. */
function outcomeOf({ log }: Context, id: string, error: unknown): PhoneOutcome | null {
  if (!(error instanceof ServiceTrouble)) throw error
  log.warn({ err: error, payment: id }, 'the payment service gave no answer to a request on a phone')
  return error.reached ? null : { failure: 'unreachable' }
}

export async function sendVoucher(context: SignedIn, id: string, { voucher }: { voucher: string }) {
  const { db, clock, actor } = context
  const row = await requireRow(context, id)
  requireMay(context)
  const service = requireService(context)
  await spend(context, accountLimit, actor.accountId)
  const waitUntil = after(clock.now(), seconds(service.phone.approvalSeconds))
  if (!(await takeStep(db, id, { from: 'voucher', to: 'approve', waitUntil }))) {
    throw notPossible('This request waits for no voucher.')
  }
  const back = () => takeStep(db, id, { from: 'approve', to: 'voucher' })
  const said = await service.phone.sendVoucher(row.reference, voucher).catch(async (error: unknown) => {
    if (!(error instanceof ServiceTrouble) || error.reached) return outcomeOf(context, id, error)
    await back()
    return busy(error)
  })
  if (said === null) {
    await back()
    throw invalid({ voucher: ['The network does not accept this voucher. Ask for another one.'] })
  }
  if ('failure' in said) await writeFailure(db, id, said.failure)
  else if (said.step === 'voucher') await back()
  return view(context, id)
}

export async function readPhoneRequest(context: SignedIn, id: string): Promise<PhoneRequest> {
  await check(context, await requireRow(context, id))
  return view(context, id)
}

async function requireRow(context: SignedIn, id: string): Promise<PhoneRow> {
  const row = required(await readPhoneRow(context.db, id), 'This request')
  await requireVisit(context, row.visitId)
  return row
}

/** Asks the service about a request, now and then, and ends the wait once its time is over and it is still unpaid. */
async function check(context: SignedIn, row: PhoneRow): Promise<void> {
  const { db, clock, log } = context
  const now = clock.now()
  if (!(await claimCheck(db, row.id, { before: after(now, -seconds(checkEvery)), now }))) return
  const state = await settle(context, row).catch((error: unknown) => {
    if (!(error instanceof ServiceTrouble)) throw error
    log.warn({ err: error }, 'the payment service could not be asked')
    return null
  })
  if (state === 'started') await giveUp(db, row.id, now)
}

/** Asks about the earlier request of a visit, so that a second one is sent only if the first was not paid. */
async function settleEarlier(context: SignedIn, key: VisitKey): Promise<void> {
  const row = await openPhoneRow(context.db, key)
  if (!row) return
  const state = await settle(context, row).catch(busy)
  if (state === 'started') await giveUp(context.db, row.id, context.clock.now())
}

async function view({ db, clock }: SignedIn, id: string): Promise<PhoneRequest> {
  return presentRequest(required(await readPhoneRow(db, id), 'This request'), clock.now())
}

const masked = (phoneEnd: string) => `…${phoneEnd}`

const stillOpen = ({ amount, currency, network, phoneEnd }: PhoneRow) =>
  `A request for ${sayAmount(amount, currency)} is already on the ${mobileNetworks[network]} phone ending in ${phoneEnd}. Wait until it is approved or its time is over.`

/** Patients pay for their own visits; staff need the permission to take payments. */
function requireMay({ actor }: SignedIn): void {
  if (actor.role === 'user' || may(actor, 'payments')) return
  throw new Refusal('not_allowed', whyNotPermitted('payments'), { permission: 'payments' })
}

/** Some services allow payers only their own number, so that nobody can make another person's phone ring. */
async function requireOwnNumber({ db, actor }: SignedIn, service: PaymentService, digits: string) {
  if (actor.role !== 'user' || !service.phone.ownNumberOnly) return
  const own = await listAddressees(db, { ids: [actor.accountId], addresses: [], managers: false })
  const numbers = own.flatMap(({ phone, signInPhone }) => [phone, signInPhone ?? ''])
  if (numbers.some((phone) => mobileDigits(phone) === digits)) return
  throw invalid({ phone: ['Use the phone number of your profile: the payment service allows no other one.'] })
}
