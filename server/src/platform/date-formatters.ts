/**
 * Gives formatters with these options, on the 24-hour clock, by time zone and locale. Creating one takes forty times as long as
 * formatting, so each is kept: call this once per module, not for each text.
 */
export function dateFormatters(options: Intl.DateTimeFormatOptions) {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string, locale = 'en-GB'): Intl.DateTimeFormat => {
    const key = `${locale} ${timeZone}`
    const known = kept.get(key)
    if (known) return known
    const made = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options })
    kept.set(key, made)
    return made
  }
}
