import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightOpen } from '#contract/insight-lists.ts'
import type { insightsToday } from '#contract/insights.ts'
import { queryFor } from '../../api/queries.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Trouble } from './insights-states.tsx'
import { patientColumn, siteColumn, testColumn } from './list-columns.tsx'
import { sayCount } from './number-words.ts'
import { dueColumn, stepColumns } from './open-columns.tsx'

const most = 5

/** The tests that are most overdue, each with its step, the start of the step and the staff responsible. Empty if no test is late. */
export function LateTests({
  today: { tasks, sites },
  site,
}: {
  today: ResponseOf<typeof insightsToday>
  site?: string | undefined
}) {
  const isAny = tasks.overdue > 0
  const list = useQuery({
    ...queryFor(insightOpen, { query: { siteId: site, late: 'true', limit: most } }),
    enabled: isAny,
    placeholderData: keepPreviousData,
  })
  if (!isAny) return null
  const zoneOf = (name: string) => sites.find((one) => one.name === name)?.timeZone ?? 'UTC'
  const caption = tasks.overdue === 1 ? t`Late test` : t`Late tests`
  return (
    <div className="mt-5 mb-6">
      <h3 id="late-tests" className="mb-2 text-m">
        {caption}
      </h3>
      {list.data ? (
        <DataTable
          caption={caption}
          rows={list.data.rows}
          rowKey={({ id }) => id}
          empty={null}
          columns={[
            testColumn,
            patientColumn,
            ...(sites.length > 1 ? [siteColumn] : []),
            dueColumn(zoneOf),
            ...stepColumns(zoneOf),
          ]}
        />
      ) : list.error ? (
        <Trouble error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton width="100%" height="160px" />
      )}
      {tasks.overdue > most && (
        <p className="[&_a]:tap print:hidden">
          <Link to="/manager-dashboard/insights/open" search={{ site, late: 'true' }}>
            <Trans>All {sayCount(tasks.overdue)} late tests</Trans>
          </Link>
        </p>
      )}
    </div>
  )
}
