import { checkDigit, endsInCheckDigit } from '#server/platform/damm.ts'

const length = 14

/**
 * The accession numbers that a sent number may stand for: the printed number, also with spaces or hyphens between the digits, without
 * its check digit, or without leading zeros. If two are possible, the stored samples decide between them.
 */
export function accessionsMeantBy(written: string): string[] {
  const digits = written.replace(/[\s-]/g, '')
  if (!/^\d{5,30}$/.test(digits)) return []
  const bare = digits.replace(/^0+/, '')
  if (bare.length < 5 || bare.length > length) return []
  const whole = bare.padStart(length, '0')
  const cut = bare.padStart(length - 1, '0')
  const meant = endsInCheckDigit(whole) ? [whole] : []
  if (cut.length === length - 1) meant.push(cut + checkDigit(cut))
  return [...new Set(meant)]
}

/** The lot number in the number of a control sample, in the place of the pattern's *; null if the number does not fit the pattern. */
export function lotMeantBy(written: string, pattern: string): string | null {
  if (!pattern.includes('*')) return null
  const [before = '', after = ''] = pattern.split('*')
  const text = written.trim()
  const fits =
    text.length > before.length + after.length &&
    text.toLowerCase().startsWith(before.toLowerCase()) &&
    text.toLowerCase().endsWith(after.toLowerCase())
  return fits ? text.slice(before.length, text.length - after.length) : null
}
