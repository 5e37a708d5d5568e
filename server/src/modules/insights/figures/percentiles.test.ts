import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBuckets, bucketsOf, emptyHistogram, minutesOf, timeOf } from './percentiles.ts'

/** The same as `time_bucket` of the database. */
const bucketOf = (minutes: number) =>
  minutes < 1 ? 0 : 1 + Math.min(218, Math.floor(Math.log(minutes) / Math.log(1.05)))

function histogramOf(times: readonly number[]) {
  const histogram = emptyHistogram()
  for (const time of times) addBuckets(histogram, bucketOf(time), [1])
  return histogram
}

/** The smallest value that at least `share` of all values do not exceed. */
const exact = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.ceil(share * times.length - 1e-9) - 1] ?? Number.NaN

const minute = fc.double({ min: 1, max: 40_000, noNaN: true })

describe('percentiles from buckets', () => {
  it('percentiles from buckets are within 2.5 % of the exact percentiles, apart from rounding to hundredths', () => {
    fc.assert(
      fc.property(fc.array(minute, { minLength: 1, maxLength: 60 }), (times) => {
        const { count, median, p90 } = timeOf(histogramOf(times))
        expect(count).toBe(times.length)
        for (const [told, share] of [
          [median, 0.5],
          [p90, 0.9],
        ] as const) {
          const right = exact(times, share)
          expect(Math.abs((told ?? 0) - right)).toBeLessThanOrEqual(right * 0.025 + 0.005)
        }
      }),
    )
  })

  it('percentiles are half a minute for times under a minute, and null without times', () => {
    expect(timeOf(histogramOf([0, 0.2, 0.99]))).toEqual({ count: 3, median: 0.5, p90: 0.5 })
    expect(timeOf(emptyHistogram())).toEqual({ count: 0, median: null, p90: null })
  })

  it('times of 30 days and more have the last bucket as their percentile', () => {
    expect(timeOf(histogramOf([1e6])).median).toBe(minutesOf(219))
  })
})

describe('a histogram', () => {
  it('a histogram is unchanged by storing and reading it', () => {
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 60 }), (times) => {
        const [histogram, again] = [histogramOf(times), emptyHistogram()]
        const [first, counts] = bucketsOf(histogram)
        addBuckets(again, first, counts)
        expect(again).toEqual(histogram)
        if (times.length > 0) expect(Math.min(counts.at(0) ?? 0, counts.at(-1) ?? 0)).toBeGreaterThan(0)
      }),
    )
  })
})
