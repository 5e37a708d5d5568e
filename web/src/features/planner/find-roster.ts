import { cheapestRoster, type Roster, type ShiftPattern } from '#simulation/cheapest-roster.ts'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import type { RosterLine } from './changes.ts'
import { shiftsOf } from './plan-changes.ts'
import { withDrawnServices } from './play-days.ts'

export type FoundRoster = {
  lines: RosterLine[]
  /** Staff hours, meals left out. */
  hours: number
  /** Share of waits within the target, and the most that it is with one person fewer. */
  share: number
  without: number
}

/** Fewer days than are shown: each roster that is tried plays all of them. */
const searchSeeds: readonly number[] = [101, 102, 103, 104, 105, 106]
/** Of all waits. */
export const targetShare = 0.9

const [full, half] = [8 * 60, 4 * 60]

/** Ways to work a day of these hours: full days early, in the middle and late, and half days in between. */
export function shiftPatterns({ from, until }: Span): Span[] {
  const length = until - from
  const starts = (long: number, count: number) =>
    length <= long
      ? [from]
      : Array.from(
          { length: count },
          (_, index) => Math.round((from + ((length - long) * index) / (count - 1)) / 30) * 30,
        )
  const spans = [
    ...starts(full, 3).map((start) => ({ from: start, until: Math.min(until, start + full) })),
    ...starts(half, 4).map((start) => ({ from: start, until: Math.min(until, start + half) })),
  ]
  return [...new Map(spans.map((span) => [`${span.from} ${span.until}`, span])).values()]
}

/**
 * The cheapest people to keep nine of ten waits within the minutes, by staff hours; null when nobody can. Calls `onTry`
 * with the number of rosters tried so far: the search tells nothing while it goes, but each try begins with the seeds.
 */
export function findRoster(
  plan: Plan,
  { minutes, hours, onTry }: { minutes: number; hours: Span; onTry: (tried: number) => void },
): FoundRoster | null {
  const site = plan.sites[0]
  if (!site) return null
  const spans = shiftPatterns(hours)
  const patterns: ShiftPattern[] = spans.map((span, index) => {
    const shifts = shiftsOf(span)
    const cost = shifts.reduce((sum, one) => sum + one.until - one.from, 0) / 60
    return { name: String(index), shifts, cost }
  })
  let tried = 0
  const counted = Object.assign([...searchSeeds], {
    [Symbol.iterator]() {
      onTry(++tried)
      return searchSeeds[Symbol.iterator]()
    },
  })
  const target = { site: site.id, share: targetShare, minutes }
  const roster = cheapestRoster(withDrawnServices(plan), target, { patterns, seeds: counted })
  return roster && foundOf(roster, spans)
}

function foundOf(roster: Roster, spans: readonly Span[]): FoundRoster {
  return {
    lines: roster.people.flatMap(({ pattern, count }) => {
      const span = spans[Number(pattern)]
      return span ? [{ count, ...span }] : []
    }),
    hours: roster.cost,
    share: roster.share,
    without: Math.max(0, ...roster.without.map(({ share }) => share)),
  }
}
