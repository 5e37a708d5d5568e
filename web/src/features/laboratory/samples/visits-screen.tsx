import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { appointmentTasks } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { sayTotal } from '../../../lib/say-total.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { ChairDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Bench } from '../bench/bench.tsx'
import { useTodaysVisits } from './use-todays-visits.ts'
import { VisitEntry } from './visit-entry.tsx'

/** Everybody who comes today: to check in, to collect, those who did not come, and those who have been. */
export function VisitsScreen() {
  const left = useTodaysVisits('awaited')
  const missed = useTodaysVisits('missed')
  const been = useTodaysVisits('drawn')
  const parts = [
    { id: 'left', heading: t`To check in or collect`, first: 'first', query: left },
    { id: 'missed', heading: t`No-shows`, first: 'first', query: missed },
    { id: 'been', heading: t`Collected`, first: 'latest', query: been },
  ]
  const failed = parts.find(({ query }) => !query.data && query.error)?.query.error
  const there = left.data && missed.data && been.data
  return (
    <Bench>
      <Screen
        title={t`Today’s visits`}
        about={
          there &&
          t`${sayTotal(left.data.total)} to check in or collect, ${sayTotal(been.data.total)} collected`
        }
      >
        {there && parts.every(({ query }) => query.data?.total.count === 0) && (
          <EmptyState
            picture={<ChairDrawing />}
            title={translated(messages.lists.noAppointments)}
            about={t`Visits that are booked for today appear here. A visit of another day opens when you scan its reference.`}
          />
        )}
        {failed && (
          <Failed
            title="p"
            error={failed}
            failure={translated(messages.lists.appointmentsFailure)}
            onRetry={() => void Promise.all(parts.map(({ query }) => query.refetch()))}
          />
        )}
        {!there && !failed && <SkeletonLines count={8} says={translated(messages.loading.any)} />}
        <div className="stack min-w-0 gap-5">
          {parts.map(
            ({ id, heading, first, query: { data } }) =>
              data !== undefined &&
              data.appointments.length > 0 && <Part key={id} {...{ id, heading, first }} list={data} />,
          )}
        </div>
      </Screen>
    </Bench>
  )
}

function Part({
  id,
  heading,
  first,
  list: { appointments, total },
}: {
  id: string
  heading: string
  first: string
  list: ResponseOf<typeof appointmentTasks>
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="heading-row">
        {heading}
      </h2>
      <ul className="border-t">
        {appointments.map((visit) => (
          <VisitEntry key={visit.id} visit={visit} />
        ))}
      </ul>
      {total.count > appointments.length && (
        <p className="mt-3 text-ink-soft">
          <Trans>
            These are the {first} {appointments.length} of {sayTotal(total)}. Any other opens when you scan or
            type its reference.
          </Trans>
        </p>
      )}
    </section>
  )
}
