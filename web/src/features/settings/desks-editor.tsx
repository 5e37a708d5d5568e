import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addDesk, type ConfiguredDesk, updateDesk } from '#contract/queue-manager.ts'
import { roomLabels, rooms } from '#contract/ticket-states.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { PlaceRow } from './place-row.tsx'

const roomOptions = rooms.map((value) => ({ value, label: translated(roomLabels[value]) }))

type Site = { id: string; name: string }

/** The desks of a site, collection chairs included, with the room that each serves and whether it is in use. */
export function DesksEditor({ site, desks }: { site: Site; desks: readonly ConfiguredDesk[] }) {
  return (
    <>
      <ul className="stack mt-3 mb-5" aria-label={t`Desks of ${site.name}`}>
        {desks.map(({ name, ...desk }) => (
          <PlaceRow
            key={desk.number}
            scope={`desk-${site.id}-${desk.number}`}
            place={{ ...desk, name }}
            about={
              <>
                {translated(roomLabels[desk.room])}
                {desk.whyNotChanged && `. ${desk.whyNotChanged}`}
              </>
            }
            action={t`Change`}
            disabled={desk.whyNotChanged !== null}
            hasSwitch={!desk.isChair}
            endpoint={updateDesk}
            params={{ number: desk.number }}
            sent={({ name: called, room, active }) => ({ siteId: site.id, name: called, room, active })}
          >
            {!desk.isChair && <TextField name="name" label={t`Name`} required maxLength={60} autoFocus />}
            <SelectField
              name="room"
              label={desk.isChair ? t`Room of ${name}` : t`Room`}
              options={roomOptions}
              autoFocus={desk.isChair}
            />
          </PlaceRow>
        ))}
      </ul>
      <AddDesk siteId={site.id} />
    </>
  )
}

function AddDesk({ siteId }: { siteId: string }) {
  const form = useResourceForm(addDesk, { start: { siteId }, again: true })
  return (
    <ResourceForm form={form} scope={`new-desk-${siteId}`}>
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
        <SubmitButton variant="quiet">
          <PlusIcon />
          <Trans>Add desk</Trans>
        </SubmitButton>
      </div>
    </ResourceForm>
  )
}
