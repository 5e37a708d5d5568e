import type { ShownDay } from './day-picker.tsx'
import type { OfferedStart } from './offered-days.ts'

/** The free times that a form offers at once, before anybody opens a calendar. */
export type FirstTimes = { day: string; starts: readonly OfferedStart[] }[]

const mostDays = 2
const mostOfDay = 3
const apartMs = 60 * 60_000

/**
 * The first free times: three on each of the first two days with any, an hour apart, so that neighbours of a time that
 * does not suit do not take the place of others. Who comes fasting (`fastingMs`, the length of the fast) is offered the
 * morning, and no time for which it is too late to begin fasting.
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
