import { conclusions } from '#contract/rapid-tests.ts'
import type { Db } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { readAnalyteRow } from './queries-analytes.ts'

/**
 * Refuses a panel whose result cannot be concluded from rapid tests. The panel needs exactly one analyte, with the conclusions as
 * answers.
 */
export async function refuseUnlessConcludes(db: Db, analytes: readonly string[]): Promise<void> {
  const [code = '', ...others] = analytes
  const analyte = await readAnalyteRow(db, code)
  if (
    others.length === 0 &&
    analyte?.kind !== 'quantity' &&
    conclusions.every((one) => analyte?.options.includes(one))
  )
    return
  throw invalid({
    rapidTests: [
      `A test with rapid tests must have exactly one analyte, with the answers ${conclusions.join(', ')}`,
    ],
  })
}
