const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A unit as people write it, from its UCUM code: `10*3/uL` is 10³/µL, `m[IU]/L` is mIU/L. Its own answer stays as it is. */
export function printedUnit(ucum: string): string {
  if (ucum === '1' || ucum === '[pH]') return ''
  if (ucum === '{titer}') return 'titre'
  return ucum
    .replace(/10\*(\d+)/g, (_, power: string) => `10${power.replace(/\d/g, raised)}`)
    .replace(/(^|\/)u(?=[A-Za-z])/g, '$1µ')
    .replace('_m2', ' m²')
    .replace(/(?<=[A-Za-z])\{/g, ' ')
    .replace(/\((\d+)\.([a-z]+)\)/g, '$1 $2')
    .replace(/[[\]{}]/g, '')
}

/** A value that ends with its UCUM unit, with the unit as people write it. */
export const printedValue = (value: string, ucum: string): string =>
  ucum !== '' && value.endsWith(` ${ucum}`)
    ? `${value.slice(0, -ucum.length)}${printedUnit(ucum)}`.trimEnd()
    : value

const raised = (digit: string) => superscripts.charAt(Number(digit))
