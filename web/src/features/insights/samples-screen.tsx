import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { ResponseOf } from '#contract/endpoint.ts'
import { insightSamples } from '#contract/insight-lists.ts'

import { PriorityChoice, TestChoice } from '../../screen/filter-bar.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { InsightList, PersonChoice } from './insight-list.tsx'
import { collectedColumn, sampleColumns } from './list-columns.tsx'
import { useAsked } from './use-list.ts'

type Sample = ResponseOf<typeof insightSamples>['rows'][number]

/** The samples behind what was collected. */
export function SamplesScreen() {
  const { filters, range, asked, siteColumns, zoneOf } = useAsked()
  const { test, priority, person } = filters.search
  const query = { ...asked, test, priority, person }
  const list = useList(insightSamples, { query })
  return (
    <InsightList
      title={t`Collected samples`}
      about={t`Samples that were collected in the period, latest first.`}
      filters={filters}
      range={range}
      choices={
        <>
          <TestChoice />
          <PriorityChoice />
          <PersonChoice />
        </>
      }
      list={list}
      caption={t`Collected samples, latest first`}
      columns={columnsOf(zoneOf, siteColumns)}
      rowKey={({ id }) => id}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No sample is like this`,
        about: t`Remove a filter or choose a longer period. Samples appear here when they are collected.`,
      }}
    />
  )
}

function columnsOf(zoneOf: (site: string) => string, siteColumns: Column<Sample>[]): Column<Sample>[] {
  return [
    ...sampleColumns,
    ...siteColumns,
    collectedColumn(zoneOf),
    {
      header: t`Current status`,
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
