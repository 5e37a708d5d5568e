/**
 * Forecasts without simulation. The accuracy table compares them with the forecast, and HOL is
 * shown when too little is known for a forecast. `ahead` people are called before the one who asks, `desks` serve,
 * `mean` minutes each. Ibrahim and Whitt, 2009: QL, LES, HOL.
 */

/** What most waiting rooms show: it ignores that several desks serve at once. */
export const positionTimesService = (ahead: number, mean: number): number => ahead * mean

/** QL: optimal when service is exponential and nobody passes. */
export const queueLength = (ahead: number, desks: number, mean: number): number =>
  ((ahead + 1) * mean) / desks

/** QL where a share of all work comes from people who will pass: each minute of it delays the rest by a minute. */
export const queueLengthWithPriority = (
  ahead: number,
  desks: number,
  mean: number,
  loadOfThosePassing: number,
): number => queueLength(ahead, desks, mean) / (1 - loadOfThosePassing)

/** HOL: how long the head of the line has waited so far; null if nobody waits. */
export function headOfLine(waiting: readonly { arrivedAt: number }[], now: number): number | null {
  return waiting.length === 0 ? null : now - Math.min(...waiting.map(({ arrivedAt }) => arrivedAt))
}
