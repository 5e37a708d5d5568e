import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { Payer } from '#contract/money.ts'
import { addPayer, changePayerEntry } from '#contract/money-prices.ts'
import { listReferrers } from '#contract/orders.ts'
import { queryFor } from '../../api/queries.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'

/** Adds a list of prices for an insurer or a facility. */
export function AddPayerDialog({ onAdded, onClose }: { onAdded: (id: string) => void; onClose: () => void }) {
  const { data } = useQuery(queryFor(listReferrers))
  const facilities = data?.facilities.filter(({ ended }) => !ended) ?? []
  const form = useResourceForm(addPayer, {
    onShown: ({ id }) => {
      onAdded(id)
      onClose()
    },
  })
  return (
    <DialogForm form={form} scope="payer" onClose={onClose} title={t`Add a list`} submit={t`Add the list`}>
      <SelectField
        name="kind"
        label={t`Who pays`}
        options={[
          { value: 'insurer', label: t`An insurer` },
          { value: 'facility', label: t`A facility` },
        ]}
      />
      {form.watch('kind') !== 'facility' ? (
        <TextField name="name" label={t`Name`} required maxLength={120} autoComplete="off" />
      ) : (
        <SelectField
          name="facilityId"
          label={t`Facility`}
          hint={t`Facilities are added in the settings, under Requesters.`}
          required
          placeholder={t`Select`}
          options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </DialogForm>
  )
}

export function PayerEntryDialog({ payer, onClose }: { payer: Payer; onClose: () => void }) {
  const form = useResourceForm(changePayerEntry, {
    params: { id: payer.id },
    of: payer,
    onShown: onClose,
  })
  return (
    <DialogForm form={form} scope="payer" onClose={onClose} title={payer.name} submit={t`Save`}>
      {payer.kind === 'insurer' && (
        <TextField name="name" label={t`Name`} required maxLength={120} autoComplete="off" />
      )}
      <CheckboxField name="offered" label={t`Offered at bookings`} defaultChecked={!payer.ended} />
    </DialogForm>
  )
}
