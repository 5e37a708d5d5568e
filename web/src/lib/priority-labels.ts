import { t } from '@lingui/core/macro'
import { type Priority, priorities } from '#contract/options.ts'

export const priorityLabels: Readonly<Record<Priority, string>> = {
  low: t`Low`,
  normal: t`Normal`,
  high: t`High`,
}

/** High is red. The rest has a yellow dot on a quiet ground, since most visits have it and none of them needs a look. */
export const priorityTones = {
  low: 'quiet',
  normal: 'quiet',
  high: 'danger',
} as const satisfies Record<Priority, string>

/** As a list to choose from. */
export const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }))
