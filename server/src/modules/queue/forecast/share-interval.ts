/** The standard normal quantile of a two-sided interval of 95 %. */
const z = 1.96

/**
 * A share and the ends of its 95 % confidence interval by Wilson's score, which stays within 0 and 1 and is honest with few counts
 * (E. B. Wilson 1927, JASA 22:209). All null without counts.
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
