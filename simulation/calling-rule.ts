/**
 * Who is called next. One rule for the real queue, its forecast and the simulated day.
 *
 * People stand on three levels: urgent (STAT), due (an appointment inside its window), and the rest. On a level the person
 * with the earlier `due` goes first; ties go to the earlier arrival, then to the smaller id. Ageing lifts the rest to
 * the second level and everyone to the first, with a `due` of arrival plus the minutes of ageing. So nobody starves:
 *
 *  - nobody without STAT who came more than `ageingMinutes` after you is called before you;
 *  - no STAT that came more than `aboveStatMinutes` after you is called before you.
 *
 * Both follow from one fact: a `due` is never before its owner's arrival. Rejected: points that grow with each minute
 * (an order that flips between two looks and cannot be put into words); counting who was overtaken how often (needs a
 * memory, so the same queue would be called differently after a restart).
 *
 * All times are plain numbers in minutes from any common start, for example `date.getTime() / 60_000`.
 */

export type WaitingClass = 'stat' | 'appointment' | 'walk-in'

export type Waiting = {
  id: string
  class: WaitingClass
  /** When they joined the queue. Whoever was skipped joins again, at that moment. */
  arrivedAt: number
  /** Start of the booked time; looked at for appointments only. */
  appointmentAt: number | null
}

export type CallingRule = {
  /** An appointment counts as one from this many minutes before its time on; until then its owner waits with the rest. */
  graceBeforeMinutes: number
  /** Whoever comes later than this after the booked time waits with the rest. Late because of us is not late. */
  graceAfterMinutes: number
  /** After this wait the rest stand among the appointments. */
  ageingMinutes: number
  /** After this wait everyone stands among the urgent. Far above `ageingMinutes`, or STAT means little on a bad day. */
  aboveStatMinutes: number
}

export const usualCallingRule: CallingRule = {
  graceBeforeMinutes: 10,
  graceAfterMinutes: 15,
  ageingMinutes: 45,
  aboveStatMinutes: 180,
}

export type Level = 0 | 1 | 2
export type ClaimReason = 'stat' | 'appointment' | 'aged' | 'aged above stat' | 'arrival'

/** From `from` on, the person may stand on `level` with this `due`. */
export type Claim = { level: Level; from: number; due: number; reason: ClaimReason }

/** Every place that a person may ever take in the queue; the best place that is already open counts. */
export function claims(one: Waiting, rule: CallingRule): Claim[] {
  const { arrivedAt } = one
  if (one.class === 'stat') return [{ level: 0, from: arrivedAt, due: arrivedAt, reason: 'stat' }]
  const aged = arrivedAt + rule.ageingMinutes
  const aboveStat = arrivedAt + rule.aboveStatMinutes
  const list: Claim[] = [
    { level: 2, from: arrivedAt, due: arrivedAt, reason: 'arrival' },
    { level: 1, from: aged, due: aged, reason: 'aged' },
    { level: 0, from: aboveStat, due: aboveStat, reason: 'aged above stat' },
  ]
  const { appointmentAt } = one
  if (one.class === 'appointment' && appointmentAt !== null) {
    if (arrivedAt <= appointmentAt + rule.graceAfterMinutes) {
      const from = Math.max(arrivedAt, appointmentAt - rule.graceBeforeMinutes)
      list.push({ level: 1, from, due: Math.max(arrivedAt, appointmentAt), reason: 'appointment' })
    }
  }
  return list
}

/** The place that counts at `now`. A person who has not arrived yet stands with the rest, by arrival. */
export function standing(one: Waiting, now: number, rule: CallingRule): Claim {
  const [first, ...later] = claims(one, rule)
  if (!first) throw new Error('Everyone has a place in the queue.')
  return later.reduce(
    (best, next) =>
      next.from <= now && (next.level < best.level || (next.level === best.level && next.due < best.due))
        ? next
        : best,
    first,
  )
}

type Placed = { one: Waiting; claim: Claim }

const inOrder = (a: Placed, b: Placed) =>
  a.claim.level - b.claim.level ||
  a.claim.due - b.claim.due ||
  a.one.arrivedAt - b.one.arrivedAt ||
  (a.one.id < b.one.id ? -1 : a.one.id > b.one.id ? 1 : 0)

/** The queue as it would be called at `now`, first to last: a total order, whatever order `waiting` comes in. */
export function callingOrder<W extends Waiting>(waiting: readonly W[], now: number, rule: CallingRule): W[] {
  return waiting
    .map((one) => ({ one, claim: standing(one, now, rule) }))
    .sort(inOrder)
    .map(({ one }) => one)
}

/** Why `a` is called before `b`, in a sentence about `a`; begins with "Goes after" when it is the other way round. */
export function whyBefore(a: Waiting, b: Waiting, now: number, rule: CallingRule): string {
  const first = { one: a, claim: standing(a, now, rule) }
  const second = { one: b, claim: standing(b, now, rule) }
  return inOrder(first, second) <= 0
    ? because(first, second, rule)
    : `Goes after the other. Of the other: ${because(second, first, rule)}`
}

function because(first: Placed, second: Placed, rule: CallingRule): string {
  const { claim } = first
  if (claim.level === second.claim.level) return becauseOfTime(first, second, rule)
  switch (claim.reason) {
    case 'stat':
      return 'Urgent (STAT), which goes before everyone else.'
    case 'aged above stat':
      return `Has waited ${minutes(rule.aboveStatMinutes)} or more, which goes before everyone who came later.`
    case 'aged':
      return `Has waited ${minutes(rule.ageingMinutes)} or more, which counts like an appointment.`
    case 'appointment':
      return `Has an appointment and came in time; the other ${whyNotDue(second.one, rule)}.`
    case 'arrival':
      return 'Came first.'
  }
}

/** Why someone stands with the rest, without a subject. */
function whyNotDue(one: Waiting, rule: CallingRule): string {
  if (one.class !== 'appointment' || one.appointmentAt === null) return 'has none'
  return one.arrivedAt > one.appointmentAt + rule.graceAfterMinutes
    ? `came ${minutes(one.arrivedAt - one.appointmentAt)} late`
    : 'has one later, and came early'
}

/** Compares two people of one level: the person who has been due for longer goes first. */
function becauseOfTime(first: Placed, second: Placed, rule: CallingRule): string {
  const earlier = second.claim.due - first.claim.due
  if (earlier > 0) {
    return first.claim.reason === second.claim.reason && first.claim.reason !== 'appointment'
      ? `Came ${minutes(earlier)} earlier.`
      : `Was due ${minutes(earlier)} earlier (${dueWords(first.claim, rule)}; the other: ${dueWords(second.claim, rule)}).`
  }
  const came = second.one.arrivedAt - first.one.arrivedAt
  return came > 0
    ? `Due at the same time, and came ${minutes(came)} earlier.`
    : 'Came at the same time; the lower number goes first.'
}

function dueWords({ reason }: Claim, rule: CallingRule): string {
  switch (reason) {
    case 'appointment':
      return 'by appointment'
    case 'aged':
      return `after ${minutes(rule.ageingMinutes)} of waiting`
    case 'aged above stat':
      return `after ${minutes(rule.aboveStatMinutes)} of waiting`
    case 'stat':
    case 'arrival':
      return 'on arrival'
  }
}

function minutes(length: number): string {
  const whole = Math.round(length)
  return whole < 1 ? 'less than a minute' : whole === 1 ? '1 minute' : `${whole} minutes`
}
