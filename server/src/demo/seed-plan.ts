import type { Plan, VisitType } from '#simulation/laboratory/plan.ts'
import { usualPlan } from '#simulation/laboratory/usual-plan.ts'

/** The types of visits in a simulated history, in per cent: most have one or two quick tests, some have panels. About eight results each. */
const shares: Readonly<Record<string, number>> = {
  malaria: 22,
  sugar: 15,
  serology: 13,
  screening: 13,
  fever: 10,
  'blood group': 6,
  'fasting check': 6,
  urine: 5,
  child: 4,
  hormones: 4,
  antenatal: 2,
}
const everyone = Object.values(shares).reduce((sum, share) => sum + share, 0)

/** Single tests, in addition to the panels of the usual laboratory. */
const singles: readonly VisitType[] = [
  single('malaria', 4, 'EDTA', ['MPS']),
  { ...single('sugar', 3.5, 'Fluoride', ['GLU']), unprepared: 0.07 },
  single('screening', 5, 'SST', ['HBV', 'HCV', 'VDRL']),
  single('blood group', 4, 'EDTA', ['BG', 'SICK']),
]

function single(id: string, minutes: number, specimen: string, tests: string[]): VisitType {
  return {
    id,
    share: 0,
    service: { kind: 'lognormal', mean: minutes, cv: 0.4 },
    samples: [{ specimen, tests }],
    unprepared: 0,
  }
}

/** The usual laboratory of the simulation, with bookings at the start times of this laboratory. */
export function seedPlan({ visits, sites, step }: { visits: number; sites: number; step: number }): Plan {
  const plan = usualPlan({ visits, branches: sites - 1 })
  return {
    ...plan,
    visitTypes: [...plan.visitTypes, ...singles].map((type) => ({ ...type, share: shares[type.id] ?? 0 })),
    sites: plan.sites.map((site) => ({
      ...site,
      booked: site.booked.map((booking, index) => ({
        at: booking.at - (booking.at % step),
        type: typeOf(index),
      })),
    })),
  }
}

/** Spread by the golden ratio, so that each type has its share of any few visits. */
function typeOf(index: number): string {
  let left = ((index * 0.618033988749895) % 1) * everyone
  const found = Object.entries(shares).find(([, share]) => {
    left -= share
    return left < 0
  })
  return found?.[0] ?? 'fever'
}

/** The seed of a day, so that the days of a history differ. */
export const seedOfDay = (seed: number, day: number): number => seed * 100_003 + day

/** The tests of a type of visit. */
export const testsOf = (plan: Plan, type: string): string[] =>
  plan.visitTypes.find(({ id }) => id === type)?.samples.flatMap(({ tests }) => tests) ?? []
