import { Link } from '@tanstack/react-router'
import type { Task } from '#contract/bench.ts'
import { taskStateLabels } from '#contract/task-states.ts'
import { spaced } from '../../../lib/accession.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import { Due } from '../bench/due.tsx'
import { taskTones } from '../bench/task-words.ts'
import { TubeCap } from '../samples/tube-cap.tsx'
import css from './queue-entry.module.css'

/** One task of the queue; all of it leads to the task. */
export function QueueEntry({ task, zone }: { task: Task; zone: string }) {
  return (
    <li className={css.entry}>
      <TubeCap tube={task.tube} />
      <div className={css.what}>
        <Link to="/tasks/$id" params={{ id: task.id }} className={css.title}>
          {task.title}
        </Link>
        <p className={css.who}>
          {task.patient.fullName}, {task.patient.gender}, {task.patient.age}
        </p>
        <p className={css.soft}>
          <span className={css.number}>{spaced(task.accession)}</span> {task.tube.replace(/, .*/, '')}
        </p>
      </div>
      <div className={css.how}>
        <p className={css.badges}>
          <Badge tone={priorityTones[task.priority]}>{priorityLabels[task.priority]}</Badge>
          {task.status !== 'pending' && (
            <Badge tone={taskTones[task.status]}>{taskStateLabels[task.status]}</Badge>
          )}
        </p>
        <p className={css.soft}>
          {task.completedAt ? (
            <>
              Done <When at={task.completedAt} zone={zone} distance={false} />
            </>
          ) : (
            <Due at={task.dueAt} zone={zone} />
          )}
        </p>
        <p className={css.soft}>{sayWhere(task)}</p>
      </div>
    </li>
  )
}

function sayWhere(task: Task): string {
  if (task.mine) return 'yours'
  if (task.claimedBy !== null) return task.claimedBy
  return task.sampleStatus === 'received' ? 'at the bench' : 'sample not received yet'
}
