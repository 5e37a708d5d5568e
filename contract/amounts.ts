/** Amounts in minor units, as people write them. */

const digits = new Map<string, number>()

/** How many digits of a currency stand after the point: 2 for cedis, 0 for CFA francs. */
export function minorDigits(currency: string): number {
  const known = digits.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  digits.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

/** `1234.50`, for fields and files. */
export function decimalOf(amount: number, currency: string): string {
  const places = minorDigits(currency)
  const sign = amount < 0 ? '-' : ''
  const text = String(Math.abs(amount)).padStart(places + 1, '0')
  if (places === 0) return sign + text
  return `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
}

/** `GHS 1,234.50`, for sentences of the server and for papers. */
export function sayAmount(amount: number, currency: string): string {
  const [whole = '', part] = decimalOf(Math.abs(amount), currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '−' : ''}${currency} ${grouped}${part === undefined ? '' : `.${part}`}`
}

/** The minor units of a typed amount such as `1,234.5`; null if it is not an amount of this currency. */
export function readAmount(typed: string, currency: string): number | null {
  const places = minorDigits(currency)
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(/,(?=\d{3}(\D|$))/g, '')
  const match = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text)
  if (!match || (match[2] ?? '').length > places) return null
  return Number(match[1]) * 10 ** places + Number((match[2] ?? '').padEnd(places, '0') || 0)
}

/** The tax within an amount, rounded half up. `basisPoints`: hundredths of a percent of the amount without tax. */
export const taxWithin = (amount: number, basisPoints: number): number =>
  Math.floor((2 * amount * basisPoints + 10_000 + basisPoints) / (2 * (10_000 + basisPoints)))

const prefixes = { receipt: 'R', refund: 'RF', invoice: 'INV' } as const
/** `R-2026-000012`. */
export const documentNumber = (kind: keyof typeof prefixes, year: number, number: number): string =>
  `${prefixes[kind]}-${year}-${String(number).padStart(6, '0')}`
