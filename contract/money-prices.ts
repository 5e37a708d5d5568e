import { z } from 'zod'
import { moneyReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, done, id, idParams, requiredLine, revision } from './fields.ts'
import { amount, currency } from './money-amounts.ts'
import { staffRoles } from './options.ts'

/** Prices by list, taxes, and the rules of payment. */

const version = revision('Send the version that was last read')
const permission = 'prices'

const rules = {
  /** False: the screens show no prices and payments. */
  on: z.boolean({ error: 'Say whether prices are used' }),
  /** Fixed once something was charged. */
  currency,
  holdSamples: z.boolean(),
  holdResults: z.boolean(),
}

export const readMoneySettings = endpoint({
  method: 'GET',
  path: '/api/money/settings',
  access: staffRoles,
  permission: 'prices',
  summary: 'Whether prices are used, in which currency, and what waits for a payment; taxes.',
  responses: {
    200: z.object({
      ...rules,
      version: z.number().int(),
      taxes: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Hundredths of a percent. */
          basisPoints: z.number().int(),
          ended: z.boolean(),
        }),
      ),
    }),
  },
  errors: [],
})
export type MoneySettings = z.output<(typeof readMoneySettings)['responses'][200]>

export const changeMoneySettings = endpoint({
  method: 'PUT',
  path: '/api/money/settings',
  access: staffRoles,
  permission,
  changes: [...moneyReads, '/api/auth/profile', '/api/laboratory'],
  summary: 'Turn prices on or off, and say what waits for a payment.',
  body: z.strictObject({ ...rules, version }),
  responses: { 200: done },
  errors: ['changed_meanwhile', 'not_possible_now'],
})

const wrongRate = 'Enter a rate from 0.01 to 100 percent'
export const addTax = endpoint({
  method: 'POST',
  path: '/api/money/taxes',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary: 'Add a tax. Its rate never changes: another rate is another tax.',
  body: z.strictObject({
    name: requiredLine('Name', 60),
    basisPoints: z.number({ error: wrongRate }).int(wrongRate).min(1, wrongRate).max(10_000, wrongRate),
  }),
  responses: { 201: done },
  errors: [],
})

export const endTax = endpoint({
  method: 'DELETE',
  path: '/api/money/taxes/:id',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary: 'Stop offering a tax. Prices that have it keep it.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})

export const addPayer = endpoint({
  method: 'POST',
  path: '/api/money/payers',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary: 'Add a list of prices for an insurer by name, or for a facility.',
  body: z.union([
    z.strictObject({ kind: z.literal('insurer'), name: requiredLine('Name', 120) }),
    z.strictObject({ kind: z.literal('facility'), facilityId: id }),
  ]),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_possible_now'],
})

export const changePayerEntry = endpoint({
  method: 'PUT',
  path: '/api/money/payers/:id',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary: 'Rename an insurer, or take a facility or insurer out of the lists. Visits keep their payer.',
  params: idParams,
  body: z.strictObject({
    name: requiredLine('Name', 120).optional(),
    offered: z.boolean({ error: 'Say whether it is offered' }),
    version,
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

const price = z.object({
  /** The code of a test or a package. */
  test: z.string(),
  isPackage: z.boolean().default(false),
  name: z.string(),
  /** In force on the day; null: no price in this list. */
  amount: amount.nullable(),
  taxId: z.string().nullable(),
  validFrom: z.string().nullable(),
  /** The price for patients, which is valid if this list has no price of its own. */
  patients: amount.nullable(),
  /** The next change. */
  next: z.object({ validFrom: z.string(), amount: amount.nullable() }).nullable(),
})
export type Price = z.output<typeof price>

export const readPrices = endpoint({
  method: 'GET',
  path: '/api/money/payers/:id/prices',
  access: staffRoles,
  permission,
  summary:
    'The list of prices of a payer on a day (default: today), for every package and test that is offered.',
  params: idParams,
  query: z.strictObject({ day: day.optional() }),
  responses: {
    /** `today`: the first day from which a price can be set. */
    200: z.object({ currency, day: z.string(), today: z.string(), prices: z.array(price) }),
  },
  errors: ['not_found'],
})

export const setPrices = endpoint({
  method: 'POST',
  path: '/api/money/payers/:id/prices',
  access: staffRoles,
  permission,
  changes: moneyReads,
  summary:
    'Set prices from a day on, today at the earliest. Earlier prices stay as they are, and so do the charges of visits.',
  params: idParams,
  body: z.strictObject({
    validFrom: day,
    prices: z
      .array(
        z.strictObject({
          /** The code of a test or a package. */
          test: z.string().max(60),
          amount: amount.nullable(),
          taxId: id.nullable().default(null),
        }),
      )
      .min(1, 'Enter at least one price')
      .max(500),
  }),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now'],
})
