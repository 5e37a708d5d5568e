import { t } from '@lingui/core/macro'
import type { Instrument } from '#contract/instruments.ts'
import type { Tone } from '../../ui/badge.tsx'

/** A link without messages for this time is shown as silent. Analysers often stay connected all day. */
const silentMs = 30 * 60_000

/** The state of a link as a label. */
export function stateOfLink(
  { state, connectedAt, heardAt, trouble }: Instrument,
  now: Date,
): { label: string; tone: Tone } {
  if (state === 'off') return { label: t`Off`, tone: 'quiet' }
  if (connectedAt === null) {
    return trouble === ''
      ? { label: t`Not connected`, tone: 'neutral' }
      : { label: t`Not connected`, tone: 'danger' }
  }
  if (trouble !== '') return { label: t`Fault`, tone: 'warning' }
  const isSilent = heardAt !== null && now.getTime() - Date.parse(heardAt) > silentMs
  return isSilent ? { label: t`Connected, silent`, tone: 'neutral' } : { label: t`Connected`, tone: 'ok' }
}
