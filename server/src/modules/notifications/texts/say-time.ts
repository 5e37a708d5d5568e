import type { Language } from '#contract/options.ts'
import { dateFormatters } from '#server/platform/date-formatters.ts'

/** Days and times as people of a language write them, on the clock of the site. */

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR', tw: 'en-GB' }

function sayer(options: Intl.DateTimeFormatOptions) {
  const formatterOf = dateFormatters(options)
  return (language: Language, timeZone: string, at: Date): string =>
    formatterOf(timeZone, locales[language]).format(at)
}

/** "Monday 9 March 2026 at 08:30". */
export const fullTime = sayer({ dateStyle: 'full', timeStyle: 'short' })
/** "Mon 9 Mar, 08:30": an SMS is paid for by its length. */
export const shortTime = sayer({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
/** "9 Mar 2026, 08:30". */
export const mediumTime = sayer({ dateStyle: 'medium', timeStyle: 'short' })
/** "Monday 08:30". */
export const weekdayTime = sayer({ weekday: 'long', hour: '2-digit', minute: '2-digit' })
export const fullDay = sayer({ dateStyle: 'full' })
export const shortDay = sayer({ weekday: 'short', day: 'numeric', month: 'short' })
export const clockTime = sayer({ hour: '2-digit', minute: '2-digit' })
/** "March 2026". */
export const sayMonth = sayer({ month: 'long', year: 'numeric' })
