import type { Plan, StaffMember } from '#simulation/laboratory/plan.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { collectors, usualPlan } from '#simulation/laboratory/usual-plan.ts'

/** What somebody plays with: people at the chairs in the morning, people at each bench, patients of the day. */
export type Staffing = { collectors: number; bench: number; visits: number }

export const usualStaffing: Staffing = { collectors: 4, bench: 0, visits: 240 }
export const demoSeed = 20260309

/** A made-up laboratory of one site whose demand stays the same, whoever is on duty. */
export function demoPlan({ collectors: atChairs, bench, visits }: Staffing): Plan {
  const plan = usualPlan({ visits })
  const others = plan.staff.filter((one) => !one.skills.includes('collect'))
  return {
    ...plan,
    sites: plan.sites.map((site) => ({ ...site, chairs: atChairs })),
    staff: [...collectors('main', atChairs), ...changed(others, bench)],
  }
}

/** One more or fewer on each bench and shift; at least one stays. */
function changed(staff: readonly StaffMember[], by: number): StaffMember[] {
  const groups = new Map<string, StaffMember[]>()
  for (const one of staff) {
    const name = `${one.skills.join()} ${one.shifts[0]?.from}`
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups.values()].flatMap((group) => {
    const wanted = Math.max(1, group.length + by)
    return Array.from({ length: wanted }, (_, index): StaffMember[] => {
      const one = group[index % group.length]
      return one ? [index < group.length ? one : { ...one, id: `${one.id}, ${index + 1}` }] : []
    }).flat()
  })
}

export type DayFigures = { wait: number; longWait: number; turnaround: number }

const seeds = Array.from({ length: 6 }, (_, index) => demoSeed + index)

/** Means over a few days, since one day is luck: minutes of wait, its 90th percentile, minutes from door to result. */
export function figuresOf(staffing: Staffing): DayFigures {
  const plan = demoPlan(staffing)
  const days = seeds.map((seed) => simulateDay(plan, seed).summary)
  const mean = (of: (day: (typeof days)[number]) => number) =>
    days.reduce((sum, day) => sum + of(day), 0) / days.length
  return {
    wait: mean((day) => day.waits.mean),
    longWait: mean((day) => day.waits.p90),
    turnaround: mean((day) => day.turnaround.mean),
  }
}
