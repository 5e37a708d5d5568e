import { firstInstantOfLocal, type Minute, weekdayOf } from './zone.ts'

/** Half open: `end` is the first minute outside. */
export type Interval = { readonly start: Minute; readonly end: Minute }
export type Hours = { readonly weekday: number; readonly opens: number; readonly closes: number }

/** The opening intervals of a local day, in order. One that contains a change of the clocks is shorter or longer. */
export function openOn(zone: string, hours: readonly Hours[], day: string): Interval[] {
  const weekday = weekdayOf(day)
  return hours
    .filter((row) => row.weekday === weekday)
    .map((row) => ({
      start: firstInstantOfLocal(zone, day, row.opens),
      end: firstInstantOfLocal(zone, day, row.closes),
    }))
    .filter((interval) => interval.start < interval.end)
    .sort((a, b) => a.start - b.start)
}
