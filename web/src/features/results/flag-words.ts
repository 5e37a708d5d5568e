import type { ReportContent } from '#contract/reports.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Reported = ReportContent['tests'][number]['results'][number]
export type Flag = Reported['flag']

/** For staff, in the field's own words. Empty: nothing to say. */
export const flagWords: Readonly<Record<Flag, string>> = {
  '': '',
  L: 'Low',
  H: 'High',
  LL: 'Critically low',
  HH: 'Critically high',
  A: 'Abnormal',
  AA: 'Critical',
}

export const flagTones: Readonly<Record<Flag, Tone>> = {
  '': 'ok',
  L: 'warning',
  H: 'warning',
  A: 'warning',
  LL: 'danger',
  HH: 'danger',
  AA: 'danger',
}

/** For patients. A result that nobody compared with a range or a usual answer has no words. */
export function plainFlag({ flag, range }: Pick<Reported, 'flag' | 'range'>): string {
  switch (flag) {
    case '':
      return range === '' ? '' : 'As usual'
    case 'L':
      return 'Below the usual range'
    case 'H':
      return 'Above the usual range'
    case 'LL':
      return 'Far below the usual range'
    case 'HH':
      return 'Far above the usual range'
    case 'A':
    case 'AA':
      return 'Not the usual answer'
    default:
      return flag satisfies never
  }
}

/** What a patient may take from a flagged value: where it lies and whom to ask, never what it is a sign of. */
export function plainSentence({ name, flag }: Pick<Reported, 'name' | 'flag'>): string | null {
  const ask = 'This alone says nothing of the cause: talk to your doctor about what it means for you.'
  const soon = 'Talk to your doctor today about what it means for you. If you feel unwell, get help now.'
  switch (flag) {
    case '':
      return null
    case 'L':
      return `${name} is below the usual range for your age and sex. ${ask}`
    case 'H':
      return `${name} is above the usual range for your age and sex. ${ask}`
    case 'LL':
      return `${name} is far below the usual range for your age and sex. ${soon}`
    case 'HH':
      return `${name} is far above the usual range for your age and sex. ${soon}`
    case 'A':
      return `The answer for ${name} is not the usual one. ${ask}`
    case 'AA':
      return `The answer for ${name} is not the usual one. ${soon}`
    default:
      return flag satisfies never
  }
}
