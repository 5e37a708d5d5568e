import type { Plan } from '#server/modules/sites/index.ts'
import { invalid } from '#server/platform/errors.ts'

/** The tests that the names mean, each once, in the catalogue's order; refuses names that mean none, by name. */
export function resolveTests(plan: Plan, names: readonly string[], field = 'testType'): Plan['tests'] {
  const asked = new Set(plan.tests.map((test) => test.asked))
  const unknown = [...new Set(names.filter((name) => !asked.has(name)))]
  if (unknown.length > 0) {
    throw invalid({ [field]: unknown.map((name) => `We do not offer the test “${name.slice(0, 80)}”`) })
  }
  const codes = new Set<string>()
  return plan.tests.filter((test) => !codes.has(test.code) && codes.add(test.code))
}
