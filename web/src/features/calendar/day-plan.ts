import { t } from '@lingui/core/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { dayCalendar } from '#contract/manage-visits.ts'
import { messages } from '#contract/messages.ts'
import { timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'

/**
 * One day of chairs and time, as arithmetic on whole minutes since 1970: a day of 23 or 25 hours is just shorter or
 * longer, and only the labels know of the site's zone.
 */

export type Day = ResponseOf<typeof dayCalendar>
export type Visit = Day['visits'][number]
export type Chair = Day['chairs'][number]

/** Where a visit is or could go. */
export type Place = { chair: number; start: number }
export type Span = { start: number; end: number }

export const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / 60_000)
export const instantOf = (minute: number): string => new Date(minute * 60_000).toISOString()

export const spanOf = (one: { start: string; end: string }): Span => ({
  start: minuteOf(one.start),
  end: minuteOf(one.end),
})

export const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** What is shown of the day: its opening hours and whatever lies outside them, in whole hours. Noon when there is nothing. */
export function axisOf(day: Day): Span {
  const spans = [...day.open, ...day.visits, ...day.holds].map(spanOf)
  const whole = spanOf(day)
  if (spans.length === 0) return { start: whole.start + 8 * 60, end: whole.start + 18 * 60 }
  const first = Math.min(...spans.map((span) => span.start))
  const last = Math.max(...spans.map((span) => span.end))
  const sinceStart = (minute: number) => minute - whole.start
  return {
    start: whole.start + Math.floor(sinceStart(first) / 60) * 60,
    end: whole.start + Math.ceil(sinceStart(last) / 60) * 60,
  }
}

/** The full hours of an axis, each with what the clock on the wall shows: on one day of the year an hour comes twice. */
export function hoursOf({ start, end }: Span, zone: string): { minute: number; label: string }[] {
  const hours = Array.from({ length: Math.floor((end - start) / 60) + 1 }, (_, index) => start + index * 60)
  return hours.map((minute) => ({ minute, label: timeOf(instantOf(minute), zone) }))
}

/** The times within an axis at which the site is closed, by its hours or by a closure. */
export function closedSpans(day: Day, axis: Span): (Span & { reason: string })[] {
  const open = day.open.map(spanOf).sort((a, b) => a.start - b.start)
  const gaps: (Span & { reason: string })[] = []
  let at = axis.start
  for (const one of open) {
    if (one.start > at) gaps.push({ start: at, end: one.start, reason: t`Closed` })
    at = Math.max(at, one.end)
  }
  if (at < axis.end) gaps.push({ start: at, end: axis.end, reason: t`Closed` })
  const closures = day.closures.map((closure) => ({ ...spanOf(closure), reason: closure.reason }))
  return [...gaps, ...closures]
    .map((one) => ({ ...one, start: Math.max(one.start, axis.start), end: Math.min(one.end, axis.end) }))
    .filter((one) => one.start < one.end)
}

/** The start nearest to a minute at which visits may begin: counted in steps from the opening that it lies in. */
export function snap(day: Day, minute: number): number {
  const open = day.open.map(spanOf)
  const inside = open.find((one) => one.start <= minute && minute < one.end)
  const base = inside?.start ?? open[0]?.start ?? minuteOf(day.start)
  return base + Math.round((minute - base) / day.stepMinutes) * day.stepMinutes
}

/** Why a visit cannot be moved there, as the server would say it; null when it can. */
export function whyNotThere(day: Day, visit: Visit, place: Place, now: number): string | null {
  const length = minuteOf(visit.end) - minuteOf(visit.start)
  const span = { start: place.start, end: place.start + length }
  if (place.start !== minuteOf(visit.start)) {
    if (place.start < now) return t`This time has passed`
    const open = day.open.map(spanOf).find((one) => one.start <= span.start && span.end <= one.end)
    if (!open) return t`The laboratory is closed at this time`
    const closure = day.closures.find((one) => overlap(spanOf(one), span))
    if (closure) return t`The laboratory is closed at this time: ${closure.reason}`
  }
  const needed = { ...span, end: span.end + day.bufferMinutes }
  const other = day.visits.find(
    (one) =>
      one.id !== visit.id &&
      one.chair === place.chair &&
      overlap({ ...spanOf(one), end: minuteOf(one.end) + day.bufferMinutes }, needed),
  )
  if (other) return t`Taken by ${other.fullName}`
  const held = day.holds.some((hold) => hold.chair === place.chair && overlap(spanOf(hold), needed))
  return held ? t`Held for somebody who is booking` : null
}

/** Why no chair in use is free for a visit at a start, or null. */
export function whyNoChair(day: Day, visit: Visit, start: number, now: number): string | null {
  const reasons = day.chairs
    .filter((chair) => chair.active)
    .map((chair) => whyNotThere(day, visit, { chair: chair.number, start }, now))
  if (reasons.includes(null)) return null
  const [reason = null, ...others] = reasons
  return others.every((one) => one === reason) ? reason : translated(messages.calendar.conflict)
}

/**
 * The free places nearest to a wanted one, on chairs in use, nearest in time first; of the same time the chair that is
 * meant, then by number.
 */
export function nearestPlaces(day: Day, visit: Visit, wanted: Place, now: number, count = 3): Place[] {
  const chairs = day.chairs.filter((chair) => chair.active).map((chair) => chair.number)
  const starts = day.open.flatMap((one) => {
    const { start, end } = spanOf(one)
    return Array.from(
      { length: Math.ceil((end - start) / day.stepMinutes) },
      (_, n) => start + n * day.stepMinutes,
    )
  })
  return starts
    .flatMap((start) => {
      const free = chairs.filter((chair) => whyNotThere(day, visit, { chair, start }, now) === null)
      const chair = free.find((one) => one === wanted.chair) ?? free[0]
      return chair === undefined ? [] : [{ chair, start }]
    })
    .filter((place) => place.start !== minuteOf(visit.start))
    .sort((a, b) => Math.abs(a.start - wanted.start) - Math.abs(b.start - wanted.start) || a.start - b.start)
    .slice(0, count)
}

export const chairName = (day: Day, number: number | null): string =>
  number === null
    ? t`no chair`
    : (day.chairs.find((chair) => chair.number === number)?.name ?? t`Chair ${number}`)

/** The visits of a chair, by start; null for those who sit on none. */
export const visitsOn = (day: Day, chair: number | null): Visit[] =>
  day.visits.filter((visit) => visit.chair === chair).sort((a, b) => (a.start < b.start ? -1 : 1))
