import type {
  availability as availabilityContract,
  bookedIntervals as bookedContract,
} from '#contract/booking.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import {
  addDays,
  clockAt,
  daysBetween,
  instantOf,
  isoInterval,
  localAt,
  minuteOf,
} from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { freeDays, horizonDay, occupancy } from './availability.ts'
import { busyDays } from './busy-days.ts'
import { planAt, resolveTests } from './plan-visit.ts'
import { preparationOf, visitLength } from './visit-length.ts'

const mostDays = 31

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
  const busy = await busyDays(context, plan, { from, to })
  const length = visitLength(tests)
  return {
    site: plan.site,
    durationMinutes: length,
    morningFirst: tests.some((test) => test.fasting),
    preparation: preparationOf(tests),
    days: freeDays(plan, busy, { from, to, length, now }).map((day) => ({
      ...day,
      starts: day.starts.map((start) => ({
        at: instantOf(start).toISOString(),
        time: clockAt(timeZone, start),
      })),
    })),
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
