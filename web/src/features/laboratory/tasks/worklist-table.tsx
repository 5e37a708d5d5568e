import { Link } from '@tanstack/react-router'
import type { Task } from '#contract/bench.ts'
import { taskStateLabels } from '#contract/task-states.ts'
import { spaced } from '../../../lib/accession.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { Badge } from '../../../ui/badge.tsx'
import { BarCode } from '../../../ui/bar-code.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Due } from '../bench/due.tsx'
import { taskTones } from '../bench/task-words.ts'
import { TubeCap } from '../samples/tube-cap.tsx'
import css from './worklist-screen.module.css'

type Place = Task & { place: number }

/** A line for each place of the rack, with bars to scan from screen or paper. */
export function WorklistTable({ tasks, zone }: { tasks: readonly Task[]; zone: string }) {
  const columns: readonly Column<Place>[] = [
    { header: 'Place', cell: ({ place }) => <strong>{place}</strong> },
    {
      header: 'Sample',
      cell: (task) => (
        <span className={css.sample}>
          <BarCode number={task.accession} className={css.bars} />
          <Link to="/tasks/$id" params={{ id: task.id }} className="figures">
            {spaced(task.accession)}
          </Link>
        </span>
      ),
    },
    {
      header: 'Patient',
      cell: ({ patient }) => (
        <>
          <strong>{patient.fullName}</strong>
          <br />
          {patient.personNumber}, {patient.gender}, {patient.age}, {patient.patientId}
        </>
      ),
    },
    {
      header: 'Tube',
      cell: ({ tube }) => (
        <span className={css.tube}>
          <TubeCap tube={tube} />
          {tube.replace(/, .*/, '')}
        </span>
      ),
    },
    {
      header: 'Due',
      cell: ({ dueAt, priority }) => (
        <span className={css.due}>
          {priority === 'high' && (
            <Badge tone={priorityTones[priority]}>{priorityLabels[priority]} priority</Badge>
          )}
          <Due at={dueAt} zone={zone} />
        </span>
      ),
    },
    {
      header: 'State',
      cell: (task) => (
        <span className={css.state}>
          <Badge tone={taskTones[task.status]}>{taskStateLabels[task.status]}</Badge>
          <span className={css.who}>{sayWho(task)}</span>
        </span>
      ),
    },
  ]
  return (
    <div className={css.sheet}>
      <DataTable
        caption="Samples of this test, in the order in which they are to be done"
        columns={columns}
        rows={tasks.map((task, index) => ({ ...task, place: index + 1 }))}
        rowKey={({ id }) => id}
        empty={null}
      />
    </div>
  )
}

function sayWho({ status, mine, claimedBy, sampleStatus }: Task): string {
  if (status === 'in_progress') return mine ? 'yours' : (claimedBy ?? '')
  return sampleStatus === 'received' ? 'at the bench' : 'not received yet'
}
