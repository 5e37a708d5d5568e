import type { CallingRule } from '../calling-rule.ts'
import { type Distribution, meanOf } from '../distributions.ts'
import type { Plan } from '../laboratory/plan.ts'

/** One waiting room with desks that are all alike, for a day as long as it takes: what queueing theory speaks of. */
export type Station = {
  desks: number
  load: number
  types: readonly { id: string; share: number; service: Distribution }[]
  statShare: number
  /** How many come, on average. */
  visits: number
  /** From half of the day on, everything takes so many times as long. */
  slower: number
}

const noAgeing: CallingRule = {
  graceBeforeMinutes: 0,
  graceAfterMinutes: 0,
  ageingMinutes: 1e9,
  aboveStatMinutes: 1e9,
}

export function meanService({ types }: Pick<Station, 'types'>): number {
  const shares = types.reduce((sum, { share }) => sum + share, 0)
  return types.reduce((sum, { share, service }) => sum + share * meanOf(service), 0) / shares
}

/** When the last one comes. */
export const lengthOf = (station: Station): number =>
  (station.visits * meanService(station)) / (station.desks * station.load)

export function stationPlan(station: Station): Plan {
  const until = lengthOf(station)
  const perHour = (60 * station.visits) / until
  const shift = (from: number, to: number, pace: number, name: string) =>
    Array.from({ length: station.desks }, (_, index) => ({
      id: `${name}${index + 1}`,
      site: 'station',
      skills: ['collect'],
      shifts: [{ from, until: to }],
      pace,
    }))
  return {
    sites: [
      {
        id: 'station',
        chairs: station.desks,
        walkIns: [{ from: 0, until, perHour: perHour * (1 - station.statShare) }],
        stat: [{ from: 0, until, perHour: perHour * station.statShare }],
        booked: [],
        courier: { everyMinutes: 0, places: 1, ride: { kind: 'constant', value: 0 } },
      },
    ],
    // The slow ones take over the chairs, and what the model has learned of names is of no use.
    staff:
      station.slower === 1
        ? shift(0, 2 * until, 1, 'desk ')
        : [...shift(0, until / 2, 1, 'desk '), ...shift(until / 2, 2 * until, station.slower, 'slow desk ')],
    visitTypes: station.types.map((type) => ({ ...type, samples: [], unprepared: 0 })),
    tests: [],
    analysers: [],
    rule: noAgeing,
    noShow: 0,
    punctuality: { kind: 'constant', value: 0 },
    rejection: { chance: 0, sameDay: 0, back: { kind: 'constant', value: 0 } },
    release: { kind: 'constant', value: 0 },
    twoPeople: false,
  }
}
