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
