import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { printedUnit, printedValue } from './printed-unit.ts'

it.each([
  ['g/dL', 'g/dL'],
  ['10*3/uL', '10³/µL'],
  ['10*6/uL', '10⁶/µL'],
  ['/uL', '/µL'],
  ['umol/L', 'µmol/L'],
  ['U/L', 'U/L'],
  ['[IU]/L', 'IU/L'],
  ['m[IU]/L', 'mIU/L'],
  ['/[HPF]', '/HPF'],
  ['mL/min/{1.73_m2}', 'mL/min/1.73 m²'],
  ['{titer}', 'titre'],
  ['[pH]', ''],
  ['1', ''],
  ['mm[Hg]', 'mmHg'],
  ['ug{FEU}/mL', 'µg FEU/mL'],
  ['g/(24.h)', 'g/24 h'],
  ['{INR}', 'INR'],
])('writes %s as people do', (ucum, printed) => {
  expect(printedUnit(ucum, 'per_microlitre')).toBe(printed)
})

it('every unit of the catalogue is printed without UCUM code, and printing is idempotent', () => {
  const { analytes } = JSON.parse(
    readFileSync(new URL('../server/data/analytes.json', import.meta.url), 'utf8'),
  ) as { analytes: { unit?: string }[] }
  const printed = analytes.map(({ unit }) => printedUnit(unit ?? '', 'per_microlitre'))
  expect(printed.filter((unit) => /[[\]{}*_]/.test(unit))).toEqual([])
  expect(printed.map((unit) => printedUnit(unit, 'per_microlitre'))).toEqual(printed)
})

it('a value with its unit has the unit as people write it', () => {
  expect(printedValue('9 10*3/uL', '10*3/uL', 'per_microlitre')).toBe('9 10³/µL')
  expect(printedValue('6.9 [pH]', '[pH]', 'per_microlitre')).toBe('6.9')
  expect(printedValue('Positive', '', 'per_microlitre')).toBe('Positive')
})

it('writes counts of cells in the notation that the laboratory chooses, also counts printed earlier in the other notation', () => {
  expect(['10*3/uL', '10*6/uL', '10*9/L', 'g/dL'].map((unit) => printedUnit(unit, 'per_litre'))).toEqual([
    ...['10⁹/L', '10¹²/L', '10⁹/L', 'g/dL'],
  ])
  expect(['10⁹/L', '10¹²/L', '10*9/L'].map((unit) => printedUnit(unit, 'per_microlitre'))).toEqual([
    ...['10³/µL', '10⁶/µL', '10³/µL'],
  ])
  expect(printedUnit('10³/µL', 'per_litre')).toBe('10⁹/L')
  expect(printedValue('9 10*3/uL', '10*3/uL', 'per_litre')).toBe('9 10⁹/L')
})
