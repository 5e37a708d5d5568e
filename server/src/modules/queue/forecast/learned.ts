import { after, days, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Coverage, learnCoverage, noCoverage } from '#simulation/coverage.ts'
import { learnService, noServiceTimes, type ServiceTimes } from '#simulation/service-times.ts'
import { dayOf, type SiteRef } from '../picture.ts'
import { type Habits, listOutcomes, listServices, readHabits } from './queries-forecast.ts'

export type Learned = { services: ServiceTimes; coverage: Coverage; habits: Habits }

/** Forecasts learn from this period, and from at most this many of the latest: earlier, staff and habits were different. */
export const learnedFrom = days(90)
export const mostServices = 3_000
const mostOutcomes = 2_000
/** Arrivals change from day to day, so that data of an hour ago are good enough. */
const habitsEvery = minutes(60)
export const habitDays = 28

/**
 * What this process has learned of a site, updated by what has ended since the last call. Every process learns the same from the same
 * rows, so that they all give the same forecasts.
 */
export function createLearned(site: SiteRef): (context: Pick<Context, 'db' | 'clock'>) => Promise<Learned> {
  let services = noServiceTimes
  let coverage = noCoverage
  let habits: Habits | null = null
  let [servicesTo, outcomesTo, habitsAt] = [new Date(0), new Date(0), new Date(0)]
  return async ({ db, clock }) => {
    const now = clock.now()
    const first = after(now, -learnedFrom)
    const since = (known: Date) => (known > first ? known : first)
    const ended = { after: since(servicesTo), limit: mostServices }
    for (const service of await listServices(db, site.id, ended)) {
      services = learnService(services, service)
      servicesTo = service.endedAt
    }
    const called = { after: since(outcomesTo), limit: mostOutcomes }
    for (const outcome of await listOutcomes(db, site.id, called)) {
      coverage = learnCoverage(coverage, outcome, outcome.waited)
      outcomesTo = outcome.calledAt
    }
    if (habits === null || now.getTime() - habitsAt.getTime() > habitsEvery) {
      const { day } = dayOf(site, now)
      const { start } = dayOf(site, after(now, -days(habitDays)))
      habits = await readHabits(db, site, { since: start, today: day, days: habitDays })
      habitsAt = now
    }
    return { services, coverage, habits }
  }
}
