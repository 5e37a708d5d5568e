import { t } from '@lingui/core/macro'
import type { ReportContent } from '#contract/reports.ts'
import type { Tone } from '../../../ui/badge.tsx'

/** How complete a report is, in words. */
export const standing: Readonly<Record<ReportContent['status'], { words: string; tone: Tone }>> = {
  partial: { words: t`Some results`, tone: 'warning' },
  final: { words: t`All results`, tone: 'ok' },
  corrected: { words: t`Corrected`, tone: 'warning' },
  withdrawn: { words: t`Withdrawn`, tone: 'danger' },
}
