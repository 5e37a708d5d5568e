import type { ReportContent } from '#contract/reports.ts'
import { isOf } from './report-content.ts'

export type LastCorrection = {
  version: number
  /** Results were withdrawn; else they were replaced. */
  withdrawn: boolean
  /** Names of the tests that it changed. */
  tests: string[]
}

type Tested = ReportContent['tests'][number]

/**
 * The latest version that changed what an earlier one had said, from all of them, newest first; null when none did. A
 * version takes over unchanged what it does not change, also the corrections of those before it.
 */
export function lastCorrection(history: readonly ReportContent[]): LastCorrection | null {
  for (const [index, { version, tests }] of history.entries()) {
    const before = history[index + 1]?.tests ?? []
    const changed = tests.filter((test) => isCorrected(test, before))
    if (changed.length > 0) {
      return {
        version,
        withdrawn: changed.some((test) => test.withdrawn !== null),
        tests: changed.map(({ name }) => name),
      }
    }
  }
  return null
}

function isCorrected(test: Tested, before: readonly Tested[]): boolean {
  if (test.correction === null && test.withdrawn === null) return false
  const earlier = before.find((one) => one.accession === test.accession && isOf(one, test.code, test.name))
  return earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(test)
}
