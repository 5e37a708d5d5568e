import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { addTax, changeMoneySettings, endTax, type MoneySettings } from '#contract/money-prices.ts'
import { call } from '../../api/client.ts'
import { sayNumber } from '../../lib/locale.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'

export function RulesCard({ settings }: { settings: MoneySettings }) {
  const save = useCall((form: FormData) =>
    call(changeMoneySettings, {
      body: {
        on: form.has('on'),
        currency: String(form.get('currency') ?? '').toUpperCase(),
        holdSamples: form.has('holdSamples'),
        holdResults: form.has('holdResults'),
        version: settings.version,
      },
    }),
  )
  return (
    <Card aria-labelledby="rules" className="stack gap-4">
      <h2 id="rules">
        <Trans>Rules</Trans>
      </h2>
      <FormShell
        key={settings.version}
        scope="rules"
        error={save.error}
        pending={save.isPending}
        onSubmit={(form) => save.mutate(form)}
      >
        <CheckboxField
          name="on"
          label={t`This laboratory uses prices. Without them nobody sees anything of prices and payments.`}
          defaultChecked={settings.on}
        />
        <TextField
          name="currency"
          label={t`Currency`}
          hint={t`Three letters, like GHS. It stays as it is once something was charged.`}
          required
          maxLength={3}
          autoComplete="off"
          autoCapitalize="characters"
          defaultValue={settings.currency}
        />
        <CheckboxField
          name="holdSamples"
          label={t`Collect samples only once the visit is paid`}
          defaultChecked={settings.holdSamples}
        />
        <CheckboxField
          name="holdResults"
          label={t`Give results only once the visit is paid`}
          defaultChecked={settings.holdResults}
        />
        <p className="hint">
          <Trans>In an emergency staff go round these rules with a reason, which is kept.</Trans>
        </p>
        <FormActions>
          <SubmitButton pending={save.isPending}>
            <Trans>Save the rules</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
      <Taxes taxes={settings.taxes} />
    </Card>
  )
}

function Taxes({ taxes }: { taxes: MoneySettings['taxes'] }) {
  const [adds, setAdds] = useState(false)
  const [ends, setEnds] = useState<string | null>(null)
  const end = useCall((id: string) => call(endTax, { params: { id } }), { onShown: () => setEnds(null) })
  const offered = taxes.filter(({ ended }) => !ended)
  return (
    <div className="stack gap-3">
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
              <Button variant="plain" aria-label={t`End the tax ${name}`} onClick={() => setEnds(id)}>
                <Trans>End</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Button onClick={() => setAdds(true)}>
          <Trans>Add a tax</Trans>
        </Button>
      </p>
      {adds && <TaxDialog onClose={() => setAdds(false)} />}
      <ConfirmDialog
        open={ends !== null}
        question={t`End this tax?`}
        yes={t`End it`}
        pending={end.isPending}
        onYes={() => ends && end.mutate(ends)}
        onNo={() => setEnds(null)}
      >
        <p>
          <Trans>It is no longer offered. Prices that have it keep it.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  )
}

function TaxDialog({ onClose }: { onClose: () => void }) {
  const add = useCall(
    (form: FormData) => {
      const percent = Number(String(form.get('basisPoints') ?? '').replace(',', '.'))
      return call(addTax, {
        body: { name: String(form.get('name') ?? ''), basisPoints: Math.round(percent * 100) || 0 },
      })
    },
    { onShown: onClose },
  )
  return (
    <Dialog open onClose={onClose} title={t`Add a tax`}>
      <FormShell scope="tax" error={add.error} pending={add.isPending} onSubmit={(form) => add.mutate(form)}>
        <TextField
          name="name"
          label={t`Name`}
          required
          maxLength={60}
          autoComplete="off"
          data-first-focus=""
        />
        <TextField
          name="basisPoints"
          label={t`Rate in percent`}
          hint={t`It never changes: another rate is another tax.`}
          inputMode="decimal"
          required
          maxLength={6}
          autoComplete="off"
        />
        <FormActions>
          <SubmitButton pending={add.isPending}>
            <Trans>Add the tax</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}
