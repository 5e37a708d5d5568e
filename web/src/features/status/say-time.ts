import { plural, t } from '@lingui/core/macro'
import { sayNumber } from '../../lib/locale.ts'

/** A length of time in its largest whole unit. */
export function sayTime(seconds: number): string {
  const count = Math.abs(seconds)
  if (count < 90) {
    const exact = count < 10 ? Math.round(count * 10) / 10 : Math.round(count)
    return t`${sayNumber(exact)} s`
  }
  if (count < 5_400) return plural(Math.round(count / 60), { one: '# minute', other: '# minutes' })
  if (count < 172_800) return plural(Math.round(count / 3_600), { one: '# hour', other: '# hours' })
  return plural(Math.round(count / 86_400), { one: '# day', other: '# days' })
}
