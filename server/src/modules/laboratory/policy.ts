import type { SampleState } from '#contract/task-states.ts'
import { type TaskState, taskStateLabels, taskTransitions } from '#contract/task-states.ts'
import type { Actor } from '#server/platform/context.ts'

type Task = {
  status: TaskState
  claimedById: string | null
  sampleStatus: SampleState
  hasResults: boolean
  consented: boolean
  referral: { laboratory: string; sentAt: string | null } | null
}

/** Why nothing can be done with a task whose sample was rejected. */
export const waitsForSample = 'The sample was rejected: the test waits for another one.'

/** Why this person may not move the task to that state now; null if they may. */
export function whyNotMove(actor: Actor, task: Task, to: TaskState): string | null {
  if (!taskTransitions[task.status].includes(to)) {
    return `This task is ${taskStateLabels[task.status]}: it cannot become ${taskStateLabels[to]}.`
  }
  if (task.sampleStatus === 'rejected') return waitsForSample
  if (to === 'in_progress' && task.sampleStatus === 'collected') {
    return 'The sample has not been received at the bench yet.'
  }
  if (to === 'in_progress' && task.referral?.sentAt === null) {
    return `This test is referred to ${task.referral.laboratory}. It can be started after the tube is sent.`
  }
  if (to === 'in_progress' && !task.consented) {
    return 'Record the consent and the pre-test counselling first.'
  }
  const othersWork = task.status === 'in_progress' && task.claimedById !== actor.accountId
  if (othersWork && actor.role !== 'admin') return 'Somebody else is working on this task.'
  if (to === 'completed' && !task.hasResults) {
    return task.referral
      ? `Enter the results, or attach the report of ${task.referral.laboratory} as part of ours.`
      : 'Enter the results first.'
  }
  return null
}
