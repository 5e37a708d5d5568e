import { t } from '@lingui/core/macro'
import { type CaseState, caseStates } from '#contract/case-states.ts'
import type { CaseNotice, PreparedRule } from '#contract/cases.ts'
import { dhis2Outcomes } from '#contract/dhis2-states.ts'
import { translated } from '../../lib/translated.ts'
import { addressOf, day, oneOf } from '../../screen/address.ts'
import type { Tone } from '../../ui/badge.tsx'

export const caseTones: Readonly<Record<CaseState, Tone>> = {
  held: 'warning',
  dismissed: 'quiet',
  confirmed: 'ok',
  planned: 'neutral',
  sending: 'neutral',
  sent: 'ok',
  failed: 'danger',
  withdrawn: 'quiet',
}

export const caseStateNames = Object.keys(caseStates) as CaseState[]
export const casesAddress = addressOf({ state: oneOf(caseStateNames), from: day, to: day })

/** Which results are notifiable, for example: Xpert MTB/RIF, Rifampicin resistance: Detected. */
export function sayFinding({
  organism,
  test,
  analyte,
  outcome,
  values,
}: Omit<PreparedRule, 'disease'>): string {
  if (organism) return t`${organism.name} grows in a culture`
  const result = outcome === 'values' ? values.join(' / ') : translated(dhis2Outcomes[outcome])
  return `${test?.name}, ${analyte?.name}: ${result}`
}

export const sayState = ({ state, gone }: CaseNotice): string =>
  gone && state === 'planned' ? t`Withdrawal waiting to be sent` : translated(caseStates[state])
