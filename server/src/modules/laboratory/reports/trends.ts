import type { Trend } from '#contract/trends.ts'
import { printedUnit } from './printed-unit.ts'
import type { PersonsReport } from './queries-trends.ts'

type Point = Trend['points'][number]

/**
 * How the quantities of one visit's report have changed, or without a visit those of all reports, the latest measured first:
 * pure, from the person's reports, newest first. Values as they were reported,
 * so what was withdrawn is not among them. A unit that changed begins a line of its own: only equals are compared.
 */
export function trendsOf(reports: readonly PersonsReport[], visitId: string | null): Trend[] {
  const points = new Map<string, Point[]>()
  for (const { visitId: at, report, collected } of reports) {
    for (const { accession, results } of report.tests) {
      const instant = collected[accession]
      if (instant === undefined) continue
      for (const result of results) {
        if (result.number === null) continue
        const key = keyOf(result)
        const point: Point = {
          at: new Date(instant).toISOString(),
          value: result.value,
          number: result.number,
          low: result.low,
          high: result.high,
          range: result.range,
          unconfirmed: result.unconfirmed,
          flag: result.flag,
          here: at === visitId,
        }
        points.set(key, [...(points.get(key) ?? []), point])
      }
    }
  }
  const shown = reports
    .filter((one) => visitId === null || one.visitId === visitId)
    .flatMap(({ report }) => report.tests.flatMap(({ results }) => results))
    .filter((result) => result.number !== null)
  // Of several names that one quantity had, the latest.
  const quantities = new Map<string, (typeof shown)[number]>()
  for (const result of shown) {
    if (!quantities.has(keyOf(result))) quantities.set(keyOf(result), result)
  }
  return [...quantities].map(([key, result]) => ({
    code: result.code,
    name: result.name,
    unit: printedUnit(result.unit),
    points: (points.get(key) ?? []).sort((one, other) => one.at.localeCompare(other.at)),
  }))
}

const keyOf = ({ code, unit }: { code: string; unit: string }) => `${code} ${printedUnit(unit)}`
