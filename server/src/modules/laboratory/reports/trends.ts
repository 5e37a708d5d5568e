import { type CellCounts, printedUnit } from '#contract/printed-unit.ts'
import type { Trend } from '#contract/trends.ts'
import type { PersonsReport } from './queries-trends.ts'

type Point = Trend['points'][number]

/**
 * How the quantities of one visit's report have changed, or without a visit those of all reports, the latest measured first. Pure,
 * from the person's reports, newest first, so that withdrawn results are not part of it. A quantity whose unit changed becomes
 * another line, since values in two units cannot be compared.
 */
export function trendsOf(
  reports: readonly PersonsReport[],
  visitId: string | null,
  counts: CellCounts,
): Trend[] {
  const unitOf = ({ unit }: { unit: string }) => printedUnit(unit, counts)
  const keyOf = (result: { code: string; unit: string }) => `${result.code} ${unitOf(result)}`
  const points = new Map<string, Point[]>()
  for (const { visitId: at, report, collected } of reports) {
    for (const { accession, results } of report.tests) {
      const instant = collected[accession]
      if (instant === undefined) continue
      for (const { value, number, low, high, range, unconfirmed, flag, ...result } of results) {
        if (number === null) continue
        const key = keyOf(result)
        const point = { value, number, low, high, range, unconfirmed, flag, here: at === visitId }
        points.set(key, [...(points.get(key) ?? []), { at: new Date(instant).toISOString(), ...point }])
      }
    }
  }
  const shown = reports
    .filter((report) => visitId === null || report.visitId === visitId)
    .flatMap(({ report }) => report.tests.flatMap(({ results }) => results))
    .filter((result) => result.number !== null)
  // A quantity that had several names has the latest.
  return [...Map.groupBy(shown, keyOf)].flatMap(([key, [latest]]) => {
    if (!latest) return []
    const sorted = (points.get(key) ?? []).sort((a, b) => a.at.localeCompare(b.at))
    return [{ code: latest.code, name: latest.name, unit: unitOf(latest), points: sorted }]
  })
}
