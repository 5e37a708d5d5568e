import type { Agenda } from './agenda.ts'
import type { DayEvent } from './events.ts'
import type { Plan } from './plan.ts'
import type { StaffRoom } from './staff.ts'

/** What every part of the laboratory shares for one day. */
export type Day = {
  plan: Plan
  seed: number
  agenda: Agenda
  staff: StaffRoom
  record: (event: DayEvent) => void
  nextSample: () => number
}
