import { t } from '@lingui/core/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightOpen } from '#contract/insight-lists.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { Choice, PriorityChoice, TestChoice } from '../../screen/filter-bar.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { InsightList } from './insight-list.tsx'
import { At, patientColumn, testColumn } from './list-columns.tsx'
import { dueColumn, stepColumns } from './open-columns.tsx'
import { useAsked } from './use-list.ts'

type Task = ResponseOf<typeof insightOpen>['rows'][number]

const lateness = [{ value: 'true', label: t`Overdue` }]

/** The tests that have been collected and not released. */
export function OpenScreen() {
  const { filters, asked, siteColumns, zoneOf } = useAsked()
  const { site, test, priority, late } = filters.search
  const query = { siteId: site, test, priority, late, limit: asked.limit }
  const list = useList(insightOpen, { query })
  return (
    <InsightList
      title={t`Open tests`}
      about={t`The tests that have been collected and not released, with the step of each, since when, and who is responsible. Sorted by due time.`}
      filters={filters}
      choices={
        <>
          <TestChoice />
          <PriorityChoice />
          <Choice name="late" label={t`Due`} options={lateness} />
        </>
      }
      list={list}
      caption={t`Open tests, by due time`}
      columns={columnsOf(zoneOf, siteColumns)}
      rowKey={({ id }) => id}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No test is like this`,
        about: t`Remove a filter. Tests appear here from the collection of their sample to the release of their results.`,
      }}
    />
  )
}

function columnsOf(zoneOf: (site: string) => string, siteColumns: Column<Task>[]): Column<Task>[] {
  return [
    testColumn,
    patientColumn,
    ...siteColumns,
    { header: t`Collected`, cell: ({ collectedAt, site }) => <At at={collectedAt} zone={zoneOf(site)} /> },
    dueColumn(zoneOf),
    ...stepColumns(zoneOf),
    {
      header: t`Priority`,
      cell: ({ priority }) => <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>,
    },
  ]
}
