import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements on panels: the analytes of a test in their order. Versions are only ever added; the test says which counts. */

export async function testsWith(db: Db, code: string): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select t.code, t.name from test_analyte p join test t on t.code = p.test_code and t.panel_version = p.version
    where p.analyte_code = ${code} order by t.position`.execute(db)
  return rows
}

/** The codes of each test's panel, in order. */
export async function readPanels(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ test: string; codes: string[] }>`
    select t.code as test, array_agg(p.analyte_code order by p.position) as codes
    from test t join test_analyte p on p.test_code = t.code and p.version = t.panel_version group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ test, codes }) => [test, codes]))
}

/** The codes of the test's panel, in order. */
export async function readPanelCodes(db: Db, testCode: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select p.analyte_code as code from test t
    join test_analyte p on p.test_code = t.code and p.version = t.panel_version
    where t.code = ${testCode} order by p.position`.execute(db)
  return rows.map((row) => row.code)
}

/** The codes out of these that no analyte has. */
export async function unknownAnalytes(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${[...codes]}::text[]) asked (code)
    where not exists (select from analyte a where a.code = asked.code)`.execute(db)
  return rows.map((row) => row.code)
}

export async function addPanel(
  tx: Db,
  test: { code: string; version: number },
  analytes: readonly string[],
): Promise<void> {
  await sql`
    insert into test_analyte (test_code, version, analyte_code, position)
    select ${test.code}, ${test.version}::int, code, place - 1
    from unnest(${[...analytes]}::text[]) with ordinality panel (code, place)`.execute(tx)
}
