import { isCalendarDay } from '#contract/fields.ts'
import type { Gender, Priority } from '#contract/options.ts'
import type { Birth } from '#server/modules/people/index.ts'

/** Parses cells in the usual ways of writing. Null if a cell is not of the kind. */

/** `2026-03-09`, or day before month as `9/3/2026`, `09.03.2026`, `9-3-2026`. */
export function readDay(cell: string): string | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(cell)
  const other = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(cell)
  const [year, month, day] = iso ? iso.slice(1) : other ? other.slice(1).reverse() : []
  if (!year || !month || !day) return null
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(text) ? text : null
}

/** The full name as written, else its parts. */
export const readName = ({ fullName, givenNames, familyName }: Readonly<Record<string, string>>): string =>
  fullName || [givenNames, familyName].filter(Boolean).join(' ')

/** A day as above, a month as `1980-05` or `5/1980`, or a year. */
export function readBirth(cell: string): Birth | null {
  const day = readDay(cell)
  if (day) return { date: day, precision: 'day' }
  const iso = /^(\d{4})(?:[-/](\d{1,2}))?$/.exec(cell)
  const other = /^(\d{1,2})[-/. ](\d{4})$/.exec(cell)
  const [year, month] = iso ? iso.slice(1) : other ? [other[2], other[1]] : []
  const date = `${year}-${(month ?? '1').padStart(2, '0')}-01`
  return year && isCalendarDay(date) ? { date, precision: month ? 'month' : 'year' } : null
}

/** Minutes since midnight of `8:30`, `08:30:00`, `8.30 am`, `2:15 PM`. */
export function readTime(cell: string): number | null {
  const parts = /^(\d{1,2})[:.](\d{2})(?:[:.]00)?\s*([ap])?\.?m?\.?$/i.exec(cell)
  if (!parts) return null
  const [hour, minute, half] = [Number(parts[1]), Number(parts[2]), parts[3]?.toLowerCase()]
  if (minute > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return null
  return (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + minute
}

/** Whole years on `day` of somebody born on `birth`. */
export function ageOn(birth: string, day: string): number {
  return Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)
}

const words =
  <T>(table: Readonly<Record<string, T>>) =>
  (cell: string): T | null => {
    const word = cell.toLowerCase().replace(/[^a-z]/g, '')
    return Object.hasOwn(table, word) ? (table[word] ?? null) : null
  }

export const readGender = words<Gender>({ m: 'male', male: 'male', f: 'female', female: 'female' })

export const readPriority = words<Priority>({
  low: 'low',
  routine: 'low',
  normal: 'normal',
  medium: 'normal',
  high: 'high',
  urgent: 'high',
  stat: 'high',
})

export type ImportState = 'booked' | 'completed' | 'cancelled' | 'no_show'

export const readState = words<ImportState>({
  booked: 'booked',
  scheduled: 'booked',
  confirmed: 'booked',
  pending: 'booked',
  completed: 'completed',
  complete: 'completed',
  done: 'completed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  noshow: 'no_show',
  didnotcome: 'no_show',
  absent: 'no_show',
})
