import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { addDesk, type ConfiguredDesk, updateDesk } from '#contract/queue-manager.ts'
import { type Room, roomLabels, rooms } from '#contract/ticket-states.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { textOf } from './part-form.tsx'
import { PlaceRow } from './place-row.tsx'
import { useSaving } from './use-saving.ts'

const roomOptions = rooms.map((value) => ({ value, label: translated(roomLabels[value]) }))
const roomOf = (form: FormData) => textOf(form, 'room') as Room

type Site = { id: string; name: string }

/** The desks of a site, collection chairs included, with the room that each serves and whether it is in use. */
export function DesksEditor({ site, desks }: { site: Site; desks: readonly ConfiguredDesk[] }) {
  return (
    <>
      <ul className="stack mt-3 mb-5" aria-label={t`Desks of ${site.name}`}>
        {desks.map((desk) => (
          <PlaceRow
            key={desk.number}
            scope={`desk-${site.id}-${desk.number}`}
            place={desk}
            about={
              <>
                {translated(roomLabels[desk.room])}
                {desk.whyNotChanged && `. ${desk.whyNotChanged}`}
              </>
            }
            action={t`Change`}
            disabled={desk.whyNotChanged !== null}
            hasSwitch={!desk.isChair}
            read={(form) => ({
              room: roomOf(form),
              ...(!desk.isChair && { name: textOf(form, 'name') }),
            })}
            save={({ name, room, active, version }) =>
              call(updateDesk, {
                params: { number: desk.number },
                body: { siteId: site.id, name, room, active, version },
              })
            }
          >
            {({ name, room }) => (
              <>
                {!desk.isChair && (
                  <TextField
                    name="name"
                    label={t`Name`}
                    required
                    maxLength={60}
                    defaultValue={name}
                    autoFocus
                  />
                )}
                <SelectField
                  name="room"
                  label={desk.isChair ? t`Room of ${name}` : t`Room`}
                  options={roomOptions}
                  defaultValue={room}
                  autoFocus={desk.isChair}
                />
              </>
            )}
          </PlaceRow>
        ))}
      </ul>
      <AddDesk siteId={site.id} />
    </>
  )
}

function AddDesk({ siteId }: { siteId: string }) {
  const [count, setCount] = useState(0)
  const { saving } = useSaving(
    (body: BodyInput<typeof addDesk>) => call(addDesk, { body }),
    () => setCount(count + 1),
  )
  return (
    <FormShell
      key={count}
      scope={`new-desk-${siteId}`}
      error={saving.error}
      pending={saving.isPending}
      onSubmit={(form) => saving.mutate({ siteId, name: textOf(form, 'name'), room: roomOf(form) })}
    >
      <div className="flex flex-wrap items-start gap-3 [&>:first-child]:flex-[1_1_180px] [&>button]:mt-6.5">
        <TextField
          name="name"
          label={t`Another desk`}
          hint={t`Its name, for example Reception 2.`}
          required
          maxLength={60}
          autoComplete="off"
        />
        <SelectField name="room" label={t`Room`} options={roomOptions} defaultValue="reception" />
        <Button type="submit" pending={saving.isPending}>
          <PlusIcon />
          <Trans>Add desk</Trans>
        </Button>
      </div>
    </FormShell>
  )
}
