import type { SampleState, TaskState } from '#contract/task-states.ts'
import type { Tone } from '../../../ui/badge.tsx'

export const taskTones: Readonly<Record<TaskState, Tone>> = {
  pending: 'vial',
  in_progress: 'info',
  completed: 'ok',
}

export const sampleLabels: Readonly<Record<SampleState, string>> = {
  collected: 'Collected',
  received: 'Received',
  rejected: 'Rejected',
  discarded: 'Discarded',
}
export const sampleTones: Readonly<Record<SampleState, Tone>> = {
  collected: 'info',
  received: 'ok',
  rejected: 'danger',
  discarded: 'neutral',
}

const happenings: Readonly<Record<string, string>> = {
  'sample.collected': 'Sample collected',
  'sample.received': 'Sample received at the bench',
  'sample.rejected': 'Sample rejected',
  'sample.stored': 'Sample put in its place',
  'sample.divided': 'Part taken from the sample',
  'sample.discarded': 'Sample thrown away',
  'task.put_back': 'Task put back in the queue',
  'task.started': 'Task started',
  'task.completed': 'Task completed',
}

/** What the record calls `task.started`, in words. */
export function sayHappening(what: string): string {
  const plain = what.replace(/[._]/g, ' ')
  return happenings[what] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
