import { t } from '@lingui/core/macro'
import { documentLanguage, documentLocale } from './locale.ts'

/**
 * Times as people say them, in the language of the document. An instant is ISO 8601 UTC, a zone an IANA name, a day `YYYY-MM-DD` at the site.
 * All of it by Intl: the days of 23 and 25 hours come out right without a table of our own.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs about 50 µs and a list needs hundreds of them. */
function format(
  zone: string,
  options: Intl.DateTimeFormatOptions,
  locale = documentLocale(),
): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  formats.set(key, made)
  return made
}

/** What is read by a program has the digits of English in every language. */
const exact = (zone: string, options: Intl.DateTimeFormatOptions) => format(zone, options, 'en-GB')

/** The calendar day of an instant at the site, `YYYY-MM-DD`. */
export function dayOf(instant: string | Date, zone: string): string {
  const parts = exact(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    new Date(instant),
  )
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The time of day of an instant at the site, `HH:mm`. */
export function timeOf(instant: string | Date, zone: string): string {
  return exact(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant))
}

/** The day that an address names, if it is one of the calendar: an address can say anything. */
export function readDay(said: unknown): string | undefined {
  if (typeof said !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(said)) return undefined
  const at = new Date(`${said}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(said) ? said : undefined
}

/** The day in UTC, `YYYY-MM-DD`. The day at the site is `dayOf`. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10)

/** A day moved by whole days. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return utcDay(date)
}

/** Whole days from one day to another; negative when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** 0 = Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

const dayAsDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** "today", "tomorrow", "yesterday", "Fri 12 June", "Fri 12 June 2027" in another year. */
export function sayDay(day: string, today: string): string {
  const away = daysBetween(today, day)
  if (away === 0) return t`today`
  if (away === 1) return t`tomorrow`
  if (away === -1) return t`yesterday`
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  return sayDate(day, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** "Friday 12 June 2026". */
export function longDay(day: string): string {
  return sayDate(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** The month of a day and those before it, the latest first, as `YYYY-MM`. */
export function latestMonths(day: string, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  )
}

/** "June 2026": the month of a day. */
export function sayMonth(day: string): string {
  return sayDate(day, { month: 'long', year: 'numeric' })
}

/** "Fri 12 Jun 2026": a day in a field. In English, month names are cut to three letters, because Intl writes "Sept". */
export function shortDay(day: string): string {
  if (documentLanguage() === 'fr')
    return sayDate(day, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
  const [weekday = '', date, month = '', year] = longDay(day).split(' ')
  return `${weekday.slice(0, 3)} ${date} ${month.slice(0, 3)} ${year}`
}

/** "18 Nov 2026": a day in a choice or a dense table, where the weekday is not needed. */
export function dayWithoutWeekday(day: string): string {
  if (documentLanguage() === 'fr') return sayDate(day, { day: 'numeric', month: 'long', year: 'numeric' })
  return shortDay(day).split(' ').slice(1).join(' ')
}

/** The name of a weekday; 0 is Sunday. */
export function sayWeekday(weekday: number, length: 'long' | 'short' = 'long'): string {
  // 4 January 1970 was a Sunday.
  return sayDate(addDays('1970-01-04', weekday), { weekday: length })
}

/** A day without commas, which English writes after the weekday. */
function sayDate(day: string, options: Intl.DateTimeFormatOptions): string {
  const parts = format('UTC', options).formatToParts(dayAsDate(day))
  const said = parts.map(({ type, value }) =>
    type === 'weekday' && documentLanguage() === 'tw' ? twiWeekday(day, options.weekday) : value,
  )
  return said.join('').replaceAll(',', '')
}

/** Weekdays in Twi from Sunday on. No browser knows them; the months are called as in English. */
const twiWeekdays = ['Kwasiada', 'Dwoada', 'Benada', 'Wukuada', 'Yawoada', 'Fiada', 'Memeneda']

const twiWeekday = (day: string, length: Intl.DateTimeFormatOptions['weekday']): string => {
  const name = twiWeekdays[weekdayOf(day)] ?? ''
  return length === 'short' ? name.slice(0, 3) : name
}

/** "today 14:30". */
export function sayWhen(instant: string, zone: string, now: Date): string {
  return `${sayDay(dayOf(instant, zone), dayOf(now, zone))} ${timeOf(instant, zone)}`
}

/** "in 2 h", "in 25 min", "3 days ago", "now"; rounded down, so that nobody is promised more time than there is. */
export function sayDistance(instant: string, now: Date): string {
  const minutes = Math.trunc((Date.parse(instant) - now.getTime()) / 60_000)
  if (minutes === 0) return t`now`
  const said = sayMinutes(Math.abs(minutes))
  return minutes > 0 ? t`in ${said}` : t`${said} ago`
}

/** "25 min", "2 h", "1 h 30 min", "3 days". */
export function sayMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.trunc(minutes / 60)
  const days = Math.trunc(hours / 24)
  if (days >= 2) return t`${days} days`
  const rest = minutes % 60
  return hours < 6 && rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
}

/** "10–25 min", "10 min – 1 h 5 min", "up to 25 min": both ends in the same format, a shared unit once. */
export function sayMinuteRange(low: number, high: number): string {
  const most = sayMinutes(high)
  if (low === 0) return t`up to ${most}`
  return high < 60 ? `${low}–${high} min` : `${sayMinutes(low)} – ${most}`
}

/** "Friday 12 June 2026, 14:30 (GMT)", for those who want it exact. */
export function exactly(instant: string, zone: string): string {
  const name = format(zone, { timeZoneName: 'short' })
    .formatToParts(new Date(instant))
    .find((part) => part.type === 'timeZoneName')?.value
  return `${longDay(dayOf(instant, zone))}, ${timeOf(instant, zone)} (${name ?? zone})`
}

/**
 * The instant at which the site's clock shows `time` on `day`, ISO 8601 UTC: the first of two in the hour that an
 * autumn change repeats, null in the hour that a spring change skips.
 */
export function instantAt(day: string, time: string, zone: string): string | null {
  const wall = Date.parse(`${day}T${time}:00Z`)
  // A change of the clock is never a day away from both of these, so one of them has the offset in question.
  const offsets = [wall - 86_400_000, wall + 86_400_000].map((at) => offsetAt(at, zone))
  const [first] = offsets
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(at, zone) === wall)
    .sort((a, b) => a - b)
  return first === undefined ? null : new Date(first).toISOString()
}

/** Milliseconds that the site's clock is ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const instant = new Date(at)
  return Date.parse(`${dayOf(instant, zone)}T${timeOf(instant, zone)}:00Z`) - Math.floor(at / 60_000) * 60_000
}

/** The zone of this browser. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
