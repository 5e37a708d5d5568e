import { createHmac, timingSafeEqual } from 'node:crypto'
import { decimalOf, readAmount } from '#contract/amounts.ts'
import type { Config } from '../config.ts'

export type Charge = {
  /** Our reference of the payment; the same for each retry. */
  reference: string
  /** Minor units. */
  amount: number
  currency: string
  email: string
  description: string
  /** Where the payer comes back to, and where the service calls. */
  returnUrl: string
  hookUrl: string
}
export type Outcome =
  | { state: 'pending' | 'failed' }
  /** What the service says was paid, in minor units. */
  | { state: 'paid'; amount: number; currency: string }

export type Refund = { reference: string; paymentReference: string; amount: number; currency: string }

/** A payment service, reached through its own API. */
export type PaymentService = {
  name: Settings['service']
  /** The address of the page on which the payment is made. */
  start(charge: Charge): Promise<string>
  /** Asks the service whether a payment was made. */
  verify(reference: string, currency: string): Promise<Outcome>
  /** Null for a service without a documented call for refunds. */
  refunds: {
    /** Requests a refund. The service has no idempotency key, so the request carries our reference, by which `find` finds the refund. */
    ask(refund: Refund): Promise<Outcome>
    /** The outcome of the refund with our reference; null if the service does not know it. */
    find(refund: Pick<Refund, 'reference' | 'paymentReference'>): Promise<Outcome | null>
  } | null
  /** The reference that a call of the service names; null if the service has not made the call. */
  hint(raw: string, header: (name: string) => string): string | null
}

type Settings = NonNullable<Config['payments']>

/** Timeout of the service, in milliseconds. */
const patience = 20_000

export class ServiceTrouble extends Error {
  override readonly name = 'ServiceTrouble'
}

async function ask(url: string, authorization: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new ServiceTrouble('The payment service did not answer', { cause: error })
  })
  // Both services answer an unknown reference with a status of its own and a body.
  const answer: unknown = await response.json().catch(() => null)
  if (response.status >= 500 || response.status === 401 || response.status === 403) {
    throw new ServiceTrouble(`The payment service answered ${response.status}`)
  }
  return answer
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    value,
  )
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}

function webAddress(text: string | null): string {
  if (text === null || !/^https?:\/\//.test(text))
    throw new ServiceTrouble('The payment service gave no page')
  return text
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}

function refundOutcome(refund: unknown): Outcome {
  const state = textAt(refund, 'status')
  const amount = at(refund, 'amount')
  const currency = textAt(refund, 'currency')
  if (state === 'processed' && typeof amount === 'number' && currency !== null)
    return { state: 'paid', amount, currency }
  return { state: state === 'failed' ? 'failed' : 'pending' }
}

/** paystack.com/docs/api: amounts in minor units; calls are signed with HMAC-SHA512 of the body under the secret key. */
function paystack({ url, key }: Settings): PaymentService {
  const authorization = `Bearer ${key}`
  return {
    name: 'paystack',
    async start({ reference, amount, currency, email, returnUrl }) {
      const body = { reference, amount, currency, email, callback_url: returnUrl }
      const channels = ['card', 'mobile_money']
      const answer = await ask(`${url}/transaction/initialize`, authorization, { ...body, channels })
      return webAddress(textAt(answer, 'data', 'authorization_url'))
    },
    async verify(reference) {
      const answer = await ask(`${url}/transaction/verify/${encodeURIComponent(reference)}`, authorization)
      const state = textAt(answer, 'data', 'status')
      const amount = at(answer, 'data', 'amount')
      const currency = textAt(answer, 'data', 'currency')
      const isOurs = textAt(answer, 'data', 'reference') === reference
      if (state === 'success' && isOurs && typeof amount === 'number' && currency !== null) {
        return { state: 'paid', amount, currency }
      }
      return { state: state === 'failed' || state === 'reversed' ? 'failed' : 'pending' }
    },
    refunds: {
      async ask({ reference, paymentReference, amount, currency }) {
        const body = { transaction: paymentReference, amount, currency, merchant_note: reference }
        const answer = await ask(`${url}/refund`, authorization, body)
        // A refused request stays pending, since an earlier request may have succeeded. If the job does not find the refund, it
        // requests it again.
        return at(answer, 'status') === true ? refundOutcome(at(answer, 'data')) : { state: 'pending' }
      },
      async find({ reference, paymentReference }) {
        const verified = await ask(
          `${url}/transaction/verify/${encodeURIComponent(paymentReference)}`,
          authorization,
        )
        const id = at(verified, 'data', 'id')
        if (typeof id !== 'number') throw new ServiceTrouble('The payment service does not know the payment')
        const answer = await ask(`${url}/refund?transaction=${id}&perPage=100`, authorization)
        const list = at(answer, 'data')
        if (!Array.isArray(list)) throw new ServiceTrouble('The payment service gave no list of refunds')
        const found = list.find((one) => textAt(one, 'merchant_note') === reference)
        return found === undefined ? null : refundOutcome(found)
      },
    },
    hint(raw, header) {
      const expected = Buffer.from(createHmac('sha512', key).update(raw).digest('hex'))
      const given = Buffer.from(header('x-paystack-signature').toLowerCase())
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return textAt(parsed(raw), 'data', 'reference')
    },
  }
}

/**
 * Hubtel, Online Checkout and Transaction Status Check: amounts are decimal numbers, the key is `id:secret`, and calls are not
 * signed, so anybody can send one. The status names no currency: an account has a single currency.
 */
function hubtel({ url, statusUrl, key, account }: Settings): PaymentService {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`
  return {
    name: 'hubtel',
    async start({ reference, amount, currency, description, returnUrl, hookUrl }) {
      const answer = await ask(`${url}/items/initiate`, authorization, {
        totalAmount: Number(decimalOf(amount, currency)),
        description,
        callbackUrl: hookUrl,
        returnUrl,
        cancellationUrl: returnUrl,
        merchantAccountNumber: account,
        clientReference: reference,
      })
      return webAddress(textAt(answer, 'data', 'checkoutUrl'))
    },
    async verify(reference, currency) {
      const query = new URLSearchParams({ clientReference: reference })
      const path = `${statusUrl}/transactions/${encodeURIComponent(account)}/status?${query}`
      const answer = await ask(path, authorization)
      const amount = at(answer, 'data', 'amount')
      const isOurs = textAt(answer, 'data', 'clientReference') === reference
      if (textAt(answer, 'data', 'status') === 'Paid' && isOurs && typeof amount === 'number') {
        const minor = readAmount(amount.toFixed(2).replace(/\.?0+$/, ''), currency)
        if (minor !== null) return { state: 'paid', amount: minor, currency }
      }
      return { state: 'pending' }
    },
    refunds: null,
    hint: (raw) => textAt(parsed(raw), 'Data', 'ClientReference'),
  }
}

/** The service of the settings; null if there is none. */
export function paymentService({ payments }: Pick<Config, 'payments'>): PaymentService | null {
  if (payments === null) return null
  return payments.service === 'paystack' ? paystack(payments) : hubtel(payments)
}
