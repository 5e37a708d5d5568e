import { sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'

/** Statements on panels: the analytes of a test in their order. Versions are only ever added; the test names its current version. */

const panels = (db: Db) =>
  db
    .selectFrom('test as t')
    .innerJoin('testAnalyte as p', (on) =>
      on.onRef('p.testCode', '=', 't.code').onRef('p.version', '=', 't.panelVersion'),
    )

export const testsWith = (db: Db, code: string): Promise<{ code: string; name: string }[]> =>
  panels(db)
    .select(['t.code', 't.catalogueName as name'])
    .where('p.analyteCode', '=', code)
    .orderBy('t.position')
    .execute()

const codesInOrder = sql<string[]>`array_agg(p.analyte_code order by p.position)`

/** The codes of each test's panel, in order. */
export async function readPanels(db: Db): Promise<Map<string, string[]>> {
  const rows = await panels(db)
    .select(['t.code', codesInOrder.as('codes')])
    .groupBy('t.code')
    .execute()
  return new Map(rows.map(({ code, codes }) => [code, codes]))
}

/** The codes of the test's panel, in order. */
export async function readPanelCodes(db: Db, testCode: string): Promise<string[]> {
  const panel = await panels(db)
    .select(codesInOrder.as('codes'))
    .where('t.code', '=', testCode)
    .executeTakeFirst()
  return panel?.codes ?? []
}

/** The codes out of these that no analyte has. */
export async function unknownAnalytes(db: Db, codes: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(db)<{ code: string }>`
    select code from unnest(${[...codes]}::text[]) asked (code)
    where not exists (select from analyte a where a.code = asked.code)`
  return rows.map((row) => row.code)
}

export const addPanel = (tx: Db, test: { testCode: string; version: number }, analytes: readonly string[]) =>
  tx
    .insertInto('testAnalyte')
    .values(analytes.map((analyteCode, position) => ({ ...test, analyteCode, position })))
    .execute()

/** Bookable tests whose panels have an analyte with one of these LOINC codes, with the number of analytes of the panel. */
export const testsWithLoinc = (
  db: Db,
  codes: readonly string[],
): Promise<{ loinc: string; testCode: string; analytes: number }[]> =>
  rowsOf(db)`
    select distinct a.loinc, t.code as test_code, t.position,
      (select count(*)::int from test_analyte n where n.test_code = t.code and n.version = t.panel_version) as analytes
    from analyte a join test_analyte p on p.analyte_code = a.code
      join test t on t.code = p.test_code and t.panel_version = p.version and t.bookable
    where a.loinc = any(${[...codes]}::text[]) order by t.position`
