import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payer } from '#contract/money.ts'
import { addPayer, changePayerEntry } from '#contract/money-prices.ts'
import { listReferrers } from '#contract/orders.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { useCall } from '../../screen/use-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'

const said = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** Adds a list of prices for an insurer or a facility. */
export function AddPayerDialog({ onAdded, onClose }: { onAdded: (id: string) => void; onClose: () => void }) {
  const [kind, setKind] = useState<'insurer' | 'facility'>('insurer')
  const { data } = useQuery(queryFor(listReferrers))
  const facilities = data?.facilities.filter(({ ended }) => !ended) ?? []
  const add = useCall(
    (form: FormData) =>
      call(addPayer, {
        body:
          kind === 'insurer'
            ? { kind, name: said(form, 'name') }
            : { kind, facilityId: said(form, 'facilityId') },
      }),
    {
      onShown: ({ id }) => {
        onAdded(id)
        onClose()
      },
    },
  )
  return (
    <Dialog open onClose={onClose} title={t`Add a list`}>
      <FormShell
        scope="payer"
        error={add.error}
        pending={add.isPending}
        onSubmit={(form) => add.mutate(form)}
      >
        <SelectField
          name="kind"
          label={t`Who pays`}
          value={kind}
          onChange={(event) => setKind(event.target.value as typeof kind)}
          options={[
            { value: 'insurer', label: t`An insurer` },
            { value: 'facility', label: t`A facility` },
          ]}
        />
        {kind === 'insurer' ? (
          <TextField name="name" label={t`Name`} required maxLength={120} autoComplete="off" />
        ) : (
          <SelectField
            name="facilityId"
            label={t`Facility`}
            hint={t`Facilities are added in the settings, under Referrers.`}
            required
            placeholder={t`Select`}
            options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <FormActions>
          <SubmitButton pending={add.isPending}>
            <Trans>Add the list</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}

export function PayerEntryDialog({ payer, onClose }: { payer: Payer; onClose: () => void }) {
  const save = useCall(
    (form: FormData) =>
      call(changePayerEntry, {
        params: { id: payer.id },
        body: {
          ...(payer.kind === 'insurer' && { name: said(form, 'name') }),
          offered: form.has('offered'),
          version: payer.version,
        },
      }),
    { onShown: onClose },
  )
  return (
    <Dialog open onClose={onClose} title={payer.name}>
      <FormShell
        scope="payer"
        error={save.error}
        pending={save.isPending}
        onSubmit={(form) => save.mutate(form)}
      >
        {payer.kind === 'insurer' && (
          <TextField
            name="name"
            label={t`Name`}
            required
            maxLength={120}
            autoComplete="off"
            defaultValue={payer.name}
          />
        )}
        <CheckboxField name="offered" label={t`Offered at bookings`} defaultChecked={!payer.ended} />
        <FormActions>
          <SubmitButton pending={save.isPending}>
            <Trans>Save</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}
