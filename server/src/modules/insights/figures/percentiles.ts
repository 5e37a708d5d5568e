import type { Time } from '#contract/insights.ts'

/** A histogram of durations: bucket 0 is below a minute, each following bucket is 5 % wider than the one before (`time_bucket`). */
export type Histogram = Float64Array

const growth = 1.05
/** The last bucket holds 29 days and more. */
const lastBucket = 219

export const emptyHistogram = (): Histogram => new Float64Array(lastBucket + 1)

/** Adds the counts of consecutive buckets, from `first` on. */
export function addBuckets(into: Histogram, first: number, counts: ArrayLike<number>): void {
  for (let i = 0; i < counts.length; i++) into[first + i] = (into[first + i] ?? 0) + (counts[i] ?? 0)
}

/** The first non-empty bucket, and the counts from it to the last non-empty one. */
export function bucketsOf(histogram: Histogram): [first: number, counts: number[]] {
  const first = histogram.findIndex((n) => n !== 0)
  const last = histogram.findLastIndex((n) => n !== 0)
  return first < 0 ? [0, []] : [first, [...histogram.slice(first, last + 1)]]
}

/** The middle of a bucket in minutes; its bounds are powers of 1.05. */
export const minutesOf = (bucket: number): number =>
  bucket === 0 ? 0.5 : Math.round(growth ** (bucket - 0.5) * 100) / 100

export function timeOf(histogram: Histogram): Time {
  const count = histogram.reduce((sum, n) => sum + n, 0)
  const at = (share: number): number | null => {
    // Counts are integers: errors of binary arithmetic beyond the ninth digit are ignored.
    const enough = share * count - 1e-9
    let seen = 0
    for (const [bucket, n] of histogram.entries()) {
      seen += n
      if (n > 0 && seen >= enough) return minutesOf(bucket)
    }
    return null
  }
  return { count, median: at(0.5), p90: at(0.9) }
}
