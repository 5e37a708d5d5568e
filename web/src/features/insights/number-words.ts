import { sayNumber } from '../../lib/locale.ts'
import { sayMinutes } from '../../lib/times.ts'

/** Figures as they are said; a dash of nothing. */

export const sayCount = (value: number | null): string =>
  value === null ? '–' : sayNumber(value, { maximumFractionDigits: 1 })

/** "42 min", "1 h 30 min", "3 days". */
export const sayLasting = (minutes: number | null): string =>
  minutes === null ? '–' : unbroken(sayMinutes(Math.round(minutes)))

/** "12 %", "0.4 %". */
export function sayShare(share: number | null): string {
  if (share === null) return '–'
  const percent = share * 100
  return unbroken(`${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`)
}

/** "08:00": the hour of a day that begins then. */
export const sayHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** A number and its unit stay on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')
