import { type Interval, localAt, type Minute, openOn, type Plan } from '#server/modules/sites/index.ts'

type Timed = { id: string; start: Minute; end: Minute }

/**
 * Of these visits those that do not lie within one time in which the site is open, as they would have to if they were
 * booked now. Closures and the step are left aside: these say nothing of the hours.
 */
export function outsideHours(
  { site, hours }: Pick<Plan, 'site' | 'hours'>,
  visits: readonly Timed[],
): string[] {
  const days = new Map<string, Interval[]>()
  const openAt = (start: Minute): Interval[] => {
    const { day } = localAt(site.timeZone, start)
    const open = days.get(day) ?? openOn(site.timeZone, hours, day)
    days.set(day, open)
    return open
  }
  return visits
    .filter(({ start, end }) => !openAt(start).some((open) => open.start <= start && end <= open.end))
    .map(({ id }) => id)
}
