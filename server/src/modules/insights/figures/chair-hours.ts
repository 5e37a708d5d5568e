import { addDays, clockAt, openOn, weekdayOf } from '#server/modules/sites/index.ts'
import type { Offer } from './queries-figures.ts'

/** Minutes of open chairs by weekday and hour ("1 09"), closures left out. */
export function openChairs(offer: Offer, { from, to }: { from: string; to: string }): Map<string, number> {
  const open = new Map<string, number>()
  if (offer.chairs === 0) return open
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = weekdayOf(day)
    for (const { start, end } of openOn(offer.timeZone, offer.hours, day)) {
      for (let minute = start; minute < end; ) {
        const [hour, past] = clockAt(offer.timeZone, minute).split(':')
        const next = Math.min(end, minute + 60 - Number(past))
        const key = `${weekday} ${hour}`
        const free = next - minute - closed(offer.closures, minute, next)
        if (free > 0) open.set(key, (open.get(key) ?? 0) + free * offer.chairs)
        minute = next
      }
    }
  }
  return open
}

/** Minutes of the stretch that lie in any closure; closures may overlap. */
function closed(closures: Offer['closures'], start: number, end: number): number {
  let minutes = 0
  let reached = start
  for (const closure of closures) {
    const [from, to] = [Math.max(reached, closure.start), Math.min(end, closure.end)]
    if (from < to) {
      minutes += to - from
      reached = to
    }
  }
  return minutes
}
