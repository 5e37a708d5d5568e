import {
  addDays,
  type Interval,
  instantsOfLocal,
  localAt,
  type Minute,
  openOn,
  type Plan,
} from '#server/modules/sites/index.ts'

/**
 * Which starts can be booked: pure interval arithmetic on whole minutes. Offering and accepting a start follow one rule,
 * `whyNotBookable`, so that a form never offers a start that the server refuses.
 */
export type Busy = Interval & { readonly chair: number }

type Rules = Pick<Plan, 'site' | 'hours' | 'closures' | 'laboratory'>

const overlaps = (a: Interval, b: Interval) => a.start < b.end && b.start < a.end

/** The message for a site that is closed for good. */
export const siteClosed = 'This site is closed: nobody is booked there any more'

/** The last local day that can be booked. */
export function horizonDay({ site, laboratory }: Rules, now: Minute): string {
  return addDays(localAt(site.timeZone, now).day, laboratory.horizonDays)
}

/** Why a visit of `length` minutes cannot start at `start`, regardless of which chairs are free; null if it can. */
export function whyNotBookable(rules: Rules, start: Minute, length: number, now: Minute): string | null {
  const { site, hours, closures, laboratory } = rules
  if (site.closed) return siteClosed
  if (start < now) return 'This time has passed'
  const { day } = localAt(site.timeZone, start)
  if (day > horizonDay(rules, now)) {
    return `Appointments can be booked up to ${laboratory.horizonDays} days ahead`
  }
  const visit = { start, end: start + length }
  const open = openOn(site.timeZone, hours, day).find((part) => part.start <= start && start < part.end)
  if (!open) return 'The laboratory is closed at this time'
  if (visit.end > open.end) return 'The visit would last beyond closing time'
  const closure = closures.find((closed) => overlaps(closed, visit))
  if (closure) return `The laboratory is closed at this time: ${closure.reason}`
  if ((start - open.start) % laboratory.stepMinutes !== 0) {
    return `Visits start every ${laboratory.stepMinutes} minutes from opening`
  }
  return null
}

/** Starts of one opening interval that the rules allow, in order. */
function allowedStarts(rules: Rules, open: Interval, length: number, now: Minute): Minute[] {
  const { closures, laboratory } = rules
  const step = laboratory.stepMinutes
  const starts: Minute[] = []
  const first = open.start >= now ? open.start : open.start + Math.ceil((now - open.start) / step) * step
  for (let start = first; start + length <= open.end; start += step) {
    if (!closures.some((closure) => overlaps(closure, { start, end: start + length }))) starts.push(start)
  }
  return starts
}

export type Day = { day: string; closed: string | null; taken: number; starts: Minute[] }

/**
 * The days `from` to `to` (both included) with their free starts. `busy` are the occupied times of the chairs, with buffers.
 */
export function freeDays(
  plan: Pick<Plan, 'site' | 'hours' | 'closures' | 'laboratory' | 'chairs'>,
  busy: readonly Busy[],
  ask: { from: string; to: string; length: number; now: Minute },
): Day[] {
  const { site, hours, closures, laboratory, chairs } = plan
  const byChair = Map.groupBy(busy, ({ chair }) => chair)
  const lanes = chairs.map((chair) => (byChair.get(chair) ?? []).sort((a, b) => a.start - b.start))
  // Positions in the lanes only move forward, so that each occupied interval is read once for the whole window.
  let next = lanes.map(() => 0)
  const last = horizonDay(plan, ask.now)
  const need = ask.length + laboratory.bufferMinutes
  const days: Day[] = []
  for (let day = ask.from; day <= ask.to; day = addDays(day, 1)) {
    const open = openOn(site.timeZone, hours, day)
    const begin = open[0]?.start ?? Number.NEGATIVE_INFINITY
    next = lanes.map((lane, index) => firstAfter(lane, begin, next[index]))
    const bookable = day > last ? [] : open
    const starts = bookable.flatMap((part) =>
      freeAmong(allowedStarts(plan, part, ask.length, ask.now), lanes, next, need),
    )
    days.push({ day, closed: closedReason(open, closures), taken: shareTaken(open, lanes, next), starts })
  }
  return days
}

/** The position of the first interval of a lane, from `at` on, that ends after a minute. */
function firstAfter(lane: readonly Busy[], minute: Minute, at = 0): number {
  let next = at
  while (next < lane.length && (lane[next]?.end ?? 0) <= minute) next++
  return next
}

/** Those of `starts`, which must be ascending, at which a lane is free for `need` minutes. */
function freeAmong(
  starts: readonly Minute[],
  lanes: readonly (readonly Busy[])[],
  from: readonly number[],
  need: number,
): Minute[] {
  const next = [...from]
  return starts.filter((start) =>
    lanes.some((lane, index) => {
      const at = firstAfter(lane, start, next[index])
      next[index] = at
      return (lane[at]?.start ?? Number.POSITIVE_INFINITY) >= start + need
    }),
  )
}

function closedReason(open: readonly Interval[], closures: Plan['closures']): string | null {
  if (open.length === 0) return 'Closed on this day'
  const whole = closures.find((closure) =>
    open.every((part) => closure.start <= part.start && part.end <= closure.end),
  )
  return whole?.reason ?? null
}

/** The share of the opening hours of all chairs that is taken, 0 to 1. */
function shareTaken(
  open: readonly Interval[],
  lanes: readonly (readonly Busy[])[],
  next: readonly number[],
): number {
  const all = open.reduce((sum, { start, end }) => sum + (end - start), 0) * lanes.length
  if (all === 0) return 0
  let taken = 0
  lanes.forEach((lane, index) => {
    for (const part of open) {
      for (let at = next[index] ?? 0; at < lane.length; at++) {
        const busy = lane[at]
        if (!busy || busy.start >= part.end) break
        taken += Math.max(0, Math.min(busy.end, part.end) - Math.max(busy.start, part.start))
      }
    }
  })
  return Math.min(1, taken / all)
}

/** The free starts nearest to a refused start, nearest first; the earlier of two at the same distance first. */
export function nearest(days: readonly Day[], wanted: Minute, count = 3): Minute[] {
  return days
    .flatMap((day) => day.starts)
    .sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)
    .slice(0, count)
}

/** Times at which at least one chair is taken, with the number of free chairs, cut wherever that number changes. */
export function occupancy(busy: readonly Busy[], chairs: readonly number[]): (Interval & { free: number })[] {
  const known = new Set(chairs)
  const changes = new Map<Minute, number>()
  for (const { chair, start, end } of busy) {
    if (!known.has(chair)) continue
    changes.set(start, (changes.get(start) ?? 0) + 1)
    changes.set(end, (changes.get(end) ?? 0) - 1)
  }
  const times = [...changes].sort(([a], [b]) => a - b)
  const intervals: (Interval & { free: number })[] = []
  let taken = 0
  times.forEach(([time, change], index) => {
    taken += change
    const until = times[index + 1]?.[0]
    if (taken === 0 || until === undefined) return
    const before = intervals.at(-1)
    if (before && before.end === time && before.free === chairs.length - taken) {
      intervals[intervals.length - 1] = { ...before, end: until }
    } else {
      intervals.push({ start: time, end: until, free: chairs.length - taken })
    }
  })
  return intervals
}

/**
 * The start of a request. With a time of day, `scheduledDate` is a day at the site; without one, it is the instant itself. A message
 * if the clock does not show that time on that day.
 */
export function startOf(
  zone: string,
  scheduledDate: string,
  scheduleTime: string | undefined,
): Minute | { refused: string } {
  if (scheduleTime === undefined) {
    if (scheduledDate.length === 10) return { refused: 'Time is required' }
    const minute = Date.parse(scheduledDate) / 60_000
    return Number.isInteger(minute) ? minute : { refused: 'Visits start on a whole minute' }
  }
  const [hour = 0, minute = 0] = scheduleTime.split(':').map(Number)
  const [first] = instantsOfLocal(zone, scheduledDate.slice(0, 10), hour * 60 + minute)
  return first ?? { refused: 'The clocks change at this hour: this time does not exist on this day' }
}
