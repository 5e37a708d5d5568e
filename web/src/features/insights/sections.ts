/** The sections of the insights in their order, by the fragment of the address that leads to each. */
export const sections = {
  today: 'Today',
  turnaround: 'Turnaround',
  visits: 'Visits',
  'no-shows': 'No-shows',
  positives: 'Positive results',
  rejections: 'Rejected samples',
  staff: 'Staff',
  chairs: 'Chairs',
  forecast: 'Wait forecast',
} as const

export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]
