import type { Distribution } from '../distributions.ts'
import type { Plan } from '../laboratory/plan.ts'
import { usualPlan } from '../laboratory/usual-plan.ts'
import { type Station, stationPlan } from './station.ts'

/** A kind of day on which forecasts are measured. */
export type Scenario = {
  name: string
  plan: Plan
  /** What service times are learned from: other days of the same kind, before anything becomes slower. */
  past: { plan: Plan; seeds: readonly number[] }
  seeds: readonly number[]
  /** Every so manieth who has to wait is forecast: neighbours wait alike and tell little more. */
  every: number
  /** Share of all work that passes whoever is not urgent. */
  statLoad: number
}

const exponential = (id: string, mean: number) => ({
  id,
  share: 1,
  service: { kind: 'exponential', mean } satisfies Distribution,
})
const lognormal = (id: string, mean: number, share: number) => ({
  id,
  share,
  service: { kind: 'lognormal', mean, cv: 0.5 } satisfies Distribution,
})
const desks = { desks: 4, statShare: 0, slower: 1, visits: 2000 }
const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export const oneType: Scenario = station('One type, exponential service, load 0.9', {
  ...desks,
  load: 0.9,
  types: [exponential('visit', 6)],
})

export const severalTypes: Scenario = station('Three types of 5, 2 and 12 min, load 0.9', {
  ...desks,
  load: 0.9,
  types: mixed(),
})

export const urgentOnes: Scenario = {
  ...station('30 % STAT, exponential service, load 0.95', {
    ...desks,
    load: 0.95,
    statShare: 0.3,
    types: [exponential('visit', 6)],
  }),
  seeds: seeds(8),
  every: 6,
}

/** Load 0.75, and 0.9 after everyone has become slower, while the forecast believes what it has learned before. */
export const slowerService: Scenario = {
  ...station('Three types, service 20 % slower from noon on', {
    ...desks,
    load: 0.75,
    slower: 1.2,
    types: mixed(),
  }),
  seeds: seeds(5),
  every: 1,
}

/** Appointments early and late, no-shows, meals, shifts, pace by person, urgent ones. */
export const wholeDay: Scenario = {
  name: 'A whole laboratory’s days, 500 visits each',
  plan: usualPlan({ visits: 500 }),
  past: { plan: usualPlan({ visits: 500 }), seeds: [101, 102, 103, 104, 105, 106] },
  seeds: seeds(8),
  every: 2,
  statLoad: 0.05,
}

function mixed() {
  return [lognormal('middle', 5, 5), lognormal('short', 2, 3), lognormal('long', 12, 2)]
}

function station(name: string, of: Station): Scenario {
  return {
    name,
    plan: stationPlan(of),
    past: { plan: stationPlan({ ...of, slower: 1, visits: 4000 }), seeds: [101] },
    seeds: seeds(4),
    every: 2,
    statLoad: of.load * of.statShare,
  }
}
