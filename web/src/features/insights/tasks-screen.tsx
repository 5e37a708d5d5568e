import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import { insightTasks } from '#contract/insight-lists.ts'
import { steps, stepWords } from '#contract/insights.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { translated } from '../../lib/translated.ts'
import { Choice, PriorityChoice, TestChoice } from '../../screen/filter-bar.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { InsightList, PersonChoice } from './insight-list.tsx'
import { At, Lasting, patientColumn, testColumn } from './list-columns.tsx'
import { useAsked } from './use-list.ts'

type Task = ResponseOf<typeof insightTasks>['rows'][number]

const lateness = [
  { value: 'true', label: t`Late` },
  { value: 'false', label: t`In time` },
]
const workOptions = [
  { value: 'completed', label: t`Completed it` },
  { value: 'released', label: t`Released it` },
]
const foundOptions = [
  { value: 'positive', label: t`Positive` },
  { value: 'flagged', label: t`Flagged` },
]

/** The tests behind the figures of turnaround and findings, with the times of their steps. */
export function TasksScreen() {
  const { filters, range, asked, siteColumns, zoneOf } = useAsked()
  const { test, priority, late, found, person, work } = filters.search
  const query = { ...asked, test, priority, late, found, person, work }
  const list = useList(insightTasks, { query })
  const completed = work === 'completed'
  return (
    <InsightList
      title={completed ? t`Completed tests` : t`Released tests`}
      about={
        completed
          ? t`Tests whose results were completed in the period, latest first, released since or not.`
          : t`Tests whose results were first released in the period, latest first, with the time of each step.`
      }
      filters={filters}
      range={range}
      choices={
        <>
          <TestChoice />
          <PriorityChoice />
          <Choice name="late" label={t`Released`} options={lateness} />
          <Choice name="found" label={t`Found`} options={foundOptions} />
          <PersonChoice />
          <Choice name="work" label={t`What they did`} options={workOptions} />
        </>
      }
      list={list}
      caption={completed ? t`Completed tests, latest first` : t`Released tests, latest first`}
      columns={columnsOf(zoneOf, siteColumns, completed)}
      rowKey={({ id }) => id}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No test is like this`,
        about: completed
          ? t`Remove a filter or choose a longer period. Tests appear here once their results are completed.`
          : t`Remove a filter or choose a longer period. Tests appear here once their results are released.`,
      }}
    />
  )
}

function columnsOf(
  zoneOf: (site: string) => string,
  siteColumns: Column<Task>[],
  completed: boolean,
): Column<Task>[] {
  return [
    testColumn,
    patientColumn,
    ...siteColumns,
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
