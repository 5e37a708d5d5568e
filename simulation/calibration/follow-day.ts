import type { DayVisit } from '../laboratory/events.ts'
import type { Plan } from '../laboratory/plan.ts'
import { runDay } from '../laboratory/simulate-day.ts'
import { drawPatients } from '../laboratory/visits.ts'
import type { Service } from '../service-times.ts'
import type { Desk, Expected, InLine } from '../situation.ts'

/** What a desk clerk could see at one moment of a simulated day, at its first site. */
export type Floor = {
  now: number
  waiting: readonly InLine[]
  desks: readonly Desk[]
  expected: readonly Expected[]
  /** The wait of the one called last; null before the first call. */
  lastWait: number | null
}

type Watcher = {
  /** Somebody has just come and stands in line already. */
  arrived?: (who: InLine, floor: Floor) => void
  called?: (id: string, wait: number) => void
  served?: (service: Service) => void
}

const line = 'collection'

/** Plays a day and shows it as it happens, without anything that is not known yet. */
export function followDay(plan: Plan, seed: number, watcher: Watcher): DayVisit[] {
  const visits = drawPatients(plan, seed).map(({ visit }) => visit)
  const staff = plan.staff.filter((one) => one.site === plan.sites[0]?.id && one.skills.includes('collect'))
  const waiting = new Map<number, InLine>()
  const serving = new Map<string, { type: string; since: number }>()
  const expected = new Map<number, Expected>()
  let lastWait: number | null = null
  for (const { number, id, appointmentAt, type } of visits) {
    if (appointmentAt !== null) expected.set(number, { id, appointmentAt, type, line })
  }

  const floor = (now: number): Floor => ({
    now,
    waiting: [...waiting.values()],
    desks: staff.map(({ id, shifts }) => ({
      staff: id,
      lines: [line],
      open: shifts,
      serving: serving.get(id) ?? null,
    })),
    expected: [...expected.values()],
    lastWait,
  })

  runDay(plan, seed, (event) => {
    if (!('visit' in event)) return
    const visit = visits[event.visit]
    if (visit?.site !== plan.sites[0]?.id || !visit) return
    switch (event.kind) {
      case 'arrived': {
        expected.delete(event.visit)
        const again = event.again && visit.class !== 'stat'
        const { id, class: kind, appointmentAt, type } = visit
        const who: InLine = again
          ? { id, class: 'appointment', appointmentAt: event.at, arrivedAt: event.at, type, line }
          : { id, class: kind, appointmentAt, arrivedAt: event.at, type, line }
        waiting.set(event.visit, who)
        watcher.arrived?.(who, floor(event.at))
        break
      }
      case 'no-show':
        expected.delete(event.visit)
        break
      case 'called': {
        lastWait = event.at - (waiting.get(event.visit)?.arrivedAt ?? event.at)
        waiting.delete(event.visit)
        serving.set(event.staff, { type: visit.type, since: event.at })
        watcher.called?.(visit.id, lastWait)
        break
      }
      case 'collected':
      case 'unprepared': {
        const since = serving.get(event.staff)?.since ?? event.at
        serving.delete(event.staff)
        watcher.served?.({
          type: visit.type,
          staff: event.staff,
          minutes: event.at - since,
          endSeen: true,
        })
        break
      }
      default:
        break
    }
  })
  return visits
}
