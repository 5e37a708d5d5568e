import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  analyteFaults,
  type Band,
  type Interval,
  intervalFaults,
  judges,
  type Measured,
} from './interval-rules.ts'

const haemoglobin: Measured = {
  name: 'HGB',
  kind: 'quantity',
  decimals: 1,
  lowest: 0,
  highest: 30,
  options: [],
}
const protein: Measured = {
  name: 'Protein',
  kind: 'ordinal',
  decimals: null,
  lowest: null,
  highest: null,
  options: ['Negative', 'Trace', '1+', '2+'],
}
const bands = (...ranges: Band[]): Interval => ({ ranges, normalOptions: null, criticalOptions: null })
const answers = (normalOptions: string[] | null, criticalOptions: string[] | null = null): Interval => ({
  ranges: [],
  normalOptions,
  criticalOptions,
})

const child: Band = { sex: 'any', ageMinYears: 1, ageMaxYears: 12, low: 11, high: 15 }
const man: Band = { sex: 'male', ageMinYears: 12, low: 13, high: 17, criticalLow: 7, criticalHigh: 20 }
const woman: Band = { sex: 'female', ageMinYears: 12, low: 12, high: 15, criticalLow: 7, criticalHigh: 20 }

describe('the bands of an interval', () => {
  it('the bands of an interval may start at any age and differ by sex, in any order', () => {
    expect(intervalFaults(haemoglobin, bands(woman, child, man))).toEqual({})
    expect(
      intervalFaults(haemoglobin, bands({ sex: 'female', ageMinYears: 20, ageMaxYears: 50, low: 1 })),
    ).toEqual({})
  })

  it('a gap between the bands of an interval is refused at the band after the gap', () => {
    expect(intervalFaults(haemoglobin, bands(child, { ...man, ageMinYears: 14 }, woman))).toEqual({
      'ranges.1.ageMinYears': [
        'No band for men from 12 to 14 years: begin at 12, or let the band before end at 14',
      ],
    })
    expect(intervalFaults(haemoglobin, bands({ ...child, ageMaxYears: 10 }, man, woman))).toEqual({
      'ranges.1.ageMinYears': [expect.stringContaining('for men from 10 to 12 years')],
      'ranges.2.ageMinYears': [expect.stringContaining('for women from 10 to 12 years')],
    })
    expect(
      intervalFaults(haemoglobin, bands(child, { sex: 'any', ageMinYears: 13, low: 12, high: 16 })),
    ).toEqual({ 'ranges.1.ageMinYears': [expect.stringContaining('No band for anybody from 12 to 13')] })
  })

  it('the bands of an interval may begin and end in days, as those of newborns do', () => {
    const newborn = { sex: 'any' as const, ageMaxDays: 28, low: 14, high: 20 }
    const infant = { sex: 'any' as const, ageMinDays: 28, ageMaxYears: 1, low: 10, high: 14 }
    const older = { sex: 'any' as const, ageMinYears: 1, low: 11, high: 15 }
    expect(intervalFaults(haemoglobin, bands(newborn, infant, older))).toEqual({})
    expect(intervalFaults(haemoglobin, bands(newborn, { ...infant, ageMinDays: 30 }))).toEqual({
      'ranges.1.ageMinDays': [
        'No band for anybody from 28 to 30 days: begin at 28 days, or let the band before end at 30 days',
      ],
    })
    expect(intervalFaults(haemoglobin, bands({ ...newborn, ageMinDays: 28 }))).toEqual({
      'ranges.0.ageMaxDays': ['The band must end after it begins'],
    })
    expect(intervalFaults(haemoglobin, bands({ ...newborn, ageMaxYears: 1 }))).toEqual({
      'ranges.0.ageMaxDays': ['Give years or days, not both'],
    })
    expect(intervalFaults(haemoglobin, bands({ ...newborn, ageMaxDays: 900 }))).toEqual({
      'ranges.0.ageMaxDays': ['Ages in days are whole days from 0 to 730'],
    })
  })

  it('overlapping bands of an interval are refused', () => {
    expect(intervalFaults(haemoglobin, bands(child, { ...man, ageMinYears: 11 }, woman))).toEqual({
      'ranges.1.ageMinYears': ['Two bands for men from 11 to 12 years'],
    })
    expect(intervalFaults(haemoglobin, bands(child, man, woman, { ...woman, low: 11 }))).toEqual({
      'ranges.3.ageMinYears': ['Two bands for women from 12 years on'],
    })
  })

  it('bands of different conditions may overlap', () => {
    const phase = (condition: string): Band => ({
      sex: 'female',
      ageMinYears: 18,
      low: 3,
      high: 12,
      condition,
    })
    expect(intervalFaults(haemoglobin, bands(phase('luteal'), phase('follicular')))).toEqual({})
    expect(Object.keys(intervalFaults(haemoglobin, bands(phase('luteal'), phase('luteal'))))).toEqual([
      'ranges.1.ageMinYears',
    ])
  })

  it('the ages of a band are whole years, and the band ends after it begins', () => {
    const faults = (band: Partial<Band>) =>
      Object.keys(intervalFaults(haemoglobin, bands({ ...man, ...band })))
    expect(faults({ ageMinYears: 2.5 })).toEqual(['ranges.0.ageMinYears'])
    expect(faults({ ageMinYears: 131 })).toEqual(['ranges.0.ageMinYears'])
    expect(faults({ ageMaxYears: 12 })).toEqual(['ranges.0.ageMaxYears'])
    expect(faults({ ageMinYears: 0, ageMaxYears: 0 })).toEqual(['ranges.0.ageMaxYears'])
  })

  it('accepted bands of an interval cover each age exactly once', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 6 })
    const moved = fc.constantFrom(-2, -1, 0, 0, 0, 1, 2)
    fc.assert(
      fc.property(cuts, fc.array(moved, { minLength: 6, maxLength: 6 }), (ages, moves) => {
        const sorted = ages.toSorted((a, b) => a - b)
        const ranges = sorted.slice(0, -1).map((from, index): Band => {
          const begin = Math.max(0, from + (moves[index] ?? 0))
          return { sex: 'any', ageMinYears: begin, ageMaxYears: sorted[index + 1] ?? 130, low: 1, high: 2 }
        })
        const [first, last] = [Math.min(...ranges.map((band) => band.ageMinYears ?? 0)), sorted.at(-1) ?? 0]
        const covering = (age: number) =>
          ranges.filter((band) => age >= (band.ageMinYears ?? 0) && age < (band.ageMaxYears ?? 130)).length
        const once = Array.from({ length: last - first }, (_, step) => covering(first + step)).every(
          (count) => count === 1,
        )
        const whole = ranges.every((band) => (band.ageMinYears ?? 0) < (band.ageMaxYears ?? 130))
        expect(Object.keys(intervalFaults(haemoglobin, bands(...ranges))).length === 0).toBe(once && whole)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the limits of a band', () => {
  const faults = (band: Partial<Band>) => intervalFaults(haemoglobin, bands({ ...man, ...band }))

  it('the limits of a band keep low below high, and critical limits outside both', () => {
    expect(faults({ low: 17 })).toEqual({ 'ranges.0.high': ['High must be above low'] })
    expect(faults({ criticalLow: 13 })).toEqual({
      'ranges.0.criticalLow': ['Critical low must be below 13, outside the normal range'],
    })
    expect(faults({ criticalHigh: 16.9 })).toEqual({
      'ranges.0.criticalHigh': ['Critical high must be above 17, outside the normal range'],
    })
    expect(intervalFaults(haemoglobin, bands({ sex: 'any', criticalLow: 5, criticalHigh: 4 }))).toEqual({
      'ranges.0.criticalHigh': ['Critical high must be above critical low'],
    })
  })

  it('the limits of a band lie within the possible values and have no more decimals than the result', () => {
    expect(faults({ criticalHigh: 31 })).toEqual({ 'ranges.0.criticalHigh': ['Only 0 to 30 is possible'] })
    expect(faults({ low: 12.95 })).toEqual({
      'ranges.0.low': ['HGB is reported with 1 decimal: 12.95 is finer'],
    })
    expect(intervalFaults(haemoglobin, bands({ sex: 'any' }))).toEqual({
      'ranges.0.low': ['Give at least one limit'],
    })
  })

  it('the limits of a band may make any amount abnormal', () => {
    expect(intervalFaults(haemoglobin, bands({ sex: 'any', low: 0, high: 0 }))).toEqual({})
    expect(Object.keys(intervalFaults(haemoglobin, bands({ sex: 'any', low: 5, high: 5 })))).toEqual([
      'ranges.0.high',
    ])
  })
})

describe('the normal and critical answers', () => {
  it('normal and critical answers are among the options, and no option is both', () => {
    expect(intervalFaults(protein, answers(['Negative', 'Trace'], ['2+']))).toEqual({})
    expect(intervalFaults(protein, answers(['Never']))).toEqual({
      normalOptions: ['Protein has no answer “Never”'],
    })
    expect(intervalFaults(protein, answers(['Negative'], ['Negative']))).toEqual({
      criticalOptions: ['“Negative” cannot be normal and critical'],
    })
    expect(Object.keys(intervalFaults(protein, answers([])))).toEqual(['normalOptions'])
  })

  it('normal and critical answers are for lists, limits for numbers', () => {
    expect(Object.keys(intervalFaults(protein, bands(man)))).toEqual(['ranges'])
    expect(Object.keys(intervalFaults(haemoglobin, answers(['Negative'])))).toEqual(['normalOptions'])
    expect(Object.keys(intervalFaults({ ...protein, kind: 'text', options: [] }, answers(['x'])))).toEqual([
      'normalOptions',
    ])
  })

  it('an analyte without normal or critical answers has no flags', () => {
    expect(judges(answers(null))).toBe(false)
    expect(judges(bands(man))).toBe(true)
    expect(judges(answers(['Negative']))).toBe(true)
  })
})

describe('an analyte', () => {
  it('a numeric analyte has decimals and ordered bounds, any other has answers', () => {
    expect(analyteFaults(haemoglobin)).toEqual({})
    expect(analyteFaults(protein)).toEqual({})
    expect(Object.keys(analyteFaults({ ...haemoglobin, lowest: 30 }))).toEqual(['highest'])
    expect(Object.keys(analyteFaults({ ...haemoglobin, decimals: null }))).toEqual(['decimals'])
    expect(Object.keys(analyteFaults({ ...protein, options: ['Negative'] }))).toEqual(['options'])
    expect(Object.keys(analyteFaults({ ...protein, options: ['A', 'A'] }))).toEqual(['options'])
  })
})
