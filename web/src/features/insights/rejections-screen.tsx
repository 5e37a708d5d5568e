import { t } from '@lingui/core/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightRejections } from '#contract/insight-lists.ts'
import { rejectionReasons } from '#contract/task-states.ts'
import { Choice, PriorityChoice, TestChoice } from '../../screen/filter-bar.tsx'
import { useList } from '../../screen/use-list.ts'
import type { Column } from '../../ui/data-table.tsx'
import { TippedTubeDrawing } from '../../ui/drawings.tsx'
import { InsightList, PersonChoice } from './insight-list.tsx'
import { At, collectedColumn, SampleLink, sampleColumns } from './list-columns.tsx'
import { useAsked } from './use-list.ts'

type Rejected = ResponseOf<typeof insightRejections>['rows'][number]

const reasons = rejectionReasons.map((reason) => ({ value: reason, label: reason }))

/** The samples behind the figures of rejections. */
export function RejectionsScreen() {
  const { filters, range, asked, siteColumns, zoneOf } = useAsked()
  const { test, priority, reason, person } = filters.search
  const query = { ...asked, test, priority, reason, person }
  const list = useList(insightRejections, { query })
  return (
    <InsightList
      title={t`Rejected samples`}
      about={t`Samples that were rejected in the period, latest first.`}
      filters={filters}
      range={range}
      choices={
        <>
          <TestChoice />
          <PriorityChoice />
          <Choice name="reason" label={t`Reason`} options={reasons} />
          <PersonChoice />
        </>
      }
      list={list}
      caption={t`Rejected samples, latest first`}
      columns={columnsOf(zoneOf, siteColumns)}
      rowKey={({ id }) => id}
      empty={{
        picture: <TippedTubeDrawing />,
        title: t`No sample is like this`,
        about: t`Remove a filter or choose a longer period. Samples appear here when they are rejected, with the reason.`,
      }}
    />
  )
}

function columnsOf(zoneOf: (site: string) => string, siteColumns: Column<Rejected>[]): Column<Rejected>[] {
  return [
    ...sampleColumns,
    ...siteColumns,
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
      header: t`Replacement sample`,
      cell: ({ replacedBy }) => (replacedBy === null ? t`none yet` : <SampleLink accession={replacedBy} />),
    },
  ]
}
