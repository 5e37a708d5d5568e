import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listTasks } from '#contract/bench.ts'
import { type TaskState, taskStateLabels } from '#contract/task-states.ts'
import { dayOf, instantAt } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { List } from '../../../screen/list.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import { MicroscopeDrawing } from '../../../ui/drawings.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { mineQuery, queueLimit, renewing, useZone } from '../bench/bench-queries.ts'
import { QueueEntry } from './queue-entry.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { isMine, queueAddress } from './queue-search.ts'

/** What is to be done, in the order in which to do it: what the person works on, then what waits. */
export function TestQueue() {
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  const filters = useFilters(queueAddress)
  const { state = 'pending', test } = filters.search
  const { search } = filters.words
  const mine = isMine(filters.search)
  const list = useList(
    listTasks,
    {
      query: {
        status: state,
        mine: mine ? 'true' : undefined,
        test,
        search,
        completedSince: state === 'completed' ? (instantAt(today, '00:00', zone) ?? undefined) : undefined,
        limit: queueLimit,
      },
    },
    renewing,
  )
  const named = translated(taskStateLabels[state])
  return (
    <section aria-labelledby="queue">
      <h2 id="queue" className="heading-row">
        <Trans>Test Queue</Trans>
      </h2>
      <QueueFilters filters={filters} />
      {!filters.narrowed && <OwnWork zone={zone} />}
      <List
        list={list}
        failure={t`The queue could not be loaded`}
        narrowed={Boolean(test || search || mine)}
        empty={none[state]}
      >
        {(tasks) => (
          <ul
            className="border-t border-t-line-strong"
            aria-label={
              state === 'completed' ? t`${named} tasks, the latest first` : t`${named} tasks, urgent first`
            }
          >
            {tasks.map((task) => (
              <QueueEntry key={task.id} task={task} zone={zone} />
            ))}
          </ul>
        )}
      </List>
    </section>
  )
}

const picture = <MicroscopeDrawing />
const none = {
  pending: {
    picture,
    title: t`Nothing is waiting for you`,
    about: t`Tasks of your specialties appear here once their samples are collected. To collect, scan a visit’s reference or open today’s visits.`,
  },
  in_progress: { picture, title: t`Nothing is being worked on`, about: t`Claim the next task to begin.` },
  completed: {
    picture,
    title: t`Nothing has been completed today`,
    about: t`Claim the next task to begin.`,
  },
} as const satisfies Record<TaskState, object>

/** Above the queue, as long as nothing else was asked for: what the person has begun. */
function OwnWork({ zone }: { zone: string }) {
  const { data } = useQuery(mineQuery)
  if (!data || data.rows.length === 0) return null
  return (
    <ul
      className="mb-4 border-s-4 border-s-sky border-t border-t-line-strong"
      aria-label={t`Tasks that you work on`}
    >
      {data.rows.map((task) => (
        <QueueEntry key={task.id} task={task} zone={zone} />
      ))}
    </ul>
  )
}
