import { checkDigit, endsInCheckDigit } from '#server/platform/damm.ts'

/**
 * Person numbers, which are read aloud and scanned: P, at least eight digits and a check digit, written P 0000 1234 7. The
 * letter distinguishes it from an accession number, a reference or a phone number. Only digits follow, since letters are
 * pronounced differently in different languages.
 */
export function personNumber(sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RangeError(`Persons are numbered from 1, not ${sequence}`)
  }
  const digits = String(sequence).padStart(8, '0')
  return `P${digits}${checkDigit(digits)}`
}

/** Parses a typed or scanned number; ignores spaces, hyphens and case. Null if the form or the check digit is wrong. */
export function parsePersonNumber(typed: string): number | null {
  const [, digits] = /^P(\d{9,12})$/.exec(typed.replace(/[\s-]/g, '').toUpperCase()) ?? []
  if (digits === undefined || !endsInCheckDigit(digits)) return null
  const sequence = Number(digits.slice(0, -1))
  return personNumber(Math.max(sequence, 1)) === `P${digits}` ? sequence : null
}
