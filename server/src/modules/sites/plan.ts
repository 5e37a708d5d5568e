import type { Db } from '#server/platform/database.ts'
import { type AskedTest, isCurrentPlan, type Plan, readWholePlan } from './queries.ts'

type Asked = { siteId: string | null; tests: readonly string[]; now: Date }

/** A plan with all bookable tests by name, in lower case. The name of a package gives all its tests. */
type KnownPlan = Omit<Plan, 'tests'> & { byName: ReadonlyMap<string, readonly Omit<AskedTest, 'asked'>[]> }

/** The plans of all sites: every change gives all of them a new version. */
const remembered = new Map<string, KnownPlan>()

/** The current plan. Null if there is no such site; without an id, the first site. */
export async function readPlan(db: Db, asked: Asked): Promise<Plan | null> {
  const known = remembered.get(asked.siteId ?? '')
  if (known && !(await isCurrentPlan(db, known.version))) forgetPlans()
  return rememberedPlan(db, asked)
}

/**
 * Like `readPlan`, but from the cache, without checking its version in the database. Only for decisions whose statement compares the
 * versions, so that a manager's change counts from its commit on in every process. Reading the plan each time took a fifth of a
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
  const { catalogue, packages, ...plan } = whole
  const byName = new Map<string, Omit<AskedTest, 'asked'>[]>()
  for (const { names, ...test } of catalogue) {
    for (const name of new Set(names.map((one) => one.toLowerCase()))) {
      byName.set(name, [...(byName.get(name) ?? []), { ...test, package: null }])
    }
  }
  for (const { tests, ...one } of packages) {
    const own = catalogue.filter(({ code }) => tests.includes(code))
    byName.set(
      one.name.toLowerCase(),
      own.map(({ names: _, ...test }) => ({ ...test, package: one })),
    )
  }
  return { ...plan, byName }
}

function withTests({ byName, ...plan }: KnownPlan, names: readonly string[]): Plan {
  const tests = names.flatMap((asked) =>
    (byName.get(asked.toLowerCase()) ?? []).map((test) => ({ ...test, asked })),
  )
  return { ...plan, tests: tests.sort((a, b) => a.position - b.position) }
}
