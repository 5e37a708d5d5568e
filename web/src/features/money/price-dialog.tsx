import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Payer } from '#contract/money.ts'
import { type Price, setPrices } from '#contract/money-prices.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
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
  const [validFrom, setValidFrom] = useState(today)
  const [asPatients, setAsPatients] = useState(false)
  const save = useCall(
    (form: FormData) =>
      call(setPrices, {
        params: { id: payer.id },
        body: {
          validFrom,
          prices: [
            {
              test: price.test,
              amount: asPatients ? null : amountIn(form, 'prices.0.amount', currency),
              taxId: String(form.get('prices.0.taxId') ?? '') || null,
            },
          ],
        },
      }),
    { onShown: onClose },
  )
  const offered = taxes.filter(({ ended, id }) => !ended || id === price.taxId)
  return (
    <Dialog open onClose={onClose} title={t`Price of ${price.name}`}>
      <FormShell
        scope="price"
        error={save.error}
        pending={save.isPending}
        onSubmit={(form) => save.mutate(form)}
      >
        {payer.kind !== 'patient' && (
          <CheckboxField
            name="asPatients"
            label={t`As for patients`}
            checked={asPatients}
            onChange={(event) => setAsPatients(event.target.checked)}
          />
        )}
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
                label={t`Tax in it`}
                defaultValue={price.taxId ?? ''}
                options={[
                  { value: '', label: t`None` },
                  ...offered.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
          </>
        )}
        <DateField
          name="validFrom"
          label={t`Valid from`}
          min={today}
          required
          value={validFrom}
          onChange={setValidFrom}
        />
        <FormActions>
          <SubmitButton pending={save.isPending}>
            <Trans>Save the price</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}
