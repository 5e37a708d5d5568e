import { type Interval, type Minute, openOn, type Plan } from '#server/modules/sites/index.ts'
import type { Busy } from './availability.ts'

type Rules = Pick<Plan, 'site' | 'hours' | 'closures' | 'chairs'>

const lengthOf = (some: readonly Interval[]) => some.reduce((sum, { start, end }) => sum + (end - start), 0)

/** The parts of an interval that other intervals do not cover. */
function without(interval: Interval, others: readonly Interval[]): Interval[] {
  return others.reduce<Interval[]>(
    (left, other) =>
      left.flatMap((part) =>
        [
          { start: part.start, end: Math.min(part.end, other.start) },
          { start: Math.max(part.start, other.end), end: part.end },
        ].filter(({ start, end }) => start < end),
      ),
    [interval],
  )
}

/**
 * Whether at least a quarter of a day's capacity, in minutes of its chairs, stays free with this hold. Capacity is opening
 * hours without closures. For today, minutes in the past count neither as capacity nor as taken.
 */
export function leavesAQuarter(
  { site, hours, closures, chairs }: Rules,
  busy: readonly Busy[],
  day: string,
  hold: Interval,
  now: Minute,
): boolean {
  const past = { start: Number.NEGATIVE_INFINITY, end: now }
  const open = openOn(site.timeZone, hours, day).flatMap((part) => without(part, [past, ...closures]))
  const known = new Set(chairs)
  const taken = [...busy.filter(({ chair }) => known.has(chair)), hold].reduce(
    (sum, one) => sum + lengthOf(open) - lengthOf(open.flatMap((part) => without(part, [one]))),
    0,
  )
  const places = lengthOf(open) * chairs.length
  return (places - taken) * 4 >= places
}
