import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements on the tests of the catalogue, for those who look after it. */

/** What the manager may change of a test. */
export type TestFields = {
  name: string
  label: string
  about: string
  preparation: string
  fasting: boolean
  turnaroundHours: number
  tube: string
  instructions: string
  equipment: string[]
  expectedMinutes: number
  bookable: boolean
}

export type CatalogueTest = TestFields & {
  code: string
  version: number
  specimen: string
  aliases: string[]
}

const fields = sql`code, version, name, label, about, preparation, fasting, turnaround_hours as "turnaroundHours", tube,
  instructions, equipment, expected_minutes as "expectedMinutes", bookable, specimen, aliases`

/** All tests, also those that are not booked any more, in the catalogue's order. */
export async function readCatalogueTests(db: Db): Promise<CatalogueTest[]> {
  const { rows } = await sql<CatalogueTest>`select ${fields} from test order by position, code`.execute(db)
  return rows
}

export async function readCatalogueTest(db: Db, code: string): Promise<CatalogueTest | null> {
  const { rows } = await sql<CatalogueTest>`select ${fields} from test where code = ${code}`.execute(db)
  return rows[0] ?? null
}

/** False when the test is not as it was in the version that the change follows: then nothing was written. */
export async function replaceTest(
  tx: Db,
  code: string,
  follows: number,
  test: TestFields & { aliases: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    update test set version = version + 1, name = ${test.name}, label = ${test.label}, about = ${test.about},
      preparation = ${test.preparation}, fasting = ${test.fasting}, turnaround_hours = ${test.turnaroundHours},
      tube = ${test.tube}, instructions = ${test.instructions}, equipment = ${[...test.equipment]}::text[],
      expected_minutes = ${test.expectedMinutes}, bookable = ${test.bookable}, aliases = ${[...test.aliases]}::text[]
    where code = ${code} and version = ${follows} returning 1`.execute(tx)
  return rows.length > 0
}

/** The names out of these that another test is booked by as well, in small letters. */
export async function namesTaken(tx: Db, code: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct lower(named.name) as name from test t, unnest(array[t.name, t.label] || t.aliases) named (name)
    where t.code <> ${code} and lower(named.name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(
    tx,
  )
  return rows.map((row) => row.name)
}
