import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addControlLot, addControlMaterial, type ControlLotDetail } from '#contract/quality.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { materialsQuery } from './quality-queries.ts'

/** A lot of a material that is known, or of one that is added with it. */
export function LotForm({
  sites,
  onCancel,
}: {
  sites: readonly { id: string; name: string }[]
  onCancel: () => void
}) {
  const navigate = useNavigate()
  const { rows: known } = useSuspenseQuery(materialsQuery).data
  const [material, setMaterial] = useState<string>()
  const add = useCall(addLot, {
    says: ({ level, number }) => t`${level}, lot ${number}: added. Now its targets.`,
    onDone: ({ id }: ControlLotDetail) =>
      void navigate({ to: '/quality/set-up/$lotId', params: { lotId: id } }),
  })
  const chosen = material ?? known[0]?.id ?? ''
  return (
    <FormShell
      error={add.error}
      pending={add.isPending}
      onSubmit={(form) => add.mutate({ materialId: chosen, form })}
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
        hint={t`As it stands on the vial: Level 1, Low, Normal.`}
        maxLength={40}
        required
        autoComplete="off"
      />
      <TextField name="number" label={t`Lot number`} maxLength={60} required autoComplete="off" />
      <DateField name="expiresOn" label={t`Last day on which it may be used`} required />
      {sites.length > 1 && (
        <SelectField
          name="siteId"
          label={t`Site`}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FormActions>
        <SubmitButton pending={add.isPending}>
          <Trans>Add the lot</Trans>
        </SubmitButton>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </FormActions>
    </FormShell>
  )
}

async function addLot({
  materialId,
  form,
}: {
  materialId: string
  form: FormData
}): Promise<ControlLotDetail> {
  const text = (name: string) => String(form.get(name) ?? '')
  const material =
    materialId === ''
      ? await call(addControlMaterial, { body: { name: text('name'), manufacturer: text('manufacturer') } })
      : { id: materialId }
  const siteId = text('siteId')
  return call(addControlLot, {
    body: {
      materialId: material.id,
      level: text('level'),
      number: text('number'),
      expiresOn: text('expiresOn'),
      ...(siteId !== '' && { siteId }),
    },
  })
}
