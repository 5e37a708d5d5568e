import type { Reported } from '../../../lib/flag-tones.ts'

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
      return 'Far too low'
    case 'HH':
      return 'Far too high'
    case 'A':
      return 'Not the usual answer'
    case 'AA':
      return 'Needs attention now'
    default:
      return flag satisfies never
  }
}

/**
 * What a patient may take from a flagged value: where it lies and whom to ask, never what it is a sign of. A limit for
 * danger can stand where there is no usual range: then there is none to be below or above of.
 */
export function plainSentence({ flag }: Pick<Reported, 'flag'>): string | null {
  const ask = 'This alone says nothing of the cause: talk to your doctor about what it means for you.'
  const now = 'Do not wait: speak to the laboratory or a doctor today. If you feel unwell, get help now.'
  switch (flag) {
    case '':
      return null
    case 'L':
      return `This is below the usual range for your age and sex. ${ask}`
    case 'H':
      return `This is above the usual range for your age and sex. ${ask}`
    case 'LL':
      return `This is so low that it can be dangerous. ${now}`
    case 'HH':
      return `This is so high that it can be dangerous. ${now}`
    case 'A':
      return `This is not the usual answer. ${ask}`
    case 'AA':
      return `This answer can mean danger. ${now}`
    default:
      return flag satisfies never
  }
}

/** Values beyond a limit for danger. */
export const isUrgent = ({ flag }: Pick<Reported, 'flag'>): boolean =>
  flag === 'LL' || flag === 'HH' || flag === 'AA'

/** The usual range as people say it: `12.0 to 15.0`; one open end and lists of answers are words already. */
export const plainRange = (range: string): string => range.replace('–', ' to ')
