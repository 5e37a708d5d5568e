import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { addChair, changeChair, type SettingsSite } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { textOf } from './part-form.tsx'
import { PlaceRow } from './place-row.tsx'
import { useSaving } from './use-saving.ts'

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
            read={(form) => ({ name: textOf(form, 'name') })}
            save={({ name, active, version }) =>
              call(changeChair, {
                params: { id: site.id, number: chair.number },
                body: { name, active, version },
              })
            }
          >
            {({ name }) => (
              <TextField name="name" label={t`Name`} required maxLength={40} defaultValue={name} autoFocus />
            )}
          </PlaceRow>
        ))}
      </ul>
      <AddChair site={site} />
    </>
  )
}

function AddChair({ site }: { site: SettingsSite }) {
  const [count, setCount] = useState(0)
  const { saving } = useSaving(
    (body: BodyInput<typeof addChair>) => call(addChair, { params: { id: site.id }, body }),
    () => setCount(count + 1),
  )
  return (
    <FormShell
      key={count}
      scope={`new-chair-${site.id}`}
      error={saving.error}
      pending={saving.isPending}
      onSubmit={(form) => saving.mutate({ name: textOf(form, 'name') })}
    >
      <div className="flex flex-wrap items-start gap-3 [&>:first-child]:flex-[1_1_180px] [&>button]:mt-6.5">
        <TextField
          name="name"
          label={t`Another chair`}
          hint={t`Its name, for example Chair 5.`}
          required
          maxLength={40}
          autoComplete="off"
        />
        <Button type="submit" pending={saving.isPending}>
          <PlusIcon />
          <Trans>Add chair</Trans>
        </Button>
      </div>
    </FormShell>
  )
}
