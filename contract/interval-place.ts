/** Start and end of the reference interval on a bar, as shares of its width. An open end reaches the edge of the bar. */
export function usualPart(low: number | null, high: number | null): [number, number] {
  return [low === null ? 0 : low === 0 ? 0.04 : 0.25, high === null ? 1 : 0.75]
}

/** The position of a value on the bar, as a share of its width. Below 0 or above 1, the value lies beyond the edge. */
export function placeIn(at: number, low: number | null, high: number | null): number {
  const [from, to] = usualPart(low, high)
  if (low !== null && high !== null) return from + ((at - low) / (high - low || 1)) * (to - from)
  if (high !== null) return (at / (high || 1)) * to
  return low === null ? 0.5 : from + (at / (low || 1) - 1) * from
}
