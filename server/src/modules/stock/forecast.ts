import type { StockState } from '#contract/stock.ts'
import { addDays, weekdayOf } from '#server/modules/sites/index.ts'

/** The number of days in a forecast. */
export const forecastDays = 60

type Supply = {
  /** `YYYY-MM-DD`, the first day of the forecast. */
  today: string
  lots: readonly { usableUntil: string; remaining: number }[]
  /** The quantity that booked visits need, by day. */
  booked: ReadonlyMap<string, number>
  /** The mean quantity per day by weekday, Sunday first. */
  usual: readonly number[]
  deliveryDays: number
  reorderLevel: number
}

export type Forecast = {
  state: StockState
  usable: number
  firstExpiry: string | null
  booked: number
  runsOutOn: string | null
}

/**
 * Forecasts when an item runs out. The need of a day is the need of its booked visits or the mean need of the weekday, whichever is
 * larger, since most visits are booked only a few days ahead. Lots are used first expiring first, and cannot be used after their last day.
 */
export function forecastStock({ today, lots, booked, usual, deliveryDays, reorderLevel }: Supply): Forecast {
  const left = lots
    .filter((lot) => lot.remaining > 0 && lot.usableUntil >= today)
    .map((lot) => ({ ...lot }))
    .sort((one, other) => (one.usableUntil < other.usableUntil ? -1 : 1))
  const usable = left.reduce((sum, { remaining }) => sum + remaining, 0)
  const arrival = addDays(today, deliveryDays)
  let runsOutOn: string | null = usable === 0 ? today : null
  let wasted = 0
  let untilDelivery = 0
  for (let ahead = 0; ahead < Math.max(forecastDays, deliveryDays + 1) && runsOutOn === null; ahead++) {
    const day = addDays(today, ahead)
    for (const lot of left) {
      if (lot.usableUntil >= day) continue
      wasted += lot.remaining
      lot.remaining = 0
    }
    let need = Math.max(booked.get(day) ?? 0, usual[weekdayOf(day)] ?? 0)
    if (day < arrival) untilDelivery += need
    for (const lot of left) {
      const taken = Math.min(lot.remaining, need)
      lot.remaining -= taken
      need -= taken
    }
    // Means have fractions; a shortage of less than half a unit is ignored.
    if (need >= 0.5) runsOutOn = day
  }
  const mustOrder = usable - untilDelivery <= reorderLevel || (runsOutOn !== null && runsOutOn <= arrival)
  const state = usable === 0 ? 'out' : mustOrder ? 'order' : wasted > 0 ? 'expiring' : 'enough'
  return {
    state,
    usable,
    firstExpiry: left[0]?.usableUntil ?? null,
    booked: [...booked].reduce((sum, [day, amount]) => (day < arrival ? sum + amount : sum), 0),
    runsOutOn,
  }
}
