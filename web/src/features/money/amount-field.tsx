import type { ComponentProps } from 'react'
import { decimalOf, minorDigits, readAmount } from '#contract/amounts.ts'
import { TextField } from '../../ui/fields.tsx'

/** A field for an amount with a decimal point or comma. The form holds the text; `amountIn` converts it to minor units. */
export function AmountField({
  currency,
  amount,
  ...field
}: { currency: string; amount?: number } & Omit<
  ComponentProps<typeof TextField>,
  'defaultValue' | 'type' | 'inputMode'
>) {
  return (
    <TextField
      {...field}
      inputMode={minorDigits(currency) === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={16}
      defaultValue={amount === undefined ? undefined : decimalOf(amount, currency)}
    />
  )
}

/** The typed amount in minor units. An invalid text becomes an amount that the server refuses at its field. */
export const amountIn = (typed: unknown, currency: string): number =>
  readAmount(String(typed ?? ''), currency) ?? -1
