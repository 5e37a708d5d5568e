import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { dealWithClosure, visitsInClosure } from '#contract/closures.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DecideForm } from './decide-form.tsx'

/** Visits that still lie in a closure: who was asked for another time and has not chosen one, for example. */
export function ClosureVisitsScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(visitsInClosure, { params: { id } }))
  const { closure, visits } = data
  const navigate = useNavigate()
  const zone = closure.site.timeZone
  return (
    <DecideForm
      endpoint={dealWithClosure}
      id={id}
      visits={visits}
      zone={zone}
      none={t`All of them have a new time.`}
      onDealt={() => navigate({ to: '/manager-dashboard/settings/closures' })}
      back={
        <Link to="/manager-dashboard/settings/closures" className={buttonClass({ variant: 'plain' })}>
          <span className="text-ink-soft">
            <Trans>All closures</Trans>
          </span>
        </Link>
      }
    >
      <p>
        <Trans>
          <strong>{closure.reason}</strong>, {sayWhen(closure.start, zone, now())} to{' '}
          {sayWhen(closure.end, zone, now())}.
        </Trans>
      </p>
    </DecideForm>
  )
}
