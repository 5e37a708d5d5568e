import { type Insertable, sql } from 'kysely'
import type { ResponseInput } from '#contract/endpoint.ts'
import type { readMicrobiology } from '#contract/microbiology.ts'
import type { CultureSpecimen, OrganismGroup } from '#contract/susceptibility.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type {
  Antibiotic,
  AntibioticPanel,
  Breakpoint,
  BreakpointTable,
  CultureTest,
  ExpertRule,
  Organism,
} from '#server/platform/schema.gen.ts'

/** Statements on organisms, antibiotics, panels, breakpoints, expert rules and culture tests. */

export type SetupRow = ResponseInput<typeof readMicrobiology>

/** The whole setup, read in one statement so that it is consistent. */
export async function readSetup(db: Db): Promise<SetupRow> {
  const row = await rowOf(db)<SetupRow>`
    select
      coalesce((select jsonb_agg(jsonb_build_object('code', code, 'name', name, 'group', organism_group, 'whonetCode', whonet_code,
        'ended', ended_at is not null, 'version', version) order by lower(name), code) from organism), '[]') as organisms,
      coalesce((select jsonb_agg(jsonb_build_object('code', code, 'name', name, 'class', class, 'ended', ended_at is not null,
        'version', version) order by lower(name), code) from antibiotic), '[]') as antibiotics,
      coalesce((select jsonb_agg(jsonb_build_object('group', organism_group, 'rows', rows, 'version', version)
        order by organism_group) from antibiotic_panel), '[]') as panels,
      (select jsonb_build_object('version', t.version, 'source', t.source, 'year', t.year, 'notation', t.notation, 'note', t.note,
          'addedBy', a.full_name, 'addedAt', t.added_at, 'rows', (
            select jsonb_agg(jsonb_build_object('line', b.line, 'appliesTo', b.applies_to, 'antibiotic', b.antibiotic_code,
              'specimen', b.specimen, 'method', b.method, 'disk', b.disk, 'susceptible', b.susceptible,
              'resistant', b.resistant) order by b.line)
            from breakpoint b where b.table_version = t.version))
        from breakpoint_table t join account a on a.id = t.added_by order by t.version desc limit 1) as breakpoints,
      coalesce((select jsonb_agg(jsonb_build_object('code', code, 'appliesTo', applies_to, 'whenAntibiotic', when_antibiotic,
        'whenCategory', when_category, 'thenAntibiotics', then_antibiotics, 'about', about, 'isOn', is_on, 'version', version)
        order by applies_to, code) from expert_rule), '[]') as rules,
      coalesce((select jsonb_agg(jsonb_build_object('test', c.test_code, 'name', t.name, 'specimen', c.specimen,
        'finalDay', c.final_day, 'version', c.version) order by t.position, t.code)
        from culture_test c join test t on t.code = c.test_code), '[]') as cultures`
  if (!row) throw new Error('A query without from gives a row')
  return row
}

/** Null: the test is not a culture. */
export const cultureTestOf = (
  db: Db,
  testCode: string,
): Promise<{ specimen: CultureSpecimen; finalDay: number } | null> =>
  rowOf(db)`select specimen, final_day from culture_test where test_code = ${testCode}`

type Shipped = {
  organisms: Insertable<Organism>[]
  antibiotics: Insertable<Antibiotic>[]
  panels: Insertable<AntibioticPanel>[]
  rules: Insertable<ExpertRule>[]
  cultures: { testCode: string; specimen: string; finalDay: number; analyte: string }[]
}

/** Adds missing rows. Rows that the laboratory has changed stay as they are. */
export async function addMissing(db: Db, shipped: Shipped): Promise<void> {
  const { organisms, antibiotics, panels, rules, cultures } = shipped
  await db
    .insertInto('antibiotic')
    .values(antibiotics)
    .onConflict((found) => found.doNothing())
    .execute()
  await db
    .insertInto('organism')
    .values(organisms)
    .onConflict((found) => found.doNothing())
    .execute()
  await db
    .insertInto('antibioticPanel')
    .values(panels)
    .onConflict((found) => found.doNothing())
    .execute()
  await db
    .insertInto('expertRule')
    .values(rules)
    .onConflict((found) => found.doNothing())
    .execute()
  // Skips a test that the laboratory added with the same code.
  await sql`
    insert into culture_test (test_code, specimen, final_day)
    select c.test_code, c.specimen, c.final_day
    from jsonb_to_recordset(${JSON.stringify(
      cultures.map(({ testCode, finalDay, ...one }) => ({
        test_code: testCode,
        final_day: finalDay,
        ...one,
      })),
    )}::jsonb) c (test_code text, specimen text, final_day int, analyte text)
    where exists (select from test_analyte p where p.test_code = c.test_code and p.version = 1 and p.analyte_code = c.analyte)
    on conflict do nothing`.execute(db)
}

export const insertOrganism = (tx: Db, organism: Insertable<Organism>) =>
  tx.insertInto('organism').values(organism).execute()

export const readOrganism = (db: Db, code: string) =>
  db.selectFrom('organism').selectAll().where('code', '=', code).executeTakeFirst()

type Change<Row> = Partial<Omit<Row, 'code' | 'version'>>

/** Returns false if the row has changed since `version`, like the other statements here. */
export const writeOrganism = (
  tx: Db,
  code: string,
  version: number,
  change: Change<Insertable<Organism>>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('organism')
      .set({ ...change, version: version + 1 })
      .where('code', '=', code)
      .where('version', '=', version),
  )

export const insertAntibiotic = (tx: Db, antibiotic: Insertable<Antibiotic>) =>
  tx.insertInto('antibiotic').values(antibiotic).execute()

export const readAntibiotic = (db: Db, code: string) =>
  db.selectFrom('antibiotic').selectAll().where('code', '=', code).executeTakeFirst()

export const writeAntibiotic = (
  tx: Db,
  code: string,
  version: number,
  change: Change<Insertable<Antibiotic>>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('antibiotic')
      .set({ ...change, version: version + 1 })
      .where('code', '=', code)
      .where('version', '=', version),
  )

/** Version 0: there is no row yet. */
export const writePanel = (
  tx: Db,
  organismGroup: OrganismGroup,
  version: number,
  rows: string,
): Promise<boolean> =>
  version === 0
    ? wroteRow(
        tx
          .insertInto('antibioticPanel')
          .values({ organismGroup, rows })
          .onConflict((found) => found.doNothing()),
      )
    : wroteRow(
        tx
          .updateTable('antibioticPanel')
          .set({ rows, version: version + 1 })
          .where('organismGroup', '=', organismGroup)
          .where('version', '=', version),
      )

/** Adds the next version of the breakpoint table. Returns undefined if another person added it at the same time. */
export const insertTable = (tx: Db, table: Omit<Insertable<BreakpointTable>, 'version'>) =>
  tx
    .insertInto('breakpointTable')
    .values(({ selectFrom }) => ({
      ...table,
      version: selectFrom('breakpointTable').select(sql<number>`coalesce(max(version), 0) + 1`.as('next')),
    }))
    .onConflict((found) => found.doNothing())
    .returning('version')
    .executeTakeFirst()

export const insertBreakpoints = (tx: Db, rows: readonly Insertable<Breakpoint>[]) =>
  sql`insert into breakpoint (table_version, line, applies_to, antibiotic_code, specimen, method, disk, susceptible, resistant)
    select * from jsonb_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        table_version: row.tableVersion,
        line: row.line,
        applies_to: row.appliesTo,
        antibiotic_code: row.antibioticCode,
        specimen: row.specimen,
        method: row.method,
        disk: row.disk,
        susceptible: row.susceptible,
        resistant: row.resistant,
      })),
    )}::jsonb) r (table_version int, line int, applies_to text, antibiotic_code text, specimen text, method text, disk text,
      susceptible double precision, resistant double precision)`.execute(tx)

export const insertRule = (tx: Db, rule: Insertable<ExpertRule>) =>
  tx.insertInto('expertRule').values(rule).execute()

export const readRule = (db: Db, code: string) =>
  db.selectFrom('expertRule').selectAll().where('code', '=', code).executeTakeFirst()

export const turnRule = (tx: Db, code: string, version: number, isOn: boolean): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('expertRule')
      .set({ isOn, version: version + 1 })
      .where('code', '=', code)
      .where('version', '=', version),
  )

/** Version 0: the test is not a culture yet. */
export const writeCultureTest = (
  tx: Db,
  version: number,
  culture: Omit<Insertable<CultureTest>, 'version'>,
): Promise<boolean> =>
  version === 0
    ? wroteRow(
        tx
          .insertInto('cultureTest')
          .values(culture)
          .onConflict((found) => found.doNothing()),
      )
    : wroteRow(
        tx
          .updateTable('cultureTest')
          .set({ ...culture, version: version + 1 })
          .where('testCode', '=', culture.testCode)
          .where('version', '=', version),
      )
