import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightWaits } from '#contract/insight-floor-lists.ts'
import { type WaitingClass, waitingClasses, waitingClassLabels } from '#contract/ticket-states.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TicketDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { At, Lasting, siteColumn, Whole } from './list-columns.tsx'
import { Choice } from './list-filters.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ListSearch } from './list-search.ts'
import { ListShown } from './list-shown.tsx'
import { useAsked } from './use-list.ts'

type Wait = ResponseOf<typeof insightWaits>['rows'][number]

const cameOptions = [
  { value: 'within', label: t`Within the promise` },
  { value: 'longer', label: t`Longer than promised` },
  { value: 'shorter', label: t`Shorter than promised` },
]

const classOptions = waitingClasses.map((value) => ({ value, label: translated(waitingClassLabels[value]) }))

/** The waits that patients were promised, and how long they actually waited. */
export function WaitsScreen({
  search,
  onSearch,
}: {
  search: ListSearch
  onSearch: (search: ListSearch) => void
}) {
  const { range, asked, several, zoneOf } = useAsked(search)
  const query = { ...asked, came: search.came, class: search.class }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const list = useQuery({
    ...queryFor(insightWaits, { query: { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  const columns = columnsOf(zoneOf, several)
  const filtering = { search, onSearch }
  return (
    <ListFrame
      title={t`Promised waits`}
      about={t`The wait promised with each number and the actual wait, latest first. Nobody is named.`}
      {...filtering}
      range={range}
      filters={
        <>
          <Choice {...filtering} name="came" label={t`It was`} options={cameOptions} />
          <Choice {...filtering} name="class" label={t`Who`} options={classOptions} />
        </>
      }
    >
      <ListShown query={list}>
        {({ rows: waits, nextCursor }) => (
          <>
            <DataTable
              caption={t`Promised waits, latest first`}
              columns={columns}
              rows={waits}
              rowKey={({ ticketId }) => ticketId}
              empty={
                <EmptyState
                  picture={<TicketDrawing />}
                  title={
                    <h2>
                      <Trans>No wait is like this</Trans>
                    </h2>
                  }
                  about={t`Remove a filter, or choose a longer period. A wait appears here when a patient who was promised one is called.`}
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

function columnsOf(zoneOf: (site: string) => string, several: boolean): Column<Wait>[] {
  return [
    { header: t`Number`, cell: ({ ticket }) => <strong className="figures">{ticket}</strong> },
    ...(several ? [siteColumn] : []),
    {
      header: t`Took it`,
      cell: ({ toldAt, site }) => <At at={toldAt} zone={zoneOf(site)} />,
    },
    {
      header: t`Who`,
      cell: (wait) => translated(waitingClassLabels[wait.class as WaitingClass]) ?? wait.class,
    },
    { header: t`Before them`, align: 'end', cell: ({ ahead }) => <span className="figures">{ahead}</span> },
    {
      header: t`Promised`,
      align: 'end',
      cell: ({ promised }) => (
        <Whole>
          {promised ? t`${Math.round(promised.low)} to ${Math.round(promised.high)} min` : t`not known`}
        </Whole>
      ),
    },
    {
      header: t`Waited`,
      align: 'end',
      cell: ({ waitedMinutes }) => <Lasting minutes={waitedMinutes} />,
    },
    {
      header: t`It was`,
      cell: ({ promised, waitedMinutes }) => {
        if (promised === null) return '–'
        if (waitedMinutes > promised.high)
          return (
            <Badge tone="warning">
              <Trans>Longer</Trans>
            </Badge>
          )
        return waitedMinutes < promised.low ? (
          <Badge tone="info">
            <Trans>Shorter</Trans>
          </Badge>
        ) : (
          <Badge tone="ok">
            <Trans>Within the promise</Trans>
          </Badge>
        )
      },
    },
  ]
}
