import type { ReportContent } from '#contract/reports.ts'
import type { Flag } from '#contract/results.ts'

export type Reported = ReportContent['tests'][number]['results'][number]

export const flagTones = {
  '': 'ok',
  L: 'warning',
  H: 'warning',
  A: 'warning',
  LL: 'danger',
  HH: 'danger',
  AA: 'danger',
} as const satisfies Readonly<Record<Flag, string>>
