import { t } from '@lingui/core/macro'
import type { KitLot } from '#contract/rapid-tests.ts'
import { dayWithoutWeekday } from '../../../lib/times.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'

/** The choice for a kit that is not kept in stock. */
export const notInStock = 'typed'

/** The kit of a rapid test: a lot of the stock, or what stands on a kit that is not kept in stock. */
export function KitFields({
  name,
  kits,
  stockLot,
}: {
  name: (field: string) => string
  kits: readonly KitLot[]
  stockLot: unknown
}) {
  return (
    <>
      {kits.length > 0 && (
        <SelectField
          name={name('stockLot')}
          label={t`Kit and lot`}
          required
          placeholder={t`Choose`}
          options={[
            ...kits.map(({ id, kit, lot, expiresOn }) => {
              const day = dayWithoutWeekday(expiresOn)
              return { value: id, label: t`${kit}, lot ${lot}, expires ${day}` }
            }),
            { value: notInStock, label: t`A kit that is not kept in stock` },
          ]}
        />
      )}
      {(kits.length === 0 || stockLot === notInStock) && (
        <>
          <TextField name={name('kit')} label={t`Kit`} required maxLength={80} autoComplete="off" />
          <TextField name={name('lot')} label={t`Lot number`} required maxLength={40} autoComplete="off" />
          <DateField name={name('expiresOn')} label={t`Expiry date`} required />
        </>
      )}
    </>
  )
}
