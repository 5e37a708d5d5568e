import { t } from '@lingui/core/macro'
import type { Place, PlaceState } from '#contract/temperatures.ts'
import { sayNumber } from '../../lib/locale.ts'
import type { Tone } from '../../ui/badge.tsx'

export const stateWords: Readonly<Record<PlaceState, { label: string; tone: Tone }>> = {
  outside: { label: t`Outside its limits`, tone: 'danger' },
  due: { label: t`Reading due`, tone: 'warning' },
  fine: { label: t`Within its limits`, tone: 'ok' },
}

export const sayValue = (value: number, unit: Place['unit']) =>
  `${sayNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${unit}`

export const sayLimits = ({ low, high, unit }: Pick<Place, 'low' | 'high' | 'unit'>) =>
  t`${sayNumber(low)} to ${sayNumber(high)} ${unit}`
