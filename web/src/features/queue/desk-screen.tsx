import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { queueDeskStream } from '#contract/queue.ts'
import type { DeskState, QueueEvent } from '#contract/queue-views.ts'
import { queryFor } from '../../api/queries.ts'
import { useStream } from '../../api/use-stream.ts'
import { Screen } from '../../screen/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChooseDesk } from './choose-desk.tsx'
import { LostLine } from './lost-line.tsx'
import { MyDesk } from './my-desk.tsx'
import { RecentTickets } from './recent-tickets.tsx'
import { WaitingList } from './waiting-list.tsx'

/** The desk console: whom to call, who is here, who waits and why in this order. Live. */
export function DeskScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { state, lostAt, refused } = useStream<DeskState, QueueEvent>(queueDeskStream, undefined)
  const mine = state?.desks.find((desk) => desk.staff?.id === me.id && desk.state !== 'closed')
  return (
    <div className="text-[0.9375rem] [--target:40px]">
      <Screen
        title={mine ? mine.name : t`Queue`}
        about={state && sayQueue(state)}
        action={
          <Link to="/desk/walk-in" className={buttonClass()}>
            <PlusIcon />
            <Trans>Register a walk-in</Trans>
          </Link>
        }
      >
        {refused && (
          <EmptyState
            title={
              <h2>
                <Trans>The queue is not shown</Trans>
              </h2>
            }
            about={refused.message}
          />
        )}
        {!state && !refused && <Skeleton width="100%" height="420px" />}
        {state && (
          <>
            <LostLine since={lostAt} zone={state.site.timeZone} />
            {mine ? (
              <MyDesk desk={mine} desks={state.desks} waiting={state.waiting} zone={state.site.timeZone} />
            ) : (
              <ChooseDesk desks={state.desks} />
            )}
            <WaitingList waiting={state.waiting} desks={state.desks} zone={state.site.timeZone} />
            <RecentTickets tickets={state.recent} zone={state.site.timeZone} />
          </>
        )}
      </Screen>
    </div>
  )
}

function sayQueue({ waiting, expected }: DeskState): string {
  const here =
    waiting.length === 0 ? t`Nobody is waiting` : plural(waiting.length, { one: '# waits', other: '# wait' })
  return t`${here}, ${expected} still booked today.`
}
