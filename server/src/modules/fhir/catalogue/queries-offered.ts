import { sql } from 'kysely'

/** Tests and packages as the catalogue offers them. Confidential tests are left out (decision 0096). */

export type TestRow = {
  code: string
  version: number
  status: 'active' | 'retired'
  title: string
  about: string
  preparation: string
  specimen: string
  tube: string
  analytes: string[]
}

export const definitionStatuses = ['active', 'retired'] as const

const statusOf = (table: string) =>
  sql`case when ${sql.ref(`${table}.bookable`)} then 'active' else 'retired' end`

export const testRows = () => sql<TestRow>`
  select t.code, t.version, t.name as title, t.about, t.preparation, t.specimen, t.tube, ${statusOf('t')} as status,
    array(select a.name from test_analyte p join analyte a on a.code = p.analyte_code
      where p.test_code = t.code and p.version = t.panel_version order by p.position) as analytes
  from test t where not t.confidential`

export type PackageRow = {
  code: string
  version: number
  status: 'active' | 'retired'
  title: string
  about: string
  tests: { code: string; name: string }[]
}

export const packageRows = () => sql<PackageRow>`
  select p.code, p.version, p.name as title, p.about, ${statusOf('p')} as status, n.tests from test_package p
    cross join lateral (
      select jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by o.place) as tests
      from unnest(p.tests) with ordinality o (code, place) join test t on t.code = o.code and not t.confidential) n
  where n.tests is not null`

/** Condition on packages: they have the test with this code. */
export const hasTest = (code: string) => sql<boolean>`r.tests @> ${JSON.stringify([{ code }])}::jsonb`
