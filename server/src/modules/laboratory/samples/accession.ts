/**
 * Accession numbers: 14 digits, two for the site, six for the day (YYMMDD at the site), five for the day's sequence, and
 * a check digit. All digits and an even number of them, so that Code 128 packs two into each symbol of the label.
 */

/** Quasigroup of order 10 without a fixed point. Source: H. M. Damm, Total anti-symmetrische Quasigruppen, 2004. */
const damm = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const

function interim(digits: string): number {
  let state = 0
  for (const digit of digits) state = Number(damm[state]?.[Number(digit)])
  return state
}

/** The Damm check digit, which shows every single wrong digit and every swap of neighbours. */
export const checkDigit = (digits: string): string => String(interim(digits))

export function accessionNumber(site: number, day: string, sequence: number): string {
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > 99_999) {
    throw new RangeError(`A day has accession numbers 1 to 99999, not ${sequence}`)
  }
  const digits = `${String(site).padStart(2, '0')}${day.slice(2).replaceAll('-', '')}${String(sequence).padStart(5, '0')}`
  return digits + checkDigit(digits)
}

export const isAccessionNumber = (text: string): boolean => /^\d{14}$/.test(text) && interim(text) === 0
