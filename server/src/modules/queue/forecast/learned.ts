import { after, days, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Coverage, learnCoverage, noCoverage } from '#simulation/coverage.ts'
import { learnService, noServiceTimes, type ServiceTimes } from '#simulation/service-times.ts'
import { dayOf, type SiteRef } from '../picture.ts'
import { type Habits, listOutcomes, listServices, readHabits } from './queries-forecast.ts'

export type Learned = { services: ServiceTimes; coverage: Coverage; habits: Habits }

/** Of so long a time it is learned, and of so many of the latest: longer ago, people and habits were others. */
const learnedFrom = days(90)
const mostServices = 3_000
const mostOutcomes = 2_000
/** Arrivals change from day to day; data an hour old are good enough. */
const habitsEvery = minutes(60)
const habitDays = 28

/**
 * What this process has learned of a site, kept up with what has ended since it was asked last. Every process learns the
 * same from the same rows, so that two of them say the same.
 */
export function createLearned(site: SiteRef): (context: Pick<Context, 'db' | 'clock'>) => Promise<Learned> {
  let services = noServiceTimes
  let coverage = noCoverage
  let habits: Habits | null = null
  let [servicesTo, outcomesTo, habitsAt] = [new Date(0), new Date(0), new Date(0)]
  return async ({ db, clock }) => {
    const now = clock.now()
    const first = after(now, -learnedFrom)
    const later = (one: Date) => (one > first ? one : first)
    for (const service of await listServices(db, site.id, {
      after: later(servicesTo),
      limit: mostServices,
    })) {
      services = learnService(services, service)
      servicesTo = service.endedAt
    }
    for (const outcome of await listOutcomes(db, site.id, {
      after: later(outcomesTo),
      limit: mostOutcomes,
    })) {
      coverage = learnCoverage(coverage, outcome, outcome.waited)
      outcomesTo = outcome.calledAt
    }
    if (habits === null || now.getTime() - habitsAt.getTime() > habitsEvery) {
      const { day } = dayOf(site, now)
      const { start: since } = dayOf(site, after(now, -days(habitDays)))
      habits = await readHabits(db, site, { since, today: day, days: habitDays })
      habitsAt = now
    }
    return { services, coverage, habits }
  }
}
