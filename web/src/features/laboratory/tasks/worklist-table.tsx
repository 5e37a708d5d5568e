import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Task } from '#contract/bench.ts'
import { taskStateLabels } from '#contract/task-states.ts'
import { spaced } from '../../../lib/accession.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { translated } from '../../../lib/translated.ts'
import { Badge } from '../../../ui/badge.tsx'
import { BarCode } from '../../../ui/bar-code.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Due } from '../bench/due.tsx'
import { taskTones } from '../bench/task-words.ts'
import { TubeCap } from '../samples/tube-cap.tsx'

type Place = Task & { place: number }

/** A line for each place of the rack, with bars to scan from screen or paper. */
export function WorklistTable({ tasks, zone }: { tasks: readonly Task[]; zone: string }) {
  const columns: readonly Column<Place>[] = [
    { header: t`Place`, cell: ({ place }) => <strong>{place}</strong> },
    {
      header: t`Sample`,
      cell: (task) => (
        <span className="inline-flex flex-col items-start gap-0.5 print:min-w-[44mm] print:whitespace-nowrap">
          <BarCode
            number={task.accession}
            className="h-7 w-42 bg-white fill-current text-black print:h-[8mm] print:w-[42mm]"
          />
          <Link to="/tasks/$id" params={{ id: task.id }} className="figures whitespace-nowrap">
            {spaced(task.accession)}
          </Link>
        </span>
      ),
    },
    {
      header: t`Patient`,
      cell: ({ patient, reference }) => (
        <>
          <strong>{patient.fullName}</strong>
          <br />
          {patient.personNumber}, {patient.gender}, {patient.age}, {reference}
        </>
      ),
    },
    {
      header: t`Tube`,
      cell: ({ tube }) => (
        <span className="inline-flex flex-nowrap items-center gap-x-2 gap-y-1">
          <TubeCap tube={tube} />
          {tube.replace(/, .*/, '')}
        </span>
      ),
    },
    {
      header: t`Due`,
      cell: ({ dueAt, priority }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {priority === 'high' && (
            <Badge tone={priorityTones[priority]}>
              <Trans>{priorityLabels[priority]} priority</Trans>
            </Badge>
          )}
          <Due at={dueAt} zone={zone} />
        </span>
      ),
    },
    {
      header: t`Status`,
      cell: (task) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={taskTones[task.status]}>{translated(taskStateLabels[task.status])}</Badge>
          <span className="hint print:hidden">{sayWho(task)}</span>
        </span>
      ),
    },
  ]
  return (
    <div className="print:bg-white print:text-[9pt] print:text-black print:[&_a]:text-inherit print:[&_a]:no-underline print:[&_td]:px-1 print:[&_td]:py-1.5 print:[&_tr]:break-inside-avoid">
      <DataTable
        caption={t`Samples of this test, in the order in which they are to be done`}
        columns={columns}
        rows={tasks.map((task, index) => ({ ...task, place: index + 1 }))}
        rowKey={({ id }) => id}
        empty={null}
      />
    </div>
  )
}

function sayWho({ status, mine, claimedBy, sampleStatus }: Task): string {
  if (status === 'in_progress') return mine ? t`yours` : (claimedBy ?? '')
  return sampleStatus === 'received' ? t`at the bench` : t`not received yet`
}
