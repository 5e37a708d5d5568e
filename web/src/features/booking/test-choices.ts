import { t } from '@lingui/core/macro'
import type { BookableTest } from '#contract/sites.ts'
import type { Choice } from '../../ui/chosen-rows.tsx'

/** The catalogue as choices: what a test needs beside its name, since that decides how one prepares. */
export function testChoices(catalogue: readonly BookableTest[], chosen: readonly string[]): Choice[] {
  const known = catalogue.map(({ name, label, about, fasting }) => ({
    value: name,
    label,
    note: fasting ? t`${about} Come fasting.` : about,
  }))
  // A visit keeps a test that is no longer in the catalogue; it can be removed, not chosen again.
  const gone = chosen.filter((name) => !known.some(({ value }) => value === name))
  return [...known, ...gone.map((value) => ({ value, label: value }))]
}
