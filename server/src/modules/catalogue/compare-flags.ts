import type { Preview } from '#contract/catalogue.ts'
import type { Band, Interval } from '#contract/interval-rules.ts'
import { type Flag, flags } from '#contract/results.ts'
import { agesInYears } from '#server/modules/people/index.ts'
import { flagOf, flagOfOption, isCritical, rangeFor } from './interval.ts'
import type { Measurement } from './queries-analytes.ts'

/**
 * What other limits would say of results that were flagged already: how many would be called something else, and how
 * the results of each band lie about it. The middle 95 % of what is measured here is no reference interval, as those
 * who are measured are not a sample of the healthy; a band that calls half of them low still says something of the band.
 */
export function compareFlags(
  measurements: readonly Measurement[],
  proposed: Interval,
): Omit<Preview, 'days'> {
  const judged = measurements.map((one) => ({ ...one, ...judge(one, proposed) }))
  const different = judged.filter((one) => one.flag !== one.now)
  return {
    results: total(judged),
    different: total(different),
    waiting: total(different.filter((one) => !one.released)),
    newlyFlagged: total(judged.filter((one) => one.flag === '' && one.now !== '')),
    noLongerFlagged: total(judged.filter((one) => one.flag !== '' && one.now === '')),
    newlyCritical: total(judged.filter((one) => !isCritical(one.flag) && isCritical(one.now))),
    noLongerCritical: total(judged.filter((one) => isCritical(one.flag) && !isCritical(one.now))),
    changes: changesOf(different),
    bands: proposed.ranges.map((band) => aboutBand(judged.filter((one) => one.band === band))),
    withoutBand: total(judged.filter((one) => one.number !== null && one.band === null)),
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

const total = (counted: readonly { count: number }[]) => counted.reduce((sum, one) => sum + one.count, 0)

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

/** Fewer results have no spread worth showing. */
const fewest = 20

function aboutBand(judged: readonly Judged[]): Preview['bands'][number] {
  const results = total(judged)
  const sorted = judged.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
  return {
    results,
    low: total(judged.filter((one) => one.now === 'L' || one.now === 'LL')),
    high: total(judged.filter((one) => one.now === 'H' || one.now === 'HH')),
    spread:
      results < fewest
        ? null
        : { p2_5: quantile(sorted, 0.025), median: quantile(sorted, 0.5), p97_5: quantile(sorted, 0.975) },
  }
}

/** The smallest value that at least this share of the results does not exceed. */
function quantile(sorted: readonly Judged[], share: number): number {
  const wanted = share * total(sorted)
  let seen = 0
  for (const { number, count } of sorted) {
    seen += count
    if (seen >= wanted) return number ?? 0
  }
  return sorted.at(-1)?.number ?? 0
}
