import { t } from '@lingui/core/macro'
import type { SampleState, TaskState } from '#contract/task-states.ts'
import type { Tone } from '../../../ui/badge.tsx'

export const taskTones: Readonly<Record<TaskState, Tone>> = {
  pending: 'vial',
  in_progress: 'info',
  completed: 'ok',
}

export const sampleLabels: Readonly<Record<SampleState, string>> = {
  collected: t`Collected`,
  received: t`Received`,
  rejected: t`Rejected`,
  discarded: t`Discarded`,
}
export const sampleTones: Readonly<Record<SampleState, Tone>> = {
  collected: 'info',
  received: 'ok',
  rejected: 'danger',
  discarded: 'neutral',
}

const happenings: Readonly<Record<string, string>> = {
  'sample.collected': t`Sample collected`,
  'sample.received': t`Sample received at the bench`,
  'sample.rejected': t`Sample rejected`,
  'sample.stored': t`Sample stored`,
  'sample.divided': t`Aliquot made`,
  'sample.discarded': t`Sample discarded`,
  'task.put_back': t`Task put back in the queue`,
  'task.started': t`Task started`,
  'task.completed': t`Task completed`,
}

/** What the record calls `task.started`, in words. */
export function sayHappening(what: string): string {
  const plain = what.replace(/[._]/g, ' ')
  return happenings[what] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
