import { t } from '@lingui/core/macro'
import type { NonconformityState } from '#contract/nonconformities.ts'
import { harms, nonconformityKinds } from '#contract/nonconformities.ts'
import { choicesIn } from '../../lib/translated.ts'

export const stateWords: Readonly<
  Record<NonconformityState, { label: string; tone: 'warning' | 'info' | 'neutral' }>
> = {
  open: { label: t`Open`, tone: 'warning' },
  acting: { label: t`Corrective action in progress`, tone: 'info' },
  closed: { label: t`Closed`, tone: 'neutral' },
}

export const stateChoices = Object.entries(stateWords).map(([value, { label }]) => ({ value, label }))

export const kindChoices = choicesIn(nonconformityKinds)
export const harmChoices = choicesIn(harms)
