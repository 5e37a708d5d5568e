import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightTasks } from '#contract/insight-lists.ts'
import { steps, stepWords } from '#contract/insights.ts'
import { queryFor } from '../../api/queries.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { At, Lasting, patientColumn, siteColumn, testColumn } from './list-columns.tsx'
import { Choice, PersonChoice, TestAndPriority } from './list-filters.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ListSearch } from './list-search.ts'
import { ListShown } from './list-shown.tsx'
import { useAsked } from './use-list.ts'

type Task = ResponseOf<typeof insightTasks>['rows'][number]

const lateness = [
  { value: 'true', label: t`After their time` },
  { value: 'false', label: t`In time` },
]
const workOptions = [
  { value: 'completed', label: t`Completed it` },
  { value: 'released', label: t`Released it` },
]
const foundOptions = [
  { value: 'positive', label: t`Positive` },
  { value: 'flagged', label: t`With a flag` },
]

/** The tests behind the figures of turnaround and findings, with the times of their steps. */
export function TasksScreen({
  search,
  onSearch,
}: {
  search: ListSearch
  onSearch: (search: ListSearch) => void
}) {
  const { range, asked, several, zoneOf } = useAsked(search)
  const { test, priority, late, found, person, work } = search
  const query = { ...asked, test, priority, late, found, person, work }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const list = useQuery({
    ...queryFor(insightTasks, { query: { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  const completed = work === 'completed'
  const columns = columnsOf(zoneOf, several, completed)
  const filtering = { search, onSearch }
  return (
    <ListFrame
      title={completed ? t`Completed tests` : t`Released tests`}
      about={
        completed
          ? t`Tests whose results were completed in the period, latest first, released since or not.`
          : t`Tests whose results were first released in the period, latest first, with the time of each step.`
      }
      {...filtering}
      range={range}
      filters={
        <>
          <TestAndPriority {...filtering} />
          <Choice {...filtering} name="late" label={t`Released`} options={lateness} />
          <Choice {...filtering} name="found" label={t`Found`} options={foundOptions} />
          <PersonChoice {...filtering} />
          <Choice {...filtering} name="work" label={t`What they did`} options={workOptions} />
        </>
      }
    >
      <ListShown query={list}>
        {({ rows: tasks, nextCursor }) => (
          <>
            <DataTable
              caption={completed ? t`Completed tests, latest first` : t`Released tests, latest first`}
              columns={columns}
              rows={tasks}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<EmptyTubeDrawing />}
                  title={
                    <h2>
                      <Trans>No test is like this</Trans>
                    </h2>
                  }
                  about={
                    completed
                      ? t`Remove a filter or choose a longer period. Tests appear here once their results are completed.`
                      : t`Remove a filter or choose a longer period. Tests appear here once their results are released.`
                  }
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

function columnsOf(zoneOf: (site: string) => string, several: boolean, completed: boolean): Column<Task>[] {
  return [
    testColumn,
    patientColumn,
    ...(several ? [siteColumn] : []),
    completed
      ? {
          header: t`Completed`,
          cell: ({ completedAt, completedBy, site }) =>
            completedAt && <At at={completedAt} zone={zoneOf(site)} by={completedBy ?? t`by no person`} />,
        }
      : {
          header: t`Released`,
          cell: ({ releasedAt, releasedBy, site }) =>
            releasedAt && <At at={releasedAt} zone={zoneOf(site)} by={releasedBy ?? t`by no person`} />,
        },
    {
      header: t`Turnaround`,
      align: 'end',
      cell: ({ totalMinutes, late }) => (
        <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
          <Lasting minutes={totalMinutes} />
          {late && (
            <Badge tone="danger">
              <Trans>Late</Trans>
            </Badge>
          )}
        </span>
      ),
    },
    ...steps.map((step) => ({
      header: translated(stepWords[step].label),
      align: 'end' as const,
      cell: (task: Task) => <Lasting minutes={task.steps[step]} />,
    })),
    {
      header: t`About`,
      cell: ({ priority, positive, flagged }) => (
        <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
          <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
          {positive ? (
            <Badge tone="warning">
              <Trans>Positive</Trans>
            </Badge>
          ) : (
            flagged && (
              <Badge tone="info">
                <Trans>Flag</Trans>
              </Badge>
            )
          )}
        </span>
      ),
    },
  ]
}
