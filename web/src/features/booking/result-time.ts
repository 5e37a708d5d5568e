import type { BookablePackage } from '#contract/packages.ts'
import type { BookableTest } from '#contract/sites.ts'
import { sayMinutes } from '../../lib/times.ts'

/** The longest usual turnaround of these tests and packages, in words; null if one of the tests is not offered any more. */
export function sayResultTime(
  names: readonly string[],
  catalogue: readonly Pick<BookableTest, 'name' | 'turnaroundHours'>[],
  packages: readonly Pick<BookablePackage, 'name' | 'tests'>[],
): string | null {
  const tests = names.flatMap((name) => packages.find((one) => one.name === name)?.tests ?? name)
  const hours = tests.map((name) => catalogue.find((test) => test.name === name)?.turnaroundHours)
  const known = hours.filter((one) => one !== undefined)
  return known.length === 0 || known.length < hours.length ? null : sayMinutes(60 * Math.max(...known))
}
