import { t } from '@lingui/core/macro'
import { sayNumber } from '../../lib/locale.ts'

/** The change of a figure from the period before: an arrow, and a sentence that can be read alone. */

export type Change = {
  /** "12 % more than the 30 days before". */
  words: string
  direction: 'up' | 'down' | 'same' | 'unknown'
}

/** What a figure is: a count, a time in minutes, or a share from 0 to 1. */
export type Kind = 'count' | 'minutes' | 'share'

type Say = (size: string, before: string) => string

const sayMore: Readonly<Record<Kind, Say>> = {
  count: (size, before) => t`${size} % more than ${before}`,
  minutes: (size, before) => t`${size} % longer than ${before}`,
  share: (size, before) =>
    size === '1'
      ? t`${size} percentage point higher than ${before}`
      : t`${size} percentage points higher than ${before}`,
}
const sayLess: Readonly<Record<Kind, Say>> = {
  count: (size, before) => t`${size} % fewer than ${before}`,
  minutes: (size, before) => t`${size} % shorter than ${before}`,
  share: (size, before) =>
    size === '1'
      ? t`${size} percentage point lower than ${before}`
      : t`${size} percentage points lower than ${before}`,
}

/** Of a count and a time the change in per cent, of a share in its points. `before` is "the 30 days before". */
export function sayChange(kind: Kind, now: number | null, was: number | null, before: string): Change {
  if (was === null) return { words: t`nothing to compare with in ${before}`, direction: 'unknown' }
  if (now === null) return { words: t`nothing here, unlike ${before}`, direction: 'unknown' }
  if (now === was) return { words: t`the same as ${before}`, direction: 'same' }
  const direction = now > was ? 'up' : 'down'
  if (was === 0 && kind !== 'share') return { words: t`none in ${before}`, direction }
  const size = round(kind === 'share' ? Math.abs(now - was) * 100 : (Math.abs(now - was) / was) * 100)
  const say = (direction === 'up' ? sayMore : sayLess)[kind]
  return { words: say(size, before), direction }
}

/** Whole numbers, but one decimal where nothing would be left. */
function round(value: number): string {
  const said = value < 1 ? Math.max(0.1, Math.round(value * 10) / 10) : Math.round(value)
  return sayNumber(said)
}
