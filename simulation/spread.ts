/** The distribution of a set of minutes. */
export type Spread = { count: number; mean: number; p10: number; p50: number; p90: number; max: number }

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const sum = sorted.reduce((total, one) => total + one, 0)
  return {
    count: sorted.length,
    mean: sorted.length === 0 ? 0 : sum / sorted.length,
    p10: quantile(sorted, 0.1),
    p50: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    max: sorted.at(-1) ?? 0,
  }
}

/** The value with a share of `p` of these below it, between neighbours when it falls between them; 0 of nothing. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  return valueAt(sorted, (sorted.length - 1) * p)
}

/**
 * The value under which the next one of the same kind stays with a chance of `p`: of n values, one more falls into each
 * of the n + 1 gaps alike. The quantile of the values themselves would promise too much, the more so the fewer they are.
 */
export function quantileOfNext(sorted: ArrayLike<number>, p: number): number {
  return valueAt(sorted, Math.min(sorted.length - 1, Math.max(0, (sorted.length + 1) * p - 1)))
}

function valueAt(sorted: ArrayLike<number>, place: number): number {
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  // Infinity less infinity is not a number: equal neighbours need no step between them.
  return below === above ? below : below + (above - below) * (place - Math.floor(place))
}
