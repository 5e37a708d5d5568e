import { plural, t } from '@lingui/core/macro'
import type { StandingOrder } from '#contract/standing.ts'
import { longDay } from './times.ts'

/** The interval and the last day of a standing order as a text. */
export function sayRhythm({ every, unit, until }: Pick<StandingOrder, 'every' | 'unit' | 'until'>): string {
  const often =
    unit === 'week'
      ? plural(every, { one: 'Every week', other: 'Every # weeks' })
      : plural(every, { one: 'Every month', other: 'Every # months' })
  const last = until && longDay(until)
  return last ? t`${often}, until ${last}` : often
}
