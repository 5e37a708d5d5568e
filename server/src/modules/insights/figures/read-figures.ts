import type { Figures } from '#contract/insights.ts'
import { daysBetween } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { openChairs } from './chair-hours.ts'
import { type Pieces, piecesOf } from './pieces.ts'
import {
  listTests,
  namesOfStaff,
  readOffers,
  readState,
  readTimes,
  seeOneMoment,
  sumCounts,
} from './queries-figures.ts'
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
    const states = await readState(tx, siteIds, period)
    const pieces = together(states.map((state) => piecesOf(state, period)))
    const counts = await sumCounts(tx, pieces)
    const times = await readTimes(tx, pieces)
    const tests = await listTests(tx)
    const people = counts.filter(({ figure }) => figure.startsWith('staff_')).map(({ label }) => label)
    const names = await namesOfStaff(tx, [...new Set(people)])
    const open = await openMinutes(tx, siteIds, period)
    return {
      ...period,
      days: daysBetween(period.from, period.to) + 1,
      visits: tellVisits(counts, filter, tests),
      turnaround: tellTurnaround(cellsOf(counts, times, filter), tests),
      findings: tellFindings(counts, filter, tests),
      rejections: tellRejections(counts, filter, tests),
      staff: tellStaff(counts, names),
      chairs: tellChairs(counts, open),
      waits: tellWaits(counts),
    }
  })
}

export const together = (pieces: readonly Pieces[]): Pieces => ({
  summed: pieces.flatMap(({ summed }) => summed),
  live: pieces.flatMap(({ live }) => live),
})

async function openMinutes(db: Db, siteIds: readonly string[], period: Period): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  for (const offer of await readOffers(db, siteIds, period)) {
    for (const [hour, open] of openChairs(offer, period)) all.set(hour, (all.get(hour) ?? 0) + open)
  }
  return all
}
