import type { ReportContent } from '#contract/reports.ts'

export type Reported = ReportContent['tests'][number]['results'][number]
export type Flag = Reported['flag']

/** For staff, in the field's own words. Empty: nothing to say. */
export const flagWords: Readonly<Record<Flag, string>> = {
  '': '',
  L: 'Low',
  H: 'High',
  LL: 'Critically low',
  HH: 'Critically high',
  A: 'Abnormal',
  AA: 'Critical',
}

export const flagTones = {
  '': 'ok',
  L: 'warning',
  H: 'warning',
  A: 'warning',
  LL: 'danger',
  HH: 'danger',
  AA: 'danger',
} as const satisfies Readonly<Record<Flag, string>>
