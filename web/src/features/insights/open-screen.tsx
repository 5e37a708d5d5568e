import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightOpen } from '#contract/insight-lists.ts'
import { queryFor } from '../../api/queries.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { At, patientColumn, siteColumn, testColumn } from './list-columns.tsx'
import { Choice, TestAndPriority } from './list-filters.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ListSearch } from './list-search.ts'
import { ListShown } from './list-shown.tsx'
import { dueColumn, stepColumns } from './open-columns.tsx'
import { useAsked } from './use-list.ts'

type Task = ResponseOf<typeof insightOpen>['rows'][number]

const lateness = [{ value: 'true', label: t`Overdue` }]

/** The tests that have been collected and not released. */
export function OpenScreen({
  search,
  onSearch,
}: {
  search: ListSearch
  onSearch: (search: ListSearch) => void
}) {
  const { asked, several, zoneOf } = useAsked(search)
  const { site, test, priority, late } = search
  const query = { siteId: site, test, priority, late, limit: asked.limit }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const list = useQuery({
    ...queryFor(insightOpen, { query: { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  const columns = columnsOf(zoneOf, several)
  const filtering = { search, onSearch }
  return (
    <ListFrame
      title={t`Open tests`}
      about={t`The tests that have been collected and not released, with the step of each, since when, and who is responsible. Sorted by due time.`}
      {...filtering}
      filters={
        <>
          <TestAndPriority {...filtering} />
          <Choice {...filtering} name="late" label={t`Due`} options={lateness} />
        </>
      }
    >
      <ListShown query={list}>
        {({ rows: tasks, nextCursor }) => (
          <>
            <DataTable
              caption={t`Open tests, by due time`}
              columns={columns}
              rows={tasks}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<EmptyTubeDrawing />}
                  title={
                    <h2>
                      <Trans>No test is like this</Trans>
                    </h2>
                  }
                  about={t`Remove a filter. Tests appear here from the collection of their sample to the release of their results.`}
                />
              }
            />
            <Pager {...pager(nextCursor)} />
          </>
        )}
      </ListShown>
    </ListFrame>
  )
}

function columnsOf(zoneOf: (site: string) => string, several: boolean): Column<Task>[] {
  return [
    testColumn,
    patientColumn,
    ...(several ? [siteColumn] : []),
    { header: t`Collected`, cell: ({ collectedAt, site }) => <At at={collectedAt} zone={zoneOf(site)} /> },
    dueColumn(zoneOf),
    ...stepColumns(zoneOf),
    {
      header: t`Priority`,
      cell: ({ priority }) => <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>,
    },
  ]
}
