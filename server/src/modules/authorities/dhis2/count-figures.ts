import { isPositive } from '#contract/dhis2-states.ts'
import type { Db } from '#server/platform/database.ts'
import { countReleased } from './queries-counts.ts'
import type { LineRow } from './queries-settings.ts'

/** The line with its count in a month at a site, and the number of results of its test. */
export async function countLines(db: Db, siteId: string, month: string, lines: readonly LineRow[]) {
  const counted = lines.map(({ id, test, analyte, outcome, gender, fromAge, toAge, ...line }) => ({
    ...{ id, gender, fromAge, toAge, testCode: test.code, analyteCode: analyte?.code ?? null },
    values: valuesOf({ outcome, ...line }),
    onlyFlagged: outcome === 'outside',
  }))
  const counts = lines.length === 0 ? [] : await countReleased(db, siteId, month, counted)
  const byLine = new Map(counts.map((one) => [one.id, one]))
  return lines.map((line) => {
    const { count, of } = byLine.get(line.id) ?? { count: 0, of: 0 }
    return { line, count, of }
  })
}

/** The values that are counted; null: any. */
function valuesOf({
  outcome,
  outcomeValues,
  options,
}: Pick<LineRow, 'outcome' | 'outcomeValues' | 'options'>) {
  if (outcome === 'values') return outcomeValues
  return outcome === 'positive' ? options.filter(isPositive) : null
}
