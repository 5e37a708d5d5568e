import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { dealWithOutside, visitsOutside } from '#contract/closures.ts'
import { queryFor } from '../../api/queries.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { DecideForm } from './decide-form.tsx'

/** Visits that were booked before the hours were changed: each stays, or is moved, asked or cancelled. */
export function OutsideScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(visitsOutside, { params: { id } }))
  const { site, count, visits } = data
  const namesSite = useNamesSite()
  const navigate = useNavigate()
  return (
    <DecideForm
      endpoint={dealWithOutside}
      id={id}
      visits={visits}
      zone={site.timeZone}
      none={t`All visits lie within the opening hours.`}
      booked={t`outside the opening hours`}
      mayStay
      onDealt={async () => {
        if (count <= visits.length) await navigate({ to: '/manager-dashboard/settings/sites' })
      }}
      back={
        <Link to="/manager-dashboard/settings/sites" className={buttonClass({ variant: 'plain' })}>
          <span className="text-ink-soft">
            <Trans>Sites and chairs</Trans>
          </span>
        </Link>
      }
    >
      <p>
        {namesSite(id)
          ? t`They were booked before the opening hours of ${site.name} were changed, and stay until you decide.`
          : t`They were booked before the opening hours were changed, and stay until you decide.`}{' '}
        {count > visits.length && t`These are the first ${visits.length} of ${count}.`}
      </p>
      {visits.length > 0 && (
        <TextField
          name="reason"
          label={t`Reason`}
          hint={t`Shown to everybody who is asked to come at another time.`}
          required
          maxLength={200}
          defaultValue={t`New opening hours`}
        />
      )}
    </DecideForm>
  )
}
