import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { id, type Total } from '#contract/fields.ts'
import { type Db, rowOf } from './database.ts'
import { invalid } from './errors.ts'

/**
 * Lists, read a page at a time by keyset: a page costs the same anywhere in the list. A list declares its `Order`, its statement
 * takes the page's condition, order and limit, and `readPage` does the rest.
 */

export type PageQuery = { limit: number; cursor?: string | undefined }
export type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** A sort column: its SQL, its direction, and the schema of its values in a cursor. */
type Column<Value> = { column: string; descends: boolean; value: z.ZodType<Value, unknown> }

const columnOf =
  <Value>(value: Column<Value>['value']) =>
  (text: string): Column<Value> => ({
    column: text.replace(/ desc$/, ''),
    descends: text.endsWith(' desc'),
    value,
  })

// A value outside its column's type would be an error of the statement: cursors come from outside.
/** To the millisecond, which is what the product's clock gives. */
export const instant = columnOf(z.iso.datetime({ precision: 3 }).transform((text) => new Date(text)))
export const uuid = columnOf(id)
export const smallint = columnOf(z.int().min(0).max(32_767))
export const bigint = columnOf(z.int().min(0))
export const real = columnOf(z.float32().refine((value) => value === 0 || Math.abs(value) > 1e-30))
export const text = columnOf(
  z
    .string()
    .max(100)
    .regex(/^[^\0]*$/),
)

/** The sort columns by the fields of a row that hold their values. Together they are unique. */
export type Order<Row> = { readonly [Field in keyof Row]?: Column<Row[Field]> }

/** The page's part of a statement: `where … and ${after} order by ${by} limit ${limit}`, or the builder's methods. */
export type Stretch = {
  after: RawBuilder<boolean>
  by: RawBuilder<unknown>
  /**
   * At least one row more than the page has, as a literal. As a parameter, a generic plan would take it for a tenth of the
   * table and sort that: 15 ms instead of 1 with 100,000 tasks. In a few steps, so that there are few statements.
   */
  limit: RawBuilder<number>
}

const steps = [1, 6, 26, 51, 101, 201]
export const limitRows = (rows: number): RawBuilder<number> =>
  sql.lit(steps.find((step) => step >= rows) ?? rows)

/** The rows of a page in their order, and the cursor of the next page if there is one. */
export async function readPage<Row>(
  { limit, cursor }: PageQuery,
  order: Order<Row>,
  read: (stretch: Stretch) => Promise<readonly Row[] | { rows: readonly Row[] }>,
): Promise<Page<Row>> {
  const after = cursor === undefined ? null : readCursor<Partial<Row>>(order, cursor)
  const found = await read({ after: isAfter(order, after), by: orderBy(order), limit: limitRows(limit + 1) })
  const all = 'rows' in found ? found.rows : found
  const rows = all.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: all.length > limit && last !== undefined ? writeCursor(order, last) : null }
}

export const emptyPage = { rows: [], nextCursor: null }

/** A page with its rows as they are shown. */
export const mapPage = <Row, Shown>(
  { rows, nextCursor }: Page<Row>,
  present: (row: Row, index: number) => Shown,
): Page<Shown> => ({ rows: rows.map(present), nextCursor })

/** The `order by` list of an order. `names` replaces its columns with those of an inner or outer select. */
export const orderBy = <Row>(order: Order<Row>, names = columnsOf(order).map(({ column }) => column)) =>
  sql.join(
    columnsOf(order).map(({ descends }, index) => sql.raw(`${names[index]}${descends ? ' desc' : ''}`)),
  )

/** The condition of rows after this key: one row comparison, which an index serves, if all columns have the same direction. */
function isAfter<Row>(order: Order<Row>, key: Partial<Row> | null): RawBuilder<boolean> {
  if (key === null) return sql`true`
  const columns = columnsOf(order)
  const values = keysOf(order).map((field) => sql`${key[field]}`)
  const [first] = columns
  if (columns.every(({ descends }) => descends === first?.descends)) {
    const names = sql.join(columns.map(({ column }) => sql.raw(column)))
    return sql`(${names}) ${sql.raw(first?.descends ? '<' : '>')} (${sql.join(values)})`
  }
  return columns.reduceRight<RawBuilder<boolean>>(
    (rest, { column, descends }, index) =>
      sql`(${sql.raw(`${column} ${descends ? '<' : '>'}`)} ${values[index]}
        or ${sql.raw(column)} = ${values[index]} and ${rest})`,
    sql`false`,
  )
}

export function writeCursor<Row>(order: Order<Row>, row: Partial<Row>): string {
  const key = keysOf(order).map((field) => row[field])
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** @throws Refusal if it is not a cursor of a list with this order */
export function readCursor<Key>(order: Order<Key>, cursor: string): Key {
  const values = key.safeParse(Buffer.from(cursor, 'base64url').toString()).data ?? []
  const fields = keysOf(order)
  const parsed = columnsOf(order).map(({ value }, index) => value.safeParse(values[index]))
  if (values.length !== fields.length || !parsed.every(({ success }) => success)) {
    throw invalid({ cursor: ['This is not the cursor of a page of this list'] })
  }
  return Object.fromEntries(fields.map((field, index) => [field, parsed[index]?.data])) as Key
}

const key = z
  .string()
  .transform((json, context) => {
    try {
      return JSON.parse(json)
    } catch {
      context.addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(z.array(z.unknown()).max(5))

const keysOf = <Row>(order: Order<Row>) => Object.keys(order) as (keyof Row)[]
const columnsOf = <Row>(order: Order<Row>) => Object.values(order) as Column<unknown>[]

// Counts

/** The limit of counting people: smaller for a search, since each match has to be read. */
export const mostPeople = (searched: boolean): number => (searched ? 2_000 : 10_000)

/** The total of a count that was limited to `most` + 1. */
export const totalUpTo = (counted: number, most: number): Total => ({
  count: Math.min(counted, most),
  exact: counted <= most,
})

/** Counts the rows of `from` (tables with their conditions), to one more than `most` and no further. */
export async function countUpTo(db: Db, from: RawBuilder<unknown>, most: number): Promise<Total> {
  const row = await rowOf(db)<{ n: number }>`
    select count(*)::int as n from (select from ${from} limit ${most + 1}) counted`
  return totalUpTo(row?.n ?? 0, most)
}
