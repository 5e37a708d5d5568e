import { z } from 'zod'
import { moneyReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, done, id, idempotencyKey, idParams, line, month, page, pageOf, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { deskWays, payerKinds } from './money.ts'
import { currency, someAmount } from './money-amounts.ts'
import { staffRoles } from './options.ts'

/** Invoices to facilities and insurers by month, what they owe by age, and insurers' claims. */

const permission = 'prices'

const invoice = z.object({
  id: z.string(),
  number: z.string(),
  payer: z.string(),
  payerId: z.string(),
  /** `YYYY-MM`. */
  month: z.string(),
  currency,
  total: z.number().int(),
  paid: z.number().int(),
  owed: z.number().int(),
  issuedAt: timestamp,
})
export type Invoice = z.output<typeof invoice>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/money/invoices',
  access: staffRoles,
  permission,
  summary: 'Invoices, the latest first.',
  query: z.strictObject({ payerId: id.optional(), open: z.enum(['true']).optional(), ...page }),
  responses: { 200: z.object(pageOf(invoice)) },
  errors: [],
})

export const issueInvoice = endpoint({
  method: 'POST',
  path: '/api/money/invoices',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary:
    'Issue the invoice of a payer for a past month or the present month. It has the charges and discounts that were entered by its end, of visits whose samples were collected by its end, and that are on no invoice yet. Entries of earlier invoices that were reversed since are deducted.',
  headers: idempotencyKey,
  body: z.strictObject({ payerId: id, month }),
  repeatable: true,
  responses: { 201: done.extend({ id: z.string(), number: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'key_reused'],
})

export const payInvoice = endpoint({
  method: 'POST',
  path: '/api/money/invoices/:id/payments',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary: 'Record a payment of an invoice, or a part of it. Never more than is owed.',
  params: idParams,
  headers: idempotencyKey,
  body: z.strictObject({
    amount: someAmount,
    way: z.enum(deskWays, { error: 'Choose how it was paid' }),
    reference: line('Transaction number', 80).default(''),
  }),
  repeatable: true,
  responses: { 201: done.extend({ receipt: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'key_reused'],
})

export const invoicePdf = endpoint({
  method: 'GET',
  path: '/api/money/invoices/:id/invoice.pdf',
  access: staffRoles,
  permission,
  summary: 'An invoice as a PDF, with each visit on a line.',
  params: idParams,
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const statementPdf = endpoint({
  method: 'GET',
  path: '/api/money/payers/:id/statement.pdf',
  access: staffRoles,
  permission,
  summary:
    'The statement of a facility or insurer as a PDF: what was owed before the period (366 days at most), its invoices and payments, and what is owed after it.',
  params: idParams,
  query: z.strictObject({ from: day, to: day }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now'],
})

const ages = z.object({
  /** Empty for patients: they share one row. */
  payer: z.string(),
  payerId: z.string(),
  kind: z.enum(keysOf(payerKinds)),
  currency,
  /** Charged for visits whose samples were collected, and on no invoice yet. */
  uninvoiced: z.number().int(),
  /**
   * Owed up to 30, 60, 90 days, and longer: by facilities and insurers on invoices, from the day of issue; by patients on visits whose
   * samples were collected, from the start of the visit.
   */
  upTo30: z.number().int(),
  upTo60: z.number().int(),
  upTo90: z.number().int(),
  older: z.number().int(),
})
export type DebtAges = z.output<typeof ages>

export const readDebts = endpoint({
  method: 'GET',
  path: '/api/money/debts',
  access: staffRoles,
  permission,
  summary: 'What patients, facilities and insurers owe, by age.',
  responses: { 200: z.array(ages) },
  errors: [],
})

export const claimsCsv = endpoint({
  method: 'GET',
  path: '/api/money/claims.csv',
  access: staffRoles,
  permission,
  summary:
    'The claims of an insurer or facility for visits whose samples were collected on some days (366 at most): a line for each charge, with member number and claim code.',
  query: z.strictObject({ payerId: id, from: day, to: day }),
  responses: { 200: z.string() },
  errors: ['not_found'],
})
