import { type Priority, priorities } from '#contract/options.ts'

export const priorityLabels: Readonly<Record<Priority, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
}

/** As a list to choose from. */
export const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }))
