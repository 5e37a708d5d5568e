import { z } from 'zod'
import { moneyReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { idempotencyKey, idParams, requiredLine, timestamp } from './fields.ts'
import { mobileDigits, mobileNetworkNames } from './mobile-money.ts'
import { amount, currency, someAmount } from './money-amounts.ts'
import { visitRoles } from './options.ts'

/** Mobile-money payments that the payer approves on the phone. */

export type { MobileNetwork } from './mobile-money.ts'

/** What a request waits for: to be sent, the approval on the phone, or a voucher that the payer reads from the phone. */
export const phoneSteps = ['unsent', 'approve', 'voucher'] as const
export type PhoneStep = (typeof phoneSteps)[number]

/** `number`: the service does not take this number of this network. */
export const phoneFailures = ['refused', 'number', 'not_set_up', 'unreachable'] as const
export type PhoneFailure = (typeof phoneFailures)[number]

export const phoneRequest = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'paid', 'failed', 'timed_out']),
  step: z.enum(phoneSteps),
  failure: z.enum(phoneFailures).nullable(),
  network: z.enum(mobileNetworkNames),
  /** The last three digits of the number: more is not kept. */
  phoneEnd: z.string(),
  amount,
  currency,
  /** The remaining time for the approval. */
  secondsLeft: z.number().int().min(0),
  waitUntil: timestamp,
  receipt: z.object({ id: z.string(), number: z.string() }).nullable(),
})
export type PhoneRequest = z.output<typeof phoneRequest>

const mobileNumber = requiredLine('Mobile-money number', 40).refine(
  (text) => text === '' || mobileDigits(text) !== null,
  'Enter a mobile number of Ghana, for example 024 123 4567',
)

export const sendToPhone = endpoint({
  method: 'POST',
  path: '/api/money/visits/:id/phone-requests',
  access: visitRoles,
  changes: moneyReads,
  summary:
    'Ask for a mobile-money payment on the phone of the payer; by default of all that is owed. Staff need the permission to take payments. A visit has one such request at a time.',
  params: idParams,
  headers: idempotencyKey,
  body: z.strictObject({
    phone: mobileNumber,
    network: z.enum(mobileNetworkNames, { error: 'Choose the network of the number' }),
    amount: someAmount.optional(),
  }),
  repeatable: true,
  responses: { 201: phoneRequest },
  errors: [
    'not_allowed',
    'not_found',
    'not_possible_now',
    'not_configured',
    'too_many_requests',
    'busy',
    'key_reused',
  ],
})

export const readPhoneRequest = endpoint({
  method: 'GET',
  path: '/api/money/phone-requests/:id',
  access: visitRoles,
  summary:
    'What became of a request on a phone. The service is asked again if it was not asked in the last ten seconds.',
  params: idParams,
  responses: { 200: phoneRequest },
  errors: ['not_found', 'not_configured'],
})

export const sendVoucher = endpoint({
  method: 'POST',
  path: '/api/money/phone-requests/:id/voucher',
  access: visitRoles,
  changes: moneyReads,
  summary: 'Pass on the voucher that the payer was given by the network, for a request that waits for it.',
  params: idParams,
  body: z.strictObject({
    voucher: requiredLine('Voucher', 20).refine(
      (text) => text === '' || /^\d{4,10}$/.test(text),
      'Enter the digits of the voucher',
    ),
  }),
  responses: { 200: phoneRequest },
  errors: ['not_allowed', 'not_found', 'not_possible_now', 'not_configured', 'too_many_requests', 'busy'],
})
