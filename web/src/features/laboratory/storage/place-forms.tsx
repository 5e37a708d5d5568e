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
import type { Opener } from '../../../screen/dialog-form.tsx'
import { NamedForm } from '../../../screen/named-form.tsx'
import { SiteField } from '../../../screen/site-field.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

/** Adds a freezer, refrigerator or room, or changes one. */
export function UnitForm({ of, opener }: { of: StorageUnit | null; opener: Opener }) {
  const dialog = useFormDialog(of ? changeStorageUnit : addStorageUnit, {
    ...(of && { params: { id: of.id }, of }),
  })
  return (
    <NamedForm
      {...dialog}
      opener={opener}
      scope="unit"
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
export function RackForm({ unit }: { unit: StorageUnit }) {
  const navigate = useNavigate()
  const dialog = useFormDialog(addStorageRack, {
    body: (held) => ({ ...held, unitId: unit.id }),
    onDone: ({ id }) => navigate({ to: '/storage/racks/$id', params: { id } }),
  })
  const size = { type: 'number', inputMode: 'numeric', min: 1, required: true } as const
  return (
    <NamedForm
      {...dialog}
      opener={{
        'aria-label': t`Add a rack to ${unit.name}`,
        children: (
          <>
            <PlusIcon />
            {t`Add a rack`}
          </>
        ),
      }}
      scope="rack"
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

export function ChangeRackForm({ of }: { of: StorageRack }) {
  const dialog = useFormDialog(changeStorageRack, { params: { id: of.id }, of })
  return (
    <NamedForm
      {...dialog}
      opener={{ 'aria-label': t`Change ${of.name}`, children: t`Change` }}
      scope="rack"
      of={of}
      most={60}
      ended={t`No longer used`}
    />
  )
}
