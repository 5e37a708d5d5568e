import { type Insertable, type Selectable, sql } from 'kysely'
import { anyRow, type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { Test } from '#server/platform/schema.gen.ts'
import { readPackageRows } from './queries-packages.ts'

/** Statements on the tests of the catalogue, for its editors and the bench. */

/** A test with its name in the catalogue, for its editors. `BenchTest` also has the name that lists show. */
export type TestRow = Omit<Selectable<Test>, 'catalogueName'>
export type BenchTest = Selectable<Test>

const named = ({ catalogueName: name, ...test }: BenchTest): TestRow => ({ ...test, name })
const renamed = <Row extends { name: string }>({ name: catalogueName, ...test }: Row) => ({
  ...test,
  catalogueName,
})

/** The fields of a test that the manager may change. */
export type TestFields = Omit<TestRow, 'code' | 'version' | 'panelVersion' | 'aliases' | 'position'>

/** All tests, including those that cannot be booked any more, in the catalogue's order. */
export const readTests = async (db: Db): Promise<TestRow[]> =>
  (await db.selectFrom('test').selectAll().orderBy('position').orderBy('code').execute()).map(named)

export async function readTest(db: Db, code: string): Promise<TestRow | undefined> {
  const test = await db.selectFrom('test').selectAll().where('code', '=', code).executeTakeFirst()
  return test && named(test)
}

/** The names of the tests with these codes; a confidential test has its real name only if this account may know it. */
export async function namesFor(
  db: Db,
  accountId: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await rowsOf(db)<{ code: string; name: string }>`
    select t.code, case when sees_test(${accountId}, t) then t.catalogue_name else t.name end as name
    from test t where t.code = any(${[...codes]}::text[])`
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** The confidential tests whose names and results this account may not see. */
export async function testsNotFor(db: Db, accountId: string): Promise<string[]> {
  const rows = await rowsOf(db)<{
    code: string
  }>`select t.code from test t where not sees_test(${accountId}, t)`
  return rows.map(({ code }) => code)
}

/** Whether there are samples of the test. */
export const hasTasks = (db: Db, code: string): Promise<boolean> => anyRow(db)`
  select 1 from task k where k.site_id in (select id from site) and k.test_code = ${code} limit 1`

/** The tests with these codes, bookable or not, in the catalogue's order. */
export const readBenchTests = (db: Db, codes: readonly string[]): Promise<BenchTest[]> =>
  db
    .selectFrom('test')
    .selectAll()
    .where(sql<boolean>`code = any(${[...codes]}::text[])`)
    .orderBy('position')
    .execute()

/** Adds a test at the end of the catalogue. Returns false if another has this code. */
export async function insertTest(tx: Db, code: string, test: TestFields): Promise<boolean> {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from test)`
  return wroteRow(
    tx
      .insertInto('test')
      .values({ ...renamed(test), code, position })
      .onConflict((conflict) => conflict.column('code').doNothing()),
  )
}

/** Locks the names of all tests until the transaction ends. */
export const lockNames = (tx: Db) => tx.selectFrom('laboratory').select('singleton').forUpdate().execute()

/** Advances the version of the test's panel; null if the present version is not `follows`. */
export async function advancePanel(tx: Db, code: string, follows: number): Promise<number | null> {
  const advanced = await tx
    .updateTable('test')
    .set({ panelVersion: follows + 1 })
    .where('code', '=', code)
    .where('panelVersion', '=', follows)
    .returning('panelVersion')
    .executeTakeFirst()
  return advanced?.panelVersion ?? null
}

/** Returns false if the test has changed since the version that the change follows. */
export const replaceTest = (
  tx: Db,
  code: string,
  follows: number,
  test: TestFields & Pick<TestRow, 'aliases'>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('test')
      .set({ ...renamed(test), version: follows + 1 })
      .where('code', '=', code)
      .where('version', '=', follows),
  )

/** The given names that another test or package has as well, in lower case. */
export async function namesTaken(tx: Db, code: string, names: readonly string[]): Promise<string[]> {
  const lower = names.map((name) => name.toLowerCase())
  const rows = await rowsOf(tx)<{ name: string }>`
    select distinct lower(named.name) as name from test t, unnest(array[t.catalogue_name, t.label] || t.aliases) named (name)
    where t.code <> ${code} and lower(named.name) = any(${lower}::text[])
    union select lower(p.name) from test_package p where p.code <> ${code} and lower(p.name) = any(${lower}::text[])`
  return rows.map((row) => row.name)
}

export type ShippedTest = Omit<Insertable<Test>, 'catalogueName'> & Pick<TestRow, 'name' | 'aliases'>

/**
 * Adds the tests that are missing. A test of the product is left out if the laboratory has a test or package of its own under the
 * same code or one of its names.
 */
export async function addTests(db: Db, tests: readonly ShippedTest[]): Promise<void> {
  const namesOf = ({ name, label, aliases }: Pick<TestRow, 'name' | 'label' | 'aliases'>) =>
    [name, label, ...aliases].map((given) => given.toLowerCase())
  const known = await readTests(db)
  const packages = await readPackageRows(db)
  const codes = new Set([...known, ...packages].map(({ code }) => code))
  const names = new Set([...known.flatMap(namesOf), ...packages.map(({ name }) => name.toLowerCase())])
  const missing = tests.filter(
    (test) => !codes.has(test.code) && !namesOf(test).some((name) => names.has(name)),
  )
  if (missing.length === 0) return
  await db
    .insertInto('test')
    .values(missing.map(renamed))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}
