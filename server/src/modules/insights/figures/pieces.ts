import { addDays } from '#server/modules/sites/index.ts'

/** What a period of a site is put together from: sums of months, sums of days, and days read from the rows. */
export type Range = { siteId: string; span: 'day' | 'month'; first: string; last: string }
export type Pieces = { summed: Range[]; live: { siteId: string; day: string }[] }

export type SiteState = {
  siteId: string
  /** The last day that is summed; null before the first. */
  through: string | null
  /** Days that were changed since, or whose sums are still to come. */
  marked: readonly string[]
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`
const firstOfNext = (day: string) => firstOfMonth(addDays(firstOfMonth(day), 31))

/** Each day of the period lies in exactly one piece. */
export function piecesOf(state: SiteState, { from, to }: { from: string; to: string }): Pieces {
  const { siteId, through } = state
  const marked = new Set(state.marked)
  const pieces: Pieces = { summed: [], live: [] }
  for (let day = from; day <= to; ) {
    const next = firstOfNext(day)
    const end = addDays(next, -1)
    const isWhole = day === firstOfMonth(day) && end <= to && through !== null && end <= through
    if (isWhole && !state.marked.some((one) => one >= day && one <= end)) {
      extend(pieces.summed, { siteId, span: 'month', first: day, last: day })
      day = next
    } else {
      if (through === null || day > through || marked.has(day)) pieces.live.push({ siteId, day })
      else extend(pieces.summed, { siteId, span: 'day', first: day, last: day })
      day = addDays(day, 1)
    }
  }
  return pieces
}

/** Neighbours become one range. */
function extend(ranges: Range[], range: Range): void {
  const last = ranges.at(-1)
  const follows =
    last?.span === range.span &&
    range.first === (range.span === 'month' ? firstOfNext(last.last) : addDays(last.last, 1))
  if (last && follows) last.last = range.last
  else ranges.push({ ...range })
}

/** The same in days alone, for what is told by day. */
export function daysAlone(state: SiteState, { from, to }: { from: string; to: string }): Pieces {
  const { siteId, through } = state
  const outside = [...new Set(state.marked)].filter((day) => day >= from && day <= to).sort()
  const pieces: Pieces = { summed: [], live: [] }
  const last = through === null || through < from ? null : through < to ? through : to
  let first = from
  if (last !== null) {
    for (const day of outside.filter((one) => one <= last)) {
      if (first < day) pieces.summed.push({ siteId, span: 'day', first, last: addDays(day, -1) })
      pieces.live.push({ siteId, day })
      first = addDays(day, 1)
    }
    if (first <= last) pieces.summed.push({ siteId, span: 'day', first, last })
    first = addDays(last, 1)
  }
  for (let day = first; day <= to; day = addDays(day, 1)) pieces.live.push({ siteId, day })
  return pieces
}
