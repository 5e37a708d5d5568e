import { t } from '@lingui/core/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightBooked } from '#contract/insight-floor-lists.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { translated } from '../../lib/translated.ts'
import { visitTones } from '../../lib/visit-tones.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { HourOfWeek, InsightList } from './insight-list.tsx'
import { At, Lasting, patientColumn } from './list-columns.tsx'
import { useAsked } from './use-list.ts'

type Visit = ResponseOf<typeof insightBooked>['rows'][number]

/** The visits behind the booked time of the collection chairs. */
export function BookedScreen() {
  const { filters, range, asked, siteColumns, zoneOf } = useAsked()
  const { weekday, hour } = filters.search
  const query = { ...asked, weekday, hour }
  const list = useList(insightBooked, { query })
  return (
    <InsightList
      title={t`Booked chairs`}
      about={t`Visits on a collection chair, latest first; cancelled and missed ones are left out.`}
      filters={filters}
      range={range}
      choices={<HourOfWeek />}
      list={list}
      caption={t`Visits on a collection chair, latest first`}
      columns={columnsOf(zoneOf, siteColumns)}
      rowKey={({ patient }) => patient.visitId}
      empty={{
        picture: <ChairDrawing />,
        title: t`No chair was booked like this`,
        about: t`Remove a filter or choose a longer period. Visits appear here on the day of their time.`,
      }}
    />
  )
}

function columnsOf(zoneOf: (site: string) => string, siteColumns: Column<Visit>[]): Column<Visit>[] {
  return [
    patientColumn,
    ...siteColumns,
    { header: t`Chair`, align: 'end', cell: ({ chair }) => <span className="figures">{chair}</span> },
    { header: t`From`, cell: ({ startsAt, site }) => <At at={startsAt} zone={zoneOf(site)} /> },
    { header: t`To`, cell: ({ endsAt, site }) => <At at={endsAt} zone={zoneOf(site)} /> },
    { header: t`Booked`, align: 'end', cell: ({ minutes }) => <Lasting minutes={minutes} /> },
    {
      header: t`Status`,
      cell: ({ status }) => <Badge tone={visitTones[status]}>{translated(visitStateLabels[status])}</Badge>,
    },
  ]
}
