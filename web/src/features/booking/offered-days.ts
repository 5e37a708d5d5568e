import { plural, t } from '@lingui/core/macro'
import type { Availability } from '#contract/booking.ts'
import { sayList } from '../../lib/locale.ts'
import { addDays, dayOf, daysBetween, sayDay, timeOf, weekdayOf } from '../../lib/times.ts'
import { weekOf } from '../../lib/weeks.ts'

/** What the pickers of day and time show: pure arithmetic over the answer of the availability call. */

/** How many days are looked at together: four weeks, whole. */
export const windowDays = 28

export type OfferedStart = Availability['days'][number]['starts'][number]
export type OfferedDay = Availability['days'][number]

/** The first day of the week that contains `day`, when weeks are counted from `begin`. */
export function weekFrom(begin: string, day: string): string {
  return addDays(begin, Math.floor(daysBetween(begin, day) / 7) * 7)
}

/** The first day of the window that a day is shown in. Windows begin at the week of today, weeks on the weekday `first`, 0 = Sunday. */
export function windowOf(day: string, today: string, first: number): string {
  let start = weekOf(today, first)
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

/**
 * The day that a window starts with on the screen. The first week is left out when all its days are past or closed, or
 * are today without a start left. A fully booked week stays, because that is worth knowing.
 */
export function firstShown(
  days: readonly { day: OfferedDay; starts: readonly unknown[] }[],
  first: string,
  today: string,
): string {
  const next = addDays(first, 7)
  const left = days.filter(({ day }) => day.day < next)
  const isDone = left.every(
    ({ day, starts }) => starts.length === 0 && (day.closed !== null || day.day === today),
  )
  return first <= today && days.length > left.length && isDone ? next : first
}

export type PartOfDay = { part: 'morning' | 'afternoon' | 'evening'; starts: OfferedStart[] }

/** The names of the parts, as headings. */
export const partNames: Readonly<Record<PartOfDay['part'], string>> = {
  morning: t`Morning`,
  afternoon: t`Afternoon`,
  evening: t`Evening`,
}

/** Starts by part of the day, parts without any left out. */
export function partsOfDay(starts: readonly OfferedStart[]): PartOfDay[] {
  const parts: PartOfDay[] = [
    { part: 'morning', starts: starts.filter(({ time }) => time < '12:00') },
    { part: 'afternoon', starts: starts.filter(({ time }) => time >= '12:00' && time < '17:00') },
    { part: 'evening', starts: starts.filter(({ time }) => time >= '17:00') },
  ]
  return parts.filter((part) => part.starts.length > 0)
}

/** The server's reason for a weekday without hours; a closure has its own. */
const everyWeek = t`Closed on this day`

/** What a day has to offer, in words: "12 times free", "full", "closed: Independence Day". */
export function sayOffer(day: OfferedDay, starts: readonly OfferedStart[]): string {
  const { closed } = day
  if (starts.length > 0) return plural(starts.length, { one: t`# time free`, other: t`# times free` })
  if (closed !== null) return closed === everyWeek ? t`closed` : t`closed: ${closed}`
  return day.taken > 0.5 ? t`full` : t`no times left`
}

const plurals = [t`Sundays`, t`Mondays`, t`Tuesdays`, t`Wednesdays`, t`Thursdays`, t`Fridays`, t`Saturdays`]

/** Why days are closed: "Closed on Sundays", "Farmers' Day: Fri 4 December", "Stocktaking: today to Thu 3 December". */
export function sayClosures(days: readonly OfferedDay[], today: string): string[] {
  const reasons = new Map<string, string[]>()
  for (const { day, closed } of days) {
    if (closed !== null) reasons.set(closed, [...(reasons.get(closed) ?? []), day])
  }
  return [...reasons].map(([reason, closed]) =>
    reason === everyWeek ? sayClosedOn(sayList(weekdaysOf(closed))) : `${reason}: ${sayRuns(closed, today)}`,
  )
}

const sayClosedOn = (weekdays: string): string => t`Closed on ${weekdays}`

function weekdaysOf(days: readonly string[]): string[] {
  return [...new Set(days.map(weekdayOf))].map((weekday) => plurals[weekday] ?? '')
}

/** Days in a row by their first and last. */
function sayRuns(days: readonly string[], today: string): string {
  const runs: [from: string, to: string][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && daysBetween(run[1], day) === 1) run[1] = day
    else runs.push([day, day])
  }
  return runs
    .map(([from, to]) => {
      const [first, last] = [sayDay(from, today), sayDay(to, today)]
      return from === to ? first : t`${first} to ${last}`
    })
    .join(', ')
}
