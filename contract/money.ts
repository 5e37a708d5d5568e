import { z } from 'zod'
import { moneyReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idempotencyKey, idParams, line, paragraph, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { amount, currency, someAmount } from './money-amounts.ts'
import { phoneRequest } from './money-phone.ts'
import { staffRoles, visitRoles } from './options.ts'

/** What visits owe. Amounts are minor units (pesewas) as integers, beside their currency. */

export const payerKinds = { patient: 'Patient', facility: 'Facility', insurer: 'Insurer' } as const
export type PayerKind = keyof typeof payerKinds

export const paymentWays = {
  cash: 'Cash',
  mobile_money: 'Mobile money',
  card: 'Card',
  bank: 'Bank',
  online: 'Payment service',
} as const
export type PaymentWay = keyof typeof paymentWays
/** The ways of payment that a cashier can enter. */
export const deskWays = ['cash', 'mobile_money', 'card', 'bank'] as const satisfies readonly PaymentWay[]
export type DeskWay = (typeof deskWays)[number]

export const postingKinds = {
  charge: 'Charge',
  discount: 'Discount',
  reversal: 'Reversed',
  payment: 'Payment',
  refund: 'Refund',
  difference: 'Difference of the till',
} as const
export type PostingKind = keyof typeof postingKinds

/** The accounts of the books. */
export const ledgerAccounts = {
  receivable: 'Receivable',
  income: 'Income',
  tax: 'Tax',
  discount: 'Discounts',
  difference: 'Differences of tills',
  cash: 'Cash',
  card: 'Card terminal',
  bank: 'Bank',
  mobile_money: 'Mobile money',
  online: 'Payment service',
} as const
export type LedgerAccount = keyof typeof ledgerAccounts

/** The steps that wait for the payment, if the laboratory has set it so. */
export const paymentSteps = { samples: 'Collect samples', results: 'Give results' } as const
export type PaymentStep = keyof typeof paymentSteps

const reason = paragraph('Reason', 300).refine((text) => text !== '', 'Give a reason: it is kept')

/** Who pays for a visit. */
export const newBill = z.strictObject({
  payerId: id,
  memberNumber: line('Member number', 60).default(''),
  claimCode: line('Claim code', 60).default(''),
})
export type NewBill = z.output<typeof newBill>

const payerName = z.object({
  id: z.string(),
  kind: z.enum(keysOf(payerKinds)),
  /** Empty for the patient. */
  name: z.string(),
})

/** Names of tests; the parameter may be repeated. */
const tests = z
  .union([line('Test', 200), z.array(line('Test', 200)).max(20)])
  .transform((names) => (Array.isArray(names) ? names : [names]))

const quote = z.object({
  currency,
  payer: payerName,
  lines: z.array(z.object({ test: z.string(), amount, tax: amount })),
  total: amount,
  /** Tests without a price; the laboratory states it at the visit. */
  unpriced: z.array(z.string()),
})

export const readQuote = endpoint({
  method: 'GET',
  path: '/api/money/quote',
  access: 'public',
  knowsActor: true,
  summary:
    'What these tests cost today; null while the laboratory uses no prices. Staff may ask for the prices of any payer; clinicians get those of their facility.',
  query: z.strictObject({ tests, siteId: id.optional(), payerId: id.optional() }),
  responses: { 200: z.object({ quote: quote.nullable() }) },
  errors: ['not_allowed'],
})

export const listPayers = endpoint({
  method: 'GET',
  path: '/api/money/payers',
  access: staffRoles,
  summary: 'Who may pay for a visit: the patient, facilities and insurers with a list of prices.',
  responses: {
    200: z.array(payerName.extend({ ended: z.boolean(), version: z.number().int() })),
  },
  errors: [],
})
export type Payer = z.output<(typeof listPayers)['responses'][200]>[number]

const entry = z.object({
  id: z.string(),
  at: timestamp,
  kind: z.enum(keysOf(postingKinds)),
  /** The test of a charge. */
  test: z.string().nullable(),
  /** Adds to what is owed if positive, reduces it if negative. */
  amount: z.number().int(),
  tax: z.number().int(),
  reason: z.string(),
  /** Who made it; null for the product, and for readers who are no staff. */
  by: z.string().nullable(),
  /** Whether a later entry reverses it. */
  reversed: z.boolean(),
  receipt: z
    .object({
      number: z.string(),
      way: z.enum(keysOf(paymentWays)),
      reference: z.string(),
      /** How much of a payment can still be refunded. */
      refundable: amount,
    })
    .nullable(),
})
export type Entry = z.output<typeof entry>

const exception = z.object({
  step: z.enum(keysOf(paymentSteps)),
  reason: z.string(),
  by: z.string(),
  at: timestamp,
})

const visitAccount = z.object({
  currency,
  payer: payerName,
  memberNumber: z.string(),
  claimCode: z.string(),
  charged: amount,
  paid: amount,
  /** Negative: the visit has a credit. */
  owed: z.number().int(),
  entries: z.array(entry),
  unpriced: z.array(z.string()),
  /** What waits for the payment at this moment. */
  held: z.array(exception.shape.step),
  exceptions: z.array(exception),
  /** Whether the payment service can be used; `pending`: a payment on its page that it has not confirmed yet. */
  online: z.object({
    offered: z.boolean(),
    pending: z.string().nullable(),
    /** Whether a request can be sent to a phone, and the request that is waited for. */
    phone: z.boolean().default(false),
    request: phoneRequest.nullable().default(null),
    /** Whether the service has a call for refunds, and the sum of the refunds that it has not confirmed yet. */
    refunds: z.boolean().default(false),
    refunding: amount.default(0),
    /** Whether the service is the demonstration's, where no money moves. */
    simulated: z.boolean().default(false),
  }),
  version: z.number().int(),
})
export type VisitAccount = z.output<typeof visitAccount>

const visitPath = '/api/money/visits/:id'

export const readVisitAccount = endpoint({
  method: 'GET',
  path: visitPath,
  access: visitRoles,
  summary: 'What a visit costs, what was paid and what is owed; null if it has no price.',
  params: idParams,
  responses: { 200: z.object({ account: visitAccount.nullable() }) },
  errors: ['not_found'],
})

export const priceVisit = endpoint({
  method: 'POST',
  path: `${visitPath}/price`,
  access: staffRoles,
  changes: moneyReads,
  summary: 'Charge the tests of a visit that have no charge yet, at the prices of today.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const changePayer = endpoint({
  method: 'PUT',
  path: `${visitPath}/payer`,
  access: staffRoles,
  changes: moneyReads,
  summary:
    'Change who pays. With another payer the charges are reversed and made again at that payer’s prices of today.',
  params: idParams,
  body: newBill.extend({ version: revision('Send the version that was last read') }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const giveDiscount = endpoint({
  method: 'POST',
  path: `${visitPath}/discounts`,
  access: staffRoles,
  permission: 'discounts',
  changes: moneyReads,
  summary: 'Reduce what a visit costs. Not below zero.',
  params: idParams,
  headers: idempotencyKey,
  body: z.strictObject({ amount: someAmount, reason }),
  repeatable: true,
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now', 'key_reused'],
})

export const reverseEntry = endpoint({
  method: 'POST',
  path: `${visitPath}/entries/:entryId/reverse`,
  access: staffRoles,
  permission: 'discounts',
  changes: moneyReads,
  summary: 'Reverse a charge or a discount by an entry of the opposite amount.',
  params: z.strictObject({ id, entryId: id }),
  body: z.strictObject({ reason }),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now'],
})

export const allowUnpaid = endpoint({
  method: 'POST',
  path: `${visitPath}/exceptions`,
  access: staffRoles,
  changes: moneyReads,
  summary:
    'Let samples be collected, or results be given, although the visit is not paid, as in an emergency. The reason is recorded.',
  params: idParams,
  body: z.strictObject({
    step: z.enum(keysOf(paymentSteps), {
      error: 'Say what is allowed',
    }),
    reason,
  }),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now'],
})

const idOfPayment = idParams

export const takePayment = endpoint({
  method: 'POST',
  path: `${visitPath}/payments`,
  access: staffRoles,
  permission: 'payments',
  changes: moneyReads,
  summary:
    'Record a payment at the desk. It needs an open till of the caller. More than is owed is taken only as a deposit.',
  params: idParams,
  headers: idempotencyKey,
  body: z.strictObject({
    amount: someAmount,
    way: z.enum(deskWays, { error: 'Choose how it was paid' }),
    reference: line('Transaction number', 80).default(''),
    deposit: z.boolean().default(false),
  }),
  repeatable: true,
  responses: { 201: done.extend({ id: z.string(), receipt: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'key_reused'],
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/money/payments/:id/refunds',
  access: staffRoles,
  permission: 'discounts',
  changes: moneyReads,
  summary:
    'Refund a payment from an open till of the caller, at most what is left of it; in cash at most what the drawer should hold.',
  params: idOfPayment,
  headers: idempotencyKey,
  body: z.strictObject({
    amount: someAmount,
    way: z.enum(deskWays, { error: 'Choose how it is refunded' }),
    reference: line('Transaction number', 80).default(''),
    reason,
  }),
  repeatable: true,
  responses: { 201: done.extend({ id: z.string(), receipt: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'key_reused'],
})

export const receiptPapers = ['thermal', 'a4'] as const
export type ReceiptPaper = (typeof receiptPapers)[number]

export const receiptPdf = endpoint({
  method: 'GET',
  path: '/api/money/payments/:id/receipt.pdf',
  access: visitRoles,
  summary: 'The receipt of a payment or refund, on a roll of 80 mm or on A4.',
  params: idOfPayment,
  query: z.strictObject({ paper: z.enum(receiptPapers).default('a4') }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})
