import type { Figures } from '#contract/insights.ts'
import { daysBetween } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { openChairs } from './chair-hours.ts'
import { type Pieces, piecesOf, type SiteState } from './pieces.ts'
import {
  type DayCount,
  listTests,
  namesOfStaff,
  type Offer,
  readOffers,
  readState,
  seeOneMoment,
  type Test,
} from './queries-figures.ts'
import { sumPieces } from './sum-pieces.ts'
import { countsOf, emptySum, type Sum } from './sums.ts'
import {
  type Filter,
  tellChairs,
  tellFindings,
  tellRejections,
  tellStaff,
  tellVisits,
  tellWaits,
} from './tell-counts.ts'
import { cellsOf, tellTurnaround } from './tell-turnaround.ts'

export type Period = { from: string; to: string }

const everything: Filter = { test: null, rank: null }

/**
 * The figures of these sites in a period of local days, both included. Always those of the rows: what is not summed
 * yet, or was changed since, is counted from them. Whose sites these may be is the caller's to say.
 */
export function readFigures(
  db: Db,
  siteIds: readonly string[],
  period: Period,
  filter: Filter = everything,
): Promise<Figures> {
  return db.transaction().execute(async (tx) => {
    await seeOneMoment(tx)
    const [figures] = (await readTogether(tx, siteIds, [period], filter)).figures
    if (!figures) throw new Error('A period without figures')
    return figures
  })
}

/** The figures of several periods, read together. */
export async function readTogether(
  tx: Db,
  siteIds: readonly string[],
  periods: readonly Period[],
  filter: Filter,
): Promise<{ figures: Figures[]; states: SiteState[]; tests: Test[]; live: DayCount[] }> {
  const states = await readState(tx, siteIds, wholeOf(periods))
  const { sums, live } = await sumPieces(
    tx,
    periods.map((period) => together(states.map((state) => piecesOf(state, period, sumSpans)))),
  )
  const tests = await listTests(tx)
  const people = sums.flatMap(countsOf).filter(({ figure }) => figure.startsWith('staff_'))
  const names = await namesOfStaff(tx, [...new Set(people.map(({ label }) => label))])
  const offers = await readOffers(tx, siteIds, wholeOf(periods))
  const figures = periods.map((period, i) =>
    figuresOf(period, sums[i] ?? emptySum(), { filter, tests, names, offers }),
  )
  return { figures, states, tests, live }
}

/** The spans larger than a day, the largest first: `piecesOf` takes the first that fits. */
const sumSpans = ['quarter', 'month', 'week'] as const

const wholeOf = (periods: readonly Period[]): Period => {
  const days = periods.flatMap(({ from, to }) => [from, to]).sort()
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

function figuresOf(
  period: Period,
  sum: Sum,
  about: { filter: Filter; tests: readonly Test[]; names: ReadonlyMap<string, string>; offers: Offer[] },
): Figures {
  const counts = countsOf(sum)
  const { filter, tests, names, offers } = about
  return {
    ...period,
    days: daysBetween(period.from, period.to) + 1,
    visits: tellVisits(counts, filter, tests),
    turnaround: tellTurnaround(cellsOf(sum, filter), tests),
    findings: tellFindings(counts, filter, tests),
    rejections: tellRejections(counts, filter, tests),
    staff: tellStaff(counts, names),
    chairs: tellChairs(counts, openMinutes(offers, period)),
    waits: tellWaits(counts),
  }
}

export const together = (pieces: readonly Pieces[]): Pieces => ({
  summed: pieces.flatMap(({ summed }) => summed),
  live: pieces.flatMap(({ live }) => live),
})

function openMinutes(offers: readonly Offer[], period: Period): Map<string, number> {
  const all = new Map<string, number>()
  for (const offer of offers) {
    for (const [hour, open] of openChairs(offer, period)) all.set(hour, (all.get(hour) ?? 0) + open)
  }
  return all
}
