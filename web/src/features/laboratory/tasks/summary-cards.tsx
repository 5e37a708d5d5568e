import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { classNames } from '../../../lib/class-names.ts'
import { sayNumber } from '../../../lib/locale.ts'
import { translated } from '../../../lib/translated.ts'
import { Failed } from '../../../ui/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { summaryQuery } from '../bench/bench-queries.ts'

/** Pending, in progress, completed today. */
export function SummaryCards() {
  const summary = useQuery(summaryQuery)
  if (summary.error && !summary.data) {
    return (
      <Failed
        title="p"
        error={summary.error}
        failure={translated(messages.lists.dashboardFailure)}
        onRetry={() => void summary.refetch()}
      />
    )
  }
  return (
    <dl className="mb-6 grid grid-cols-4 gap-3 max-sm:grid-cols-3 max-sm:gap-2 [&_dd]:font-650 [&_dd]:text-3xl [&_dd]:tabular-nums [&_dd]:leading-tight [&_dt]:font-600">
      <Figure label={t`Pending Tasks`} count={summary.data?.pending} />
      <Figure label={t`In Progress`} count={summary.data?.inProgress} />
      <Figure label={t`Completed Today`} count={summary.data?.completedToday} />
      {/* Also a zero: a card that came with the answer would move the queue. */}
      <Figure label={t`Overdue`} count={summary.data?.overdue} last />
    </dl>
  )
}

function Figure({
  label,
  count,
  last = false,
}: {
  label: string
  count: number | undefined
  /** The number of overdue tasks; on a phone it has a line of its own. */
  last?: boolean
}) {
  return (
    <div
      className={classNames(
        'stack justify-between rounded border px-4 py-3',
        last
          ? 'max-sm:col-span-full max-sm:flex-row max-sm:items-baseline max-sm:py-1 max-sm:[&_dd]:text-xl'
          : 'max-sm:px-3 max-sm:py-2 max-sm:[&_dt]:text-s',
        last && count ? 'border-carmine bg-carmine-soft text-carmine' : 'bg-card [&_dt]:text-ink-soft',
      )}
    >
      <dt>{label}</dt>
      <dd>
        {count === undefined ? (
          <>
            <Skeleton width="2ch" />
            <span className="visually-hidden">{translated(messages.loading.any)}</span>
          </>
        ) : (
          sayNumber(count)
        )}
      </dd>
    </div>
  )
}
