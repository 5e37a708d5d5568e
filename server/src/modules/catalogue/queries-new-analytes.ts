import { sql } from 'kysely'
import type { Interval } from '#contract/interval-rules.ts'
import type { Db } from '#server/platform/database.ts'
import type { AnalyteRow } from './queries-analytes.ts'

/** Statements that add analytes, each with the first version of its interval. */

type NewAnalyte = Omit<AnalyteRow, 'version' | 'hasResults'>

/** Those that come with the product. Adds what is missing; what the laboratory has added or changed stays as it is. */
export async function addAnalytes(
  db: Db,
  analytes: readonly (NewAnalyte & { interval: Interval & { source: string; verified: boolean } })[],
  panels: Readonly<Record<string, readonly string[]>>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('analyte')
    .values(analytes.map(({ interval: _interval, ...analyte }) => rowOf(analyte)))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  await db
    .insertInto('intervalVersion')
    .values(
      analytes.map(({ code, interval }) => ({
        ...intervalRow(code, interval),
        validFrom: new Date(0),
        verified: interval.verified,
        enteredAt: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['analyteCode', 'version']).doNothing())
    .execute()
  // A panel for a test that has none yet. One that has was looked at here: what a newer product would put into it, the
  // laboratory decides on.
  const rows = Object.entries(panels).flatMap(([test, codes]) =>
    codes.map((code, position) => ({ test, code, position })),
  )
  await sql`
    insert into test_analyte (test_code, version, analyte_code, position)
    select r.test, 1, r.code, r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (test text, code text, position int)
    where exists (select from test t where t.code = r.test)
      and not exists (select from test_analyte p where p.test_code = r.test)
    on conflict do nothing`.execute(db)
}

/** The laboratory's own, with limits that wait to be confirmed. False when another has this code: nothing was written. */
export async function insertAnalyte(
  tx: Db,
  analyte: NewAnalyte,
  interval: Interval & { source: string },
  entered: { by: string; now: Date; reason: string },
): Promise<boolean> {
  const added = await tx
    .insertInto('analyte')
    .values(rowOf(analyte))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .execute()
  if (added.length === 0) return false
  await tx
    .insertInto('intervalVersion')
    .values({
      ...intervalRow(analyte.code, interval),
      validFrom: entered.now,
      verified: false,
      enteredBy: entered.by,
      enteredAt: entered.now,
      reason: entered.reason,
    })
    .execute()
  return true
}

const rowOf = ({ loincProperty, ...analyte }: NewAnalyte) => ({ ...analyte, loincProperty })

const intervalRow = (code: string, interval: Interval & { source: string }) => ({
  analyteCode: code,
  version: 1,
  ranges: JSON.stringify(interval.ranges),
  normalOptions: interval.normalOptions && [...interval.normalOptions],
  criticalOptions: interval.criticalOptions && [...interval.criticalOptions],
  source: interval.source,
})
