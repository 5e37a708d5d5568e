import { type Distribution, meanOf } from './distributions.ts'

/**
 * How long service takes, learned from services that ended, by type of visit and by who serves. Plain data: it can be
 * stored as JSON and learned further.
 *
 * Older services count less (half after `halfLife` of the same kind). A person's mean is shrunk towards the type's mean
 * and that towards the mean of all, so that three lucky services make nobody a record holder: with a spread of half the
 * mean within a person and an eighth between persons, (0.5 / 0.125)² = 16 services weigh as much as what the type knows.
 */
export type ServiceTimes = { types: Record<string, Shape>; people: Record<string, Record<string, Tally>> }

export type Tally = { count: number; mean: number }
/** `squares`: sum of squared distances from the mean, weighted as `count` is. `recent`: the last ones, as they were. */
export type Shape = Tally & { squares: number; recent: number[] }

export type Service = {
  type: string
  staff: string | null
  /** From the call until the desk was free again. */
  minutes: number
  /**
   * False when nobody pressed Finish: it says only that the service was over at some time before. It is then no long
   * service but none at all, for what happened before an unknown moment holds no length.
   */
  endSeen: boolean
}

export const noServiceTimes: ServiceTimes = { types: {}, people: {} }

const halfLife = 1000
const fade = 0.5 ** (1 / halfLife)
const typeWeight = 5
const personWeight = 16
/** The prior of the spread of a type, and the number of services that it weighs. */
const usualCv = 0.5
const cvWeight = 10
/** The shape of a type is that of its recent services: at least and at most this many. */
const enoughForShape = 60
const mostForShape = 200
/** A service of more than this many means counts as forgotten, even if Finish was pressed; as does one over four hours. */
const forgottenAfter = 8
const longestMinutes = 240

/** Adds one service; returns `known` unchanged if nothing can be learned from it. */
export function learnService(known: ServiceTimes, { type, staff, minutes, endSeen }: Service): ServiceTimes {
  const before = known.types[type]
  const tooLong = before && before.count >= 10 && minutes > forgottenAfter * before.mean
  if (!endSeen || tooLong || !(minutes > 0 && minutes < longestMinutes)) return known
  const types = { ...known.types, [type]: withShape(before, minutes) }
  if (staff === null) return { ...known, types }
  const own = known.people[staff]
  return { types, people: { ...known.people, [staff]: { ...own, [type]: added(own?.[type], minutes) } } }
}

function added(tally: Tally = { count: 0, mean: 0 }, value: number): Tally {
  const count = tally.count * fade + 1
  return { count, mean: tally.mean + (value - tally.mean) / count }
}

function withShape(before: Shape | undefined, value: number): Shape {
  const old = before ?? { count: 0, mean: 0, squares: 0, recent: [] }
  const tally = added(old, value)
  const squares = old.squares * fade + (value - old.mean) * (value - tally.mean)
  return { ...tally, squares, recent: [...old.recent, value].slice(-mostForShape) }
}

/** The number of known services; older ones count in part. */
export const servicesKnown = (known: ServiceTimes): number =>
  Object.values(known.types).reduce((sum, { count }) => sum + count, 0)

/**
 * The distribution of a service to come; undefined when nothing is known at all. The recent services of the type, stretched to the
 * mean that is believed; while they are few a lognormal by mean and spread. Rejected: always the lognormal (80 % ranges
 * held 74 % where times are exponential, for it is peaked where they are not); a lognormal by the mean of the logarithms,
 * which misses the mean itself by a quarter there, and the mean is what queues are made of.
 */
export function serviceTime(
  known: ServiceTimes,
  type: string,
  staff: string | null,
): Distribution | undefined {
  const count = servicesKnown(known)
  if (count === 0) return undefined
  const all = Object.values(known.types)
  const overall = all.reduce((sum, one) => sum + one.count * one.mean, 0) / count
  const tally = known.types[type]
  const ofType = shrunk(tally, overall, typeWeight)
  const own = staff === null ? undefined : known.people[staff]?.[type]
  const mean = shrunk(own, ofType, personWeight)
  if (!tally || tally.recent.length < enoughForShape) return { kind: 'lognormal', mean, cv: spreadOf(tally) }
  const stretch = mean / meanOf({ kind: 'empirical', values: tally.recent })
  return { kind: 'empirical', values: tally.recent.map((one) => one * stretch).sort((a, b) => a - b) }
}

/** `serviceTime` for one state of knowledge, with each distribution cached; `unknown` if nothing is known at all. */
export function serviceLaws(
  known: ServiceTimes,
  unknown: Distribution,
): (type: string, staff: string | null) => Distribution {
  const distributions = new Map<string, Distribution>()
  return (type, staff) => {
    const key = `${type} ${staff}`
    const distribution = distributions.get(key) ?? serviceTime(known, type, staff) ?? unknown
    distributions.set(key, distribution)
    return distribution
  }
}

function shrunk(own: Tally | undefined, towards: number, weight: number): number {
  return own ? (own.count * own.mean + weight * towards) / (own.count + weight) : towards
}

function spreadOf(tally: Shape | undefined): number {
  if (!tally) return usualCv
  const squared = tally.squares / tally.count / tally.mean ** 2
  return Math.sqrt((tally.count * squared + cvWeight * usualCv ** 2) / (tally.count + cvWeight))
}
