import { type RawBuilder, sql } from 'kysely'
import { after, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '../database.ts'
import { isSqlError, sqlState } from '../errors.ts'
import { type EncryptedColumn, type EncryptedTable, encryptedTables, type Kind } from './encrypted-tables.ts'
import { vaultOf } from './fields.ts'
import { isHashed } from './hashed-columns.ts'
import { CannotDecrypt, type DataKey, numberIn, type Place, type Vault } from './vault.ts'

type Means = Pick<Context, 'db' | 'clock' | 'log'>

/** A file has up to 10 MB. */
const rowsAtOnce = (table: EncryptedTable) =>
  columnsOf(table).some(({ kind }) => kind === 'bytes') ? 8 : 500
/** Batches of a table in one run; the rest follows in the next. */
const batchesAtOnce = 100
/** Every server encrypts with a new key after this time, so that no row is written with an earlier one behind the job. */
const settledAfter = minutes(10)

/** What erasures write into a text, which stays readable in the database. */
const erased = 'Erased'

/**
 * Encrypts what is not encrypted with the current data key or a newer one: rows written before the first key, and after a rotation those
 * with an earlier key. A newer one comes from a server whose clock is ahead. The job goes through each table once for each key and
 * continues where the run before ended. A row that changes meanwhile is left as it is, since whoever changes it encrypts with the current
 * key.
 */
export async function encryptRows({ db, clock, log }: Means): Promise<void> {
  const key = vaultOf(db).current()
  if (!key || clock.now() < after(key.usedFrom, settledAfter)) return
  const finished = await finishedTables(db, key)
  const hashesFrom = vaultOf(db).hashesFrom()
  const areHashesSettled = hashesFrom !== null && clock.now() >= after(hashesFrom, settledAfter)
  for (const table of tables) {
    if (finished.has(table) || (hasHash(table) && !areHashesSettled)) continue
    for (let batch = 0; batch < batchesAtOnce; batch++) {
      if (await encryptNext({ db, clock, log }, table, key)) break
    }
  }
}

const tables = Object.keys(encryptedTables) as EncryptedTable[]

type Value = string | Buffer

/** Encrypts the next rows of a table. True if none are left. */
async function encryptNext({ db, clock, log }: Means, table: EncryptedTable, key: DataKey): Promise<boolean> {
  const { reached, finishedAt } = await progressOf(db, table, key)
  if (finishedAt) return true
  const columns = columnsOf(table)
  const values = columns.map((column) => sql`${stored(column)} as ${sql.ref(column.name)}`)
  const keyNames = sql.join(encryptedTables[table].key.map((name) => sql.ref(name)))
  const beyond = reached?.map((part) => sql`${part}::uuid`)
  const most = rowsAtOnce(table)
  const rows = await rowsOf(db)<{ row: string[] } & Record<string, Value | null>>`
    select array[${keyNames}] as row, ${sql.join(values)} from ${sql.table(table)}
    ${beyond ? sql`where (${keyNames}) > (${sql.join(beyond)})` : sql``} order by ${keyNames} limit ${sql.lit(most)}`
  for (const { row, ...found } of rows) {
    for (const column of columns) {
      const value = found[column.name] ?? ''
      if (value === '' || value === erased || (numberIn(value) ?? 0) >= key.number) continue
      await encryptOne({ db, log }, column, row, value)
    }
  }
  const isLast = rows.length < most
  const passed = await wroteRow(
    db
      .updateTable('encryptionProgress')
      .set(({ eb }) => ({
        reached: rows.at(-1)?.row ?? reached,
        rowsPassed: eb('rowsPassed', '+', rows.length),
        finishedAt: isLast ? clock.now() : null,
      }))
      .where((of) => of.and({ tableName: table, keyNumber: key.number }))
      .where('reached', 'is not distinct from', sql<string[] | null>`${reached}::uuid[]`),
  )
  return isLast || !passed
}

type ColumnOf = { table: EncryptedTable; name: string; kind: Kind }

const columnsOf = (table: EncryptedTable): ColumnOf[] =>
  Object.entries(encryptedTables[table].columns).map(([name, kind]) => ({ table, name, kind }))

const nameOf = ({ table, name }: ColumnOf) => `${table}.${name}` as EncryptedColumn

const hasHash = (table: EncryptedTable) => columnsOf(table).some((column) => isHashed(nameOf(column)))

async function encryptOne(
  { db, log }: Pick<Means, 'db' | 'log'>,
  column: ColumnOf,
  key: readonly string[],
  earlier: Value,
): Promise<void> {
  const { table, name } = column
  const row = key.at(-1) ?? ''
  const place = { column: nameOf(column), row }
  try {
    const vault = vaultOf(db)
    const later = encryptedAgain(vault, place, earlier)
    if (table === 'contactAnswer') {
      await sql`select encrypt_contact_answer(${row}, ${earlier}, ${later})`.execute(db)
      return
    }
    const written = column.kind === 'json' ? sql`to_jsonb(${later}::text)` : sql`${later}`
    const isRow = encryptedTables[table].key.map((part, index) => sql`${sql.ref(part)} = ${key[index]}`)
    const hash = isHashed(place.column) && vault.hash(place.column, vault.decryptText(place, String(earlier)))
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${written} ${hash ? sql`, value_hash = ${hash}` : sql``}
      where ${sql.join(isRow, sql` and `)} and ${stored(column)} = ${earlier}`.execute(db)
  } catch (error) {
    if (isSqlError(error, sqlState.uniqueViolation)) {
      // The database compared the values differently when they were written. A search finds both rows, and staff can correct one.
      log.error({ column: place.column, row }, 'a value stays plain, since another row has the same')
      return
    }
    if (!(error instanceof CannotDecrypt)) throw error
    log.error({ column: place.column, row }, 'a ciphertext was changed, or belongs to another row or column')
  }
}

const encryptedAgain = (vault: Vault, place: Place, value: Value): Value =>
  typeof value === 'string'
    ? vault.encryptText(place, vault.decryptText(place, value))
    : vault.encryptBytes(place, vault.decryptBytes(place, value))

/** The value of a column; of JSON the text. */
const stored = ({ name, kind }: ColumnOf): RawBuilder<Value | null> =>
  kind === 'json' ? sql`${sql.ref(name)} #>> '{}'` : sql`${sql.ref(name)}`

async function finishedTables(db: Db, key: DataKey): Promise<Set<string>> {
  const rows = await db
    .selectFrom('encryptionProgress')
    .select('tableName')
    .where('keyNumber', '=', key.number)
    .where('finishedAt', 'is not', null)
    .execute()
  return new Set(rows.map(({ tableName }) => tableName))
}

/** How far the table is, from its beginning if the key is a new one. */
async function progressOf(db: Db, table: EncryptedTable, key: DataKey) {
  await sql`
    insert into encryption_progress as p (table_name, key_number, rows_total)
    select ${table}::text, ${key.number}::int, (select count(*) from ${sql.table(table)})
    where not exists (select from encryption_progress q where q.table_name = ${table} and q.key_number >= ${key.number}::int)
    on conflict (table_name) do update set key_number = excluded.key_number, rows_total = excluded.rows_total,
      reached = null, rows_passed = 0, finished_at = null
    where p.key_number < excluded.key_number`.execute(db)
  const row = await rowOf(db)<{ reached: string[] | null; finishedAt: Date | null }>`
    select reached, finished_at from encryption_progress where table_name = ${table} and key_number = ${key.number}::int`
  // A server with a newer key has begun anew.
  return row ?? { reached: null, finishedAt: new Date(0) }
}

/** `rowsLeft`: null until the job has begun with every table. */
type EncryptionState = { keyNumber: number; usedFrom: Date; rowsLeft: number | null }

/** The newest data key in use, and about how many rows the job has not looked at since. Null if nothing is encrypted. */
export const readEncryptionState = (db: Db, now: Date): Promise<EncryptionState | null> =>
  rowOf(db)`
    select k.number as key_number, k.used_from, (
      select case when count(*) = ${tables.length}::int
        then sum(case when p.finished_at is null then greatest(p.rows_total - p.rows_passed, 0) else 0 end)::int end
      from encryption_progress p where p.key_number = k.number) as rows_left
    from data_key k where k.used_from <= ${now}::timestamptz order by k.number desc limit 1`
