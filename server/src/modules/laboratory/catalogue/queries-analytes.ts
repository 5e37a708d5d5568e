import type { Interval } from '#contract/interval-rules.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on analytes and the versions of their intervals. Versions are only ever added. */

type Kind = 'quantity' | 'coded' | 'ordinal' | 'text'

export type NewAnalyte = {
  code: string
  name: string
  kind: Kind
  unit: string
  loinc: string | null
  options: string[]
  decimals: number | null
  lowest: number | null
  highest: number | null
  interval: Interval & { source: string; verified: boolean }
}

/** Adds what is missing; what the laboratory has changed stays changed. */
export async function addAnalytes(
  db: Db,
  analytes: readonly NewAnalyte[],
  panels: Readonly<Record<string, readonly string[]>>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('analyte')
    .values(analytes.map(({ interval: _interval, ...analyte }) => analyte))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  await db
    .insertInto('interval_version')
    .values(
      analytes.map(({ code, interval }) => ({
        analyte_code: code,
        version: 1,
        valid_from: new Date(0),
        ranges: JSON.stringify(interval.ranges),
        normal_options: interval.normalOptions && [...interval.normalOptions],
        critical_options: interval.criticalOptions && [...interval.criticalOptions],
        source: interval.source,
        verified: interval.verified,
        entered_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['analyte_code', 'version']).doNothing())
    .execute()
  await db
    .insertInto('test_analyte')
    .values(
      Object.entries(panels).flatMap(([test, codes]) =>
        codes.map((code, position) => ({ test_code: test, analyte_code: code, position })),
      ),
    )
    .onConflict((conflict) => conflict.columns(['test_code', 'analyte_code']).doNothing())
    .execute()
}
