import { minorDigits } from '#contract/amounts.ts'
import { documentLocale } from './locale.ts'

/** An amount in minor units as the reader's language writes it: "GHS 1,204.50". */
export const sayMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(documentLocale(), { style: 'currency', currency }).format(
    amount / 10 ** minorDigits(currency),
  )
