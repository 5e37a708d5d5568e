import { t } from '@lingui/core/macro'
import type { BookablePackage } from '#contract/packages.ts'
import type { BookableTest } from '#contract/sites.ts'
import { sayList } from './locale.ts'

/** Tests and packages as choices, with their description and whether they need fasting. */
export function testChoices(
  catalogue: readonly BookableTest[],
  packages: readonly BookablePackage[],
  chosen: readonly string[],
): { value: string; label: string; note?: string; more?: string }[] {
  const labels = new Map(catalogue.map(({ name, label }) => [name, label]))
  const known = [
    ...catalogue.map(({ name, label, about, fasting }) => ({
      value: name,
      label,
      note: fasting ? t`${about} Come fasting.` : about,
    })),
    // A package is found by its name only, so that the name of a test finds the test.
    ...packages.map(({ name, about, tests, fasting }) => {
      const parts = sayList(tests.map((test) => labels.get(test) ?? test))
      return {
        value: name,
        label: name,
        more: fasting ? t`${about} Tests: ${parts}. Come fasting.` : t`${about} Tests: ${parts}.`,
      }
    }),
  ]
  // A visit keeps a test that is no longer in the catalogue; it can be removed, not chosen again.
  const gone = chosen.filter((name) => !known.some(({ value }) => value === name))
  return [...known, ...gone.map((value) => ({ value, label: value }))]
}
