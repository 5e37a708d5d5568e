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
  expect(printedUnit(ucum)).toBe(printed)
})

it('every unit of the catalogue is printed without UCUM code, and printing is idempotent', () => {
  const { analytes } = JSON.parse(
    readFileSync(new URL('../server/data/analytes.json', import.meta.url), 'utf8'),
  ) as { analytes: { unit?: string }[] }
  const printed = analytes.map(({ unit }) => printedUnit(unit ?? ''))
  expect(printed.filter((unit) => /[[\]{}*_]/.test(unit))).toEqual([])
  expect(printed.map(printedUnit)).toEqual(printed)
})

it('a value with its unit has the unit as people write it', () => {
  expect(printedValue('9 10*3/uL', '10*3/uL')).toBe('9 10³/µL')
  expect(printedValue('6.9 [pH]', '[pH]')).toBe('6.9')
  expect(printedValue('Positive', '')).toBe('Positive')
})
