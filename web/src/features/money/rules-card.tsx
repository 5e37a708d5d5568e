import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addTax, changeMoneySettings, endTax, type MoneySettings } from '#contract/money-prices.ts'
import { call } from '../../api/client.ts'
import { sayNumber } from '../../lib/locale.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'

export function RulesCard({ settings }: { settings: MoneySettings }) {
  const form = useResourceForm(changeMoneySettings, {
    of: settings,
    body: (held) => ({ ...held, currency: held.currency.toUpperCase() }),
  })
  return (
    <Card aria-labelledby="rules" className="stack gap-4">
      <h2 id="rules">
        <Trans>Rules</Trans>
      </h2>
      <ResourceForm form={form} scope="rules">
        <CheckboxField
          name="on"
          label={t`This laboratory uses prices. Otherwise, prices and payments are hidden everywhere.`}
        />
        <TextField
          name="currency"
          label={t`Currency`}
          hint={t`Three letters, for example GHS. It cannot be changed once something has been charged.`}
          required
          maxLength={3}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <CheckboxField name="holdSamples" label={t`Collect samples only once the visit is paid`} />
        <CheckboxField name="holdResults" label={t`Give results only once the visit is paid`} />
        <p className="hint">
          <Trans>In an emergency staff can allow an exception. Its reason is kept.</Trans>
        </p>
        <FormActions>
          <SubmitButton>
            <Trans>Save the rules</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
      <Taxes taxes={settings.taxes} />
    </Card>
  )
}

function Taxes({ taxes }: { taxes: MoneySettings['taxes'] }) {
  const offered = taxes.filter(({ ended }) => !ended)
  return (
    <div className="stack mt-2 gap-3 border-t pt-5">
      <h3>
        <Trans>Taxes</Trans>
      </h3>
      {offered.length === 0 ? (
        <p className="hint">
          <Trans>None. Prices have no tax in them.</Trans>
        </p>
      ) : (
        <ul className="stack gap-2">
          {offered.map(({ id, name, basisPoints }) => (
            <li key={id} className="flex flex-wrap items-center gap-3">
              <strong>{name}</strong>{' '}
              {sayNumber(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 })}
              <ConfirmButton
                opener={{ variant: 'plain', 'aria-label': t`End the tax ${name}`, children: t`End` }}
                act={() => call(endTax, { params: { id } })}
                question={t`End this tax?`}
                yes={t`End it`}
              >
                <p>
                  <Trans>It is no longer offered. Prices that have it keep it.</Trans>
                </p>
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      <p>
        <AddTax />
      </p>
    </div>
  )
}

function AddTax() {
  const dialog = useFormDialog(addTax, {
    body: ({ name, basisPoints: percent }) => ({ name, basisPoints: Math.round(percent * 100) || 0 }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Add a tax` }}
      scope="tax"
      title={t`Add a tax`}
      submit={t`Add the tax`}
    >
      <TextField name="name" label={t`Name`} required maxLength={60} autoComplete="off" data-first-focus="" />
      <TextField
        name="basisPoints"
        numeric
        label={t`Rate in percent`}
        hint={t`It cannot be changed: add another tax for another rate.`}
        inputMode="decimal"
        required
        maxLength={6}
        autoComplete="off"
      />
    </DialogForm>
  )
}
