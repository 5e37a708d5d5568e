import { type Insertable, sql } from 'kysely'
import type { Dhis2Outcome } from '#contract/dhis2-states.ts'
import type { Gender } from '#contract/options.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { Dhis2Connection, Dhis2Line } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on the connection to DHIS2, organisation units and lines. */

export type ConnectionRow = {
  address: string
  username: string
  secret: string
  dataSet: string
  attributeOptionCombo: string | null
  sendDay: number | null
  sendsFrom: string | null
  version: number
}

export const findConnection = (db: Db): Promise<ConnectionRow | null> =>
  rowOf(
    db,
  )`select address, username, secret, data_set, attribute_option_combo, send_day, sends_from, version from dhis2_connection`

/** Returns false if the connection has changed since `version`; 0: there was none. */
export async function writeConnection(
  tx: Db,
  version: number,
  row: Omit<Insertable<Dhis2Connection>, 'id' | 'version'>,
): Promise<boolean> {
  const connection = { ...row, version: version + 1 }
  if (version === 0)
    return wroteRow(
      tx
        .insertInto('dhis2Connection')
        .values(connection)
        .onConflict((conflict) => conflict.doNothing()),
    )
  return wroteRow(tx.updateTable('dhis2Connection').set(connection).where('version', '=', version))
}

export type ReportingSite = { id: string; name: string; timeZone: string; orgUnit: string | null }

export const readSites = (db: Db, sites: Sites): Promise<ReportingSite[]> =>
  rowsOf(
    db,
  )`select s.id, s.name, s.time_zone, o.org_unit from site s left join dhis2_org_unit o on o.site_id = s.id
    where s.closed_at is null ${atSites('s.id', sites)} order by lower(s.name), s.id`

/** Null: none. */
export async function writeOrgUnit(tx: Db, siteId: string, orgUnit: string | null): Promise<void> {
  if (orgUnit === null) {
    await tx.deleteFrom('dhis2OrgUnit').where('siteId', '=', siteId).execute()
    return
  }
  await tx
    .insertInto('dhis2OrgUnit')
    .values({ siteId, orgUnit })
    .onConflict((conflict) => conflict.column('siteId').doUpdateSet({ orgUnit }))
    .execute()
}

/** Whether the reader may see the results of the test `t`; null: the product itself. */
const sees = (reader: string | null) =>
  reader === null ? sql<boolean>`true` : sql<boolean>`sees_test(${reader}::uuid, t)`

export type LineRow = {
  id: string
  name: string
  dataElement: string
  categoryOptionCombo: string | null
  test: { code: string; name: string }
  isConfidential: boolean
  analyte: { code: string; name: string } | null
  outcome: Dhis2Outcome
  outcomeValues: string[]
  options: string[]
  gender: Gender | null
  fromAge: number | null
  toAge: number | null
  endedAt: Date | null
  version: number
  isSeen: boolean
}

const selectLines = (reader: string | null) => sql`
  select l.id, l.name, l.data_element, l.category_option_combo, jsonb_build_object('code', t.code, 'name', t.catalogue_name) as test,
    t.confidential as is_confidential,
    case when a.code is not null then jsonb_build_object('code', a.code, 'name', a.name) end as analyte, l.outcome, l.outcome_values,
    coalesce(a.options, '{}') as options, l.gender, l.from_age, l.to_age, l.ended_at, l.version, ${sees(reader)} as is_seen
  from dhis2_line l join test t on t.code = l.test_code left join analyte a on a.code = l.analyte_code`

/** The lines in use, with those that the reader may not see. */
export const readLines = (db: Db, reader: string | null): Promise<LineRow[]> =>
  rowsOf(db)`${selectLines(reader)} where l.ended_at is null order by lower(l.name), l.id`

/** A line that the reader may see. */
export const findLine = (db: Db, reader: string, id: string): Promise<LineRow | null> =>
  rowOf(db)`${selectLines(reader)} where l.id = ${id} and ${sees(reader)}`

export const insertLine = (tx: Db, line: Insertable<Dhis2Line>) =>
  tx.insertInto('dhis2Line').values(line).execute()

/** Returns false if the line has changed since `version`. */
export const writeLine = (
  tx: Db,
  id: string,
  version: number,
  change: Omit<Insertable<Dhis2Line>, 'id' | 'version'>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('dhis2Line')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
  )

export type CountableTest = {
  code: string
  name: string
  analytes: { code: string; name: string; options: string[] }[]
}

/** The tests whose results the reader may see, with the analytes of their panels. */
export const readCountable = (db: Db, reader: string): Promise<CountableTest[]> =>
  rowsOf(db)`
    select t.code, t.catalogue_name as name, coalesce((
      select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'options', a.options) order by p.position)
      from test_analyte p join analyte a on a.code = p.analyte_code where p.test_code = t.code and p.version = t.panel_version), '[]') as analytes
    from test t where ${sees(reader)} order by lower(t.catalogue_name), t.code`
