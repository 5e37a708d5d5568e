import { checkDigit, endsInCheckDigit } from '#server/platform/damm.ts'

/**
 * Accession numbers: 14 digits, two for the site, six for the day (YYMMDD at the site), five for the day's sequence, and
 * a check digit. All digits and an even number of them, so that Code 128 packs two into each symbol of the label.
 */

export function accessionNumber(site: number, day: string, sequence: number): string {
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > 99_999) {
    throw new RangeError(`A day has accession numbers 1 to 99999, not ${sequence}`)
  }
  const digits = `${String(site).padStart(2, '0')}${day.slice(2).replaceAll('-', '')}${String(sequence).padStart(5, '0')}`
  return digits + checkDigit(digits)
}

export const isAccessionNumber = (text: string): boolean => /^\d{14}$/.test(text) && endsInCheckDigit(text)
