import {
  addDays,
  daysBetween,
  type Interval,
  localAt,
  type Minute,
  openOn,
  type Plan,
} from '#server/modules/sites/index.ts'
import { entry } from '#server/platform/entry.ts'
import { type Busy, whyNotBookable } from '../availability/availability.ts'

/** A visit that needs another time. */
export type Displaced = { id: string; start: Minute; length: number; urgent: boolean }
export type Proposal = { id: string; start: Minute | null; alternatives: Minute[] }

const daysAround = 14
const alternatives = 3

/**
 * Another time for each of the visits, no time twice: for urgent visits first, then by start. The same time of a close day is nearer
 * than another time of the same day. An earlier day counts as two later ones, since it leaves less notice. `plan` already has the
 * closure.
 */
export function proposeMoves(
  plan: Plan,
  busy: readonly Busy[],
  visits: readonly Displaced[],
  now: Minute,
): Proposal[] {
  const chairs = new Map(plan.chairs.map((chair) => [chair, lane(busy, chair)]))
  const startsOf = nearestFirst(plan, candidates(plan, now))
  const proposals = new Map<string, Proposal>()
  const inTurn = [...visits].sort(
    (a, b) => Number(b.urgent) - Number(a.urgent) || a.start - b.start || (a.id < b.id ? -1 : 1),
  )
  for (const visit of inTurn) {
    const need = visit.length + plan.laboratory.bufferMinutes
    const free: Minute[] = []
    for (const start of startsOf(visit)) {
      if (free.length > alternatives) break
      const chair = freeChair(chairs, { start, end: start + need })
      if (chair === null) continue
      if (free.length === 0) insert(chairs.get(chair) ?? [], { start, end: start + need })
      free.push(start)
    }
    const [start = null, ...others] = free
    proposals.set(visit.id, { id: visit.id, start, alternatives: others })
  }
  return visits.flatMap(({ id }) => proposals.get(id) ?? [])
}

/** The window of days that is searched for visits on these days. */
export function daysToLookAt(plan: Plan, visits: readonly Displaced[]): { from: string; to: string } {
  const days = visits.map(({ start }) => localAt(plan.site.timeZone, start).day).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return { from: addDays(first, -daysAround), to: addDays(last, daysAround) }
}

const lane = (busy: readonly Busy[], chair: number): Interval[] =>
  busy.filter((interval) => interval.chair === chair).sort((a, b) => a.start - b.start)

/** All possible starts on the days around a visit; the same for all visits of a day and length. */
function candidates(plan: Plan, now: Minute): (visit: Displaced) => Minute[] {
  const known = new Map<string, Minute[]>()
  const ofDay = (day: string, length: number): Minute[] =>
    entry(known, `${day} ${length}`, () =>
      openOn(plan.site.timeZone, plan.hours, day).flatMap((open) =>
        stepsOf(open, plan.laboratory.stepMinutes).filter(
          (start) => whyNotBookable(plan, start, length, now) === null,
        ),
      ),
    )
  return ({ start, length }) => {
    const { day } = localAt(plan.site.timeZone, start)
    const days = Array.from({ length: 2 * daysAround + 1 }, (_, index) => addDays(day, index - daysAround))
    return days.flatMap((around) => ofDay(around, length))
  }
}

function stepsOf({ start, end }: Interval, step: number): Minute[] {
  return Array.from({ length: Math.ceil((end - start) / step) }, (_, index) => start + index * step)
}

/** The candidates in order, cached for the next visit of the same time and length, of which there are many. */
function nearestFirst(
  plan: Plan,
  startsOf: (visit: Displaced) => Minute[],
): (visit: Displaced) => readonly Minute[] {
  const known = new Map<string, readonly Minute[]>()
  return (visit) =>
    entry(known, `${visit.start} ${visit.length}`, () => byNearness(plan, startsOf(visit), visit.start))
}

function byNearness(plan: Plan, starts: readonly Minute[], wanted: Minute): Minute[] {
  const zone = plan.site.timeZone
  const of = localAt(zone, wanted)
  const far = (start: Minute) => {
    const at = localAt(zone, start)
    const days = daysBetween(of.day, at.day)
    return (days < 0 ? -2 * days : days) * 720 + Math.abs(at.minuteOfDay - of.minuteOfDay)
  }
  return starts
    .map((start) => ({ start, far: far(start) }))
    .sort((a, b) => a.far - b.far || a.start - b.start)
    .map(({ start }) => start)
}

/** The number of a chair that is free during the whole interval. */
function freeChair(chairs: ReadonlyMap<number, readonly Interval[]>, wanted: Interval): number | null {
  for (const [chair, taken] of chairs) {
    const next = taken[firstEndingAfter(taken, wanted.start)]
    if (!next || next.start >= wanted.end) return chair
  }
  return null
}

/** Intervals of one chair never overlap, so their ends have the order of their starts. */
function firstEndingAfter(taken: readonly Interval[], minute: Minute): number {
  let [low, high] = [0, taken.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((taken[middle]?.end ?? 0) > minute) high = middle
    else low = middle + 1
  }
  return low
}

function insert(taken: Interval[], interval: Interval): void {
  taken.splice(firstEndingAfter(taken, interval.start), 0, interval)
}
