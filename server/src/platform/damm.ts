/** Check digits by H. M. Damm, which detect every single wrong digit and every swap of neighbouring digits. */

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

export const checkDigit = (digits: string): string => String(interim(digits))

/** Whether the last digit is the check digit of those before it. */
export const endsInCheckDigit = (digits: string): boolean => interim(digits) === 0
