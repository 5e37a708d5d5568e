import type { Visit } from './queries-visits.ts'

/** The names of a visit's packages for the audit trail; no field if the visit has none. */
export function packagesOf({ tests }: Pick<Visit, 'tests'>): { packages?: string[] } {
  const packages = packageNames(tests)
  return packages.length === 0 ? {} : { packages }
}

export const packageNames = (tests: Visit['tests']): string[] => [
  ...new Set(tests.flatMap((test) => test.package?.name ?? [])),
]
