import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listTasks } from '#contract/bench.ts'
import { messages } from '#contract/messages.ts'
import { taskStateLabels, taskStates } from '#contract/task-states.ts'
import { queryFor } from '../../../api/queries.ts'
import { dayOf, instantAt } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { MicroscopeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { useKeyPages } from '../../../ui/use-key-pages.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { mineQuery, renewing, useZone } from '../bench/bench-queries.ts'
import { QueueEntry } from './queue-entry.tsx'
import { noFilter, type QueueFilter, QueueFilters } from './queue-filters.tsx'

const pageSize = 20
const failure = t`The queue could not be loaded`

/** What is to be done, in the order in which to do it: what the person works on, then what waits. */
export function TestQueue() {
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  const [filter, setFilter] = useState<QueueFilter>(noFilter)
  const search = useSettled(filter.search.trim())
  const { cursor, pager } = useKeyPages(JSON.stringify({ ...filter, search }))
  const tasks = useQuery({
    ...queryFor(listTasks, {
      query: {
        status: filter.status,
        ...(filter.mine && { mine: 'true' }),
        ...(filter.test && { test: filter.test }),
        ...(search && { search }),
        ...(filter.status === 'completed' && {
          completedSince: instantAt(today, '00:00', zone) ?? undefined,
        }),
        limit: pageSize,
        cursor,
      },
    }),
    ...renewing,
    placeholderData: keepPreviousData,
  })
  const narrowed = filter.test !== '' || search !== '' || filter.mine
  return (
    <section aria-labelledby="queue">
      <h2 id="queue" className="heading-row">
        <Trans>Test Queue</Trans>
      </h2>
      <QueueFilters filter={filter} onChange={setFilter} />
      {filter === noFilter && <OwnWork zone={zone} />}
      {tasks.data ? (
        <div
          aria-busy={tasks.isPlaceholderData || undefined}
          className="transition-opacity [&[aria-busy]]:opacity-60"
        >
          {tasks.data.rows.length === 0 ? (
            <NothingHere filter={filter} narrowed={narrowed} />
          ) : (
            <ul
              className="border-t border-t-line-strong"
              aria-label={
                filter.status === 'completed'
                  ? t`${translated(taskStateLabels[filter.status])} tasks, the latest first`
                  : t`${translated(taskStateLabels[filter.status])} tasks, urgent first`
              }
            >
              {tasks.data.rows.map((task) => (
                <QueueEntry key={task.id} task={task} zone={zone} />
              ))}
            </ul>
          )}
          <Pager {...pager(tasks.data.nextCursor)} />
        </div>
      ) : tasks.error ? (
        <Failed title="p" error={tasks.error} failure={failure} onRetry={() => void tasks.refetch()} />
      ) : (
        <QueueLoading />
      )}
    </section>
  )
}

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

function NothingHere({ filter, narrowed }: { filter: QueueFilter; narrowed: boolean }) {
  const state = translated(taskStateLabels[filter.status]).toLowerCase()
  if (narrowed) {
    return (
      <EmptyState
        title={t`No ${state} task fits this.`}
        about={t`Widen the filters, or look in another state.`}
      />
    )
  }
  if (filter.status === 'pending') {
    return (
      <EmptyState
        picture={<MicroscopeDrawing />}
        title={t`Nothing is waiting for you`}
        about={t`Tasks of your specialties appear here once their samples are collected. To collect, scan a visit’s reference or open today’s visits.`}
      />
    )
  }
  return (
    <EmptyState
      picture={<MicroscopeDrawing />}
      title={
        filter.status === 'completed' ? t`Nothing has been completed today` : t`Nothing is being worked on`
      }
      about={t`Claim the next task to begin.`}
    />
  )
}

function QueueLoading() {
  return (
    <div role="status" className="stack gap-2">
      <span className="visually-hidden">{translated(messages.loading.any)}</span>
      {taskStates.concat(taskStates).map((state, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are alike and never move.
        <div key={`${state}${line}`} className="h-18 rounded bg-line opacity-50" aria-hidden="true" />
      ))}
    </div>
  )
}
