import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CodeTarget } from '../queries-matching.ts'
import type { Measured } from '../wire/measured.ts'
import { compare, type Shown } from './compare.ts'

const haemoglobin: CodeTarget = {
  code: 'HGB',
  analyte: 'HGB',
  kind: 'quantity',
  unit: 'g/dL',
  options: [],
  decimals: 1,
  lowest: 0,
  highest: 30,
  usualUnit: '',
  factor: null,
}
const sample = '01260309000018'
const sent = (value: string, unit = 'g/dL', more: Partial<Measured> = {}): Measured => ({
  sample,
  code: 'HGB',
  name: '',
  value,
  unit,
  flags: [],
  measuredAt: '',
  operator: '',
  isControl: false,
  isMissing: false,
  comment: '',
  ...more,
})
const shown = (value: string, unit = 'g/dL', of = sample): Shown => ({ sample: of, value, unit })
const judge = (one: Measured, other: Shown, target: CodeTarget | undefined = haemoglobin) =>
  compare(one, target, other)

describe('a shown and a received number', () => {
  it('agree after rounding and conversion, and differ otherwise', () => {
    expect(judge(sent('13.4'), shown('13,4'))).toEqual({
      result: '13.4',
      unit: 'g/dL',
      agrees: true,
      why: null,
      byFactor: false,
    })
    expect(judge(sent('134', 'g/L'), shown('13.4'))).toMatchObject({
      agrees: true,
      result: '13.4',
      unit: 'g/dL',
    })
    expect(judge(sent('134', 'g/L'), shown('134', 'g/L')).agrees).toBe(true)
    expect(judge(sent('13.42'), shown('13.42')).agrees).toBe(true)
    expect(judge(sent('13.42'), shown('13')).agrees).toBe(true)
    expect(judge(sent('13.4'), shown('13.5'))).toMatchObject({ agrees: false, why: 'other_value' })
    expect(judge(sent('13.4'), shown('134')).why).toBe('other_value')
    expect(judge(sent('13.4'), shown('-13.4')).why).toBe('other_value')
    expect(judge(sent('13.4'), shown('13.4', 'mmol/L')).why).toBe('not_comparable')
    expect(judge(sent('13.4'), shown('high')).why).toBe('not_numeric')
  })

  it('agree whenever the analyser shows and sends the same number in any convertible unit', () => {
    const units = fc.constantFrom({ unit: 'g/dL', of: 1 }, { unit: 'g/L', of: 10 }, { unit: 'mg/mL', of: 10 })
    const inUnit = (thousandths: number, decimals: number, { unit, of }: { unit: string; of: number }) =>
      [((thousandths / 1_000) * of).toFixed(of === 1 ? decimals : decimals - 1), unit] as const
    fc.assert(
      fc.property(
        fc.nat(29_999),
        fc.integer({ min: 1, max: 3 }),
        units,
        units,
        (all, decimals, one, other) => {
          // A number with this many decimals in g/dL.
          const number = all - (all % 10 ** (3 - decimals))
          const [message, display] = [inUnit(number, decimals, one), inUnit(number, decimals, other)]
          expect(judge(sent(...message), shown(...display)).agrees).toBe(true)
        },
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 299 }),
        units,
        fc.integer({ min: 1, max: 50 }),
        (tenths, at, off) => {
          const message = sent((tenths / 10).toFixed(1))
          const digits = at.of === 1 ? 1 : 0
          const display = (n: number) => shown(((n / 10) * at.of).toFixed(digits), at.unit)
          expect(judge(message, display(tenths)).agrees).toBe(true)
          expect(judge(message, display(tenths + off)).agrees).toBe(false)
        },
      ),
    )
  })

  it('are compared with the unit that the analyser shows, so that a wrong factor or unit of the code is found', () => {
    expect(judge(sent('13.4'), shown('13.4'), { ...haemoglobin, factor: 2 }).why).toBe('other_value')
    // The analyser sends g/L without saying so, and the code was given no unit.
    expect(judge(sent('13', ''), shown('13', 'g/L')).why).toBe('other_value')
    const glucose = { ...haemoglobin, unit: 'mmol/L', usualUnit: 'mg/dL', factor: 0.0555 }
    expect(judge(sent('90', ''), shown('90', 'mg/dL'), glucose)).toEqual({
      result: '5',
      unit: 'mmol/L',
      agrees: true,
      why: null,
      byFactor: true,
    })
    expect(judge(sent('90', ''), shown('5.0', 'mmol/L'), glucose)).toMatchObject({
      agrees: true,
      byFactor: false,
    })
  })
})

describe('other values', () => {
  it('coded answers agree by their meaning', () => {
    const coded = { ...haemoglobin, kind: 'coded', unit: '', options: ['Positive', 'Negative'] }
    expect(judge(sent('POS', ''), shown('Reactive', ''), coded)).toMatchObject({
      agrees: true,
      result: 'Positive',
    })
    expect(judge(sent('POS', ''), shown('Negative', ''), coded).why).toBe('other_value')
    expect(judge(sent('Trace', ''), shown('Trace', ''), coded).why).toBe('unknown_answer')
  })

  it('values that are rightly held agree if they arrive as shown; a fault of the mapping never agrees', () => {
    expect(judge(sent('> 30'), shown('>30'))).toEqual({
      result: '',
      unit: '',
      agrees: true,
      why: 'beyond',
      byFactor: false,
    })
    expect(judge(sent('----', '', { isMissing: true }), shown('----')).agrees).toBe(true)
    expect(judge(sent('> 30'), shown('> 25')).why).toBe('other_value')
    expect(judge(sent('8', 'mmol/L'), shown('8', 'mmol/L')).why).toBe('wrong_unit')
    expect(compare(sent('8'), undefined, shown('8')).why).toBe('unmapped')
    expect(judge(sent('8'), shown('8'), { ...haemoglobin, analyte: null }).why).toBe('unused')
    expect(compare(undefined, haemoglobin, shown('8')).why).toBe('gone')
  })
})

it('the sample number must be the same accession number, or the same text', () => {
  expect(judge(sent('13.4'), shown('13.4', 'g/dL', '0126 0309 0000 18')).agrees).toBe(true)
  expect(judge(sent('13.4'), shown('13.4', 'g/dL', '01260309000026'))).toMatchObject({
    agrees: false,
    why: 'other_sample',
  })
  const control = sent('13.4', 'g/dL', { sample: 'QC-L1', isControl: true })
  expect(judge(control, shown('13.4', 'g/dL', 'qc-l1')).agrees).toBe(true)
  expect(judge(sent('> 30'), shown('>30', 'g/dL', 'QC-L1')).why).toBe('other_sample')
})
