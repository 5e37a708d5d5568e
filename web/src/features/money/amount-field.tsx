import type { ComponentProps } from 'react'
import { decimalOf, minorDigits, readAmount } from '#contract/amounts.ts'
import { TextField } from '../../ui/fields.tsx'

/** An amount, typed with a point or comma; `amountIn` reads it in minor units. */
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

/** The typed amount in minor units. What is no amount becomes one that the server refuses at its field. */
export function amountIn(form: FormData, name: string, currency: string): number {
  return readAmount(String(form.get(name) ?? ''), currency) ?? -1
}
