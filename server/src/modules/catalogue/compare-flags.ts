import type { Preview } from '#contract/catalogue.ts'
import type { Band, Interval } from '#contract/interval-rules.ts'
import { type Flag, flags } from '#contract/results.ts'
import { agesInYears } from '#server/modules/people/index.ts'
import { flagOf, flagOfOption, isCritical, rangeFor } from './interval.ts'
import type { Measurement } from './queries-analytes.ts'

/**
 * Compares the flags of results with those by the proposed limits, and shows how the results of each band are distributed. The middle
 * 95 % of the results is no reference interval, since patients are no sample of the healthy; but a band that flags half of them as low
 * is doubtful.
 */
export function compareFlags(
  measurements: readonly Measurement[],
  proposed: Interval,
): Omit<Preview, 'days'> {
  const judged = measurements.map((result) => ({ ...result, ...judge(result, proposed) }))
  const different = judged.filter(({ flag, now }) => flag !== now)
  return {
    results: total(judged),
    different: total(different),
    waiting: total(different.filter(({ released }) => !released)),
    newlyFlagged: total(judged.filter(({ flag, now }) => flag === '' && now !== '')),
    noLongerFlagged: total(judged.filter(({ flag, now }) => flag !== '' && now === '')),
    newlyCritical: total(judged.filter(({ flag, now }) => !isCritical(flag) && isCritical(now))),
    noLongerCritical: total(judged.filter(({ flag, now }) => isCritical(flag) && !isCritical(now))),
    changes: changesOf(different),
    bands: proposed.ranges.map((range) => aboutBand(judged.filter(({ band }) => band === range))),
    withoutBand: total(judged.filter(({ number, band }) => number !== null && band === null)),
  }
}

type Judged = Measurement & { now: Flag; band: Band | null }

function judge(
  { gender, age, number, text }: Measurement,
  { ranges, normalOptions, criticalOptions }: Interval,
): { now: Flag; band: Band | null } {
  if (number === null) {
    const now = flagOfOption(text ?? '', normalOptions ?? undefined, criticalOptions ?? undefined)
    return { now, band: null }
  }
  const { range: band } = rangeFor(ranges, { gender, ages: agesInYears(age) })
  return { now: flagOf(number, band), band }
}

const total = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0)

/** The most frequent first. */
function changesOf(different: readonly Judged[]): Preview['changes'] {
  const counts = new Map<string, Preview['changes'][number]>()
  for (const { flag: from, now: to, count } of different) {
    const known = counts.get(`${from} ${to}`)
    if (known) known.count += count
    else counts.set(`${from} ${to}`, { from, to, count })
  }
  return [...counts.values()].sort(
    (a, b) =>
      b.count - a.count ||
      flags.indexOf(a.from) - flags.indexOf(b.from) ||
      flags.indexOf(a.to) - flags.indexOf(b.to),
  )
}

/** With fewer results, percentiles mean nothing. */
const fewest = 20

function aboutBand(judged: readonly Judged[]): Preview['bands'][number] {
  const results = total(judged)
  const sorted = judged.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
  return {
    results,
    low: total(judged.filter(({ now }) => now === 'L' || now === 'LL')),
    high: total(judged.filter(({ now }) => now === 'H' || now === 'HH')),
    spread:
      results < fewest
        ? null
        : { p2_5: quantile(sorted, 0.025), median: quantile(sorted, 0.5), p97_5: quantile(sorted, 0.975) },
  }
}

/** The smallest value that this share of the results does not exceed. */
function quantile(sorted: readonly Judged[], share: number): number {
  const wanted = share * total(sorted)
  let seen = 0
  for (const { number, count } of sorted) {
    seen += count
    if (seen >= wanted) return number ?? 0
  }
  return sorted.at(-1)?.number ?? 0
}
