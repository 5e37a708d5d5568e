import { type Selectable, sql } from 'kysely'
import type { BookablePackage } from '#contract/packages.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { Test, TestPackage } from '#server/platform/schema.gen.ts'

/** Statements on packages of tests. */

export type PackageRow = Selectable<TestPackage>
type PackageFields = Omit<PackageRow, 'code' | 'version'>

export const readPackageRows = (db: Db): Promise<PackageRow[]> =>
  db.selectFrom('testPackage').selectAll().orderBy('name').execute()

/** The packages that can be booked. A package with a test that cannot be booked is left out. */
export const offeredPackages = (db: Db): Promise<BookablePackage[]> =>
  rowsOf(db)`
    select p.name, p.about, array_agg(t.catalogue_name order by o.place) as tests, bool_or(t.fasting) as fasting
    from test_package p cross join unnest(p.tests) with ordinality o (code, place) join test t on t.code = o.code
    where p.bookable group by p.code having bool_and(t.bookable) order by p.name`

/** Returns false if another package has this code. */
export const insertPackage = (tx: Db, code: string, fields: PackageFields): Promise<boolean> =>
  wroteRow(
    tx
      .insertInto('testPackage')
      .values({ ...fields, code })
      .onConflict((conflict) => conflict.column('code').doNothing()),
  )

/** Returns false if the package has changed since the version that the change follows. */
export const replacePackage = (
  tx: Db,
  code: string,
  { follows, ...fields }: PackageFields & { follows: number },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('testPackage')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where('code', '=', code)
      .where('version', '=', follows),
  )

type Shipped = Pick<PackageRow, 'code' | 'name' | 'about' | 'tests'>

/**
 * Adds each package of the product once. Packages that the laboratory has changed stay as they are. A package is left out if one of its
 * tests is missing, or if its code or name is taken in the laboratory's catalogue.
 */
export async function addPackages(
  tx: Db,
  shipped: readonly Shipped[],
  tests: readonly Pick<Selectable<Test>, 'code' | 'name' | 'label' | 'aliases'>[],
): Promise<void> {
  const known = await readPackageRows(tx)
  const codes = new Set([...known, ...tests].map(({ code }) => code))
  const namesOfTests = tests.flatMap(({ name, label, aliases }) => [name, label, ...aliases])
  const names = new Set([...known.map(({ name }) => name), ...namesOfTests].map((one) => one.toLowerCase()))
  const missing = shipped.filter(
    (one) =>
      !codes.has(one.code) &&
      !names.has(one.name.toLowerCase()) &&
      one.tests.every((code) => tests.some((test) => test.code === code)),
  )
  if (missing.length > 0) await tx.insertInto('testPackage').values(missing).execute()
}
