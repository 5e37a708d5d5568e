import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { addSite, changeSite, type SettingsSite, settings } from '#contract/settings.ts'
import { queryFor } from '../../api/queries.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { ChairsEditor } from './chairs-editor.tsx'
import { ClosedSites, CloseSite } from './close-site.tsx'
import { HoursEditor } from './hours-editor.tsx'
import { OutsideNotice } from './outside-notice.tsx'
import { PartForm } from './part-form.tsx'

/** Where the laboratory is: sites, their hours and their chairs. */
export function SitesScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  const open = data.sites.filter(({ closedAt }) => closedAt === null)
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
      <AddSite />
      <ClosedSites sites={data.sites.filter(({ closedAt }) => closedAt !== null)} />
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
            endpoint={changeSite}
            params={{ id: site.id }}
          >
            <SiteFields />
          </PartForm>
          {closable && <CloseSite site={site} />}
        </div>
      </div>
    </section>
  )
}

function SiteFields() {
  return (
    <>
      <TextField name="name" label={t`Name`} required maxLength={80} />
      <TextField
        name="timeZone"
        label={t`Time zone`}
        hint={t`Only while there are no upcoming visits.`}
        list="time-zones"
        required
        maxLength={60}
        autoComplete="off"
      />
    </>
  )
}

function AddSite() {
  const dialog = useFormDialog(addSite, { start: { timeZone: 'Africa/Accra', chairs: 4 } })
  return (
    <DialogForm
      {...dialog}
      opener={{
        children: (
          <>
            <PlusIcon />
            {t`Open another site`}
          </>
        ),
      }}
      scope="new-site"
      title={t`Open another site`}
      leave={t`Not now`}
      submit={t`Open site`}
    >
      <p>
        <Trans>
          It is open every day from 07:00 to 19:00 until you change its hours, and can be booked at once.
        </Trans>
      </p>
      <SiteFields />
      <TextField name="chairs" label={t`Chairs`} type="number" min={1} max={100} required />
    </DialogForm>
  )
}
