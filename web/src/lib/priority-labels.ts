import { type Priority, priorities } from '#contract/options.ts'

export const priorityLabels: Readonly<Record<Priority, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
}

/** High is red, the rest yellow. */
export const priorityTones = {
  low: 'warning',
  normal: 'warning',
  high: 'danger',
} as const satisfies Record<Priority, string>

/** As a list to choose from. */
export const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }))
