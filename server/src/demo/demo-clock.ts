import { addDays, firstInstantOfLocal, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { after, type Clock, minutes } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { demoMarker, isUntouched, latestInstant } from './queries-demo.ts'
import { seedSites } from './queries-seed.ts'

/** The time of the site's day at which a demonstration begins. */
export const beginsAtMinute = 10 * 60 + 40
const tuesday = 2

/** The Tuesday, 10:40 at the site, that is nearest to an instant: at most three and a half days away. */
export function nearestMorning(now: Date, timeZone: string): Date {
  const { day } = localAt(timeZone, minuteOf(now))
  const mornings = Array.from({ length: 9 }, (_, index) => addDays(day, index - 4))
    .filter((date) => new Date(date).getUTCDay() === tuesday)
    .map((date) => new Date(minutes(firstInstantOfLocal(timeZone, date, beginsAtMinute))))
  const away = (morning: Date) => Math.abs(morning.getTime() - now.getTime())
  return mornings.reduce((nearest, morning) => (away(morning) < away(nearest) ? morning : nearest))
}

/**
 * Sets the clock of a demonstration. A new demonstration begins in the middle of a morning. A restarted one continues from its latest
 * entry, so that its time neither goes back nor skips hours without events. The clock of a real laboratory is not changed.
 */
export async function setDemoClock(db: Db, clock: Clock & { shiftTo(instant: Date): void }): Promise<void> {
  const isDemo = (await demoMarker(db)) !== null
  if (!isDemo && !(await isUntouched(db))) return
  // A new database is not read: its only entry, the first manager's link, has the machine's time.
  const latest = isDemo ? await latestInstant(db) : null
  const [site] = await seedSites(db)
  clock.shiftTo(latest ? after(latest, minutes(1)) : nearestMorning(clock.now(), site?.timeZone ?? 'UTC'))
}
