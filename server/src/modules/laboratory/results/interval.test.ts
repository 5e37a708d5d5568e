import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagOf, flagOfOption, isCritical, type Range, rangeFor, rounded } from './interval.ts'

type Analyte = { code: string; kind: string; decimals?: number; ranges?: Range[] }
const data: { analytes: Analyte[] } = JSON.parse(
  readFileSync(new URL('../../../../data/analytes.json', import.meta.url), 'utf8'),
)
const quantities = data.analytes.filter((analyte) => analyte.kind === 'quantity')
const ranged = quantities.flatMap((analyte) => (analyte.ranges ?? []).map((range) => ({ analyte, range })))

describe('a flag', () => {
  const limits = fc.constantFrom(...ranged)

  it('is none at and inside the limits, and one step of the last digit outside it is', () => {
    fc.assert(
      fc.property(limits, ({ analyte, range }) => {
        const step = 10 ** -(analyte.decimals ?? 0)
        const at = (value: number) => flagOf(rounded(value, analyte.decimals ?? 0), range)
        if (range.low !== undefined && Number.isInteger(range.low / step)) {
          expect(at(range.low)).toBe('')
          expect(['L', 'LL']).toContain(at(range.low - step))
        }
        if (range.high !== undefined && rounded(range.high, analyte.decimals ?? 0) === range.high) {
          expect(at(range.high)).toBe('')
          expect(['H', 'HH']).toContain(at(range.high + step))
        }
        if (range.criticalLow !== undefined) {
          expect(at(range.criticalLow)).toBe('L')
          expect(at(range.criticalLow - step)).toBe('LL')
        }
        if (range.criticalHigh !== undefined) {
          expect(at(range.criticalHigh)).toBe('H')
          expect(at(range.criticalHigh + step)).toBe('HH')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is found on the value as it is shown', () => {
    expect(flagOf(rounded(10.04, 1), { sex: 'any', low: 4, high: 10 })).toBe('')
    expect(flagOf(rounded(10.06, 1), { sex: 'any', low: 4, high: 10 })).toBe('H')
  })

  it('of an answer from a list is abnormal outside the normal ones and critical where it says so', () => {
    expect(flagOfOption('Negative', ['Negative'], undefined)).toBe('')
    expect(flagOfOption('Positive', ['Negative'], undefined)).toBe('A')
    expect(flagOfOption('Seen', ['None'], ['Seen'])).toBe('AA')
    expect(flagOfOption('O', undefined, undefined)).toBe('')
    expect(isCritical('AA')).toBe(true)
  })
})

describe('the interval of a person', () => {
  const haemoglobin = data.analytes.find((analyte) => analyte.code === 'HGB')?.ranges ?? []

  it('changes on the birthday: the lower age belongs to the band, the upper to the next', () => {
    const low = (age: number, gender: 'male' | 'female') => rangeFor(haemoglobin, { age, gender })?.low
    expect([
      low(1, 'male'),
      low(2, 'male'),
      low(5, 'male'),
      low(6, 'male'),
      low(11, 'male'),
      low(12, 'male'),
    ]).toEqual([11.1, 11.0, 11.0, 11.5, 11.5, 13.0])
    expect([low(12, 'female'), low(130, 'female')]).toEqual([12.0, 12.0])
    expect(low(0, 'male')).toBeUndefined()
  })

  it('with a condition is used only when it is known to hold', () => {
    const fsh = data.analytes.find((analyte) => analyte.code === 'FSH')?.ranges ?? []
    expect(rangeFor(fsh, { age: 30, gender: 'female' })).toBeNull()
    expect(rangeFor(fsh, { age: 30, gender: 'female' }, 'luteal')).toMatchObject({ low: 1.7, high: 7.7 })
    expect(rangeFor(fsh, { age: 30, gender: 'male' })).toMatchObject({ low: 1.5 })
  })
})
