import { t } from '@lingui/core/macro'
/** The sections of the insights in their order, by the fragment of the address that leads to each. */
export const sections = {
  today: t`Today`,
  turnaround: t`Turnaround`,
  visits: t`Visits`,
  'no-shows': t`No-shows`,
  positives: t`Positive results`,
  rejections: t`Rejected samples`,
  staff: t`Staff`,
  chairs: t`Chairs`,
  forecast: t`Wait forecast`,
} as const

export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]
