import type { Plan } from '#simulation/laboratory/plan.ts'
import { usualPlan } from '#simulation/laboratory/usual-plan.ts'

/** The usual laboratory of the simulation, with visits booked for the times that this laboratory offers. */
export function seedPlan({ visits, sites, step }: { visits: number; sites: number; step: number }): Plan {
  const plan = usualPlan({ visits, branches: sites - 1 })
  return {
    ...plan,
    sites: plan.sites.map((site) => ({
      ...site,
      booked: site.booked.map((booking) => ({ ...booking, at: booking.at - (booking.at % step) })),
    })),
  }
}

/** A day's own seed: the days of a history are as different as those of a year. */
export const seedOfDay = (seed: number, day: number): number => seed * 100_003 + day
