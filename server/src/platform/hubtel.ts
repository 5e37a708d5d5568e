import { decimalOf, readAmount } from '#contract/amounts.ts'
import { ask, at, parsed, textAt, webAddress } from './payment-calls.ts'
import type { PaymentService, PaymentSettings, PhoneOutcome } from './payment-service.ts'

const channels = { mtn: 'mtn-gh', telecel: 'vodafone-gh', airteltigo: 'tigo-gh' } as const

/**
 * Hubtel, Online Checkout, Direct Receive Money and Transaction Status Check: amounts are decimal numbers, the key is `id:secret`,
 * and calls are not signed, so anybody can send one. The status names no currency: an account has a single currency.
 */
export function hubtel({ url, statusUrl, phoneUrl, key, account }: PaymentSettings): PaymentService {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`
  const merchant = encodeURIComponent(account)
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
    phone: {
      // Hubtel’s documentation says to ask for the status only after five minutes.
      approvalSeconds: 300,
      ownNumberOnly: true,
      async send({ reference, amount, currency, digits, network, description, hookUrl }) {
        const path = `${phoneUrl}/merchantaccount/merchants/${merchant}/receive/mobilemoney`
        const answer = await ask(path, authorization, {
          CustomerMsisdn: `233${digits}`,
          Channel: channels[network],
          Amount: Number(decimalOf(amount, currency)),
          PrimaryCallbackUrl: hookUrl,
          // Characters like & and % are refused.
          Description: description.replace(/[^\p{L}\p{N} ,.-]+/gu, ' '),
          ClientReference: reference,
        })
        return phoneOutcome(textAt(answer, 'ResponseCode'))
      },
      // No network needs a voucher through Hubtel.
      sendVoucher: async () => null,
    },
    async verify(reference, currency) {
      const query = new URLSearchParams({ clientReference: reference })
      const answer = await ask(`${statusUrl}/transactions/${merchant}/status?${query}`, authorization)
      const amount = at(answer, 'data', 'amount')
      const isOurs = textAt(answer, 'data', 'clientReference') === reference
      if (textAt(answer, 'data', 'status') === 'Paid' && isOurs && typeof amount === 'number') {
        const minor = readAmount(amount.toFixed(2).replace(/\.?0+$/, ''), currency)
        if (minor !== null) return { state: 'paid', amount: minor, currency }
      }
      return { state: 'pending' }
    },
    refunds: null,
    hint(raw) {
      const call = parsed(raw)
      const reference = textAt(call, 'Data', 'ClientReference')
      const code = textAt(call, 'ResponseCode')
      return reference === null ? null : { reference, failed: code !== null && code !== '0000' }
    },
  }
}

/** An answer without a known code leaves the payment open, since the request may have been carried out. */
function phoneOutcome(code: string | null): PhoneOutcome {
  if (code === '2001') return { failure: 'refused' }
  if (code === '4000') return { failure: 'number' }
  if (code !== null && /^4\d{3}$/.test(code)) return { failure: 'not_set_up', code }
  return { step: 'approve' }
}
