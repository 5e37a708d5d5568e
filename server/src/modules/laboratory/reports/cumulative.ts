import type { Cumulative } from '#contract/cumulative.ts'
import type { PersonsReport } from './queries-trends.ts'

type Cell = Cumulative['rows'][number]['cells'][number]
type Row = Omit<Cumulative['rows'][number], 'cells'> & { cells: Map<string, Cell> }

/**
 * The values of a person's latest reports, newest first, as one table: a column for each collection, a row for each quantity. Pure.
 * Withdrawn results are no longer in the reports. Name and interval of a row are the latest. Samples beyond `most` are left out.
 */
export function cumulativeOf(reports: readonly PersonsReport[], most = Number.POSITIVE_INFINITY): Cumulative {
  const rows = new Map<string, Row>()
  const tests = new Map<string, number>()
  const columns = new Set<string>()
  for (const { report, collected } of reports) {
    for (const { name: test, accession, results } of report.tests) {
      const instant = collected[accession]
      if (instant === undefined) continue
      const at = new Date(instant).toISOString()
      for (const { code, name, unit, range, value, flag } of results) {
        if (value === '') continue
        columns.add(at)
        if (!tests.has(test)) tests.set(test, tests.size)
        const key = `${test} ${code} ${unit}`
        const row = rows.get(key) ?? { test, code, name, unit, range, cells: new Map() }
        // Of two samples of one instant the latest report counts.
        if (!row.cells.has(at)) row.cells.set(at, { value, flag })
        rows.set(key, row)
      }
    }
  }
  const latestFirst = [...columns].sort().reverse().slice(0, most)
  const place = ({ test }: Pick<Row, 'test'>) => tests.get(test) ?? 0
  return {
    columns: latestFirst,
    older: columns.size > latestFirst.length,
    rows: [...rows.values()]
      .sort((a, b) => place(a) - place(b))
      .map(({ cells, ...row }) => ({ ...row, cells: latestFirst.map((at) => cells.get(at) ?? null) }))
      .filter(({ cells }) => cells.some((cell) => cell !== null)),
  }
}
