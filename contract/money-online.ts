import { z } from 'zod'
import { moneyReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, idempotencyKey, idParams, paragraph } from './fields.ts'
import { someAmount } from './money-amounts.ts'
import { staffRoles, visitRoles } from './options.ts'

/** Payments through a payment service. */

export const paymentServices = ['paystack', 'hubtel'] as const
/** `simulated`: the service of the demonstration, which no setting names. */
export type PaymentServiceName = (typeof paymentServices)[number] | 'simulated'

/** `started`: the service has not confirmed it yet. */
export const onlineStates = ['started', 'paid', 'failed'] as const
export type OnlineState = (typeof onlineStates)[number]

export const startOnline = endpoint({
  method: 'POST',
  path: '/api/money/visits/:id/online',
  access: visitRoles,
  summary: 'Start a payment through the payment service; by default of all that is owed.',
  params: idParams,
  body: z.strictObject({ amount: someAmount.optional() }),
  responses: {
    201: z.object({
      id: z.string(),
      /** The page of the service on which the payment is made. */
      url: z.string(),
    }),
  },
  errors: ['not_found', 'not_possible_now', 'not_configured', 'too_many_requests', 'busy'],
})

export const refundOnline = endpoint({
  method: 'POST',
  path: '/api/money/payments/:id/online-refunds',
  access: staffRoles,
  permission: 'discounts',
  changes: moneyReads,
  summary:
    'Refund a payment, or a part of it, through the payment service that it was made with. The refund is posted when the service confirms it.',
  params: idParams,
  headers: idempotencyKey,
  body: z.strictObject({
    amount: someAmount,
    reason: paragraph('Reason', 300).refine((text) => text !== '', 'Give a reason: it is kept'),
  }),
  repeatable: true,
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'key_reused'],
})

export const checkOnline = endpoint({
  method: 'POST',
  path: '/api/money/online/:id/check',
  access: visitRoles,
  changes: moneyReads,
  summary: 'Ask the service what became of a payment.',
  params: idParams,
  responses: { 200: z.object({ state: z.enum(onlineStates) }) },
  errors: ['not_found', 'not_configured', 'too_many_requests', 'busy'],
})

export const paymentHook = endpoint({
  method: 'POST',
  path: '/api/money/hook',
  access: 'public',
  summary:
    'Calls of the payment service. A call is only a hint: the service is asked whether the payment was made.',
  /** Read by hand: the signature is over its bytes. */
  body: z.unknown(),
  responses: { 200: done },
  errors: ['not_allowed', 'not_configured', 'too_many_requests', 'busy'],
})
