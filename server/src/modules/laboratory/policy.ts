import type { SampleState } from '#contract/task-states.ts'
import { type TaskState, taskStateLabels, taskTransitions } from '#contract/task-states.ts'
import type { Actor } from '#server/platform/context.ts'

type Task = {
  status: TaskState
  claimedById: string | null
  sampleStatus: SampleState
  hasResults: boolean
}

/** Why this person may not move the task to that state now; null if they may. */
export function whyNotMove(actor: Actor, task: Task, to: TaskState): string | null {
  if (!taskTransitions[task.status].includes(to)) {
    return `This task is ${taskStateLabels[task.status]}: it cannot become ${taskStateLabels[to]}.`
  }
  if (task.sampleStatus === 'rejected') return 'The sample was rejected: the test waits for another one.'
  if (to === 'in_progress' && task.sampleStatus === 'collected') {
    return 'The sample has not been received at the bench yet.'
  }
  const othersWork = task.status === 'in_progress' && task.claimedById !== actor.accountId
  if (othersWork && actor.role !== 'admin') return 'Somebody else is working on this task.'
  if (to === 'completed' && !task.hasResults) return 'Enter the results first.'
  return null
}
