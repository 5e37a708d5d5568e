import type { Plan, Span } from './laboratory/plan.ts'
import { runDay } from './laboratory/simulate-day.ts'

/** A shift pattern that any person can work: for example 7 to 15 with a break of half an hour. */
export type ShiftPattern = { name: string; shifts: readonly Span[]; cost: number }

export type Target = {
  site: string
  /** This share of all waits must be at most `minutes`; a person who is turned away counts as a longer wait. */
  share: number
  minutes: number
}

export type Roster = {
  /** The number of people of each pattern, without patterns that nobody works. */
  people: { pattern: string; count: number }[]
  cost: number
  /** Share of waits within the target. */
  share: number
  /** The same with one person fewer of a pattern: each misses the target, which is why they are all needed. */
  without: { pattern: string; share: number }[]
  /** Rosters that were simulated. */
  tried: number
}

/**
 * The cheapest people to collect at one site so that the target is met, over the days of all seeds; they take the place of
 * those who only collect there. Null when even `most` people of the best patterns do not meet it.
 *
 * More people never make the same day's waits longer (the same patients come with the same needs), so the search goes
 * down a monotone slope: people are added where they save most waiting for their cost, then taken out, most costly first,
 * then one by one or two at once exchanged for somebody cheaper, until nothing of the kind meets the target any more. It
 * is a local search: `without` proves that nobody can be left out, and not that no quite different roster is cheaper. In
 * the tests it is at most a tenth above the optimum found by trying everything.
 *
 * The bench is left out of the days that are tried, for it does not make patients wait for a chair.
 */
export function cheapestRoster(
  plan: Plan,
  target: Target,
  {
    patterns,
    seeds,
    most = 60,
  }: { patterns: readonly ShiftPattern[]; seeds: readonly number[]; most?: number },
): Roster | null {
  const trial = createTrial(plan, target, patterns, seeds)
  const missed: Counts[] = []
  const meets = (counts: Counts) => {
    // A subset of a roster that missed the target misses it as well.
    if (missed.some((more) => counts.every((count, index) => count <= (more[index] ?? 0)))) return false
    const met = trial.of(counts).share >= target.share
    if (!met) missed.push(counts)
    return met
  }
  let counts: Counts = patterns.map(() => 0)
  while (!meets(counts)) {
    const now = trial.of(counts).regret
    const gain = (index: number) =>
      (now - trial.of(changed(counts, index, 1)).regret) / (patterns[index]?.cost ?? 1)
    const best = patterns.map((_, index) => index).reduce((a, b) => (gain(b) > gain(a) ? b : a))
    if (sum(counts) >= most || !(gain(best) > 0)) return null
    counts = changed(counts, best, 1)
  }
  const cost = (some: Counts) =>
    some.reduce((total, count, index) => total + count * (patterns[index]?.cost ?? 0), 0)
  for (let cheaper: Counts | undefined = counts; cheaper; ) {
    counts = cheaper
    const limit = cost(counts)
    cheaper = neighbours(counts)
      .filter((one) => cost(one) < limit)
      .sort((a, b) => cost(a) - cost(b))
      .find(meets)
  }
  return {
    people: counts.flatMap((count, index) =>
      count > 0 ? [{ pattern: patterns[index]?.name ?? '', count }] : [],
    ),
    cost: cost(counts),
    share: trial.of(counts).share,
    without: counts.flatMap((count, index) =>
      count > 0
        ? [{ pattern: patterns[index]?.name ?? '', share: trial.of(changed(counts, index, -1)).share }]
        : [],
    ),
    tried: trial.tried(),
  }
}

/** How many people work each pattern, in the order of the patterns. */
type Counts = readonly number[]

const sum = (counts: Counts) => counts.reduce((total, one) => total + one, 0)
const changed = (counts: Counts, index: number, by: number): Counts =>
  counts.map((count, at) => (at === index ? count + by : count))

/** Exchanges of up to two people for up to two others; every one that could be cheaper, cheapest first. */
function neighbours(counts: Counts): Counts[] {
  const found = new Map<string, Counts>()
  const places = counts.map((_, index) => index)
  const step = (list: Counts[], by: number) =>
    list.flatMap((one) => [one, ...places.map((index) => changed(one, index, by))])
  for (const fewer of step(step([counts], -1), -1).filter((one) => one.every((count) => count >= 0))) {
    for (const one of step(step([fewer], 1), 1)) found.set(one.join(), one)
  }
  return [...found.values()]
}

type Tried = {
  share: number
  /** Minutes of waiting beyond the target, with a whole day for each person who is turned away. */
  regret: number
}

function createTrial(
  plan: Plan,
  target: Target,
  patterns: readonly ShiftPattern[],
  seeds: readonly number[],
) {
  const known = new Map<string, Tried>()
  const days = collectionOnly(plan, target.site)
  const others = days.staff.filter(({ skills }) => skills.some((skill) => skill !== 'collect'))
  const withPeople = (counts: Counts): Plan => ({
    ...days,
    staff: [
      ...others,
      ...patterns.flatMap(({ name, shifts }, index) =>
        Array.from({ length: counts[index] ?? 0 }, (_, nth) => ({
          id: `${name} ${nth + 1}`,
          site: target.site,
          skills: ['collect'],
          shifts,
          pace: 1,
        })),
      ),
    ],
  })
  function play(counts: Counts): Tried {
    const changed = withPeople(counts)
    let [all, within, regret] = [0, 0, 0]
    for (const seed of seeds) {
      for (const { arrivedAt, calledAt } of runDay(changed, seed, () => {}).visits) {
        if (arrivedAt === null) continue
        all++
        const wait = calledAt === null ? 1440 : calledAt - arrivedAt
        if (wait <= target.minutes) within++
        else regret += wait - target.minutes
      }
    }
    return { share: all === 0 ? 1 : within / all, regret }
  }
  return {
    tried: () => known.size,
    of(counts: Counts): Tried {
      const key = counts.join()
      const result = known.get(key) ?? play(counts)
      known.set(key, result)
      return result
    },
  }
}

const collectionOnly = (plan: Plan, site: string): Plan => ({
  ...plan,
  sites: plan.sites.filter(({ id }) => id === site),
  staff: plan.staff.filter((one) => one.site === site && one.skills.includes('collect')),
  visitTypes: plan.visitTypes.map((type) => ({ ...type, samples: [] })),
  tests: [],
  analysers: [],
})
