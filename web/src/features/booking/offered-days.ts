import type { Availability } from '#contract/booking.ts'
import { addDays, dayOf, timeOf, weekdayOf } from '../../lib/times.ts'

/** What the pickers of day and time show: pure arithmetic over the answer of the availability call. */

/** How many days are looked at together: four weeks, whole. */
export const windowDays = 28

export type OfferedStart = Availability['days'][number]['starts'][number]
export type OfferedDay = Availability['days'][number]

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

/** The first day of the window that a day is shown in, when windows begin at the week of today. */
export function windowOf(day: string, today: string): string {
  const first = mondayOf(today)
  let start = first
  while (addDays(start, windowDays) <= day) start = addDays(start, windowDays)
  return start
}

/**
 * The starts of a day, with those that this person has for themselves although they are taken: the time of the visit
 * that is being changed, a hold, an alternative that the server has just named.
 */
export function startsOn(day: OfferedDay, own: readonly string[], zone: string): OfferedStart[] {
  const offered = new Map(day.starts.map((start) => [start.at, start]))
  for (const at of own) {
    if (dayOf(at, zone) === day.day && !offered.has(at)) offered.set(at, { at, time: timeOf(at, zone) })
  }
  return [...offered.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
}

export type PartOfDay = { name: 'Morning' | 'Afternoon' | 'Evening'; starts: OfferedStart[] }

/** Starts by part of the day, parts without any left out. */
export function partsOfDay(starts: readonly OfferedStart[]): PartOfDay[] {
  const parts: PartOfDay[] = [
    { name: 'Morning', starts: starts.filter(({ time }) => time < '12:00') },
    { name: 'Afternoon', starts: starts.filter(({ time }) => time >= '12:00' && time < '17:00') },
    { name: 'Evening', starts: starts.filter(({ time }) => time >= '17:00') },
  ]
  return parts.filter((part) => part.starts.length > 0)
}

/** What a day has to offer, in words: "12 times free", "full", "closed: Independence Day". */
export function sayOffer(day: OfferedDay, starts: readonly OfferedStart[]): string {
  if (starts.length === 1) return '1 time free'
  if (starts.length > 1) return `${starts.length} times free`
  if (day.closed !== null) return day.closed === 'Closed on this day' ? 'closed' : `closed: ${day.closed}`
  return day.taken > 0.5 ? 'full' : 'no times left'
}
