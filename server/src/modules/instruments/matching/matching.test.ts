import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversionFactor } from './convert-unit.ts'
import { matchValue, type Target } from './match-value.ts'
import { accessionsMeantBy, lotMeantBy } from './sample-numbers.ts'

const haemoglobin: Target = {
  kind: 'quantity',
  unit: 'g/dL',
  options: [],
  decimals: 1,
  lowest: 1,
  highest: 30,
  usualUnit: '',
  factor: null,
}
const malaria: Target = { ...haemoglobin, kind: 'coded', options: ['Not seen', 'Seen'], unit: '' }
const sent = (value: string, unit = '', isMissing = false) => ({ value, unit, isMissing })

describe('units', () => {
  it.each([
    ['10*9/L', '10*3/uL', 1],
    ['10^9/l', '10*3/uL', 1],
    ['x10^3/µL', '10*3/uL', 1],
    ['/uL', '10*3/uL', 0.001],
    ['g/L', 'g/dL', 0.1],
    ['mg/dL', 'g/L', 0.01],
    ['umol/L', 'mmol/L', 0.001],
    ['L/L', '%', 100],
    ['U/L', 'mU/mL', 1],
    ['mmol/L', 'mg/dL', null],
    ['g/dL', 'U/L', null],
    ['bananas', 'g/dL', null],
    ['fL', 'fL', 1],
    ['m[Hg]', 'mm[Hg]', 1000],
  ])('%s to %s: %s', (from, to, factor) => {
    expect(conversionFactor(from, to)).toBe(factor)
  })

  it('a conversion to another unit and back gives the same number', () => {
    const units = fc.constantFrom('g/L', 'g/dL', 'mg/dL', 'ug/mL', 'ng/L', 'kg/m3')
    fc.assert(
      fc.property(units, units, (one, other) => {
        const [there, back] = [conversionFactor(one, other), conversionFactor(other, one)]
        if (there !== null && back !== null) expect(there * back).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('values', () => {
  it('numeric values with a decimal point or comma are converted and rounded', () => {
    expect(matchValue(haemoglobin, sent('12,94', 'g/dL'))).toEqual({ value: { number: 12.9, text: null } })
    expect(matchValue(haemoglobin, sent('129', 'g/L'))).toEqual({ value: { number: 12.9, text: null } })
    const ownUnit = { ...haemoglobin, usualUnit: 'g/L' }
    expect(matchValue(ownUnit, sent('129'))).toEqual({ value: { number: 12.9, text: null } })
    const byHand = { ...haemoglobin, factor: 1.611 }
    expect(matchValue(byHand, sent('8', 'mmol/L'))).toEqual({ value: { number: 12.9, text: null } })
  })

  it.each([
    ['<0.5', '', 'beyond'],
    ['> 30', '', 'beyond'],
    ['12.9?', '', 'no_number'],
    ['1e5', '', 'no_number'],
    ['1:40', '', 'no_number'],
    ['2-5', '', 'no_number'],
    ['1,234.5', '', 'no_number'],
    ['129', 'g/dL', 'impossible'],
    ['8.0', 'mmol/L', 'wrong_unit'],
  ] as const)('%s %s is held: %s', (value, unit, why) => {
    expect(matchValue(haemoglobin, sent(value, unit))).toEqual({ why })
  })

  it('titres and ranges are taken as sent by analytes whose results are text', () => {
    const titre = { ...haemoglobin, kind: 'text', unit: '' }
    for (const text of ['1:40', '2-5', '<1:20'])
      expect(matchValue(titre, sent(text))).toEqual({ value: { number: null, text } })
    expect(matchValue(titre, sent('x'.repeat(501)))).toEqual({ why: 'unknown_answer' })
  })

  it('a text value matches an answer of the catalogue or a synonym of exactly one answer', () => {
    expect(matchValue(malaria, sent('SEEN'))).toEqual({ value: { number: null, text: 'Seen' } })
    expect(matchValue(malaria, sent('NEG'))).toEqual({ value: { number: null, text: 'Not seen' } })
    expect(matchValue(malaria, sent('perhaps'))).toEqual({ why: 'unknown_answer' })
    const unclear = { ...malaria, options: ['Positive', 'Reactive'] }
    expect(matchValue(unclear, sent('pos'))).toEqual({ why: 'unknown_answer' })
    expect(matchValue(malaria, sent('', '', true))).toEqual({ why: 'no_value' })
  })
})

describe('sample numbers', () => {
  it('an accession number is recognised with or without its check digit and leading zeros', () => {
    const accession = accessionsMeantBy('0126030900001').find((one) => one.length === 14) ?? ''
    expect(accession).toMatch(/^0126030900001\d$/)
    for (const written of [
      accession,
      accession.replace(/(\d{2})(\d{6})/, '$1 $2 '),
      accession.slice(0, -1),
      accession.slice(1),
      accession.padStart(22, '0'),
    ])
      expect(accessionsMeantBy(written)).toContain(accession)
  })

  it('a text that is no accession number matches no sample', () => {
    for (const written of ['', 'QC-LOW', '12', '123456789012345', '0000000', '1234a678901234'])
      expect(accessionsMeantBy(written)).toEqual([])
  })

  it('the * of the control pattern matches the lot number', () => {
    expect(lotMeantBy('qc-L1234', 'QC-*')).toBe('L1234')
    expect(lotMeantBy('01260309000018', 'QC-*')).toBeNull()
    expect(lotMeantBy('QC-', 'QC-*')).toBeNull()
    expect(lotMeantBy('anything', '')).toBeNull()
  })
})
