/** "10 to 20 minutes": whole steps, `low` before `high`. */
export type ShownRange = { low: number; high: number }

const step = 5
/** A bound moves only if the forecast is beyond it by more than this, so that it does not flicker. Minutes. */
const slack = 1

/**
 * What is shown of a predicted range: steps of five minutes, outward. A bound that was shown before stays until the
 * forecast is more than a minute beyond it, or a minute more than a whole step inside.
 */
export function shownRange(previous: ShownRange | null, { low, high }: ShownRange): ShownRange {
  const down = (value: number) => Math.max(0, Math.floor(value / step) * step)
  const up = (value: number) => Math.max(step, Math.ceil(value / step) * step)
  const keepLow = previous !== null && low >= previous.low - slack && low < previous.low + step + slack
  const keepHigh = previous !== null && high <= previous.high + slack && high > previous.high - step - slack
  const next = { low: keepLow ? previous.low : down(low), high: keepHigh ? previous.high : up(high) }
  return next.low < next.high ? next : { low: down(low), high: Math.max(up(high), down(low) + step) }
}
