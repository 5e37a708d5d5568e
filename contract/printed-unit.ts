const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** How a laboratory writes counts of cells: 10³/µL or 10⁹/L, which are the same number. */
export const cellCounts = { per_microlitre: '10³/µL', per_litre: '10⁹/L' } as const
export type CellCounts = keyof typeof cellCounts

const perLitre: Readonly<Record<string, string>> = { '10³/µL': '10⁹/L', '10⁶/µL': '10¹²/L' }
const perMicrolitre = Object.fromEntries(Object.entries(perLitre).map(([from, to]) => [to, from]))

/**
 * A unit in its printed form, with cell counts in the notation that the laboratory has chosen. The input may be a UCUM code or a
 * printed unit in either notation.
 */
export function printedUnit(ucum: string, counts: CellCounts): string {
  const unit = withoutCode(ucum)
  return (counts === 'per_litre' ? perLitre : perMicrolitre)[unit] ?? unit
}

/** From a UCUM code: `10*3/uL` is 10³/µL, `m[IU]/L` is mIU/L. */
function withoutCode(ucum: string): string {
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
export const printedValue = (value: string, ucum: string, counts: CellCounts): string =>
  ucum !== '' && value.endsWith(` ${ucum}`)
    ? `${value.slice(0, -ucum.length)}${printedUnit(ucum, counts)}`.trimEnd()
    : value

const raised = (digit: string) => superscripts.charAt(Number(digit))
