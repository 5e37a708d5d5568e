import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightWaits } from '#contract/insight-floor-lists.ts'
import { type WaitingClass, waitingClasses, waitingClassLabels } from '#contract/ticket-states.ts'
import { translated } from '../../lib/translated.ts'
import { Choice } from '../../screen/filter-bar.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { TicketDrawing } from '../../ui/drawings.tsx'
import { InsightList } from './insight-list.tsx'
import { At, Lasting, Whole } from './list-columns.tsx'
import { useAsked } from './use-list.ts'

type Wait = ResponseOf<typeof insightWaits>['rows'][number]

const cameOptions = [
  { value: 'within', label: t`Within the promise` },
  { value: 'longer', label: t`Longer than promised` },
  { value: 'shorter', label: t`Shorter than promised` },
]

const classOptions = waitingClasses.map((value) => ({ value, label: translated(waitingClassLabels[value]) }))

/** The waits that patients were promised, and how long they actually waited. */
export function WaitsScreen() {
  const { filters, range, asked, siteColumns, zoneOf } = useAsked()
  const query = { ...asked, came: filters.search.came, class: filters.search.class }
  const list = useList(insightWaits, { query })
  return (
    <InsightList
      title={t`Promised waits`}
      about={t`The wait promised with each number and the actual wait, latest first. Nobody is named.`}
      filters={filters}
      range={range}
      choices={
        <>
          <Choice name="came" label={t`Outcome`} options={cameOptions} />
          <Choice name="class" label={t`Who`} options={classOptions} />
        </>
      }
      list={list}
      caption={t`Promised waits, latest first`}
      columns={columnsOf(zoneOf, siteColumns)}
      rowKey={({ ticketId }) => ticketId}
      empty={{
        picture: <TicketDrawing />,
        title: t`No wait is like this`,
        about: t`Remove a filter, or choose a longer period. A wait appears here when a patient who was promised one is called.`,
      }}
    />
  )
}

function columnsOf(zoneOf: (site: string) => string, siteColumns: Column<Wait>[]): Column<Wait>[] {
  return [
    { header: t`Number`, cell: ({ ticket }) => <strong className="figures">{ticket}</strong> },
    ...siteColumns,
    {
      header: t`Number taken`,
      cell: ({ toldAt, site }) => <At at={toldAt} zone={zoneOf(site)} />,
    },
    {
      header: t`Who`,
      cell: (wait) => translated(waitingClassLabels[wait.class as WaitingClass]) ?? wait.class,
    },
    { header: t`People ahead`, align: 'end', cell: ({ ahead }) => <span className="figures">{ahead}</span> },
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
      header: t`Outcome`,
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
