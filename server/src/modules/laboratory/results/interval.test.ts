import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagOf, flagOfOption, isCritical, type Range, rangeFor, rounded } from './interval.ts'

type Analyte = {
  code: string
  kind: string
  unit: string
  loinc: string | null
  loincName: string | null
  decimals?: number
  lowest?: number
  highest?: number
  ranges?: Range[]
  options?: string[]
  normalOptions?: string[]
  criticalOptions?: string[]
}
const data: { panels: Record<string, string[]>; analytes: Analyte[] } = JSON.parse(
  readFileSync(new URL('../../../../data/analytes.json', import.meta.url), 'utf8'),
)
const tests: { code: string }[] = JSON.parse(
  readFileSync(new URL('../../../../data/tests.json', import.meta.url), 'utf8'),
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

describe('the catalogue of analytes', () => {
  it('has a panel for each test, of analytes that it knows', () => {
    const known = new Set(data.analytes.map((analyte) => analyte.code))
    expect(Object.keys(data.panels).sort()).toEqual(tests.map((test) => test.code).sort())
    expect(
      Object.values(data.panels)
        .flat()
        .filter((code) => !known.has(code)),
    ).toEqual([])
    expect(known.size).toBe(data.analytes.length)
  })

  it('has no gap and no overlap in the age bands of one sex and condition', () => {
    const faults: string[] = []
    for (const { code, ranges = [] } of quantities) {
      for (const gender of ['male', 'female'] as const) {
        for (const condition of new Set(ranges.map((range) => range.condition))) {
          const bands = ranges
            .filter((range) => (range.sex === 'any' || range.sex === gender) && range.condition === condition)
            .sort((a, b) => (a.ageMinYears ?? 0) - (b.ageMinYears ?? 0))
          bands.forEach((band, index) => {
            const next = bands[index + 1]
            if (next && (band.ageMaxYears ?? Number.POSITIVE_INFINITY) !== (next.ageMinYears ?? 0)) {
              faults.push(`${code} ${gender}: ${band.ageMaxYears} to ${next.ageMinYears}`)
            }
          })
        }
      }
    }
    expect(faults).toEqual([])
  })

  it('has its critical limits outside the normal ones, and both inside what is possible', () => {
    const faults = ranged.filter(
      ({ analyte: { lowest = 0, highest = 0 }, range: { low, high, criticalLow, criticalHigh } }) => {
        const inOrder = [lowest, criticalLow, low, high, criticalHigh, highest].filter(
          (limit) => limit !== undefined,
        )
        return inOrder.some((limit, index) => index > 0 && limit < (inOrder[index - 1] ?? 0))
      },
    )
    expect(faults).toEqual([])
  })

  /** What the property in square brackets of a LOINC name asks of the unit (UCUM). */
  const unitsOfProperty: Record<string, RegExp> = {
    '#/volume': /^10\*[36]\/uL$|^\/uL$/,
    '#/area': /^\/\[[HL]PF\]$/,
    'Mass/volume': /^(g|mg|ug|ng)\/(dL|L|mL)$/,
    'Moles/volume': /^[munp]?mol\/L$/,
    'Volume Fraction': /^%$/,
    'Entitic volume': /^fL$/,
    'Entitic mass': /^pg$/,
    'Enzymatic activity/volume': /^U\/L$/,
    'Units/volume': /^[mu]?\[IU\]\/L$/,
    'Volume Rate/Area': /^mL\/min\/\{1\.73_m2\}$/,
  }

  it('has units that agree with the property of the LOINC code', () => {
    const faults = quantities.filter(({ loincName, unit }) => {
      const name = loincName ?? ''
      if (/\/100 |Hemoglobin\.total/.test(name)) return unit !== '%'
      const property = /\[([^\]]+)\]/.exec(name)?.[1]
      return property !== undefined && !(unitsOfProperty[property]?.test(unit) ?? false)
    })
    expect(faults.map(({ code, loincName, unit }) => `${code}: ${loincName} in ${unit}`)).toEqual([])
  })

  it('has LOINC codes whose own check digit is right (Luhn)', () => {
    const faults = data.analytes.filter(({ loinc }) => {
      if (loinc === null) return false
      const digits = loinc.replace('-', '')
      const sum = [...digits].reverse().reduce((total, digit, index) => {
        const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
        return total + (value > 9 ? value - 9 : value)
      }, 0)
      return sum % 10 !== 0
    })
    expect(faults.map(({ code, loinc }) => `${code} ${loinc}`)).toEqual([])
  })
})
