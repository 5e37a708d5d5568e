import { addDays, weekdayOf } from '#server/modules/sites/index.ts'

/** Splits a period of a site into stored sums and days that are read from rows. */
export type Span = 'day' | 'week' | 'month' | 'quarter'
/** One span after the other, by their first days. */
export type Range = { siteId: string; span: Span; first: string; last: string }
export type Pieces = { summed: Range[]; live: { siteId: string; day: string }[] }

export type SiteState = {
  siteId: string
  /** All days up to this one have sums, except for marked ones; null before the first run. */
  through: string | null
  /** Days that have changed since they were summed, or are not summed yet. */
  marked: readonly string[]
}

const monthOf = (day: string) => `${day.slice(0, 8)}01`
const nextMonth = (day: string) => monthOf(addDays(monthOf(day), 31))

/** The first day of the span that contains the day. */
export const startOf: Readonly<Record<Span, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => addDays(day, -((weekdayOf(day) + 6) % 7)),
  month: monthOf,
  quarter: (day) => {
    const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
    return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`
  },
}

const nextOf: Readonly<Record<Span, (start: string) => string>> = {
  day: (start) => addDays(start, 1),
  week: (start) => addDays(start, 7),
  month: nextMonth,
  quarter: (start) => nextMonth(nextMonth(nextMonth(start))),
}

/** The last day of the span that begins on this day. */
export const endOf = (span: Span, start: string): string => addDays(nextOf[span](start), -1)

/**
 * Each day of the period lies in exactly one piece: in the first of the spans that begins with it, ends within the period
 * and is summed as a whole, or else in its own.
 */
export function piecesOf(
  { siteId, through, marked }: SiteState,
  { from, to }: { from: string; to: string },
  spans: readonly Span[],
): Pieces {
  const last = through !== null && through < to ? through : to
  const outside = [...new Set(marked)].sort()
  const isSummed = (first: string, end: string) =>
    through !== null && end <= last && !outside.some((day) => day >= first && day <= end)
  const pieces: Pieces = { summed: [], live: [] }
  for (let day = from; day <= to; ) {
    const span = spans.find((one) => {
      const end = endOf(one, day)
      // A week that reaches into the next month would prevent the use of that month's sum.
      const spoils = one === 'week' && spans.includes('month') && monthOf(end) !== monthOf(day)
      return startOf[one](day) === day && !spoils && isSummed(day, end)
    })
    if (span !== undefined || isSummed(day, day)) {
      extend(pieces.summed, { siteId, span: span ?? 'day', first: day, last: day })
    } else {
      pieces.live.push({ siteId, day })
    }
    day = nextOf[span ?? 'day'](day)
  }
  return pieces
}

/** Extends the last range by a span that follows it and is of the same kind, or adds a new range. */
function extend(ranges: Range[], range: Range): void {
  const last = ranges.at(-1)
  if (last?.span === range.span && range.first === nextOf[last.span](last.last)) last.last = range.last
  else ranges.push({ ...range })
}
