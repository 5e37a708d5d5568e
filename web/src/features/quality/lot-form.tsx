import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { addControlLot, addControlMaterial } from '#contract/quality.ts'
import { call } from '../../api/client.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { noCall } from '../../screen/use-resource-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.tsx'
import { materialsQuery } from './quality-queries.ts'

type NewLot = BodyInput<typeof addControlLot> & BodyInput<typeof addControlMaterial>

/** Adds a lot of an existing material, or of a new one that is added with it. */
export function AddLot({ sites }: { sites: readonly { id: string; name: string }[] }) {
  const navigate = useNavigate()
  const { rows: known } = useSuspenseQuery(materialsQuery).data
  const [material, setMaterial] = useState<string>()
  const chosen = material ?? known[0]?.id ?? ''
  const dialog = useFormDialog(noCall<NewLot>(), {
    // If the lot was refused after its material was added, the next attempt uses that material.
    body: (held) => ({ ...held, materialId: chosen }),
    send: addLot,
    says: false,
    onDone: ({ id, level, number }) => {
      toast('success', t`${level}, lot ${number}: added. Now its targets.`)
      void navigate({ to: '/quality/set-up/$lotId', params: { lotId: id } })
    },
  })
  return (
    <DialogForm
      {...dialog}
      opener={{
        variant: 'primary',
        children: (
          <>
            <PlusIcon />
            <Trans>Add a lot</Trans>
          </>
        ),
      }}
      title={t`Add a lot`}
      submit={t`Add the lot`}
      leave={t`Cancel`}
    >
      {known.length > 0 && (
        <SelectField
          name="materialId"
          label={t`Material`}
          value={chosen}
          onChange={(event) => setMaterial(event.currentTarget.value)}
          options={[
            ...known.map(({ id, name, manufacturer }) => ({
              value: id,
              label: manufacturer ? `${name}, ${manufacturer}` : name,
            })),
            { value: '', label: t`Another material` },
          ]}
          data-first-focus=""
        />
      )}
      {chosen === '' && (
        <>
          <TextField
            name="name"
            label={t`Name of the material`}
            maxLength={120}
            required
            autoComplete="off"
            {...(known.length === 0 && { 'data-first-focus': '' })}
          />
          <TextField
            name="manufacturer"
            label={t`Manufacturer`}
            maxLength={120}
            optional
            autoComplete="off"
          />
        </>
      )}
      <TextField
        name="level"
        label={t`Level`}
        hint={t`As printed on the vial, for example Level 1, Low or Normal.`}
        maxLength={40}
        required
        autoComplete="off"
      />
      <TextField name="number" label={t`Lot number`} maxLength={60} required autoComplete="off" />
      <DateField name="expiresOn" label={t`Expiry date`} required />
      {sites.length > 1 && (
        <SelectField
          name="siteId"
          label={t`Site`}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </DialogForm>
  )
}

async function addLot({ name, manufacturer, materialId, ...lot }: NewLot) {
  const material =
    materialId === '' ? await call(addControlMaterial, { body: { name, manufacturer } }) : { id: materialId }
  return call(addControlLot, { body: { ...lot, materialId: material.id } })
}
