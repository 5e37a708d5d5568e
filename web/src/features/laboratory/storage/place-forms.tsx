import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  addStorageRack,
  addStorageUnit,
  changeStorageRack,
  changeStorageUnit,
  type StorageRack,
  type StorageUnit,
  storageKinds,
} from '#contract/storage.ts'
import { choicesIn } from '../../../lib/translated.ts'
import { NamedForm } from '../../../screen/named-form.tsx'
import { SiteField } from '../../../screen/site-field.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../../ui/fields.tsx'

/** Adds a freezer, refrigerator or room, or changes one. */
export function UnitForm({ of, onClose }: { of: StorageUnit | null; onClose: () => void }) {
  const form = useResourceForm(of ? changeStorageUnit : addStorageUnit, {
    ...(of && { params: { id: of.id }, of }),
    onDone: onClose,
  })
  return (
    <NamedForm
      form={form}
      scope="unit"
      onClose={onClose}
      of={of}
      adds={t`Add a freezer or refrigerator`}
      most={60}
      ended={t`No longer used`}
    >
      <SelectField name="kind" label={t`Kind`} options={choicesIn(storageKinds)} required />
      {of === null && <SiteField />}
    </NamedForm>
  )
}

/** Adds a rack. Its size cannot be changed later. */
export function RackForm({ unit, onClose }: { unit: StorageUnit; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useResourceForm(addStorageRack, {
    body: (held) => ({ ...held, unitId: unit.id }),
    onDone: async ({ id }) => {
      onClose()
      await navigate({ to: '/storage/racks/$id', params: { id } })
    },
  })
  const size = { type: 'number', inputMode: 'numeric', min: 1, required: true } as const
  return (
    <NamedForm
      form={form}
      scope="rack"
      onClose={onClose}
      of={null}
      adds={t`Add a rack to ${unit.name}`}
      most={60}
    >
      <div className="cols-fit-180 grid items-start gap-4">
        <TextField name="rows" label={t`Rows`} hint={t`Lettered from A.`} max={26} {...size} />
        <TextField name="columns" label={t`Columns`} hint={t`Numbered from 1.`} max={30} {...size} />
      </div>
    </NamedForm>
  )
}

export function ChangeRackForm({ of, onClose }: { of: StorageRack; onClose: () => void }) {
  const form = useResourceForm(changeStorageRack, { params: { id: of.id }, of, onDone: onClose })
  return <NamedForm form={form} scope="rack" onClose={onClose} of={of} most={60} ended={t`No longer used`} />
}
