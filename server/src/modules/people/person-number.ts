import { checkDigit, endsInCheckDigit } from '#server/platform/damm.ts'

/**
 * Person numbers, which people say and scan: P, at least eight digits and a check digit, written P 0000 1234 7. The letter
 * tells one from an accession number, a reference or a phone number; digits alone are said the same in every language.
 */
export function personNumber(sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RangeError(`Persons are numbered from 1, not ${sequence}`)
  }
  const digits = String(sequence).padStart(8, '0')
  return `P${digits}${checkDigit(digits)}`
}

/** The number that somebody typed or scanned, whatever its spaces, hyphens and case; null when it is none, or mistyped. */
export function parsePersonNumber(typed: string): number | null {
  const [, digits] = /^P(\d{9,12})$/.exec(typed.replace(/[\s-]/g, '').toUpperCase()) ?? []
  if (digits === undefined || !endsInCheckDigit(digits)) return null
  const sequence = Number(digits.slice(0, -1))
  return personNumber(Math.max(sequence, 1)) === `P${digits}` ? sequence : null
}
