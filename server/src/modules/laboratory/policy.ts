import type { SampleState } from '#contract/task-states.ts'
import { type TaskState, taskStateLabels, taskTransitions } from '#contract/task-states.ts'
import type { Actor } from '#server/platform/context.ts'

/**
 * Codes of the tests whose tasks a person may see and do; null: all. For technicians these are `own`, the tests of their
 * specialties and those without a specialty; for managers all, for patients none. Every statement on tasks contains this
 * condition.
 */
export function testsOf(actor: Actor, own: readonly string[]): readonly string[] | null {
  switch (actor.role) {
    case 'admin':
      return null
    case 'technician':
      return own
    case 'user':
      return []
    default:
      return actor.role satisfies never
  }
}

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
