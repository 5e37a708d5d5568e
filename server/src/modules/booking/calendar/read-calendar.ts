import type { QueryOf } from '#contract/endpoint.ts'
import type { dayCalendar as contract } from '#contract/manage-visits.ts'
import { whyNotChangeable } from '#contract/visit-states.ts'
import { dayAt, instantOf, isoInterval, openOn, wholeDays } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planAt } from '../availability/plan-visit.ts'
import { readCalendarHolds, readCalendarVisits, readChairs } from './queries-calendar.ts'

/** One day of a site for its manager: hours, closures, chairs and their visits. */
export async function readCalendar(context: SignedIn, query: QueryOf<typeof contract>) {
  const { db, clock } = context
  const plan = await planAt(context, query.siteId, [])
  const { id: siteId, timeZone } = plan.site
  const day = query.day ?? dayAt(timeZone, clock.now())
  const whole = wholeDays(timeZone, day)
  const window = { siteId, from: instantOf(whole.start), to: instantOf(whole.end) }
  const [visits, holds] = await Promise.all([
    readCalendarVisits(db, window),
    readCalendarHolds(db, { ...window, now: clock.now() }),
  ])
  const taken = [...visits, ...holds].flatMap(({ chair }) => (chair === null ? [] : [chair]))
  const { stepMinutes, bufferMinutes, overbookLimit } = plan.laboratory
  return {
    site: plan.site,
    day,
    ...isoInterval(whole),
    stepMinutes,
    bufferMinutes,
    overbookLimit,
    open: openOn(timeZone, plan.hours, day).map(isoInterval),
    closures: plan.closures
      .filter(({ start, end }) => start < whole.end && end > whole.start)
      .map(({ reason, ...closure }) => ({ ...isoInterval(closure), reason })),
    chairs: await readChairs(db, siteId, taken),
    visits: visits.map((visit) => ({ ...visit, whyNotMovable: whyNotChangeable(visit.status) })),
    holds,
  }
}
