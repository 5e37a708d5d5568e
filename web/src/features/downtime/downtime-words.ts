import { t } from '@lingui/core/macro'
import type { DowntimeForm } from '#contract/downtime.ts'

export const stateWords = {
  blank: { label: t`Blank`, tone: 'neutral' },
  entered: { label: t`Entered`, tone: 'ok' },
  void: { label: t`Void`, tone: 'warning' },
} as const satisfies Record<DowntimeForm['state'], object>
