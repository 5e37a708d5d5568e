import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightBooked } from '#contract/insight-floor-lists.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { visitTones } from '../../lib/visit-tones.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { At, Lasting, patientColumn, siteColumn } from './list-columns.tsx'
import { HourOfWeek } from './list-filters.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ListSearch } from './list-search.ts'
import { ListShown } from './list-shown.tsx'
import { useAsked } from './use-list.ts'

type Visit = ResponseOf<typeof insightBooked>['rows'][number]

/** The visits behind the booked time of the collection chairs. */
export function BookedScreen({
  search,
  onSearch,
}: {
  search: ListSearch
  onSearch: (search: ListSearch) => void
}) {
  const { range, asked, several, zoneOf } = useAsked(search)
  const { weekday, hour } = search
  const query = { ...asked, weekday, hour }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const list = useQuery({
    ...queryFor(insightBooked, { query: { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  const columns = columnsOf(zoneOf, several)
  const filtering = { search, onSearch }
  return (
    <ListFrame
      title={t`Booked chairs`}
      about={t`Visits on a collection chair, latest first; cancelled and missed ones are left out.`}
      {...filtering}
      range={range}
      filters={<HourOfWeek {...filtering} />}
    >
      <ListShown query={list}>
        {({ rows: visits, nextCursor }) => (
          <>
            <DataTable
              caption={t`Visits on a collection chair, latest first`}
              columns={columns}
              rows={visits}
              rowKey={({ patient }) => patient.visitId}
              empty={
                <EmptyState
                  picture={<ChairDrawing />}
                  title={
                    <h2>
                      <Trans>No chair was booked like this</Trans>
                    </h2>
                  }
                  about={t`Remove a filter or choose a longer period. Visits appear here on the day of their time.`}
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

function columnsOf(zoneOf: (site: string) => string, several: boolean): Column<Visit>[] {
  return [
    patientColumn,
    ...(several ? [siteColumn] : []),
    { header: t`Chair`, align: 'end', cell: ({ chair }) => <span className="figures">{chair}</span> },
    { header: t`From`, cell: ({ startsAt, site }) => <At at={startsAt} zone={zoneOf(site)} /> },
    { header: t`To`, cell: ({ endsAt, site }) => <At at={endsAt} zone={zoneOf(site)} /> },
    { header: t`Booked`, align: 'end', cell: ({ minutes }) => <Lasting minutes={minutes} /> },
    {
      header: t`State`,
      cell: ({ status }) => <Badge tone={visitTones[status]}>{translated(visitStateLabels[status])}</Badge>,
    },
  ]
}
