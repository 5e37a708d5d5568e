import type { FieldErrors } from '#contract/errors.ts'
import { concludes } from '#contract/rapid-tests.ts'

import type { EnteredDevice } from './name-kits.ts'

export type RapidTest = EnteredDevice & { reactive: boolean }

/** The errors of rapid tests in this order, by field. Days are YYYY-MM-DD. */
export function rapidFaults(needed: number, tests: readonly RapidTest[], today: string): FieldErrors {
  const faults: FieldErrors = {}
  for (const [at, { kit, expiresOn }] of tests.entries()) {
    const before = tests.slice(0, at)
    if (expiresOn < today) faults[`tests.${at}.expiresOn`] = ['This kit has expired']
    if (before.some((one) => one.kit.toLowerCase() === kit.toLowerCase()))
      faults[`tests.${at}.kit`] = ['Each test is done with a different kit']
    if (before.some(({ reactive }) => !reactive) || at >= needed)
      faults[`tests.${at}.reactive`] = ['No test is done after a non-reactive test or after the last test']
  }
  if (
    concludes(
      needed,
      tests.map(({ reactive }) => reactive),
    ) === null
  )
    faults.tests = [`After a reactive test, enter the next test, up to ${needed} tests`]
  return faults
}
