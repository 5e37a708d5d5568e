import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoint.ts'
import { insightSamples } from '#contract/insight-lists.ts'

import { queryFor } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { collectedColumn, sampleColumns, siteColumn } from './list-columns.tsx'
import { PersonChoice, TestAndPriority } from './list-filters.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ListSearch } from './list-search.ts'
import { ListShown } from './list-shown.tsx'
import { useAsked } from './use-list.ts'

type Sample = ResponseOf<typeof insightSamples>['rows'][number]

/** The samples behind what was collected. */
export function SamplesScreen({
  search,
  onSearch,
}: {
  search: ListSearch
  onSearch: (search: ListSearch) => void
}) {
  const { range, asked, several, zoneOf } = useAsked(search)
  const { test, priority, person } = search
  const query = { ...asked, test, priority, person }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const list = useQuery({
    ...queryFor(insightSamples, { query: { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  const columns = columnsOf(zoneOf, several)
  const filtering = { search, onSearch }
  return (
    <ListFrame
      title={t`Collected samples`}
      about={t`Samples that were drawn from patients in the period, latest first.`}
      {...filtering}
      range={range}
      filters={
        <>
          <TestAndPriority {...filtering} />
          <PersonChoice {...filtering} />
        </>
      }
    >
      <ListShown query={list}>
        {({ rows: samples, nextCursor }) => (
          <>
            <DataTable
              caption={t`Collected samples, latest first`}
              columns={columns}
              rows={samples}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<EmptyTubeDrawing />}
                  title={
                    <h2>
                      <Trans>No sample is like this</Trans>
                    </h2>
                  }
                  about={t`Remove a filter or choose a longer period. Samples appear here when they are collected.`}
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

function columnsOf(zoneOf: (site: string) => string, several: boolean): Column<Sample>[] {
  return [
    ...sampleColumns,
    ...(several ? [siteColumn] : []),
    collectedColumn(zoneOf),
    {
      header: t`Since then`,
      cell: ({ rejected }) =>
        rejected === null ? (
          t`not rejected`
        ) : (
          <>
            <Badge tone="danger">
              <Trans>Rejected</Trans>
            </Badge>
            <span className="hint block">{rejected}</span>
          </>
        ),
    },
  ]
}
