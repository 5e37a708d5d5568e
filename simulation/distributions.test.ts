import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrivalTimes,
  chanceAbove,
  type Distribution,
  draw,
  meanOf,
  quantileOf,
  residual,
} from './distributions.ts'
import { normalQuantile, normalTail } from './normal.ts'
import { stream } from './random.ts'

const distributions: Distribution[] = [
  { kind: 'constant', value: 4 },
  { kind: 'exponential', mean: 6 },
  { kind: 'lognormal', mean: 6, cv: 0.5 },
  { kind: 'lognormal', mean: 6, cv: 1.5 },
  { kind: 'normal', mean: -3, sd: 8 },
  { kind: 'empirical', values: [2, 3, 3, 9, 14] },
]
const distribution = fc.constantFrom(...distributions)
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })
const average = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

describe('the normal distribution', () => {
  it('agrees with the tables', () => {
    expect(normalTail(0)).toBeCloseTo(0.5, 7)
    expect(normalTail(1.2815515655)).toBeCloseTo(0.1, 7)
    expect(normalTail(-1.959963985)).toBeCloseTo(0.975, 7)
    expect(normalTail(6) / 9.865876450377e-10).toBeCloseTo(1, 6)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 6)
    expect(normalQuantile(1e-9)).toBeCloseTo(-5.997807015, 5)
  })

  it('returns from a tail probability to its quantile', () => {
    fc.assert(
      fc.property(share, (p) => {
        expect(normalTail(-normalQuantile(p))).toBeCloseTo(p, 6)
      }),
    )
  })
})

describe('a distribution', () => {
  it('has the mean that it was made with', () => {
    for (const one of distributions) {
      const random = stream(1, one.kind)
      const mean = average(Array.from({ length: 40_000 }, () => draw(one, random)))
      expect(Math.abs(mean - meanOf(one))).toBeLessThan(0.02 * Math.abs(meanOf(one)) + 0.05)
    }
  })

  it('has the right share of values above each quantile', () => {
    fc.assert(
      fc.property(distribution, share, (one, u) => {
        if (one.kind === 'constant' || one.kind === 'empirical') return
        expect(chanceAbove(one, quantileOf(one, u))).toBeCloseTo(1 - u, 5)
      }),
    )
  })

  it('gives the remaining length of what is under way, which grows with time for long tails', () => {
    const random = stream(2, 'residual')
    for (const one of distributions) {
      const all = Array.from({ length: 40_000 }, () => draw(one, random))
      const left = all.flatMap((value) => (value > 3.5 ? [value - 3.5] : []))
      const drawn = Array.from({ length: 20_000 }, () => residual(one, 3.5, random()))
      expect(Math.abs(average(drawn) - average(left))).toBeLessThan(0.06 * average(left) + 0.02)
      expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
    }
  })

  it('has no remaining length far beyond its range', () => {
    expect(residual({ kind: 'constant', value: 4 }, 5, 0.5)).toBe(0)
    expect(residual({ kind: 'lognormal', mean: 6, cv: 0.2 }, 600, 0.5)).toBe(0)
    expect(residual({ kind: 'empirical', values: [2, 3] }, 3, 0.5)).toBe(0)
  })
})

describe('arrivals', () => {
  const rates = [
    { from: 420, until: 480, perHour: 30 },
    { from: 480, until: 540, perHour: 0 },
    { from: 540, until: 720, perHour: 12 },
  ]

  it('come in order, only in open hours, at the rate of each hour', () => {
    const counts = Array.from({ length: 400 }, (_, seed) => {
      const times = arrivalTimes(rates, stream(seed, 'walk-ins'))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.filter((at) => at < 420 || (at > 480 && at < 540) || at > 720)).toEqual([])
      return times.filter((at) => at <= 480).length
    })
    expect(Math.abs(average(counts) - 30)).toBeLessThan(1)
    const variance = average(counts.map((count) => (count - 30) ** 2))
    expect(variance / 30).toBeGreaterThan(0.8)
    expect(variance / 30).toBeLessThan(1.25)
  })

  it('are the same people in half the time at twice the rate', () => {
    const slow = arrivalTimes([{ from: 0, until: 600, perHour: 6 }], stream(5))
    const fast = arrivalTimes([{ from: 0, until: 300, perHour: 12 }], stream(5))
    expect(fast.length).toBe(slow.length)
    for (const [at, time] of slow.entries()) expect(fast[at]).toBeCloseTo(time / 2, 9)
  })
})
