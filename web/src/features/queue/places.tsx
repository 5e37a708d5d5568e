import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MyState } from '#contract/queue-views.ts'
import type { Streamed } from '../../api/use-stream.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LostLine } from './lost-line.tsx'
import { PlaceCard } from './place-card.tsx'

/** The tickets that a stream tells of, live ones first. */
export function Places({ streamed }: { streamed: Streamed<MyState, unknown> }) {
  const { state, lostAt, refused } = streamed
  if (refused)
    return (
      <EmptyState
        title={
          <h2>
            <Trans>This number is not shown</Trans>
          </h2>
        }
        about={refused.message}
      />
    )
  if (!state) return <Skeleton width="100%" height="320px" />
  return (
    <div className="grid gap-5">
      <LostLine since={lostAt} zone={state.places[0]?.site.timeZone ?? 'UTC'} />
      {state.places.map((place) => (
        <PlaceCard key={place.code} place={place} />
      ))}
      {state.places.length === 0 && (
        <EmptyState
          title={
            <h2>
              <Trans>You are not in the queue</Trans>
            </h2>
          }
          about={t`When you are at the laboratory, check in at the kiosk or the desk: your number and your wait are shown here.`}
        />
      )}
    </div>
  )
}
