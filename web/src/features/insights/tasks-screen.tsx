import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightTasks } from '#contract/insight-lists.ts'
import { steps, stepWords } from '#contract/insights.ts'
import { queryFor } from '../../api/queries.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
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
  { value: 'true', label: 'After their time' },
  { value: 'false', label: 'In time' },
]
const workOptions = [
  { value: 'completed', label: 'Completed it' },
  { value: 'released', label: 'Released it' },
]
const foundOptions = [
  { value: 'positive', label: 'Positive' },
  { value: 'flagged', label: 'With a flag' },
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
      title={completed ? 'Completed tests' : 'Released tests'}
      about={
        completed
          ? 'Tests whose results were completed in the period, latest first, released since or not.'
          : 'Tests whose results were first released in the period, latest first, with the time of each step.'
      }
      {...filtering}
      range={range}
      filters={
        <>
          <TestAndPriority {...filtering} />
          <Choice {...filtering} name="late" label="Released" options={lateness} />
          <Choice {...filtering} name="found" label="Found" options={foundOptions} />
          <PersonChoice {...filtering} />
          <Choice {...filtering} name="work" label="What they did" options={workOptions} />
        </>
      }
    >
      <ListShown query={list}>
        {({ rows: tasks, nextCursor }) => (
          <>
            <DataTable
              caption={`${completed ? 'Completed' : 'Released'} tests, latest first`}
              columns={columns}
              rows={tasks}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<EmptyTubeDrawing />}
                  title={<h2>No test is like this</h2>}
                  about={`Remove a filter or choose a longer period. Tests appear here once their results are ${completed ? 'completed' : 'released'}.`}
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
          header: 'Completed',
          cell: ({ completedAt, completedBy, site }) =>
            completedAt && <At at={completedAt} zone={zoneOf(site)} by={completedBy ?? 'by no person'} />,
        }
      : {
          header: 'Released',
          cell: ({ releasedAt, releasedBy, site }) =>
            releasedAt && <At at={releasedAt} zone={zoneOf(site)} by={releasedBy ?? 'by no person'} />,
        },
    {
      header: 'Turnaround',
      align: 'end',
      cell: ({ totalMinutes, late }) => (
        <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
          <Lasting minutes={totalMinutes} />
          {late && <Badge tone="danger">Late</Badge>}
        </span>
      ),
    },
    ...steps.map((step) => ({
      header: stepWords[step].label,
      align: 'end' as const,
      cell: (task: Task) => <Lasting minutes={task.steps[step]} />,
    })),
    {
      header: 'About',
      cell: ({ priority, positive, flagged }) => (
        <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
          <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
          {positive ? <Badge tone="warning">Positive</Badge> : flagged && <Badge tone="info">Flag</Badge>}
        </span>
      ),
    },
  ]
}
