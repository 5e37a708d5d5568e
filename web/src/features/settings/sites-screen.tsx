import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { addSite, changeSite, type SettingsSite, settings } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { ChairsEditor } from './chairs-editor.tsx'
import { ClosedSites, CloseSite } from './close-site.tsx'
import { HoursEditor } from './hours-editor.tsx'
import { OutsideNotice } from './outside-notice.tsx'
import { numberOf, PartForm, textOf } from './part-form.tsx'
import { useSaving } from './use-saving.ts'

/** Where the laboratory is: sites, their hours and their chairs. */
export function SitesScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  const open = data.sites.filter(({ closedAt }) => closedAt === null)
  const [adding, setAdding] = useState(false)
  return (
    <>
      {open.map((site) => (
        <SiteParts key={site.id} site={site} titled={data.sites.length > 1} closable={open.length > 1} />
      ))}
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Button onClick={() => setAdding(true)}>
        <PlusIcon />
        <Trans>Open another site</Trans>
      </Button>
      <ClosedSites sites={data.sites.filter(({ closedAt }) => closedAt !== null)} />
      <AddSite open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function SiteParts({ site, titled, closable }: { site: SettingsSite; titled: boolean; closable: boolean }) {
  return (
    <section className="mb-10" aria-label={site.name}>
      {titled && <h2 className="mb-4 text-xl">{site.name}</h2>}
      <div className="cols-fit-400 grid items-start gap-6">
        <Card aria-label={t`Opening hours`}>
          <h2 className="mb-4 text-l">
            <Trans>Opening hours</Trans>
          </h2>
          <OutsideNotice siteId={site.id} />
          <HoursEditor site={site} />
        </Card>
        <div className="stack gap-6">
          <Card aria-label={t`Chairs`}>
            <h2 className="mb-4 text-l">
              <Trans>Chairs</Trans>
            </h2>
            <ChairsEditor site={site} />
          </Card>
          <PartForm
            title={t`Name and time zone`}
            scope={`site-${site.id}`}
            part={site}
            save={(body: BodyInput<typeof changeSite>) => call(changeSite, { params: { id: site.id }, body })}
            read={(form) => ({ name: textOf(form, 'name'), timeZone: textOf(form, 'timeZone') })}
          >
            {(base) => <SiteFields name={base.name} timeZone={base.timeZone} />}
          </PartForm>
          {closable && <CloseSite site={site} />}
        </div>
      </div>
    </section>
  )
}

function SiteFields({ name, timeZone }: { name: string; timeZone: string }) {
  return (
    <>
      <TextField name="name" label={t`Name`} required maxLength={80} defaultValue={name} />
      <TextField
        name="timeZone"
        label={t`Time zone`}
        hint={t`Only while no visit is to come.`}
        list="time-zones"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={timeZone}
      />
    </>
  )
}

function AddSite({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { saving } = useSaving((body: BodyInput<typeof addSite>) => call(addSite, { body }), onClose)
  return (
    <Dialog open={open} onClose={onClose} title={t`Open another site`}>
      <p>
        <Trans>
          It is open every day from 07:00 to 19:00 until you change its hours, and can be booked at once.
        </Trans>
      </p>
      <FormShell
        scope="new-site"
        error={saving.error}
        pending={saving.isPending}
        onSubmit={(form) =>
          saving.mutate({
            name: textOf(form, 'name'),
            timeZone: textOf(form, 'timeZone'),
            chairs: numberOf(form, 'chairs'),
          })
        }
      >
        <SiteFields name="" timeZone="Africa/Accra" />
        <TextField
          name="chairs"
          label={t`Chairs`}
          type="number"
          min={1}
          max={100}
          required
          defaultValue={4}
        />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <SubmitButton pending={saving.isPending}>
            <Trans>Open site</Trans>
          </SubmitButton>
        </DialogActions>
      </FormShell>
    </Dialog>
  )
}
