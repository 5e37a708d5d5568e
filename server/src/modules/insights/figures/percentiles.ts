import type { Time } from '#contract/insights.ts'

/** How often each time came, by bucket: 0 is below a minute, then each is 5 % wider than the one before (`time_bucket`). */
export type Histogram = Map<number, number>

const growth = 1.05

/** Adds what `readTimes` tells. */
export function addTold(into: Histogram, told: string): void {
  for (const pair of told.split(' ')) {
    const middle = pair.indexOf(':')
    const buckets = pair.slice(0, middle).split(',')
    const counts = pair.slice(middle + 1).split(',')
    for (let i = 0; i < buckets.length; i++) {
      const bucket = Number(buckets[i])
      into.set(bucket, (into.get(bucket) ?? 0) + Number(counts[i]))
    }
  }
}

export function addHistogram(into: Histogram, other: Histogram): void {
  for (const [bucket, n] of other) into.set(bucket, (into.get(bucket) ?? 0) + n)
}

/** Minutes, by the middle of the bucket, of which the bounds are 1.05 to the powers next to it. */
export const minutesOf = (bucket: number): number =>
  bucket === 0 ? 0.5 : Math.round(growth ** (bucket - 0.5) * 100) / 100

export function timeOf(histogram: Histogram): Time {
  const buckets = [...histogram].sort(([a], [b]) => a - b)
  const count = buckets.reduce((sum, [, n]) => sum + n, 0)
  const at = (share: number): number | null => {
    let seen = 0
    for (const [bucket, n] of buckets) {
      seen += n
      // Counts are whole: what arithmetic leaves behind the ninth digit decides nothing.
      if (seen >= share * count - 1e-9) return minutesOf(bucket)
    }
    return null
  }
  return { count, median: at(0.5), p90: at(0.9) }
}
