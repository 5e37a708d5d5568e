import { t } from '@lingui/core/macro'
import type { ChangeEvent } from 'react'
import type { KitLot } from '#contract/rapid-tests.ts'
import { dayWithoutWeekday } from '../../../lib/times.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'

/** The choice for a kit that is not kept in stock. */
export const notInStock = 'typed'

/** The kit of a rapid test: a lot of the stock, or what stands on a kit that is not kept in stock. */
export function KitFields({
  field,
  kits,
}: {
  field: (name: string) => { name: string; value: string; onType: (text: string) => void }
  kits: readonly KitLot[]
}) {
  const control = (of: string) => {
    const { onType, ...props } = field(of)
    return {
      ...props,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        onType(currentTarget.value),
    }
  }
  const { onType: expires, ...expiresOn } = field('expiresOn')
  return (
    <>
      {kits.length > 0 && (
        <SelectField
          {...control('stockLot')}
          label={t`Kit and lot`}
          required
          placeholder={t`Choose`}
          options={[
            ...kits.map(({ id, kit, lot, expiresOn: until }) => {
              const day = dayWithoutWeekday(until)
              return { value: id, label: t`${kit}, lot ${lot}, expires ${day}` }
            }),
            { value: notInStock, label: t`A kit that is not kept in stock` },
          ]}
        />
      )}
      {(kits.length === 0 || field('stockLot').value === notInStock) && (
        <>
          <TextField {...control('kit')} label={t`Kit`} required maxLength={80} autoComplete="off" />
          <TextField {...control('lot')} label={t`Lot number`} required maxLength={40} autoComplete="off" />
          <DateField {...expiresOn} onChange={expires} label={t`Expiry date`} required />
        </>
      )}
    </>
  )
}
