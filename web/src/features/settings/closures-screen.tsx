import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Closure, listClosures, removeClosure } from '#contract/closures.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { exactly, sayWhen } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CalendarDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'

/** When the laboratory is closed although its hours say otherwise. */
export function ClosuresScreen() {
  const { data } = useSuspenseQuery(queryFor(listClosures))
  const severalSites = new Set(data.closures.map(({ site }) => site.id)).size > 1
  const add = (
    <Link to="/manager-dashboard/settings/closures/new" className={buttonClass({ variant: 'primary' })}>
      <PlusIcon />
      <Trans>Close temporarily</Trans>
    </Link>
  )
  if (data.closures.length === 0) {
    return (
      <EmptyState
        picture={<CalendarDrawing />}
        title={t`No closures ahead`}
        about={t`Holidays and maintenance: nobody can book in them, and patients who are booked already are moved or informed.`}
        action={add}
      />
    )
  }
  return (
    <>
      <ul className="cols-fill-320 mb-8 grid gap-4" aria-label={t`Closures`}>
        {data.closures.map((closure) => (
          <li key={closure.id}>
            <ClosureCard closure={closure} withSite={severalSites} />
          </li>
        ))}
      </ul>
      {add}
    </>
  )
}

function ClosureCard({ closure, withSite }: { closure: Closure; withSite: boolean }) {
  const { id, site, start, end, reason, visits } = closure
  return (
    <Card
      className="stack [&_h2]:wrap-anywhere [&_h3]:wrap-anywhere gap-2 [&_h2]:text-m [&_h3]:text-m"
      aria-label={reason}
    >
      <h2>{reason}</h2>
      <p title={t`${exactly(start, site.timeZone)} to ${exactly(end, site.timeZone)}`}>
        <Trans>
          {sayWhen(start, site.timeZone, now())} to {sayWhen(end, site.timeZone, now())}
        </Trans>
        {withSite && `, ${site.name}`}
      </p>
      <p className="text-ink-soft">
        {visits === 0 ? (
          t`Nobody is booked in it.`
        ) : (
          <Link to="/manager-dashboard/settings/closures/$id" params={{ id }}>
            {visits === 1 ? t`1 visit is still booked in it` : t`${visits} visits are still booked in it`}
          </Link>
        )}
      </p>
      <div className="row mt-3 gap-x-3 gap-y-2">
        <ConfirmButton
          opener={{ variant: 'plain', 'aria-label': t`Open again: ${reason}`, children: t`Open again` }}
          question={t`Open again: ${reason}?`}
          yes={t`Open again`}
          no={t`Stay closed`}
          act={() => call(removeClosure, { params: { id } })}
        >
          <p>
            <Trans>The time can be booked again. Visits that were moved stay where they are now.</Trans>
          </p>
        </ConfirmButton>
      </div>
    </Card>
  )
}
