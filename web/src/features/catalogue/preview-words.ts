import { t } from '@lingui/core/macro'
import type { Preview } from '#contract/catalogue.ts'

/** Counts and shares in words. */

const flagWords: Readonly<Record<Preview['changes'][number]['from'], string>> = {
  '': 'within',
  L: 'low',
  H: 'high',
  LL: t`critically low`,
  HH: t`critically high`,
  A: 'abnormal',
  AA: 'critical',
}

/** "1 result", "12 results", "3 of them" */
export function sayCount(count: number, what: string): string {
  return `${count} ${what.startsWith('of ') || count === 1 ? what : `${what}s`}`
}

/** "30 low ones would be within" */
export function sayChange({ from, to, count }: Preview['changes'][number]): string {
  const were = from === '' ? t`within the limits` : flagWords[from]
  const be = to === '' ? t`within the limits` : flagWords[to]
  return count === 1 ? t`1 that was ${were} would be ${be}` : t`${count} that were ${were} would be ${be}`
}

/** "12 %"; less than one in a hundred is not said to be none. */
export function sayShare(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %'
  const percent = (part / whole) * 100
  return percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`
}
