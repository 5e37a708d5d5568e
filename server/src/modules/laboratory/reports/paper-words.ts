import type { ReportContent } from '#contract/reports.ts'
import type { Flag } from '#contract/results.ts'

export const statusWords = {
  partial: 'Partial report',
  final: 'Final report',
  corrected: 'Corrected report',
  withdrawn: 'Withdrawn report',
} as const satisfies Record<ReportContent['status'], string>

/** Symbols of flags, printed beside the words, which can be seen without reading and without colour. */
export const flagMarks: Readonly<Record<Flag, string>> = {
  '': '',
  L: '▼',
  H: '▲',
  LL: '▼▼',
  HH: '▲▲',
  A: '◆',
  AA: '◆◆',
}

export const isCritical = (flag: Flag): boolean => flag.length === 2

type Elsewhere = { referredTo: string; results: readonly unknown[]; culture?: unknown }

/** Whether the result is only in the attached report of the referral laboratory. */
export const isReportedElsewhere = ({ referredTo, results, culture }: Elsewhere): boolean =>
  referredTo !== '' && results.length === 0 && !culture

/** The note in place of results that are only in the attached report of the referral laboratory. */
export const theirReport = ({ referredTo }: { referredTo: string }): string =>
  `The result is in the attached report of ${referredTo}.`

export const singlePersonText = 'This laboratory releases results without a second person.'

export const withdrawnText = 'The laboratory has withdrawn these results. Do not rely on any earlier version.'

/** What the order said, and who gets a copy. */
export function orderLines({ order, copyTo }: ReportContent): string[] {
  const fasting = { fasting: 'Fasting.', 'not fasting': 'Not fasting.', 'not known': '' } as const
  const state = order && [
    fasting[order.fasting],
    order.pregnancyWeek !== null && `Week ${order.pregnancyWeek} of pregnancy.`,
    order.medication && `Medication: ${order.medication}.`,
  ]
  return [
    copyTo && `Copy to: ${copyTo}.`,
    order?.clinicalDetails && `Clinical details: ${order.clinicalDetails}`,
    order?.diagnosis && `Diagnosis: ${order.diagnosis}`,
    state?.filter(Boolean).join(' '),
  ].filter((text): text is string => typeof text === 'string' && text !== '')
}
