import { messages } from '#contract/messages.ts'
import { ChairDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import bench from '../bench/bench.module.css'
import { Bench } from '../bench/bench.tsx'
import { Failed } from '../bench/failed.tsx'
import css from './next-visits.module.css'
import { useTodaysVisits } from './use-todays-visits.ts'
import { toSee, VisitEntry } from './visit-entry.tsx'

/** Everybody who comes today: to check in, to collect, and those who have been. */
export function VisitsScreen() {
  const today = useTodaysVisits()
  const left = today.data?.filter(({ status }) => toSee.includes(status)) ?? []
  const been = today.data?.filter(({ status }) => !toSee.includes(status)) ?? []
  return (
    <Bench>
      <PageHeader
        title="Today’s visits"
        about={today.data && `${left.length} to check in or collect, ${been.length} collected`}
      />
      {today.data?.length === 0 && (
        <EmptyState
          picture={<ChairDrawing />}
          title={messages.lists.noAppointments}
          about="Visits that are booked for today appear here. A visit of another day opens when you scan its reference."
        />
      )}
      {!today.data && today.error && (
        <Failed
          error={today.error}
          failure={messages.lists.appointmentsFailure}
          onRetry={() => void today.refetch()}
        />
      )}
      {!today.data && !today.error && <SkeletonLines count={8} says={messages.loading.any} />}
      <div className={bench.column}>
        {[
          { id: 'left', heading: 'To check in or collect', visits: left },
          { id: 'been', heading: 'Collected', visits: been },
        ].map(
          ({ id, heading, visits }) =>
            visits.length > 0 && (
              <section key={id} aria-labelledby={id}>
                <h2 id={id} className={bench.heading}>
                  {heading}
                </h2>
                <ul className={css.list}>
                  {visits.map((visit) => (
                    <VisitEntry key={visit.id} visit={visit} />
                  ))}
                </ul>
              </section>
            ),
        )}
      </div>
    </Bench>
  )
}
