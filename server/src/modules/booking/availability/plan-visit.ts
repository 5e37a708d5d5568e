import {
  forgetPlans,
  instantOf,
  isCurrentPlan,
  type Minute,
  minuteOf,
  type Plan,
  readPlan,
  rememberedPlan,
  siteFor,
} from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import type { Visit } from '../queries-visits.ts'
import { startOf, whyNotBookable } from './availability.ts'
import { visitLength } from './visit-length.ts'

export type Planned = { plan: Plan; tests: Plan['tests']; start: Minute; length: number }

type Ask = {
  siteId?: string | undefined
  testType: readonly string[]
  scheduledDate: string
  scheduleTime?: string | undefined
}

/** Loads the plan and converts the request to tests, a start and a length. */
export const planVisit = async (context: Context, ask: Ask): Promise<Planned> =>
  understand(await planAt(context, ask.siteId, ask.testType), ask)

/** Thrown by a decision that used the plan in memory when the database has another version. */
export class FormerPlan extends Error {}

/**
 * As `planVisit`, with the plan in memory. `decide` throws `FormerPlan` if the database has another version; then, and if it refuses
 * while the plan is outdated, everything is decided again with the current plan.
 */
export async function planFromMemory<T>(
  { db, clock, actor }: Context,
  ask: Ask,
  decide: (planned: Planned) => Promise<T>,
): Promise<T> {
  const siteId = siteFor(actor, ask.siteId)
  if (siteId === undefined) throw noSuchSite()
  while (true) {
    const plan = await rememberedPlan(db, { siteId, tests: ask.testType, now: clock.now() })
    if (!plan) throw noSuchSite()
    try {
      return await decide(understand(plan, ask))
    } catch (error) {
      const byPlan =
        error instanceof FormerPlan || (error instanceof Refusal && !(await isCurrentPlan(db, plan.version)))
      if (!byPlan) throw error
      forgetPlans()
    }
  }
}

export async function planAt(
  { db, clock, actor }: Pick<Context, 'db' | 'clock' | 'actor'>,
  asked: string | undefined,
  tests: readonly string[],
): Promise<Plan> {
  const siteId = siteFor(actor, asked)
  const plan = siteId === undefined ? null : await readPlan(db, { siteId, tests, now: clock.now() })
  if (!plan) throw noSuchSite()
  return plan
}

const noSuchSite = () => invalid({ siteId: ['There is no such site'] })

/**
 * The tests with these names in the order of the catalogue. A test that is named alone and in a package appears once, in the package.
 * Unknown names are refused.
 */
export function resolveTests(plan: Plan, names: readonly string[], field = 'testType'): Plan['tests'] {
  const asked = new Set(plan.tests.map((test) => test.asked))
  const unknown = [...new Set(names.filter((name) => !asked.has(name)))]
  if (unknown.length > 0) {
    throw invalid({ [field]: unknown.map((name) => `We do not offer the test “${name.slice(0, 80)}”`) })
  }
  const byCode = new Map<string, Plan['tests'][number]>()
  for (const test of plan.tests) {
    const known = byCode.get(test.code)
    if (!known || (known.package === null && test.package !== null)) byCode.set(test.code, test)
  }
  return [...byCode.values()]
}

function understand(plan: Plan, ask: Ask): Planned {
  const tests = resolveTests(plan, ask.testType)
  const start = startOf(plan.site.timeZone, ask.scheduledDate, ask.scheduleTime)
  if (typeof start !== 'number') throw invalid({ scheduleTime: [start.refused] })
  return { plan, tests, start, length: visitLength(tests) }
}

/** Refuses a start that cannot be booked; `field` is the field of the request that gives it. */
export function requireBookable(
  { clock }: Pick<Context, 'clock'>,
  plan: Plan,
  { start, length }: { start: Minute; length: number },
  field: string,
): void {
  const reason = whyNotBookable(plan, start, length, minuteOf(clock.now()))
  if (reason) throw invalid({ [field]: [reason] })
}

/** The field of a request that gives its start. */
export const fieldOfStart = ({ scheduleTime }: Ask) =>
  scheduleTime === undefined ? 'scheduledDate' : 'scheduleTime'

/** A visit before it is written, without a chair. */
export function draftVisit(
  { clock }: Pick<Context, 'clock'>,
  { plan, tests, start, length }: Planned,
  details: Pick<Visit, 'status' | 'walkIn' | 'accountId' | 'personId' | 'patient' | 'priority'>,
): Visit {
  const { id: siteId, name: siteName, timeZone } = plan.site
  return {
    ...details,
    id: uuidv7(clock),
    siteId,
    siteName,
    timeZone,
    chair: null,
    recollects: null,
    startsAt: instantOf(start),
    endsAt: instantOf(start + length),
    reference: newCode(8),
    version: 1,
    createdAt: clock.now(),
    cutOffMinutes: plan.laboratory.cutOffMinutes,
    pricesOn: plan.laboratory.pricesOn,
    tests,
  }
}
