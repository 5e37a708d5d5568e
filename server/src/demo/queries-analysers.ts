import { sql } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/** Statements on the analysers of a demonstration, by their names. */

/** Sets the port at which the server connects to an analyser. */
export const dialAt = (db: Db, name: string, port: number) =>
  db
    .updateTable('instrument')
    .set({ port, version: sql<number>`version + 1` })
    .where('name', '=', name)
    .where('way', '=', 'connect')
    .execute()

export async function hasValues(db: Db, name: string): Promise<boolean> {
  const row = await rowOf(db)`
    select from instrument i join measured_value v on v.site_id = i.site_id and v.instrument_id = i.id
    where i.name = ${name} limit 1`
  return row !== null
}

/** The codes of an analyser that are mapped to an analyte, with the unit of the analyte. */
export const mappedCodes = (
  db: Db,
  name: string,
): Promise<{ code: string; analyte: string; unit: string }[]> =>
  rowsOf(db)`
    select c.code, a.code as analyte, a.unit from instrument i
    join instrument_code c on c.site_id = i.site_id and c.instrument_id = i.id
    join analyte a on a.code = c.analyte_code
    where i.name = ${name} order by c.code`

/** Sets the time since which an analyser is silent. */
export const silence = (db: Db, name: string, since: Date) =>
  sql`
  update instrument_link l set connected_at = ${since}, heard_at = ${since}, message_at = ${since}
  from instrument i where i.site_id = l.site_id and i.id = l.instrument_id and i.name = ${name}`.execute(db)
