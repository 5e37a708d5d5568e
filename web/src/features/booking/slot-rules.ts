import type { BookedInterval } from '#contract/booking.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { addDays, instantAt, weekdayOf } from '../../lib/times.ts'
import { siteOf } from './use-offer.ts'

type Sites = Pick<LaboratoryFacts, 'sites'>

/** A time of the calendar: instants, ISO 8601 UTC. */
export type Slot = { start: string; end: string }

/** No visit lasts longer; a hold longer than a visit would only keep others out. */
const longestVisitMinutes = 30

/**
 * Whether a selection is refused: its start or its end lies inside an interval that no chair is free in (an interval's
 * start belongs to it, its end does not; a selection may end where an interval begins).
 */
export function isTaken(slot: Slot, intervals: readonly BookedInterval[]): boolean {
  return intervals.some(
    ({ start, end, free }) =>
      free === 0 && ((start <= slot.start && slot.start < end) || (start < slot.end && slot.end <= end)),
  )
}

/** What is held of a selection: from its start, as long as a visit can last, within the opening hours. */
export function heldPart({ start, end }: Slot, closes: string | null): Slot {
  const most = Date.parse(start) + longestVisitMinutes * 60_000
  const until = [Date.parse(end), most, ...(closes === null ? [] : [Date.parse(closes)])]
  return { start, end: new Date(Math.min(...until)).toISOString() }
}

/** When the laboratory closes after an instant of a day, ISO 8601 UTC; null when it is closed then. */
export function closingAfter(at: string, day: string, laboratory: Sites): string | null {
  const { hours, timeZone } = siteOf(laboratory)
  for (const { weekday, opens, closes } of hours) {
    if (weekday !== weekdayOf(day)) continue
    const [from, to] = [instantAt(day, opens, timeZone), closingInstant(day, closes, timeZone)]
    if (from !== null && to !== null && from <= at && at < to) return to
  }
  return null
}

function closingInstant(day: string, closes: string, zone: string): string | null {
  return closes === '24:00' ? instantAt(addDays(day, 1), '00:00', zone) : instantAt(day, closes, zone)
}

/** The first opening and the last closing of the week, whole hours: what the calendar shows of a day. */
export function shownHours(laboratory: Sites): { from: number; to: number } {
  const { hours } = siteOf(laboratory)
  const hour = (time: string) => Number(time.slice(0, 2))
  const from = Math.min(...hours.map(({ opens }) => hour(opens)))
  const to = Math.max(...hours.map(({ closes }) => hour(closes) + (closes.endsWith(':00') ? 0 : 1)))
  return hours.length > 0 ? { from, to } : { from: 7, to: 19 }
}
