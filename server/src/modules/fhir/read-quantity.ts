/** Prefixes of quantity parameters: http://hl7.org/fhir/R4/search.html#prefix */
export type QuantityPrefix = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'sa' | 'eb' | 'ap'

/**
 * The value of a quantity parameter. `number` and `half` are decimal: half of the last digit that was given, so that `5.4` means the numbers
 * from 5.35 up to 5.45. A null system: any, or none. A null code: any unit.
 */
export type AskedQuantity = {
  prefix: QuantityPrefix
  number: string
  half: string
  system: string | null
  code: string | null
}

const form = /^(eq|ne|gt|lt|ge|le|sa|eb|ap)?(-?\d{1,18}(?:\.(\d{1,12}))?)(?:[eE](-?\d{1,2}))?$/

/** Reads `number`, `number||unit` or `number|system|code`; null if it is none of them. */
export function readQuantity(text: string): AskedQuantity | null {
  const [amount = '', system = '', code = '', ...more] = text.split('|')
  const [found, prefix = 'eq', digits = '', decimals = '', exponent = '0'] = form.exec(amount) ?? []
  const isWhole = text.split('|').length !== 2 && more.length === 0 && (system === '' || code !== '')
  if (found === undefined || !isWhole || text.includes('\0')) return null
  return {
    prefix: prefix as QuantityPrefix,
    number: `${digits}e${exponent}`,
    half: `5e${Number(exponent) - decimals.length - 1}`,
    system: system === '' ? null : system,
    code: code === '' ? null : code,
  }
}
