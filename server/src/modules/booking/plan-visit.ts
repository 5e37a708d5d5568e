import { type Minute, type Plan, readPlan } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { startOf } from './availability.ts'
import { resolveTests } from './resolve-tests.ts'
import { visitLength } from './visit-length.ts'

export type Planned = { plan: Plan; tests: Plan['tests']; start: Minute; length: number }

/** Loads what the laboratory offers and turns the request's words into tests, a start and a length. */
export async function planVisit(
  { db, clock }: Context,
  ask: {
    siteId?: string | undefined
    testType: readonly string[]
    scheduledDate: string
    scheduleTime?: string | undefined
  },
): Promise<Planned> {
  const plan = await planAt({ db, clock }, ask.siteId, ask.testType)
  const tests = resolveTests(plan, ask.testType)
  const start = startOf(plan.site.timeZone, ask.scheduledDate, ask.scheduleTime)
  if (typeof start !== 'number') throw invalid({ scheduleTime: [start.refused] })
  return { plan, tests, start, length: visitLength(tests) }
}

export async function planAt(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  siteId: string | undefined,
  tests: readonly string[],
): Promise<Plan> {
  const plan = await readPlan(db, { siteId: siteId ?? null, tests, now: clock.now() })
  if (!plan) throw invalid({ siteId: ['There is no such site'] })
  return plan
}
