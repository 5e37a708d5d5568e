import { addDays, firstInstantOfLocal, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { minutes } from '#server/platform/clock.ts'
import type { SeedSite } from './queries-seed.ts'

type Opening = Pick<SeedSite, 'timeZone' | 'weekdays' | 'closed'>

/** The hours of the simulated laboratory, in minutes of the day. */
export const openingMinute = 7 * 60
const closingMinute = 19 * 60

export const opensOn = ({ weekdays, closed }: Omit<Opening, 'timeZone'>, date: string): boolean =>
  weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay()) && !closed.includes(date)

/**
 * The instant at which the next simulated day begins: now while the laboratory is open, else its next opening. The `finished` day
 * has nothing left to happen, though the clock may still show its morning, since its events can come faster than real time.
 */
export function nextBeginning(site: Opening, now: Date, finished: string | null): Date {
  const { day, minuteOfDay } = localAt(site.timeZone, minuteOf(now))
  const isOver = minuteOfDay >= closingMinute || (finished !== null && finished >= day)
  const first = isOver ? addDays(day, 1) : day
  const dates = Array.from({ length: 14 }, (_, index) => addDays(first, index))
  const next = dates.find((date) => opensOn(site, date)) ?? first
  const opening = new Date(minutes(firstInstantOfLocal(site.timeZone, next, openingMinute)))
  return opening > now ? opening : now
}
