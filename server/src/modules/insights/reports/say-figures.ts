/** Formats figures for the PDF; a dash if there is none. */

const nothing = '–'

export const sayCount = (value: number | null): string =>
  value === null ? nothing : value.toLocaleString('en-GB', { maximumFractionDigits: 1 })

/** "42 min", "1 h 30 min", "3 days". */
export function sayLasting(minutes: number | null): string {
  if (minutes === null) return nothing
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole} min`
  const hours = Math.trunc(whole / 60)
  if (hours >= 48) return `${Math.trunc(hours / 24)} days`
  return hours < 6 && whole % 60 > 0 ? `${hours} h ${whole % 60} min` : `${hours} h`
}

/** "12 %", "0.4 %". */
export function sayShare(share: number | null): string {
  if (share === null) return nothing
  const percent = share * 100
  return `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`
}

export const sayHours = (minutes: number): string => `${sayCount(Math.round(minutes / 60))} h`

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
export const sayDay = (of: string): string => shortDay.format(new Date(`${of}T00:00:00Z`))

/** "1 February 2026 to 28 February 2026". */
export function sayPeriod({ from, to }: { from: string; to: string }): string {
  const [first, last] = [from, to].map((one) => day.format(new Date(`${one}T00:00:00Z`)))
  return from === to ? `${first}` : `${first} to ${last}`
}
