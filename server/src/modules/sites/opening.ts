import { addDays, clockTime, firstInstantOfLocal, instantOf, type Minute, weekdayOf } from './zone.ts'

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

/** The days from `from` to `to`, both included, in a time zone. */
export const wholeDays = (zone: string, from: string, to = from): Interval => ({
  start: firstInstantOfLocal(zone, from, 0),
  end: firstInstantOfLocal(zone, addDays(to, 1), 0),
})

/** An interval in ISO 8601, UTC. */
export const isoInterval = ({ start, end }: Interval): { start: string; end: string } => ({
  start: instantOf(start).toISOString(),
  end: instantOf(end).toISOString(),
})

/** Opening hours with times as `HH:mm`. */
export const presentHours = (hours: readonly Hours[]) =>
  hours.map(({ weekday, opens, closes }) => ({
    weekday,
    opens: clockTime(opens),
    closes: clockTime(closes),
  }))
