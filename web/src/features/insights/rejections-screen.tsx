import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightRejections } from '#contract/insight-lists.ts'
import { rejectionReasons } from '#contract/task-states.ts'
import { queryFor } from '../../api/queries.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TippedTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { At, collectedColumn, SampleLink, sampleColumns, siteColumn } from './list-columns.tsx'
import { Choice, PersonChoice, TestAndPriority } from './list-filters.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ListSearch } from './list-search.ts'
import { ListShown } from './list-shown.tsx'
import { useAsked } from './use-list.ts'

type Rejected = ResponseOf<typeof insightRejections>['rows'][number]

const reasons = rejectionReasons.map((reason) => ({ value: reason, label: reason }))

/** The samples behind the figures of rejections. */
export function RejectionsScreen({
  search,
  onSearch,
}: {
  search: ListSearch
  onSearch: (search: ListSearch) => void
}) {
  const { range, asked, several, zoneOf } = useAsked(search)
  const { test, priority, reason, person } = search
  const query = { ...asked, test, priority, reason, person }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const list = useQuery({
    ...queryFor(insightRejections, { query: { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  const columns = columnsOf(zoneOf, several)
  const filtering = { search, onSearch }
  return (
    <ListFrame
      title={t`Rejected samples`}
      about={t`Samples that were rejected in the period, latest first.`}
      {...filtering}
      range={range}
      filters={
        <>
          <TestAndPriority {...filtering} />
          <Choice {...filtering} name="reason" label={t`Reason`} options={reasons} />
          <PersonChoice {...filtering} />
        </>
      }
    >
      <ListShown query={list}>
        {({ rows: samples, nextCursor }) => (
          <>
            <DataTable
              caption={t`Rejected samples, latest first`}
              columns={columns}
              rows={samples}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<TippedTubeDrawing />}
                  title={
                    <h2>
                      <Trans>No sample is like this</Trans>
                    </h2>
                  }
                  about={t`Remove a filter or choose a longer period. Samples appear here when they are rejected, with the reason.`}
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

function columnsOf(zoneOf: (site: string) => string, several: boolean): Column<Rejected>[] {
  return [
    ...sampleColumns,
    ...(several ? [siteColumn] : []),
    {
      header: t`Reason`,
      cell: ({ reason, note }) => (
        <>
          <span className="wrap-break-word">{reason}</span>
          {note && <span className="hint block">{note}</span>}
        </>
      ),
    },
    {
      header: t`Rejected`,
      cell: ({ rejectedAt, rejectedBy, site }) => <At at={rejectedAt} zone={zoneOf(site)} by={rejectedBy} />,
    },
    collectedColumn(zoneOf),
    {
      header: t`In its place`,
      cell: ({ replacedBy }) => (replacedBy === null ? t`none yet` : <SampleLink accession={replacedBy} />),
    },
  ]
}
