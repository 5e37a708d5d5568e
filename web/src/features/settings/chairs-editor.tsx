import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addChair, changeChair, type SettingsSite } from '#contract/settings.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { PlaceRow } from './place-row.tsx'

/** The chairs of a site: named, in use or not. */
export function ChairsEditor({ site }: { site: SettingsSite }) {
  return (
    <>
      <ul className="stack mb-5" aria-label={t`Chairs of ${site.name}`}>
        {site.chairs.map((chair) => (
          <PlaceRow
            key={chair.number}
            scope={`chair-${site.id}-${chair.number}`}
            place={chair}
            action={t`Rename`}
            endpoint={changeChair}
            params={{ id: site.id, number: chair.number }}
            sent={({ name, active }) => ({ name, active })}
          >
            <TextField name="name" label={t`Name`} required maxLength={40} autoFocus />
          </PlaceRow>
        ))}
      </ul>
      <AddChair site={site} />
    </>
  )
}

function AddChair({ site }: { site: SettingsSite }) {
  const form = useResourceForm(addChair, { params: { id: site.id }, again: true })
  return (
    <ResourceForm form={form} scope={`new-chair-${site.id}`}>
      <div className="flex flex-wrap items-start gap-3 [&>:first-child]:flex-[1_1_180px] [&>button]:mt-6.5">
        <TextField
          name="name"
          label={t`Another chair`}
          hint={t`Its name, for example Chair 5.`}
          required
          maxLength={40}
          autoComplete="off"
        />
        <SubmitButton variant="quiet">
          <PlusIcon />
          <Trans>Add chair</Trans>
        </SubmitButton>
      </div>
    </ResourceForm>
  )
}
