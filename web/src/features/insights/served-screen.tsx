import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoint.ts'
import { insightServed } from '#contract/insight-floor-lists.ts'

import { queryFor } from '../../api/queries.ts'

import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TicketDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { At, Lasting, siteColumn } from './list-columns.tsx'
import { Choice, HourOfWeek, PersonChoice } from './list-filters.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ListSearch } from './list-search.ts'
import { ListShown } from './list-shown.tsx'
import { useAsked } from './use-list.ts'

type Served = ResponseOf<typeof insightServed>['rows'][number]

const deskOptions = [{ value: 'true', label: t`Collection chairs` }]

/** The people behind what was done at the desks, by the numbers that they took. */
export function ServedScreen({
  search,
  onSearch,
}: {
  search: ListSearch
  onSearch: (search: ListSearch) => void
}) {
  const { range, asked, several, zoneOf } = useAsked(search)
  const { person, chairs, weekday, hour } = search
  const query = { ...asked, person, chairs, weekday, hour }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const list = useQuery({
    ...queryFor(insightServed, { query: { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  const columns = columnsOf(zoneOf, several)
  const filtering = { search, onSearch }
  return (
    <ListFrame
      title={t`People served`}
      about={t`Whom a desk was with, latest first. Nobody who was served is named.`}
      {...filtering}
      range={range}
      filters={
        <>
          <PersonChoice {...filtering} />
          <Choice {...filtering} name="chairs" label={t`Desk`} options={deskOptions} />
          <HourOfWeek {...filtering} />
        </>
      }
    >
      <ListShown query={list}>
        {({ rows: served, nextCursor }) => (
          <>
            <DataTable
              caption={t`People served, latest first`}
              columns={columns}
              rows={served}
              rowKey={({ ticketId }) => ticketId}
              empty={
                <EmptyState
                  picture={<TicketDrawing />}
                  title={
                    <h2>
                      <Trans>Nobody was served like this</Trans>
                    </h2>
                  }
                  about={t`Remove a filter or choose a longer period. People appear here once they were called to a desk and done.`}
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

function columnsOf(zoneOf: (site: string) => string, several: boolean): Column<Served>[] {
  return [
    { header: t`Number`, cell: ({ ticket }) => <strong className="figures">{ticket}</strong> },
    ...(several ? [siteColumn] : []),
    {
      header: t`Desk`,
      cell: ({ desk, servedBy }) => (
        <>
          {desk}
          <span className="hint block">{servedBy ?? t`by nobody known`}</span>
        </>
      ),
    },
    {
      header: t`Called`,
      cell: ({ calledAt, site }) => (calledAt === null ? '–' : <At at={calledAt} zone={zoneOf(site)} />),
    },
    { header: t`Done`, cell: ({ endedAt, site }) => <At at={endedAt} zone={zoneOf(site)} /> },
    {
      header: t`Lasted`,
      align: 'end',
      cell: ({ minutes }) => (minutes === null ? t`not seen` : <Lasting minutes={minutes} />),
    },
  ]
}
