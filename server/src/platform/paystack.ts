import { createHmac, timingSafeEqual } from 'node:crypto'
import { ask, at, parsed, ServiceTrouble, textAt, webAddress } from './payment-calls.ts'
import type { Outcome, PaymentService, PaymentSettings, PhoneOutcome } from './payment-service.ts'

const providers = { mtn: 'mtn', telecel: 'vod', airteltigo: 'atl' } as const

/** paystack.com/docs/api: amounts in minor units; calls are signed with HMAC-SHA512 of the body under the secret key. */
export function paystack({ url, key }: PaymentSettings): PaymentService {
  const authorization = `Bearer ${key}`
  const verified = (reference: string) =>
    ask(`${url}/transaction/verify/${encodeURIComponent(reference)}`, authorization)
  return {
    name: 'paystack',
    async start({ reference, amount, currency, email, returnUrl }) {
      const body = { reference, amount, currency, email, callback_url: returnUrl }
      const channels = ['card', 'mobile_money']
      const answer = await ask(`${url}/transaction/initialize`, authorization, { ...body, channels })
      return webAddress(textAt(answer, 'data', 'authorization_url'))
    },
    phone: {
      approvalSeconds: 180,
      ownNumberOnly: false,
      async send({ reference, amount, currency, email, digits, network }) {
        const mobile = { phone: `0${digits}`, provider: providers[network] }
        const body = { reference, amount, currency, email, mobile_money: mobile }
        const answer = await ask(`${url}/charge`, authorization, body)
        return phoneOutcome(answer) ?? { failure: 'number' }
      },
      async sendVoucher(reference, voucher) {
        return phoneOutcome(await ask(`${url}/charge/submit_otp`, authorization, { otp: voucher, reference }))
      },
    },
    async verify(reference) {
      const answer = await verified(reference)
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
        const id = at(await verified(paymentReference), 'data', 'id')
        if (typeof id !== 'number') throw unknown('The payment service does not know the payment')
        const answer = await ask(`${url}/refund?transaction=${id}&perPage=100`, authorization)
        const list = at(answer, 'data')
        if (!Array.isArray(list)) throw unknown('The payment service gave no list of refunds')
        const found = list.find((one) => textAt(one, 'merchant_note') === reference)
        return found === undefined ? null : refundOutcome(found)
      },
    },
    hint(raw, header) {
      const expected = Buffer.from(createHmac('sha512', key).update(raw).digest('hex'))
      const given = Buffer.from(header('x-paystack-signature').toLowerCase())
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const reference = textAt(parsed(raw), 'data', 'reference')
      // Whether it failed is not read here: the status, which is asked for after each call, says so.
      return reference === null ? null : { reference, failed: false }
    },
  }
}

const unknown = (message: string) => new ServiceTrouble(message, { reached: true })

/** Null if the service refused the request: its number, or a voucher. An answer that says nothing leaves the payment open. */
function phoneOutcome(answer: unknown): PhoneOutcome | null {
  const state = textAt(answer, 'data', 'status')
  if (state === 'failed' || state === 'timeout') return { failure: 'refused' }
  if (at(answer, 'status') === false) return null
  return { step: state === 'send_otp' ? 'voucher' : 'approve' }
}

function refundOutcome(refund: unknown): Outcome {
  const state = textAt(refund, 'status')
  const amount = at(refund, 'amount')
  const currency = textAt(refund, 'currency')
  if (state === 'processed' && typeof amount === 'number' && currency !== null)
    return { state: 'paid', amount, currency }
  return { state: state === 'failed' ? 'failed' : 'pending' }
}
