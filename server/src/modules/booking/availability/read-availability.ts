import type {
  availability as availabilityContract,
  bookedIntervals as bookedContract,
} from '#contract/booking.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import {
  addDays,
  clockAt,
  daysBetween,
  instantOf,
  isoInterval,
  localAt,
  type Minute,
  minuteOf,
} from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { writtenOnce } from '#server/platform/http/written-once.ts'
import { freeDays, horizonDay, occupancy } from './availability.ts'
import { busyDays, busyRows, timesOfRows } from './busy-days.ts'
import { keepAnswers } from './kept-answers.ts'
import { planAt, resolveTests } from './plan-visit.ts'
import { preparationOf, visitLength } from './visit-length.ts'

const mostDays = 31
const kept = keepAnswers<ResponseOf<typeof availabilityContract>>()

/** Free starts by day, from one range query for the whole window. */
export async function readAvailability(context: Context, query: QueryOf<typeof availabilityContract>) {
  const names = query.tests ?? []
  const plan = await planAt(context, query.siteId, names)
  const tests = resolveTests(plan, names, 'tests')
  const now = minuteOf(context.clock.now())
  const { timeZone } = plan.site
  const from = query.from ?? localAt(timeZone, now).day
  const to = query.to ?? addDays(from, mostDays - 1)
  checkWindow(from, to, mostDays)
  const rows = await busyRows(context, plan, { from, to })
  const question = [plan.site.id, plan.version, from, to, now, tests.map(({ code }) => code)]
  return kept(question, rows, () => {
    const busy = timesOfRows(plan, { from, to }, rows)
    const length = visitLength(tests)
    const sent = startsOf(timeZone)
    return writtenOnce({
      site: plan.site,
      durationMinutes: length,
      morningFirst: tests.some((test) => test.fasting),
      preparation: preparationOf(tests),
      days: freeDays(plan, busy, { from, to, length, now }).map((day) => ({
        ...day,
        starts: day.starts.map(sent),
      })),
    })
  })
}

/**
 * The free starts of days (both included) at a site, with the length of a visit for these tests. `field` names the tests in a
 * refusal.
 */
export async function readFreeStarts(
  context: Context,
  ask: { siteId: string; tests: string[]; field: string; from: string; to: string },
): Promise<{ length: number; starts: Minute[] }> {
  const { siteId, tests: names, field, from, to } = ask
  const plan = await planAt(context, siteId, names)
  const length = visitLength(resolveTests(plan, names, field))
  const busy = await busyDays(context, plan, { from, to })
  const days = freeDays(plan, busy, { from, to, length, now: minuteOf(context.clock.now()) })
  return { length, starts: days.flatMap(({ starts }) => starts) }
}

/** The minutes of a visit for these tests at a site. */
export async function lengthOfVisit(
  context: Context,
  { siteId, tests }: { siteId: string; tests: string[] },
): Promise<number> {
  const plan = await planAt(context, siteId, tests)
  return visitLength(resolveTests(plan, tests))
}

type Start = { at: string; time: string }

/** A cache of serialised starts by time zone. All answers have the same few thousand starts; serialising them took a third of the time. */
const written = new Map<string, Map<Minute, Start>>()
const mostWritten = 20_000

function startsOf(timeZone: string): (start: Minute) => Start {
  const known = written.get(timeZone) ?? new Map<Minute, Start>()
  if (known.size > mostWritten) known.clear()
  written.set(timeZone, known)
  return (start) => {
    const text = known.get(start) ?? { at: instantOf(start).toISOString(), time: clockAt(timeZone, start) }
    known.set(start, text)
    return text
  }
}

/** Occupied intervals for a public calendar, without any data about their visits. */
export async function readBooked(context: Context, query: QueryOf<typeof bookedContract>) {
  const plan = await planAt(context, query.siteId, [])
  const now = minuteOf(context.clock.now())
  const from = query.from ?? localAt(plan.site.timeZone, now).day
  const to = query.to ?? horizonDay(plan, now)
  checkWindow(from, to, 366)
  const busy = await busyDays(context, plan, { from, to })
  return occupancy(busy, plan.chairs).map(({ free, ...interval }) => ({
    ...isoInterval(interval),
    title: messages.calendar.bookedTitle,
    free,
    capacity: plan.chairs.length,
  }))
}

function checkWindow(from: string, to: string, most: number): void {
  if (to < from) throw invalid({ to: ['The last day is before the first'] })
  if (daysBetween(from, to) >= most) throw invalid({ to: [`Ask for at most ${most} days at once`] })
}
