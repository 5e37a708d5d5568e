import type { PersonRecord } from '#contract/people.ts'
import { longDay } from './times.ts'

/** A date of birth as exactly as it is known. */
export function sayBirth({ date, precision }: PersonRecord['birth']): string {
  switch (precision) {
    case 'day':
      return longDay(date)
    case 'month':
      return `${date.slice(5, 7)}/${date.slice(0, 4)}, the day is not known`
    case 'year':
      return `${date.slice(0, 4)}, the day is not known`
    case 'estimated':
      return `about ${date.slice(0, 4)}, estimated from a stated age`
  }
}

/** The same for a list, where the reason of an estimate has no room. */
export function sayBirthBriefly({ date, precision }: PersonRecord['birth']): string {
  switch (precision) {
    case 'day':
      return date.split('-').reverse().join('/')
    case 'month':
      return `${date.slice(5, 7)}/${date.slice(0, 4)}`
    case 'year':
      return date.slice(0, 4)
    case 'estimated':
      return `about ${date.slice(0, 4)}`
  }
}
