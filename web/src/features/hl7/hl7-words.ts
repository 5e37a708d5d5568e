import { t } from '@lingui/core/macro'
import type { Hl7Connection } from '#contract/hl7.ts'
import type { Hl7MessageState } from '#contract/hl7-states.ts'
import type { Tone } from '../../ui/badge.tsx'

export const messageTones: Readonly<Record<Hl7MessageState, Tone>> = {
  received: 'neutral',
  done: 'ok',
  held: 'warning',
  refused: 'danger',
  discarded: 'quiet',
  unpaid: 'neutral',
  waiting: 'neutral',
  sent: 'ok',
  failed: 'danger',
  overtaken: 'quiet',
}

type Link = Pick<Hl7Connection, 'way' | 'isOn' | 'connectedAt' | 'trouble' | 'endedAt'>

export function stateOfLink({ way, isOn, connectedAt, trouble, endedAt }: Link): {
  label: string
  tone: Tone
} {
  if (endedAt !== null) return { label: t`Ended`, tone: 'neutral' }
  if (way === 'file') return { label: t`By files`, tone: 'neutral' }
  if (!isOn) return { label: t`Off`, tone: 'neutral' }
  if (connectedAt !== null) return { label: t`Connected`, tone: 'ok' }
  return { label: t`Not connected`, tone: trouble === '' ? 'neutral' : 'warning' }
}
