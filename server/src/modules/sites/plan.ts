import type { Db } from '#server/platform/database.ts'
import { type Plan, readWholePlan, type Test } from './queries.ts'

type Asked = { siteId: string | null; tests: readonly string[]; now: Date }

/** A plan with all bookable tests by their names, in lower case. */
type KnownPlan = Omit<Plan, 'tests'> & { byName: ReadonlyMap<string, readonly Test[]> }

/** The current plan. Null if there is no such site; without an id, the first site. */
export async function readPlan(db: Db, asked: Asked): Promise<Plan | null> {
  const plan = await load(db, asked)
  return plan && withTests(plan, asked.tests)
}

/** The plans of all sites: every change gives all of them a new version. */
const remembered = new Map<string, KnownPlan>()

/**
 * As `readPlan`, but from memory if it is there. Only for decisions whose statement compares the plan's version with that of the
 * database, so that a manager's change counts from its commit on in every process. Reading the plan each time took a fifth of a
 * booking's processor time.
 */
export async function rememberedPlan(db: Db, asked: Asked): Promise<Plan | null> {
  const key = asked.siteId ?? ''
  const plan = remembered.get(key) ?? (await load(db, asked))
  if (plan) remembered.set(key, plan)
  return plan && withTests(plan, asked.tests)
}

export function forgetPlans(): void {
  remembered.clear()
}

async function load(db: Db, asked: Asked): Promise<KnownPlan | null> {
  const whole = await readWholePlan(db, asked)
  if (!whole) return null
  const { catalogue, ...plan } = whole
  const byName = new Map<string, Test[]>()
  for (const { names, ...test } of catalogue) {
    for (const name of new Set(names.map((one) => one.toLowerCase()))) {
      byName.set(name, [...(byName.get(name) ?? []), test])
    }
  }
  return { ...plan, byName }
}

function withTests({ byName, ...plan }: KnownPlan, names: readonly string[]): Plan {
  const tests = names.flatMap((asked) =>
    (byName.get(asked.toLowerCase()) ?? []).map((test) => ({ ...test, asked })),
  )
  return { ...plan, tests: tests.sort((a, b) => a.position - b.position) }
}
