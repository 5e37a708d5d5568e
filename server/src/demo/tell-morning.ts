import type { SimulatedDay } from '#simulation/laboratory/simulate-day.ts'
import { stream } from '#simulation/random.ts'
import {
  beginVisit,
  createTellers,
  lastTicket,
  type StoryDay,
  type StoryVisit,
  type Telling,
  tell,
} from './day-story.ts'
import { testsOf } from './seed-plan.ts'

const minute = 60_000

/**
 * A day up to an instant of it, `until` in minutes of the plan: who has come by then and what was done for them, and the booked
 * visits that are still to come. Each chair has a collector of its own.
 */
export function tellMorning(
  telling: Telling,
  day: StoryDay,
  simulated: SimulatedDay,
  until: number,
): StoryVisit[] {
  const { plan, staff, seed } = telling
  const random = stream(seed, 'story', day.index)
  const instant = (at: number) => Math.round(day.midnight + at * minute)
  const visits = simulated.visits.map((visit) =>
    beginVisit(telling, visit, testsOf(plan, visit.type), { random, instant, regulars: { left: 0 } }),
  )
  const tellers = createTellers(telling, visits, random, instant)
  const collectors = plan.staff.filter(({ skills }) => skills.includes('collect'))
  for (const event of simulated.events) {
    if (event.at > until) break
    const staffed =
      'chair' in event ? { ...event, staff: collectors[event.chair - 1]?.id ?? event.staff } : event
    tell(tellers, staffed, staff)
    if (event.kind === 'arrived') lastTicket(visits[event.visit]).endedAt = Number.POSITIVE_INFINITY
  }
  const now = instant(until)
  for (const visit of visits) {
    visit.status = statusNow(visit, now)
    // Whoever comes later today has booked before today.
    if (visit.tickets.length === 0 && visit.createdAt > day.midnight) visit.createdAt -= 1440 * minute
  }
  return visits.filter(({ kind, tickets }) => kind === 'appointment' || tickets.length > 0)
}

/** As the rules of the product have it: who has not come two hours after the booked time does not come. */
export const absentAfter = 120 * minute

export function statusNow(visit: StoryVisit, now: number): StoryVisit['status'] {
  const ticket = visit.tickets.at(-1)
  if (!ticket) return visit.startsAt < now - absentAfter ? 'no_show' : 'booked'
  if (visit.releasedAt !== null) return 'completed'
  if (visit.samples.length === 0) return ticket.endedAt > now ? 'arrived' : 'cancelled'
  const tasks = visit.samples.flatMap((sample) => sample.tasks)
  return tasks.some(({ startedAt }) => startedAt !== null) ? 'in_progress' : 'collected'
}
