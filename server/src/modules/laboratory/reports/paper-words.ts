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
