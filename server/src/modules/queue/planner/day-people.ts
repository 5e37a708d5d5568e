import { after, minutes } from '#server/platform/clock.ts'
import { type Distribution, meanOf } from '#simulation/distributions.ts'
import type { RecordedVisit, StaffMember, VisitType } from '#simulation/laboratory/plan.ts'
import { type ServiceTimes, serviceTime } from '#simulation/service-times.ts'
import type { DeskShift } from './desk-shifts.ts'
import type { DayTicket } from './queries-planner.ts'

/** Used for services of which nothing is known. */
const anyService: Distribution = { kind: 'lognormal', mean: 6, cv: 0.5 }
/** A pace outside these limits comes from wrong records. */
const [fastest, slowest] = [0.5, 2]

/** The time that somebody takes over the same services, divided by the usual time. */
export function paceOf(known: ServiceTimes, staff: string | null): number {
  const own = staff === null ? undefined : known.people[staff]
  if (!own || staff === null) return 1
  let [usual, theirs] = [0, 0]
  for (const [type, { count }] of Object.entries(own)) {
    usual += count * meanOf(serviceTime(known, type, null) ?? anyService)
    theirs += count * meanOf(serviceTime(known, type, staff) ?? anyService)
  }
  return usual > 0 ? Math.min(slowest, Math.max(fastest, theirs / usual)) : 1
}

/** No-shows were not served, and are left out of the simulated day. */
export const wasThere = ({ status }: DayTicket): boolean => status !== 'no_show'

/** Visits as they arrived, with their services converted to the usual pace. */
export function recordedVisits(
  tickets: readonly DayTicket[],
  known: ServiceTimes,
  minute: (at: Date) => number,
): RecordedVisit[] {
  return tickets.filter(wasThere).map((ticket) => ({
    arrivedAt: minute(ticket.arrivedAt),
    class: ticket.urgent ? 'stat' : ticket.appointmentAt ? 'appointment' : 'walk-in',
    appointmentAt: ticket.appointmentAt && minute(ticket.appointmentAt),
    type: ticket.type,
    serviceMinutes: serviceSeen(ticket, known, minute),
  }))
}

/** With a longer service, staff forgot to end it; the same limit as in `learnService`. */
const longest = minutes(240)

function serviceSeen(ticket: DayTicket, known: ServiceTimes, minute: (at: Date) => number): number | null {
  const { status, endSeen, calledAt, endedAt } = ticket
  if (status !== 'finished' || !endSeen || !calledAt || !endedAt || endedAt <= calledAt) return null
  if (endedAt > after(calledAt, longest)) return null
  return (minute(endedAt) - minute(calledAt)) / paceOf(known, ticket.staffId)
}

/** Desks as people who collect, each with the pace of its person. */
export function deskStaff(desks: readonly DeskShift[], site: string, known: ServiceTimes): StaffMember[] {
  return desks.map(({ label, account, shifts }) => ({
    id: label,
    site,
    skills: ['collect'],
    shifts,
    pace: paceOf(known, account),
  }))
}

/** Types of visits by their tests together; tests of one tube are one sample. */
export function visitTypes(
  counts: ReadonlyMap<string, number>,
  known: ServiceTimes,
  tubeOf: ReadonlyMap<string, string>,
): VisitType[] {
  return [...counts].map(([id, share]) => {
    const codes = id === '' ? [] : id.split('+').filter((code) => tubeOf.has(code))
    const tubes = Map.groupBy(codes, (code) => tubeOf.get(code) ?? '')
    return {
      id,
      share,
      service: serviceTime(known, id, null) ?? anyService,
      samples: [...tubes].map(([specimen, tests]) => ({ specimen, tests })),
      unprepared: 0,
    }
  })
}
