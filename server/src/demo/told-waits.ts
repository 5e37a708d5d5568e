import { entry } from '#server/platform/entry.ts'
import type { WaitingClass } from '#simulation/calling-rule.ts'
import { correctedRange, learnCoverage, noCoverage, type Told } from '#simulation/coverage.ts'
import type { StaffMember } from '#simulation/laboratory/plan.ts'
import { shownRange } from '#simulation/shown-range.ts'
import { queueLengthWithPriority } from '#simulation/simple-forecasts.ts'
import type { StoryTicket, StoryVisit } from './day-story.ts'

/**
 * The waits that were shown in a simulated past. They are calculated by a formula from the tickets and desks at the arrival, since a
 * forecast by simulation would take hours for a million tickets; then corrected by the errors of the days before, as the product does.
 */

export type ToldWait = Told & { ticket: StoryTicket; shown: { low: number; high: number } | null }
type Range = { low: number; median: number; high: number }
type Outcome = { told: ToldWait; wait: number; calledAt: number }

const minute = 60_000
/** Minutes. Tickets that are called sooner were shown no wait. */
const atOnce = 0.1
/** The share of the work at a desk that comes from tickets with precedence, by class. */
const passing: Readonly<Record<WaitingClass, number>> = { stat: 0, appointment: 0.05, 'walk-in': 0.4 }
const rank: Readonly<Record<WaitingClass, number>> = { stat: 0, appointment: 1, 'walk-in': 2 }

/** The waits of a site; `collectors` work at its chairs. Each call is the next day. */
export function createWaits(collectors: readonly StaffMember[]) {
  let coverage = noCoverage
  /** Mean minutes of a service on the days before; null on the first day. */
  let service: number | null = null

  return (midnight: number, visits: readonly StoryVisit[]): ToldWait[] => {
    const corrections = new Map<string, (range: Range) => { low: number; high: number }>()
    const correct = (told: Told, range: Range) => {
      const key = `${told.class} ${told.ahead}`
      return entry(corrections, key, () => correctionOf(coverage, told))(range)
    }
    const desks = (at: number) =>
      Math.max(1, collectors.filter(({ shifts }) => shifts.some((s) => s.from <= at && at < s.until)).length)
    const tickets = visits
      .flatMap((visit) => visit.tickets.map((ticket) => ({ ticket, class: classOf(visit) })))
      .sort((a, b) => a.ticket.arrivedAt - b.ticket.arrivedAt)
    let there: typeof tickets = []
    const outcomes: Outcome[] = []
    for (const one of tickets) {
      const now = one.ticket.arrivedAt
      there = there.filter(({ ticket }) => ticket.endedAt > now)
      const waiting = there.filter(({ ticket }) => (ticket.calledAt ?? ticket.endedAt) > now)
      const ahead = waiting.filter((other) => rank[other.class] <= rank[one.class]).length
      const serving = there.length - waiting.length
      there.push(one)
      const { calledAt } = one.ticket
      if (calledAt === null || calledAt - now < atOnce * minute) continue
      const range = rangeOf(ahead + serving, desks((now - midnight) / minute), service ?? 6, one.class)
      const told = { class: one.class, ahead, predicted: range }
      const shown = service === null ? null : shownRange(null, correct(told, range))
      outcomes.push({
        told: { ...told, ticket: one.ticket, shown },
        wait: (calledAt - now) / minute,
        calledAt,
      })
    }
    outcomes.sort((a, b) => a.calledAt - b.calledAt)
    for (const { told, wait } of outcomes) coverage = learnCoverage(coverage, told, wait)
    service = learnService(
      service,
      tickets.map(({ ticket }) => ticket),
    )
    return outcomes.map(({ told }) => told)
  }
}

const classOf = ({ urgent, kind }: StoryVisit): WaitingClass => (urgent ? 'stat' : kind)

/** `before` is the number of tickets that are called before this ticket or are in service. */
function rangeOf(before: number, desks: number, service: number, of: WaitingClass): Range {
  const turns = Math.max(0, before - desks)
  const median = queueLengthWithPriority(turns, desks, service, passing[of])
  const reach = ((0.8 * service) / desks) * Math.sqrt(turns + 1)
  return {
    low: hundredth(Math.max(0, median - reach)),
    median: hundredth(median),
    high: hundredth(median + reach),
  }
}
const hundredth = (value: number) => Math.round(value * 100) / 100

/**
 * The correction of ranges of a kind on this day. It is determined once, by a range far from zero where nothing is cut off: sorting the
 * latest errors for each ticket would take most of the time.
 */
function correctionOf(
  coverage: typeof noCoverage,
  told: Told,
): (range: Range) => { low: number; high: number } {
  const unit = 10_000
  const probe = { low: unit, median: unit - 1, high: 3 * unit }
  const { low, high } = correctedRange(coverage, { ...told, predicted: probe })
  const [down, up] = [1 - (low ?? unit) / unit, (high ?? 3 * unit) / unit - 3]
  return (range) => {
    const of = 1 + range.median
    const [from, until] = [Math.max(0, range.low - of * down), Math.max(0, range.high + of * up)]
    return from <= until ? { low: from, high: until } : { low: (from + until) / 2, high: (from + until) / 2 }
  }
}

/** A moving average over the days. */
function learnService(known: number | null, tickets: readonly StoryTicket[]): number | null {
  const minutes = tickets.flatMap(({ calledAt, endedAt }) =>
    calledAt === null || endedAt === Number.POSITIVE_INFINITY ? [] : [(endedAt - calledAt) / minute],
  )
  if (minutes.length < 20) return known
  const mean = minutes.reduce((sum, one) => sum + one, 0) / minutes.length
  return known === null ? mean : 0.8 * known + 0.2 * mean
}
