import { t } from '@lingui/core/macro'
import type { PersonRecord } from '#contract/people.ts'
import { longDay } from './times.ts'

/** A date of birth as exactly as it is known. */
export function sayBirth({ date, precision }: PersonRecord['birth']): string {
  const [year = '', month = ''] = date.split('-')
  switch (precision) {
    case 'day':
      return longDay(date)
    case 'month':
      return t`${month}/${year}, the day is not known`
    case 'year':
      return t`${year}, the day is not known`
    case 'estimated':
      return t`about ${year}, estimated from a stated age`
  }
}

/** The same for a list, where the reason of an estimate has no room. */
export function sayBirthBriefly({ date, precision }: PersonRecord['birth']): string {
  const [year = '', month = ''] = date.split('-')
  switch (precision) {
    case 'day':
      return date.split('-').reverse().join('/')
    case 'month':
      return `${month}/${year}`
    case 'year':
      return year
    case 'estimated':
      return t`about ${year}`
  }
}
