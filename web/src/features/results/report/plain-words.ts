import { t } from '@lingui/core/macro'
import type { Reported } from '../../../lib/flag-tones.ts'

/** For patients. A result that nobody compared with a range or a usual answer has no words. */
export function plainFlag({ flag, range }: Pick<Reported, 'flag' | 'range'>): string {
  switch (flag) {
    case '':
      return range === '' ? '' : t`As usual`
    case 'L':
      return t`Below the usual range`
    case 'H':
      return t`Above the usual range`
    case 'LL':
      return t`Far too low`
    case 'HH':
      return t`Far too high`
    case 'A':
      return t`Not the usual result`
    case 'AA':
      return t`Needs attention now`
    default:
      return flag satisfies never
  }
}

/**
 * What a patient may take from a flagged value: where it lies and whom to ask, never what it is a sign of. A limit for
 * danger can stand where there is no usual range: then there is none to be below or above of.
 */
export function plainSentence({ flag }: Pick<Reported, 'flag'>): string | null {
  const ask = t`This alone does not show the cause: talk to your doctor about what it means for you.`
  const now = t`Do not wait: speak to the laboratory or a doctor today. If you feel unwell, get help now.`
  switch (flag) {
    case '':
      return null
    case 'L':
      return [t`This is below the usual range for this age and sex.`, ask].join(' ')
    case 'H':
      return [t`This is above the usual range for this age and sex.`, ask].join(' ')
    case 'LL':
      return [t`This is so low that it can be dangerous.`, now].join(' ')
    case 'HH':
      return [t`This is so high that it can be dangerous.`, now].join(' ')
    case 'A':
      return [t`This is not the usual result.`, ask].join(' ')
    case 'AA':
      return [t`This result can mean danger.`, now].join(' ')
    default:
      return flag satisfies never
  }
}

/** Values beyond a limit for danger. */
export const isUrgent = ({ flag }: Pick<Reported, 'flag'>): boolean =>
  flag === 'LL' || flag === 'HH' || flag === 'AA'

/** The usual range as people say it: `12.0 to 15.0`; one open end and lists of answers are words already. */
export function plainRange(range: string): string {
  const [low = '', high = ''] = range.split('–')
  return high === '' ? range : t`${low} to ${high}`
}
