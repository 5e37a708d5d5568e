import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agesInYears, agesOn } from '#server/modules/people/index.ts'
import { flagOf, flagOfOption, isCritical, type Range, rangeFor, rounded } from './interval.ts'

type Analyte = { code: string; kind: string; decimals?: number; ranges?: Range[] }
const data: { analytes: Analyte[] } = JSON.parse(
  readFileSync(new URL('../../../data/analytes.json', import.meta.url), 'utf8'),
)
const quantities = data.analytes.filter((analyte) => analyte.kind === 'quantity')
const ranged = quantities.flatMap((analyte) => (analyte.ranges ?? []).map((range) => ({ analyte, range })))

describe('a flag', () => {
  const limits = fc.constantFrom(...ranged)

  it('a value on or inside the limits has no flag, and one step of the last digit outside has one', () => {
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

  it('a flag is determined from the rounded value', () => {
    expect(flagOf(rounded(10.04, 1), { sex: 'any', low: 4, high: 10 })).toBe('')
    expect(flagOf(rounded(10.06, 1), { sex: 'any', low: 4, high: 10 })).toBe('H')
  })

  it('a listed answer is abnormal outside the normal answers, and critical if it is a critical answer', () => {
    expect(flagOfOption('Negative', ['Negative'], undefined)).toBe('')
    expect(flagOfOption('Positive', ['Negative'], undefined)).toBe('A')
    expect(flagOfOption('Seen', ['None'], ['Seen'])).toBe('AA')
    expect(flagOfOption('O', undefined, undefined)).toBe('')
    expect(isCritical('AA')).toBe(true)
  })
})

describe('the interval of a person', () => {
  const haemoglobin = data.analytes.find((analyte) => analyte.code === 'HGB')?.ranges ?? []

  it('the interval changes on the birthday: a band includes its lower age and excludes its upper age', () => {
    const low = (age: number, gender: 'male' | 'female') =>
      rangeFor(haemoglobin, { gender, ages: agesInYears(age) }).range?.low
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

  it('an interval with a condition is used only when the condition is known to hold', () => {
    const fsh = data.analytes.find((analyte) => analyte.code === 'FSH')?.ranges ?? []
    const [woman, man] = (['female', 'male'] as const).map((gender) => ({ gender, ages: agesInYears(30) }))
    if (!woman || !man) throw new Error('Nobody')
    expect(rangeFor(fsh, woman).range).toBeNull()
    expect(rangeFor(fsh, woman, 'luteal').range).toMatchObject({ low: 1.7, high: 7.7 })
    expect(rangeFor(fsh, man).range).toMatchObject({ low: 1.5 })
  })
})

describe('the interval of the newborn', () => {
  const bilirubin: Range[] = [
    { sex: 'any', ageMaxDays: 1, high: 100 },
    { sex: 'any', ageMinDays: 1, ageMaxDays: 28, high: 200 },
    { sex: 'any', ageMinDays: 28, ageMaxYears: 1, high: 30 },
    { sex: 'any', ageMinYears: 1, high: 21 },
  ]
  const on = '2026-03-09'
  const needed = 'birth needed'
  const of = (date: string, precision: 'day' | 'month' | 'year' | 'estimated', stated: number) => {
    const { range, birthNeeded } = rangeFor(bilirubin, {
      gender: 'male',
      ages: agesOn({ date, precision }, on, stated),
    })
    return birthNeeded ? needed : range?.high
  }

  it.each([
    ['2026-03-09', 'day', 0, 100, 'born today, whatever the hour'],
    ['2026-03-08', 'day', 0, 200, 'yesterday'],
    ['2026-02-10', 'day', 0, 200, '27 days'],
    ['2026-02-09', 'day', 0, 30, '28 days'],
    ['2025-03-10', 'day', 0, 30, 'a day before the first birthday'],
    ['2025-03-09', 'day', 1, 21, 'the first birthday'],
    ['2024-02-29', 'day', 2, 21, 'a leap day'],
    ['2026-03-01', 'month', 0, needed, 'this month: the day decides'],
    ['2026-01-01', 'month', 0, 30, 'January: 37 to 67 days'],
    ['2026-02-01', 'month', 0, needed, 'February: 9 to 36 days'],
    ['2026-01-01', 'year', 0, needed, 'this year'],
    ['2025-01-01', 'year', 0, 30, 'last year and not yet one: 68 to 364 days'],
    ['2025-01-01', 'year', 1, 21, 'last year, one year old'],
    ['2024-03-10', 'estimated', 0, needed, 'less than one year, estimated'],
    ['2024-03-10', 'estimated', 1, 21, 'one year, estimated'],
    ['1980-01-01', 'year', 3, 21, 'a stated age that contradicts the record counts for nothing'],
  ] as const)('%s, known to the %s, stated age %i: %s (%s)', (date, precision, stated, expected, _why) => {
    expect(of(date, precision, stated)).toBe(expected)
  })

  it('a newborn’s interval is chosen only if every possible age has the same interval', () => {
    const women: Range = { sex: 'female', ageMinYears: 12, ageMaxYears: 50, low: 3 }
    const any: Range = { sex: 'any', low: 1 }
    const ages = agesOn({ date: '1976-01-01', precision: 'year' }, on, 90)
    expect(rangeFor([any, women], { gender: 'female', ages })).toEqual({ range: null, birthNeeded: true })
    expect(rangeFor([any, women], { gender: 'male', ages })).toEqual({ range: any, birthNeeded: false })
    expect(rangeFor([], { gender: 'male', ages })).toEqual({ range: null, birthNeeded: false })
  })
})
