/** Statistics of measured times, in milliseconds throughout. */

export type Spread = { n: number; p50: number; p99: number; max: number }

/** The value below which `share` of the values lie; the values in ascending order. */
export const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN

export const ascending = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b)

export const median = (values: readonly number[]): number => {
  const sorted = ascending(values)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? quantile(sorted, 0.5)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export function spreadOf(values: Iterable<number>): Spread {
  const sorted = ascending(values)
  return {
    n: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  }
}

/** The difference of two medians, with its 95 % interval by bootstrap (both samples drawn again 2,000 times). */
export function differenceOfMedians(
  a: readonly number[],
  b: readonly number[],
): { difference: number; low: number; high: number } {
  const redraw = (values: readonly number[]) =>
    values.map(() => values[Math.floor(Math.random() * values.length)] ?? Number.NaN)
  const differences = ascending(Array.from({ length: 2_000 }, () => median(redraw(a)) - median(redraw(b))))
  return {
    difference: median(a) - median(b),
    low: quantile(differences, 0.025),
    high: quantile(differences, 0.975),
  }
}
