import type { Db } from '#server/platform/database.ts'
import { wantedValues } from '../wanted-values.ts'
import { countReleased } from './queries-counts.ts'
import type { LineRow } from './queries-settings.ts'

/** The line with its count in a month at a site, and the number of results of its test. */
export async function countLines(db: Db, siteId: string, month: string, lines: readonly LineRow[]) {
  const counted = lines.map(
    ({ id, test, analyte, outcome, outcomeValues, options, gender, fromAge, toAge }) => ({
      ...{ id, gender, fromAge, toAge, testCode: test.code, analyteCode: analyte?.code ?? null },
      values: wantedValues(outcome, outcomeValues, options),
      onlyFlagged: outcome === 'outside',
    }),
  )
  const counts = lines.length === 0 ? [] : await countReleased(db, siteId, month, counted)
  const byLine = new Map(counts.map((one) => [one.id, one]))
  return lines.map((line) => {
    const { count, of } = byLine.get(line.id) ?? { count: 0, of: 0 }
    return { line, count, of }
  })
}
