import { type Interval, localAt, type Minute, openOn, type Plan } from '#server/modules/sites/index.ts'
import { entry } from '#server/platform/entry.ts'

type Timed = { id: string; start: Minute; end: Minute }

/**
 * The ids of visits that are not within one opening interval of their site, as a new booking would have to be. Ignores closures and
 * the step.
 */
export function outsideHours(
  { site, hours }: Pick<Plan, 'site' | 'hours'>,
  visits: readonly Timed[],
): string[] {
  const days = new Map<string, Interval[]>()
  const openAt = (start: Minute): Interval[] => {
    const { day } = localAt(site.timeZone, start)
    return entry(days, day, () => openOn(site.timeZone, hours, day))
  }
  return visits
    .filter(({ start, end }) => !openAt(start).some((open) => open.start <= start && end <= open.end))
    .map(({ id }) => id)
}
