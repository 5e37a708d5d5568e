import { t } from '@lingui/core/macro'
import type { ReportContent } from '#contract/reports.ts'

/** How and where a test was done, as far as the laboratory has set it. */
export function HowDone({ test }: { test: ReportContent['tests'][number] }) {
  const { method, instrument, referredTo, results, withdrawn, measured } = test
  const said = [
    method && t`Method: ${method}.`,
    instrument && t`Instrument: ${instrument}.`,
    measured && t`Measured ${measured.at}.`,
    referredTo && t`Referred to ${referredTo}.`,
    referredTo && results.length === 0 && !withdrawn && t`The result is in its attached report.`,
  ].filter(Boolean)
  return said.length > 0 && <p className="hint font-400">{said.join(' ')}</p>
}
