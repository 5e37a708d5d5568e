import { addDays } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { type AstrayDay, compareDays, countDay, listSpans, saveChairDayCheck } from './queries-chair-days.ts'

/** Days of a site in one statement: some ten thousand visits, which takes far less than the statement timeout. */
const daysAtOnce = 28
/** The most days that are listed one by one. */
const mostTold = 20

type Comparison = { days: number; astray: AstrayDay[] }

/** Compares every day of every chair with its visits. */
async function compareAll(db: Db): Promise<Comparison> {
  const found: Comparison = { days: 0, astray: [] }
  for (const { siteId, first, last } of await listSpans(db)) {
    for (let from = first; from <= last; from = addDays(from, daysAtOnce)) {
      const { days, astray } = await compareDays(db, { siteId, from, until: addDays(from, daysAtOnce) })
      found.days += days
      found.astray.push(...astray)
    }
  }
  return found
}

/** Runs each night; reports days that disagree in the log and in the metrics. */
export async function checkChairDays({
  db,
  clock,
  log,
}: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const { days, astray } = await compareAll(db)
  await saveChairDayCheck(db, { checkedAt: clock.now(), days, astray: astray.length })
  if (astray.length === 0) return
  log.error(
    { days, astray: astray.length, first: astray.slice(0, mostTold) },
    'summaries of chair days disagree with the visits: run npm run chairs:verify -- --repair',
  )
}

/** The same check with its report in words, for the console. With `repair`, wrong days are recomputed and compared again. */
export async function sayChairDays(
  db: Db,
  { repair }: { repair: boolean },
): Promise<{ holds: boolean; lines: string[] }> {
  const { days, astray } = await compareAll(db)
  if (astray.length === 0)
    return { holds: true, lines: [`All ${days} days of chairs agree with the visits.`] }
  const lines = [`${astray.length} of ${days} days of chairs disagree with the visits.`, ...tell(astray)]
  if (!repair) return { holds: false, lines: [...lines, 'With -- --repair they are counted anew.'] }
  for (const day of astray) await countDay(db, day)
  const { astray: left } = await compareAll(db)
  const holds = left.length === 0
  const outcome = holds
    ? ['They were counted anew, and all days agree now.']
    : [`They were counted anew, and ${left.length} disagree:`, ...tell(left)]
  return { holds, lines: [...lines, ...outcome] }
}

const tell = (astray: readonly AstrayDay[]) =>
  astray
    .slice(0, mostTold)
    .map(
      ({ siteId, day, chair, noted, visits }) =>
        `  site ${siteId}, ${day}, chair ${chair}: noted ${noted ?? 'nothing'}, by its visits ${visits ?? 'nothing'}`,
    )
