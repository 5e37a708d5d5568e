import { sql } from 'kysely'
import type { Collection } from '#contract/options.ts'
import type { Specialty } from '#contract/specialties.ts'
import type { Test } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on the tests of the catalogue, for its editors. */

/** The fields of a test that the bench needs. */
export type BenchTest = {
  code: string
  name: string
  about: string
  specimen: string
  tube: string
  collection: Collection
  preparation: string
  instructions: string
  equipment: string[]
  turnaroundHours: number
  expectedMinutes: number
  /** The version of its panel for new tasks. */
  panelVersion: number
}

/** The fields of a test that the manager may change. */
export type TestFields = {
  name: string
  label: string
  about: string
  specimen: string
  collection: Collection
  preparation: string
  fasting: boolean
  turnaroundHours: number
  tube: string
  instructions: string
  equipment: string[]
  expectedMinutes: number
  specialty: Specialty | null
  bookable: boolean
}

export type CatalogueTest = TestFields & {
  code: string
  version: number
  panelVersion: number
  aliases: string[]
}

const fields = sql`code, version, name, label, about, preparation, fasting, turnaround_hours as "turnaroundHours", tube,
  instructions, equipment, expected_minutes as "expectedMinutes", bookable, specimen, collection, specialty, aliases,
  panel_version as "panelVersion"`

/** All tests, including those that cannot be booked any more, in the catalogue's order. */
export async function readCatalogueTests(db: Db): Promise<CatalogueTest[]> {
  const { rows } = await sql<CatalogueTest>`select ${fields} from test order by position, code`.execute(db)
  return rows
}

export async function readCatalogueTest(db: Db, code: string): Promise<CatalogueTest | null> {
  const { rows } = await sql<CatalogueTest>`select ${fields} from test where code = ${code}`.execute(db)
  return rows[0] ?? null
}

/** Adds a test at the end of the catalogue. Returns false if another has this code. */
export async function insertTest(tx: Db, code: string, test: TestFields): Promise<boolean> {
  const { rows } = await sql`
    insert into test (code, name, label, about, specimen, collection, preparation, fasting, turnaround_hours, tube,
      instructions, equipment, expected_minutes, specialty, bookable, position)
    select ${code}::text, ${test.name}::text, ${test.label}::text, ${test.about}::text, ${test.specimen}::text,
      ${test.collection}::text, ${test.preparation}::text, ${test.fasting}::boolean, ${test.turnaroundHours}::float8,
      ${test.tube}::text, ${test.instructions}::text, ${[...test.equipment]}::text[], ${test.expectedMinutes}::int,
      ${test.specialty}::text, ${test.bookable}::boolean, coalesce(max(position), 0) + 1
    from test
    on conflict (code) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Locks the names of all tests until the transaction ends. */
export async function lockNames(tx: Db): Promise<void> {
  await sql`select from laboratory for update`.execute(tx)
}

/** Advances the version of the test's panel; null if the present one is not `follows`. */
export async function advancePanel(tx: Db, code: string, follows: number): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    update test set panel_version = panel_version + 1 where code = ${code} and panel_version = ${follows}
    returning panel_version as version`.execute(tx)
  return rows[0]?.version ?? null
}

/** Returns false if the test has changed since the version that the change follows. */
export async function replaceTest(
  tx: Db,
  code: string,
  follows: number,
  test: TestFields & { aliases: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    update test set version = version + 1, name = ${test.name}, label = ${test.label}, about = ${test.about},
      specimen = ${test.specimen}, collection = ${test.collection}, specialty = ${test.specialty},
      preparation = ${test.preparation}, fasting = ${test.fasting}, turnaround_hours = ${test.turnaroundHours},
      tube = ${test.tube}, instructions = ${test.instructions}, equipment = ${[...test.equipment]}::text[],
      expected_minutes = ${test.expectedMinutes}, bookable = ${test.bookable}, aliases = ${[...test.aliases]}::text[]
    where code = ${code} and version = ${follows} returning 1`.execute(tx)
  return rows.length > 0
}

/** Those of these names that another test has too, in lower case. */
export async function namesTaken(tx: Db, code: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct lower(named.name) as name from test t, unnest(array[t.name, t.label] || t.aliases) named (name)
    where t.code <> ${code} and lower(named.name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(
    tx,
  )
  return rows.map((row) => row.name)
}

/** The tests with these codes, bookable or not, in the catalogue's order. */
export async function readBenchTests(db: Db, codes: readonly string[]): Promise<BenchTest[]> {
  const { rows } = await sql<BenchTest>`
    select code, name, about, specimen, tube, collection, preparation, instructions, equipment,
      turnaround_hours as "turnaroundHours", expected_minutes as "expectedMinutes", panel_version as "panelVersion"
    from test where code = any(${[...codes]}::text[]) order by position`.execute(db)
  return rows
}

/**
 * Adds what is missing; what the laboratory has changed stays changed. Where it offers something of its own under the
 * code or a name of one that comes with the product, its own stays alone.
 */
export async function addTests(
  db: Db,
  tests: readonly (Test &
    Omit<BenchTest, 'panelVersion'> & { aliases: string[]; specialty: Specialty | null })[],
): Promise<void> {
  const known = await db.selectFrom('test').select(['code', 'name', 'label', 'aliases']).execute()
  const names = new Set(known.flatMap(({ name, label, aliases }) => [name, label, ...aliases].map(small)))
  const missing = tests.filter(
    ({ code, name, label, aliases }) =>
      !known.some((test) => test.code === code) &&
      ![name, label, ...aliases].some((one) => names.has(small(one))),
  )
  if (missing.length === 0) return
  await db
    .insertInto('test')
    .values(
      missing.map(({ turnaroundHours, expectedMinutes, ...test }) => ({
        ...test,
        turnaroundHours,
        expectedMinutes,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

const small = (name: string) => name.toLowerCase()
