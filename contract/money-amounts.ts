import { z } from 'zod'

/** Amounts in minor units (pesewas) as integers, beside their currency. */

/** Ten million in a currency with two decimal digits: a larger amount is taken for a typing error. */
const mostAmount = 1_000_000_000
const wrongAmount = 'Enter an amount'
export const amount = z
  .number({ error: wrongAmount })
  .int(wrongAmount)
  .min(0, wrongAmount)
  .max(mostAmount, 'This amount is too large')
export const someAmount = amount.refine((value) => value > 0, 'Enter an amount of more than zero')
export const currency = z.string().regex(/^[A-Z]{3}$/, 'Enter the three letters of a currency, like GHS')
