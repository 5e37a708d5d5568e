import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { addChair, changeChair, type SettingsChair, type SettingsSite } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FasterNotice } from './faster-notice.tsx'
import css from './settings.module.css'
import { useSaving } from './use-saving.ts'

/** The chairs of a site: named, in use or not. */
export function ChairsEditor({ site }: { site: SettingsSite }) {
  return (
    <>
      <ul className={css.chairs} aria-label={`Chairs of ${site.name}`}>
        {site.chairs.map((chair) => (
          <ChairRow key={chair.number} siteId={site.id} chair={chair} />
        ))}
      </ul>
      <AddChair site={site} />
    </>
  )
}

function ChairRow({ siteId, chair }: { siteId: string; chair: SettingsChair }) {
  /** The chair as it was when renaming began: a name that somebody else gives it meanwhile is not gone over. */
  const [base, setBase] = useState<SettingsChair | null>(null)
  const [renewed, setRenewed] = useState(false)
  const { number, name, active, version } = chair
  const renameId = `rename-${siteId}-${number}`
  const leave = () => {
    setBase(null)
    // The row's own button is there once the field has gone.
    setTimeout(() => document.getElementById(renameId)?.focus(), 0)
  }
  const { saving, faster, theirs } = useSaving(
    (body: BodyInput<typeof changeChair>) => call(changeChair, { params: { id: siteId, number }, body }),
    () => base && leave(),
  )
  if (base && renewed && version !== base.version) {
    setBase(chair)
    setRenewed(false)
  }
  return (
    <li className={css.chair}>
      {base ? (
        <FormShell
          key={base.version}
          scope={`chair-${siteId}-${number}`}
          error={faster ? null : saving.error}
          pending={saving.isPending}
          onSubmit={(form) =>
            saving.mutate({
              name: String(form.get('name')),
              active: base.active,
              version: base.version,
            })
          }
        >
          {faster && (
            <FasterNotice
              onShow={() => {
                setRenewed(true)
                void theirs()
              }}
            />
          )}
          <TextField name="name" label="Name" required maxLength={40} defaultValue={base.name} autoFocus />
          <FormActions>
            <SubmitButton pending={saving.isPending}>Save name</SubmitButton>
            <Button
              variant="plain"
              onClick={() => {
                saving.reset()
                leave()
              }}
            >
              Leave it
            </Button>
          </FormActions>
        </FormShell>
      ) : (
        <div className={css.row}>
          <span className={css.chairName}>
            {name} {!active && <Badge>Out of use</Badge>}
          </span>
          <Button
            variant="plain"
            id={renameId}
            aria-label={`Rename ${name}`}
            onClick={() => {
              saving.reset()
              setBase(chair)
            }}
          >
            Rename
          </Button>
          <Button
            variant="plain"
            pending={saving.isPending}
            aria-label={`${active ? 'Take out of use' : 'Use again'}: ${name}`}
            onClick={() => saving.mutate({ name, active: !active, version })}
          >
            {active ? 'Take out of use' : 'Use again'}
          </Button>
        </div>
      )}
      {saving.error && !base && (
        <Notice kind="warning" role="alert">
          <p>{saving.error.message}</p>
          {faster && (
            <p>
              <Button onClick={() => void theirs()}>Show what is in force</Button>
            </p>
          )}
        </Notice>
      )}
    </li>
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
      onSubmit={(form) => saving.mutate({ name: String(form.get('name')) })}
    >
      <div className={css.add}>
        <TextField
          name="name"
          label="Another chair"
          hint="Its name, for example Chair 5."
          required
          maxLength={40}
          autoComplete="off"
        />
        <Button type="submit" pending={saving.isPending}>
          <PlusIcon />
          Add chair
        </Button>
      </div>
    </FormShell>
  )
}
