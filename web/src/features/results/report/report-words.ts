import type { ReportContent } from '#contract/reports.ts'
import type { Tone } from '../../../ui/badge.tsx'

/** How complete a report is, in words. */
export const standing: Readonly<Record<ReportContent['status'], { words: string; tone: Tone }>> = {
  partial: { words: 'Some results', tone: 'warning' },
  final: { words: 'All results', tone: 'ok' },
  corrected: { words: 'Corrected', tone: 'warning' },
  withdrawn: { words: 'Withdrawn', tone: 'danger' },
}
