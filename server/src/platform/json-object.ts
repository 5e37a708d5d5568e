import { type RawBuilder, sql } from 'kysely'

/** A JSON object of columns of a table, by their names in camel case: `jsonObject('s', ['id', 'timeZone'])`. */
export const jsonObject = (table: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(
    columns.flatMap((column) => [sql.lit(column), sql.ref(`${table}.${column}`)]),
  )})`
