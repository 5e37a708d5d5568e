import { entry } from './entry.ts'

/**
 * Gives formatters with these options, on the 24-hour clock, by time zone and locale. Creating one takes forty times as long as
 * formatting, so each is kept: call this once per module, not for each text.
 */
export function dateFormatters(options: Intl.DateTimeFormatOptions) {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string, locale = 'en-GB'): Intl.DateTimeFormat =>
    entry(
      kept,
      `${locale} ${timeZone}`,
      () => new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options }),
    )
}

const formatterOf = dateFormatters({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time on paper in the time zone of the site: 9 Mar 2026, 08:30. */
export const sayAt = (timeZone: string, instant: Date): string => formatterOf(timeZone).format(instant)

const monthFormatterOf = dateFormatters({ month: 'long', year: 'numeric' })

/** A month on paper, from `YYYY-MM`: March 2026. */
export const sayMonth = (month: string): string => monthFormatterOf('UTC').format(new Date(`${month}-01`))
