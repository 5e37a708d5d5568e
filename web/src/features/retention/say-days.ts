import { plural } from '@lingui/core/macro'

/** Days as years where they are whole years, with leap days counted. */
export function sayDays(days: number): string {
  const years = Math.round(days / 365.25)
  return years > 0 && Math.abs(days - years * 365.25) <= 1
    ? plural(years, { one: '# year', other: '# years' })
    : plural(days, { one: '# day', other: '# days' })
}
