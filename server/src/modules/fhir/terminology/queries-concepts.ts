import { type RawBuilder, sql } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import type { Systems } from '../resource.ts'

/** The codes of the catalogue. Confidential tests and what only they measure are left out (decision 0096). */

export type Concept = {
  code: string
  display: string
  definition: string
  isActive: boolean
  /** The specimen of a test. */
  specimen: string | null
  /** The unit of an analyte in UCUM, and its LOINC code. */
  unit: string | null
  loinc: string | null
}

const tests = sql`
  select t.code, t.name as display, t.about as definition, t.bookable as is_active, t.specimen,
    null::text as unit, null::text as loinc
  from test t where not t.confidential`

/** Whether an analyte `a` is measured by a test that is not confidential, or by none. */
const isNamed = sql`(
  (select true from test_analyte p join test t on t.code = p.test_code and not t.confidential
    where p.analyte_code = a.code limit 1) is true
  or (select true from test_analyte p where p.analyte_code = a.code limit 1) is not true)`

const analytes = sql`
  select a.code, a.name as display, '' as definition, true as is_active, null::text as specimen,
    nullif(a.unit, '') as unit, a.loinc
  from analyte a where ${isNamed}`

/** The LOINC codes of the analytes, with the name of the first analyte that has each. */
const loincs = sql`
  select distinct on (a.loinc) a.loinc as code, a.name as display, '' as definition, true as is_active,
    null::text as specimen, null::text as unit, a.loinc
  from analyte a where a.loinc is not null and ${isNamed} order by a.loinc, a.code`

const conceptsOf = { test: tests, analyte: analytes, loinc: loincs } as const
export type ConceptSource = keyof typeof conceptsOf

export const findConcept = (db: Db, source: ConceptSource, code: string): Promise<Concept | null> =>
  rowOf(db)`select c.* from (${conceptsOf[source]}) c where c.code = ${code}`

type Listed = Pick<Concept, 'code' | 'display'>

/** The concepts of a value set, by name, with the number of all that match. */
export async function readConcepts(
  db: Db,
  source: ConceptSource,
  { filter, limit, offset }: { filter: string; limit: number; offset: number },
): Promise<{ total: number; rows: Listed[] }> {
  const like = `%${escapeLike(filter)}%`
  const matches = sql`(${conceptsOf[source]}) c where c.is_active
    and (${filter} = '' or c.display ilike ${like} or c.code ilike ${like})`
  const counted = await rowOf(db)<{ n: number }>`select count(*)::int as n from ${matches}`
  const rows = await rowsOf(db)<Listed>`
    select c.code, c.display from ${matches} order by lower(c.display), c.code limit ${limit} offset ${offset}`
  return { total: counted?.n ?? 0, rows }
}

/** What a code means in another system. `wider`: the other code means more than this one. */
export type Mapping = {
  source: string
  sourceDisplay: string
  code: string
  display: string
  equivalence: 'equivalent' | 'wider'
}

const analytesToLoinc = sql`
  select a.code as source, a.name as source_display, a.loinc as code, a.name as display, 'equivalent' as equivalence
  from analyte a where a.loinc is not null and ${isNamed}`

/** The tests that measure what a LOINC code means. A test with more analytes means more than the code. */
const loincToTests = sql`
  select a.loinc as source, min(a.name) as source_display, t.code, t.name as display,
    case when (select count(*) from test_analyte n where n.test_code = t.code and n.version = t.panel_version) = 1
      then 'equivalent' else 'wider' end as equivalence
  from analyte a join test_analyte p on p.analyte_code = a.code
    join test t on t.code = p.test_code and t.panel_version = p.version and t.bookable and not t.confidential
  where a.loinc is not null group by a.loinc, t.code`

const mappingsOf = { 'analyte-to-loinc': analytesToLoinc, 'loinc-to-test': loincToTests } as const
export type MapId = keyof typeof mappingsOf

export const findMappings = (
  db: Db,
  map: MapId,
  { code, isReverse }: { code: string; isReverse: boolean },
): Promise<Mapping[]> =>
  rowsOf(db)`
    select m.* from (${mappingsOf[map]}) m where ${isReverse ? sql`m.code` : sql`m.source`} = ${code}
    order by m.equivalence, m.source, m.code`

/** Rows that are the same for every client. */
const asRows = <Row extends object>(rows: readonly Row[], columns: RawBuilder<unknown>) => sql`
  select ${columns}, 'active' as status from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id text, url text, name text, title text)`

export type SystemRow = { id: string; url: string; name: string; title: string; concepts: Concept[] }

const listOf = (source: ConceptSource) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'display', c.display, 'definition', c.definition,
    'isActive', c.is_active, 'specimen', c.specimen, 'unit', c.unit, 'loinc', c.loinc) order by c.code), '[]')
   from (${conceptsOf[source]}) c)`

export const systemRows = (systems: Systems) =>
  asRows(
    [
      { id: 'test', url: systems.test, name: 'Tests', title: 'Tests of the laboratory' },
      { id: 'analyte', url: systems.analyte, name: 'Analytes', title: 'Analytes of the laboratory' },
    ],
    sql`d.*, case d.id when 'test' then ${listOf('test')} else ${listOf('analyte')} end as concepts`,
  )

/** Condition on code systems: they have this code. */
export const definesCode = (code: string) =>
  sql<boolean>`jsonb_path_exists(r.concepts, '$[*] ? (@.code == $code)', jsonb_build_object('code', ${code}::text))`

export type ValueSetRow = {
  id: string
  url: string
  name: string
  title: string
  loincs: { code: string; display: string }[] | null
}

export const valueSetRows = (urls: Readonly<Record<'tests' | 'analytes' | 'loinc', string>>) =>
  asRows(
    [
      { id: 'tests', url: urls.tests, name: 'OfferedTests', title: 'Tests that are offered' },
      { id: 'analytes', url: urls.analytes, name: 'Analytes', title: 'Analytes of the laboratory' },
      { id: 'loinc', url: urls.loinc, name: 'LoincCodes', title: 'LOINC codes of the analytes' },
    ],
    sql`d.*, case d.id when 'loinc' then (
      select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'display', c.display) order by c.code), '[]')
      from (${conceptsOf.loinc}) c) end as loincs`,
  )

export type MapRow = { id: string; url: string; name: string; title: string; mappings: Mapping[] }

const mappingsOfMap = (map: MapId) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('source', m.source, 'sourceDisplay', m.source_display, 'code', m.code,
    'display', m.display, 'equivalence', m.equivalence) order by m.source, m.code), '[]') from (${mappingsOf[map]}) m)`

export const mapRows = (urls: Readonly<Record<MapId, string>>) =>
  asRows(
    [
      {
        id: 'analyte-to-loinc',
        url: urls['analyte-to-loinc'],
        name: 'AnalyteToLoinc',
        title: 'LOINC codes of analytes',
      },
      {
        id: 'loinc-to-test',
        url: urls['loinc-to-test'],
        name: 'LoincToTest',
        title: 'Tests that measure what a LOINC code means',
      },
    ],
    sql`d.*, case d.id when 'analyte-to-loinc' then ${mappingsOfMap('analyte-to-loinc')}
      else ${mappingsOfMap('loinc-to-test')} end as mappings`,
  )
