import { useQuery } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { Failed } from '../../../ui/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { summaryQuery } from '../bench/bench-queries.ts'
import css from './summary-cards.module.css'

/** Pending, in progress, completed today. */
export function SummaryCards() {
  const summary = useQuery(summaryQuery)
  if (summary.error && !summary.data) {
    return (
      <Failed
        title="p"
        error={summary.error}
        failure={messages.lists.dashboardFailure}
        onRetry={() => void summary.refetch()}
      />
    )
  }
  const overdue = summary.data?.overdue ?? 0
  return (
    <dl className={css.cards}>
      <Figure label="Pending Tasks" count={summary.data?.pending} />
      <Figure label="In Progress" count={summary.data?.inProgress} />
      <Figure label="Completed Today" count={summary.data?.completedToday} />
      {overdue > 0 && <Figure label="Overdue" count={overdue} overdue />}
    </dl>
  )
}

function Figure({
  label,
  count,
  overdue = false,
}: {
  label: string
  count: number | undefined
  overdue?: boolean
}) {
  return (
    <div className={overdue ? css.overdue : css.card}>
      <dt>{label}</dt>
      <dd>
        {count?.toLocaleString('en-GB') ?? (
          <>
            <Skeleton width="2ch" />
            <span className="visually-hidden">{messages.loading.any}</span>
          </>
        )}
      </dd>
    </div>
  )
}
