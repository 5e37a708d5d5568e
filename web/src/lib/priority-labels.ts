import type { Priority } from '#contract/options.ts'

export const priorityLabels: Readonly<Record<Priority, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
}
