import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Task } from '#contract/bench.ts'
import { taskStateLabels } from '#contract/task-states.ts'
import { spaced } from '../../../lib/accession.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { translated } from '../../../lib/translated.ts'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import { Due } from '../bench/due.tsx'
import { taskTones } from '../bench/task-words.ts'
import { TubeCap } from '../samples/tube-cap.tsx'

/** One task of the queue; all of it leads to the task. */
export function QueueEntry({ task, zone }: { task: Task; zone: string }) {
  return (
    <li className="relative grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b px-3 py-2 hover:bg-vial-soft max-sm:grid-cols-[24px_minmax(0,1fr)] max-sm:px-1">
      <TubeCap tube={task.tube} />
      <div className="min-w-0">
        <Link to="/tasks/$id" params={{ id: task.id }} className="whole font-650 text-ink no-underline">
          {task.title}
        </Link>
        <p className="wrap-anywhere">
          {task.patient.fullName}, {task.patient.gender}, {task.patient.age}
        </p>
        <p className="hint">
          <span className="whitespace-nowrap tabular-nums after:content-['_·']">
            {spaced(task.accession)}
          </span>{' '}
          {task.tube.replace(/, .*/, '')}
        </p>
      </div>
      <div className="max-sm:row text-end max-sm:col-2 max-sm:gap-x-3 max-sm:gap-y-1 max-sm:text-start">
        <p className="flex flex-wrap justify-end gap-1">
          <Badge tone={priorityTones[task.priority]}>{priorityLabels[task.priority]}</Badge>
          {task.status !== 'pending' && (
            <Badge tone={taskTones[task.status]}>{translated(taskStateLabels[task.status])}</Badge>
          )}
          {task.ofOtherSpecialty && (
            <Badge tone="quiet">
              <Trans>Other specialty</Trans>
            </Badge>
          )}
        </p>
        <p className="hint">
          {task.completedAt ? (
            <Trans>
              Done <When at={task.completedAt} zone={zone} distance={false} />
            </Trans>
          ) : (
            <Due at={task.referral?.dueAt ?? task.dueAt} zone={zone} />
          )}
        </p>
        <p className="hint">{sayWhere(task)}</p>
      </div>
    </li>
  )
}

function sayWhere(task: Task): string {
  if (task.referral) {
    const { laboratory } = task.referral
    return task.referral.sentAt ? t`sent to ${laboratory}` : t`to be sent to ${laboratory}`
  }
  if (task.mine) return t`yours`
  if (task.claimedBy !== null) return task.claimedBy
  return task.sampleStatus === 'received' ? t`at the bench` : t`sample not received yet`
}
