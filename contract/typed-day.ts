/** The first letters of the months, in English and in French. */
const months = [
  ['jan'],
  ['feb', 'fév', 'fev'],
  ['mar'],
  ['apr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aoû', 'aou'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec', 'déc'],
]

/**
 * Parses a typed day to `YYYY-MM-DD`: 18/11/2026 with any of `/ . -`, 18 Nov 2026 or 18 novembre 2026 with or without its weekday, or
 * 2026-11-18. The day precedes the month, as on all screens. Null if there is no such day.
 */
export function readTypedDay(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return dayOfParts(iso[1], iso[2], iso[3])
  const numbers = /^(\d{1,2})[/. -]+(\d{1,2})[/. -]+(\d{4})$/.exec(text)
  if (numbers) return dayOfParts(numbers[3], numbers[2], numbers[1])
  const words = /^(?:\p{L}+\.?,? +)?(\d{1,2}) +(\p{L}{3,9})\.?,? +(\d{4})$/u.exec(text)
  if (!words) return null
  const month = months.findIndex((names) => names.some((name) => words[2]?.startsWith(name))) + 1
  return month === 0 ? null : dayOfParts(words[3], String(month), words[1])
}

function dayOfParts(year = '', month = '', day = ''): string | null {
  const said = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${said}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(said) ? said : null
}
