import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type QueueRule, queueSettings, updateQueueSettings } from '#contract/queue-manager.ts'
import { settings } from '#contract/settings.ts'
import { queryFor } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { DesksEditor } from './desks-editor.tsx'
import { PartForm } from './part-form.tsx'

/** Minutes, with the limits of the contract. */
const fields: Readonly<Record<QueueRule, { label: string; hint: string; min: number; max: number }>> = {
  checkInMinutes: {
    label: t`Check-in opens before the visit`,
    hint: t`How long before the appointment patients can check in themselves.`,
    min: 0,
    max: 720,
  },
  graceBeforeMinutes: {
    label: t`Appointments count from`,
    hint: t`From this long before its time, an appointment is called before walk-ins.`,
    min: 0,
    max: 240,
  },
  graceAfterMinutes: {
    label: t`Appointments count until`,
    hint: t`A patient who arrives later than this after the appointment waits like a walk-in.`,
    min: 0,
    max: 240,
  },
  ageingMinutes: {
    label: t`Long wait after`,
    hint: t`After this wait, a walk-in is called like an appointment.`,
    min: 5,
    max: 600,
  },
  aboveStatMinutes: {
    label: t`Very long wait after`,
    hint: t`After this wait, a patient is called before urgent ones. Must be longer than the long wait.`,
    min: 6,
    max: 1440,
  },
  noShowMinutes: {
    label: t`Time to come after a call`,
    hint: t`How long a desk must wait after a call before it can mark the patient as a no-show.`,
    min: 0,
    max: 60,
  },
  callEndsMinutes: {
    label: t`A call ends automatically after`,
    hint: t`Must be longer than the time to come. 0: never.`,
    min: 0,
    max: 240,
  },
  absentMinutes: {
    label: t`A booked visit is missed after`,
    hint: t`Counted from the time of the visit, unless the patient has checked in. 0: never.`,
    min: 0,
    max: 1440,
  },
}

/** The rules of the queue and the desks, by site. */
export function QueueRulesScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  const open = data.sites.filter(({ closedAt }) => closedAt === null)
  return open.map((site) => (
    <section key={site.id} className="mb-10" aria-label={site.name}>
      {data.sites.length > 1 && <h2 className="mb-4 text-xl">{site.name}</h2>}
      <SiteQueue siteId={site.id} />
    </section>
  ))
}

function SiteQueue({ siteId }: { siteId: string }) {
  const { data } = useSuspenseQuery(queryFor(queueSettings, { query: { siteId } }))
  return (
    <div className="stack gap-6">
      <PartForm
        title={t`Queue rules, in minutes`}
        scope={`queue-${siteId}`}
        part={data}
        endpoint={updateQueueSettings}
        body={(rules) => ({ ...rules, siteId })}
      >
        <div className="cols-fit-240 grid items-start gap-5">
          {Object.entries(fields).map(([name, field]) => (
            <TextField
              key={name}
              name={name}
              type="number"
              inputMode="numeric"
              step={1}
              required
              {...field}
            />
          ))}
        </div>
      </PartForm>
      <Card aria-label={t`Desks`}>
        <h2 className="mb-4 text-l">
          <Trans>Desks</Trans>
        </h2>
        <p className="text-ink-soft">
          <Trans>
            Tickets are called to the desks of the room that they wait for. Chairs are named and taken out of
            use under <Link to="/manager-dashboard/settings/sites">Sites and chairs</Link>.
          </Trans>
        </p>
        <DesksEditor site={data.site} desks={data.desks} />
      </Card>
      <Card aria-label={t`Waiting room screens`}>
        <h2 className="mb-4 text-l">
          <Trans>Waiting room screens</Trans>
        </h2>
        <p className="text-ink-soft">
          <Trans>
            Open these on a device of the waiting room. Nobody has to be signed in there, and the board shows
            no names.
          </Trans>
        </p>
        <p className="row mt-3 gap-x-3 gap-y-2">
          <Link className={buttonClass()} to="/kiosk" search={{ site: siteId }} target="_blank">
            <Trans>Check-in kiosk</Trans>
          </Link>
          <Link className={buttonClass()} to="/board/$site" params={{ site: siteId }} target="_blank">
            <Trans>Waiting room board</Trans>
          </Link>
        </p>
      </Card>
    </div>
  )
}
