import { sql } from 'kysely'
import type { Interval } from '#contract/interval-rules.ts'
import { type Db, wroteRow } from '#server/platform/database.ts'
import type { AnalyteRow } from './queries-analytes.ts'

/** Statements that add analytes, each with the first version of its interval. */

type NewAnalyte = Omit<AnalyteRow, 'version' | 'loincProperty' | 'hasResults'> &
  Partial<Pick<AnalyteRow, 'loincProperty'>>
type FirstInterval = Interval & { source: string }

/** Adds analytes and panels that come with the product where they are missing. What the laboratory has changed stays. */
export async function addAnalytes(
  db: Db,
  shipped: readonly { analyte: NewAnalyte; interval: FirstInterval & { verified: boolean } }[],
  panels: Readonly<Record<string, readonly string[]>>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('analyte')
    .values(shipped.map(({ analyte }) => analyte))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  const entered = { validFrom: new Date(0), enteredAt: now }
  await db
    .insertInto('intervalVersion')
    .values(shipped.map(({ analyte, interval }) => ({ ...intervalRow(analyte.code, interval), ...entered })))
    .onConflict((conflict) => conflict.columns(['analyteCode', 'version']).doNothing())
    .execute()
  // Only for tests without a panel: changes of a newer product to an existing panel are the laboratory's decision.
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

/** Adds an analyte of the laboratory's own, with an unconfirmed interval. Returns false if another has this code. */
export async function insertAnalyte(
  tx: Db,
  analyte: NewAnalyte,
  interval: FirstInterval,
  { by, now, reason }: { by: string; now: Date; reason: string },
): Promise<boolean> {
  const insert = tx.insertInto('analyte').values(analyte)
  if (!(await wroteRow(insert.onConflict((conflict) => conflict.column('code').doNothing())))) return false
  const entered = { validFrom: now, verified: false, enteredBy: by, enteredAt: now, reason }
  await tx
    .insertInto('intervalVersion')
    .values({ ...intervalRow(analyte.code, { ...interval, verified: false }), ...entered })
    .execute()
  return true
}

const intervalRow = (
  analyteCode: string,
  { ranges, normalOptions, criticalOptions, ...interval }: FirstInterval & { verified: boolean },
) => ({
  ...interval,
  analyteCode,
  version: 1,
  ranges: JSON.stringify(ranges),
  normalOptions: normalOptions && [...normalOptions],
  criticalOptions: criticalOptions && [...criticalOptions],
})
