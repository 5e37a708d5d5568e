import { after, minutes } from '#server/platform/clock.ts'
import type { Distribution } from '#simulation/distributions.ts'
import { meanOf } from '#simulation/distributions.ts'
import type { RecordedVisit, StaffMember, VisitType } from '#simulation/laboratory/plan.ts'
import { type ServiceTimes, serviceTime } from '#simulation/service-times.ts'
import type { DeskShift } from './desk-shifts.ts'
import type { DayTicket } from './queries-planner.ts'

/** Before anything was learned of it. */
const anyService: Distribution = { kind: 'lognormal', mean: 6, cv: 0.5 }
/** A pace outside these is a matter of what was noted and not of the person. */
const [fastest, slowest] = [0.5, 2]

/** How much longer somebody takes than others over the same, by what is believed of both; 1 is usual. */
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

/** Nobody came to the call, so nobody was served: left out of a day that is played again. */
export const wasThere = ({ status }: DayTicket): boolean => status !== 'no_show'

/** As they came. What service took is told as somebody of usual pace would have taken it. */
export function recordedVisits(
  tickets: readonly DayTicket[],
  known: ServiceTimes,
  minute: (at: Date) => number,
): RecordedVisit[] {
  return tickets.filter(wasThere).map((one) => ({
    arrivedAt: minute(one.arrivedAt),
    class: one.urgent ? 'stat' : one.appointmentAt ? 'appointment' : 'walk-in',
    appointmentAt: one.appointmentAt && minute(one.appointmentAt),
    type: one.type,
    serviceMinutes: serviceSeen(one, known, minute),
  }))
}

/** Over this an end was forgotten, as in what is learned of service times. */
const longest = minutes(240)

function serviceSeen(one: DayTicket, known: ServiceTimes, minute: (at: Date) => number): number | null {
  const { status, endSeen, calledAt, endedAt } = one
  if (status !== 'finished' || !endSeen || !calledAt || !endedAt || endedAt <= calledAt) return null
  if (endedAt > after(calledAt, longest)) return null
  return (minute(endedAt) - minute(calledAt)) / paceOf(known, one.staff)
}

/** Desks as people who collect, each with the pace of whoever sat there. */
export function deskStaff(desks: readonly DeskShift[], site: string, known: ServiceTimes): StaffMember[] {
  return desks.map(({ label, account, shifts }) => ({
    id: label,
    site,
    skills: ['collect'],
    shifts,
    pace: paceOf(known, account),
  }))
}

/** What people came for, by their tests together; tests of one tube are one sample. */
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
