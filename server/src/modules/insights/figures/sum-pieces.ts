import type { Db } from '#server/platform/database.ts'
import type { Pieces } from './pieces.ts'
import { countDays, type DayCount, readSums, timeDays } from './queries-figures.ts'
import { addCount, addKept, addTime, emptySum, type Sum } from './sums.ts'

/** The sum of each of these periods, and the counts from rows; days that periods share are counted once. */
export async function sumPieces(
  tx: Db,
  periods: readonly Pieces[],
): Promise<{ sums: Sum[]; live: DayCount[] }> {
  const days = new Map(
    periods.flatMap(({ live }) => live).map((one) => [`${one.siteId} ${one.day}`, one] as const),
  )
  const kept = await readSums(tx, periods)
  const live = await countDays(tx, [...days.values()])
  const times = await timeDays(tx, [...days.values()])
  const sums = periods.map((pieces, place) => {
    const sum = emptySum()
    const own = new Set(pieces.live.map(({ day }) => day))
    for (const one of kept) if (one.place === place) addKept(sum, one)
    for (const one of live) if (own.has(one.day)) addCount(sum, one)
    for (const one of times) if (own.has(one.day)) addTime(sum, one)
    return sum
  })
  return { sums, live }
}
