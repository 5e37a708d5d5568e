import { z } from 'zod'
import { moneyReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, done, id, line, page, pageOf, paragraph, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { paymentWays } from './money.ts'
import { amount, currency } from './money-amounts.ts'
import { staffRoles } from './options.ts'

/** The till of a cashier, and what was taken in a day. */

const permission = 'payments'
const ways = keysOf(paymentWays)
const byWay = z.array(z.object({ way: z.enum(ways), amount: z.number().int(), count: z.number().int() }))

const till = z.object({
  id: z.string(),
  site: z.object({ id: z.string(), name: z.string() }),
  currency,
  cashier: z.string(),
  float: amount,
  openedAt: timestamp,
  /** Payments less refunds by way, since it was opened. */
  taken: byWay,
  /** The expected and the counted cash at the closing; null while the till is open, so that cash is counted before it is compared. */
  closed: z
    .object({
      at: timestamp,
      expected: z.number().int(),
      counted: amount,
      difference: z.number().int(),
      note: z.string(),
    })
    .nullable(),
})
export type Till = z.output<typeof till>

export const readTill = endpoint({
  method: 'GET',
  path: '/api/money/till',
  access: staffRoles,
  permission,
  summary: 'The caller’s open till, or null; and the currency of a new till.',
  responses: { 200: z.object({ open: till.nullable(), currency }) },
  errors: [],
})

export const openTill = endpoint({
  method: 'POST',
  path: '/api/money/till',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary: 'Open a till with a float. Everybody has at most one open till.',
  body: z.strictObject({ siteId: id, float: amount }),
  responses: { 201: done },
  errors: ['not_possible_now'],
})

export const closeTill = endpoint({
  method: 'POST',
  path: '/api/money/till/close',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary:
    'Close the caller’s till with the cash that was counted. A difference is posted, and stated in the answer.',
  body: z.strictObject({ tillId: id, counted: amount, note: paragraph('Note', 300).default('') }),
  responses: { 200: done.extend({ till }) },
  errors: ['not_possible_now'],
})

export const listOwing = endpoint({
  method: 'GET',
  path: '/api/money/owing',
  access: staffRoles,
  permission,
  summary:
    'Visits of patients that owe something or have a credit, the latest first. A reference also finds a paid visit.',
  query: z.strictObject({
    /** Part of the name, or the reference. */
    search: line('Search', 100).optional(),
    ...page,
  }),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          visitId: z.string(),
          reference: z.string(),
          fullName: z.string(),
          startsAt: timestamp,
          timeZone: z.string(),
          currency,
          charged: amount,
          paid: amount,
          owed: z.number().int(),
        }),
      ),
    ),
  },
  errors: [],
})
export type Owing = z.output<(typeof listOwing)['responses'][200]>['rows'][number]

export const readTake = endpoint({
  method: 'GET',
  path: '/api/money/take',
  access: staffRoles,
  permission: 'prices',
  summary:
    'What was taken on a local day of the sites: by way of payment, by site and by cashier; the tills.',
  query: z.strictObject({ day: day.optional() }),
  responses: {
    200: z.object({
      day: z.string(),
      currency,
      ways: byWay,
      sites: z.array(z.object({ id: z.string(), name: z.string(), ways: byWay, total: z.number().int() })),
      cashiers: z.array(
        z.object({
          /** Null: payments that the product recorded automatically. */
          id: z.string().nullable(),
          name: z.string(),
          ways: byWay,
          total: z.number().int(),
        }),
      ),
      charged: z.number().int(),
      discounts: z.number().int(),
      total: z.number().int(),
      tills: z.array(till),
    }),
  },
  errors: [],
})
export type Take = z.output<(typeof readTake)['responses'][200]>

export const entriesCsv = endpoint({
  method: 'GET',
  path: '/api/money/entries.csv',
  access: staffRoles,
  permission: 'prices',
  summary: 'The entries of the books for some days (366 at most), one line for each.',
  query: z.strictObject({ from: day, to: day }),
  responses: { 200: z.string() },
  errors: [],
})
