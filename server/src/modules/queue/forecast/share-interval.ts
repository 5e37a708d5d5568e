/** The standard normal quantile of a two-sided 95 % interval. */
const z = 1.96

/**
 * A share with its 95 % Wilson score interval, which stays within 0 and 1 and has good coverage even for small counts
 * (E. B. Wilson 1927, JASA 22:209). All null if the count is 0.
 */
export function shareInterval(
  held: number,
  count: number,
): { share: number | null; least: number | null; most: number | null } {
  if (count === 0) return { share: null, least: null, most: null }
  const share = held / count
  const scale = 1 + z ** 2 / count
  const middle = (share + z ** 2 / (2 * count)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))
  return { share, least: Math.max(0, middle - half), most: Math.min(1, middle + half) }
}
