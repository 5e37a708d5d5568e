import { t } from '@lingui/core/macro'
import type { Payer } from '#contract/money.ts'
import { type Price, setPrices } from '#contract/money-prices.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField } from '../../ui/fields.tsx'
import { AmountField, amountIn } from './amount-field.tsx'

/** Sets one price from a day on. */
export function PriceDialog({
  payer,
  price,
  currency,
  today,
  taxes,
  onClose,
}: {
  payer: Payer
  price: Price
  currency: string
  today: string
  taxes: readonly { id: string; name: string; ended: boolean }[]
  onClose: () => void
}) {
  const form = useResourceForm(setPrices, {
    params: { id: payer.id },
    start: { validFrom: today },
    body: ({ validFrom, prices: typed, asPatients: none }) => ({
      validFrom,
      prices: [
        {
          test: price.test,
          amount: none ? null : amountIn(typed?.[0]?.amount, currency),
          taxId: typed?.[0]?.taxId || null,
        },
      ],
    }),
    onShown: onClose,
  })
  const asPatients = form.watch('asPatients') === true
  const offered = taxes.filter(({ ended }) => !ended)
  return (
    <DialogForm
      form={form}
      scope="price"
      onClose={onClose}
      title={t`Price of ${price.name}`}
      submit={t`Save the price`}
    >
      {payer.kind !== 'patient' && <CheckboxField name="asPatients" label={t`Same price as for patients`} />}
      {!asPatients && (
        <>
          <AmountField
            name="prices.0.amount"
            label={t`Price (${currency})`}
            hint={t`With tax, as it is paid.`}
            currency={currency}
            {...(price.amount !== null && { amount: price.amount })}
            required
            data-first-focus=""
          />
          {offered.length > 0 && (
            <SelectField
              name="prices.0.taxId"
              label={t`Included tax`}
              defaultValue={offered.find(({ id }) => id === price.taxId)?.id ?? ''}
              options={[
                { value: '', label: t`None` },
                ...offered.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </>
      )}
      <DateField name="validFrom" label={t`Valid from`} min={today} required />
    </DialogForm>
  )
}
