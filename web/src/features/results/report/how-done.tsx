import { t } from '@lingui/core/macro'
import type { ReportContent } from '#contract/reports.ts'

/** How and where a test was done, as far as the laboratory has set it. */
export function HowDone({ test }: { test: ReportContent['tests'][number] }) {
  const { method, instrument, referredTo } = test
  const said = [
    method && t`Method: ${method}.`,
    instrument && t`Instrument: ${instrument}.`,
    referredTo && t`Referred to ${referredTo}.`,
  ].filter((part) => part !== '')
  return said.length > 0 && <p className="hint font-400">{said.join(' ')}</p>
}
