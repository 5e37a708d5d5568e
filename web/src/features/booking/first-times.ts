import type { ShownDay } from './day-picker.tsx'
import type { OfferedStart } from './offered-days.ts'

/** The free times that the form offers before the calendar is opened. */
export type FirstTimes = { day: string; starts: readonly OfferedStart[] }[]

const mostDays = 2
const mostOfDay = 3
const apartMs = 60 * 60_000

/**
 * The first free times: up to three on each of the first two days that have free times, at least an hour apart, so that a
 * patient who cannot come at one time is not offered only times close to it. For a test that needs fasting (`fastingMs`, the
 * length of the fast), only mornings are offered, and no time for which the fast would already have begun.
 */
export function firstTimes(
  days: readonly ShownDay[],
  { morningFirst, fastingMs, now }: { morningFirst: boolean; fastingMs: number; now: Date },
): FirstTimes {
  const suits = ({ at, time }: OfferedStart) =>
    !morningFirst || (time < '12:00' && Date.parse(at) - fastingMs >= now.getTime())
  return days
    .map(({ day: { day }, starts }) => ({ day, starts: spread(starts.filter(suits)) }))
    .filter(({ starts }) => starts.length > 0)
    .slice(0, mostDays)
}

function spread(starts: readonly OfferedStart[]): OfferedStart[] {
  const chosen: OfferedStart[] = []
  for (const start of starts) {
    const last = chosen.at(-1)
    if (chosen.length < mostOfDay && (!last || Date.parse(start.at) - Date.parse(last.at) >= apartMs)) {
      chosen.push(start)
    }
  }
  return chosen
}
