import { t } from '@lingui/core/macro'
import type { StockState } from '#contract/stock.ts'
import { sayNumber } from '../../lib/locale.ts'
import type { Tone } from '../../ui/badge.tsx'

export const stateWords: Readonly<Record<StockState, { label: string; tone: Tone }>> = {
  out: { label: t`None left`, tone: 'danger' },
  order: { label: t`Order now`, tone: 'warning' },
  expiring: { label: t`Expires before use`, tone: 'info' },
  enough: { label: t`Enough`, tone: 'ok' },
}

/** A quantity with its unit, for example "120 tests" as the laboratory names the unit. */
export const sayQuantity = (amount: number, unit: string) => `${sayNumber(amount)} ${unit}`
