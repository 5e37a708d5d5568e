import { t } from '@lingui/core/macro'

import type { ResponseOf } from '#contract/endpoint.ts'
import { insightServed } from '#contract/insight-floor-lists.ts'
import { Choice } from '../../screen/filter-bar.tsx'
import { useList } from '../../screen/use-list.ts'
import type { Column } from '../../ui/data-table.tsx'
import { TicketDrawing } from '../../ui/drawings.tsx'
import { HourOfWeek, InsightList, PersonChoice } from './insight-list.tsx'
import { At, Lasting } from './list-columns.tsx'
import { useAsked } from './use-list.ts'

type Served = ResponseOf<typeof insightServed>['rows'][number]

const deskOptions = [{ value: 'true', label: t`Collection chairs` }]

/** The people behind what was done at the desks, by the numbers that they took. */
export function ServedScreen() {
  const { filters, range, asked, siteColumns, zoneOf } = useAsked()
  const { person, chairs, weekday, hour } = filters.search
  const query = { ...asked, person, chairs, weekday, hour }
  const list = useList(insightServed, { query })
  return (
    <InsightList
      title={t`People served`}
      about={t`People who were served at a desk, latest first, without their names.`}
      filters={filters}
      range={range}
      choices={
        <>
          <PersonChoice />
          <Choice name="chairs" label={t`Desk`} options={deskOptions} />
          <HourOfWeek />
        </>
      }
      list={list}
      caption={t`People served, latest first`}
      columns={columnsOf(zoneOf, siteColumns)}
      rowKey={({ ticketId }) => ticketId}
      empty={{
        picture: <TicketDrawing />,
        title: t`Nobody was served like this`,
        about: t`Remove a filter or choose a longer period. People appear here once they were called to a desk and done.`,
      }}
    />
  )
}

function columnsOf(zoneOf: (site: string) => string, siteColumns: Column<Served>[]): Column<Served>[] {
  return [
    { header: t`Number`, cell: ({ ticket }) => <strong className="figures">{ticket}</strong> },
    ...siteColumns,
    {
      header: t`Desk`,
      cell: ({ desk, servedBy }) => (
        <>
          {desk}
          <span className="hint block">{servedBy ?? t`by an unknown person`}</span>
        </>
      ),
    },
    {
      header: t`Called`,
      cell: ({ calledAt, site }) => (calledAt === null ? '–' : <At at={calledAt} zone={zoneOf(site)} />),
    },
    { header: t`Done`, cell: ({ endedAt, site }) => <At at={endedAt} zone={zoneOf(site)} /> },
    {
      header: t`Duration`,
      align: 'end',
      cell: ({ minutes }) => (minutes === null ? t`not seen` : <Lasting minutes={minutes} />),
    },
  ]
}
