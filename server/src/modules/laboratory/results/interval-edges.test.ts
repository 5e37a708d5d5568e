import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flag } from '#contract/results.ts'
import { flagOf, type Range, rangeFor, rounded } from '#server/modules/catalogue/index.ts'
import { agesInYears } from '#server/modules/people/index.ts'
import { isJump } from './interpret-values.ts'

type Analyte = { code: string; kind: string; decimals?: number; ranges?: Range[] }
const { analytes }: { analytes: Analyte[] } = JSON.parse(
  readFileSync(new URL('../../../../data/analytes.json', import.meta.url), 'utf8'),
)
const bands = analytes
  .filter((analyte) => analyte.kind === 'quantity')
  .flatMap(({ code, decimals = 0, ranges = [] }) =>
    ranges.map((range) => ({ code, decimals, ranges, range })),
  )
const band = fc.constantFrom(...bands)

describe('a value on its way up', () => {
  const order: readonly Flag[] = ['LL', 'L', '', 'H', 'HH']

  it('a rising value passes the flags in their order', () => {
    fc.assert(
      fc.property(
        band,
        fc.float({ noNaN: true, min: 0, max: 1e6 }),
        fc.float({ noNaN: true, min: 0, max: 1e6 }),
        (of, a, b) => {
          const [low, high] = a < b ? [a, b] : [b, a]
          const at = (value: number) => order.indexOf(flagOf(rounded(value, of.decimals), of.range))
          expect(at(low)).toBeLessThanOrEqual(at(high))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('a value on a printed limit is inside, one step beyond it is outside', () => {
    const sides = [
      ['low', -1, ['L', 'LL']],
      ['high', 1, ['H', 'HH']],
      ['criticalLow', -1, ['LL']],
      ['criticalHigh', 1, ['HH']],
    ] as const
    let checked = 0
    for (const { code, decimals, range } of bands) {
      for (const [name, side, beyond] of sides) {
        const limit = range[name]
        if (limit === undefined || rounded(limit, decimals) !== limit) continue
        const step = 10 ** -decimals
        const about = `${code} ${name} ${limit}`
        expect(beyond, about).not.toContain(flagOf(limit, range))
        expect(beyond, about).toContain(flagOf(rounded(limit + side * step, decimals), range))
        // Less than half a step beyond the limit is printed as the limit, and flagged accordingly.
        expect(flagOf(rounded(limit + side * step * 0.49, decimals), range), about).toBe(flagOf(limit, range))
        expect(beyond, about).toContain(flagOf(rounded(limit + side * step * 0.51, decimals), range))
        checked++
      }
    }
    expect(checked).toBeGreaterThan(100)
  })
})

describe('the age of a person', () => {
  it('an age at the edge of two bands belongs to the band that begins there, for every analyte', () => {
    let edges = 0
    for (const { code, ranges, range } of bands) {
      for (const gender of ['male', 'female'] as const) {
        if (range.sex !== 'any' && range.sex !== gender) continue
        const of = (age: number) =>
          rangeFor(ranges, { gender, ages: agesInYears(age) }, range.condition).range
        const fits = (found: Range | null, age: number) =>
          found === null ||
          ((found.ageMinYears ?? 0) <= age && age < (found.ageMaxYears ?? Number.POSITIVE_INFINITY))
        for (const edge of [range.ageMinYears, range.ageMaxYears]) {
          if (edge === undefined) continue
          for (const age of [edge - 1, edge, edge + 1])
            expect(fits(of(age), age), `${code} ${age}`).toBe(true)
          edges++
        }
        if (range.ageMinYears !== undefined) expect(of(range.ageMinYears)).not.toBeNull()
      }
    }
    expect(edges).toBeGreaterThan(50)
  })

  it('the band of a sex precedes the band for any sex, and an unknown interval is null', () => {
    const any: Range = { sex: 'any', low: 1, high: 2 }
    const women: Range = { sex: 'female', ageMinYears: 12, low: 3, high: 4 }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 130 }), (age) => {
        expect(rangeFor([any, women], { gender: 'female', ages: agesInYears(age) }).range).toBe(
          age >= 12 ? women : any,
        )
        expect(rangeFor([women], { gender: 'male', ages: agesInYears(age) }).range).toBeNull()
      }),
    )
  })
})

describe('rounding', () => {
  const decimals = fc.integer({ min: 0, max: 4 })
  const value = fc.double({ noNaN: true, min: -1e6, max: 1e6 })

  it('rounding goes to the nearest step and is idempotent', () => {
    fc.assert(
      fc.property(value, decimals, (exact, places) => {
        const once = rounded(exact, places)
        expect(Math.abs(once - exact)).toBeLessThanOrEqual(0.5 * 10 ** -places * (1 + 1e-6) + 1e-9)
        expect(rounded(once, places)).toBe(once)
        expect(Number(once.toFixed(places))).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  it('half a step is rounded away from zero, whatever its binary representation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), decimals, (steps, places) => {
        const half = Number(`${steps}.5e-${places}`)
        const up = Number(`${steps + 1}e-${places}`)
        expect(rounded(half, places)).toBe(up)
        expect(rounded(-half, places)).toBe(-up)
      }),
      { numRuns: 2000 },
    )
    expect(rounded((6.1 * 55) / 100, 2)).toBe(3.36)
    expect(Object.is(rounded(-0.01, 1), 0)).toBe(true)
  })

  it('rounding keeps the order of values', () => {
    fc.assert(
      fc.property(value, value, decimals, (a, b, places) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(rounded(low, places)).toBeLessThanOrEqual(rounded(high, places))
      }),
    )
  })
})

describe('a jump since the last value', () => {
  const positive = fc.integer({ min: 1, max: 100_000 })

  it('a delta check fails for a change of more than the limit in either direction, not for the limit itself', () => {
    fc.assert(
      fc.property(positive, fc.integer({ min: 5, max: 1000 }), (last, percent) => {
        const share = (last * percent) / 100
        expect(isJump(last + share * 1.001, last, percent)).toBe(true)
        expect(isJump(last - share * 1.001, last, percent)).toBe(true)
        expect(isJump(last + share * 0.999, last, percent)).toBe(false)
        expect(isJump(last, last, percent)).toBe(false)
      }),
    )
    expect(isJump(15, 10, 50)).toBe(false)
    expect(isJump(15.1, 10, 50)).toBe(true)
  })

  it('a delta check does not depend on the unit, and passes after a zero', () => {
    fc.assert(
      fc.property(positive, positive, fc.constantFrom(0.01, 10, 88.4, 1000), (value, last, factor) => {
        fc.pre(Math.abs((Math.abs(value - last) / last) * 100 - 50) > 1e-6)
        expect(isJump(value * factor, last * factor, 50)).toBe(isJump(value, last, 50))
        expect(isJump(value, 0, 50)).toBe(false)
      }),
    )
  })
})
