import { systemClock } from '../clock.ts'
import type { Db } from '../database.ts'
import type { Json, JsonValue } from '../schema.gen.ts'
import { type EncryptedColumn, encryptedTables } from './encrypted-tables.ts'
import type { HashedColumn } from './hashed-columns.ts'
import { numberIn, Vault } from './vault.ts'
import { VaultPlugin } from './vault-plugin.ts'

/** Encrypts and decrypts what statements write and read, with the vault of their database. Null stays null. */

const withoutKeys = new Vault(systemClock)

/** The vault that a database was opened with; for console commands that were given none, one without keys. */
export function vaultOf(db: Db): Vault {
  const plugin = db.getExecutor().plugins.find((one) => one instanceof VaultPlugin)
  return plugin?.vault ?? withoutKeys
}

export function encryptText<Text extends string | null>(
  db: Db,
  column: EncryptedColumn,
  row: string,
  text: Text,
): Text {
  return (text === null ? null : vaultOf(db).encryptText({ column, row }, text)) as Text
}

export function decryptText<Text extends string | null>(
  db: Db,
  column: EncryptedColumn,
  row: string,
  text: Text,
): Text {
  return (text === null ? null : vaultOf(db).decryptText({ column, row }, text)) as Text
}

export function encryptBytes<Bytes extends Buffer | null>(
  db: Db,
  column: EncryptedColumn,
  row: string,
  bytes: Bytes,
): Bytes {
  return (bytes === null ? null : vaultOf(db).encryptBytes({ column, row }, bytes)) as Bytes
}

export function decryptBytes<Bytes extends Buffer | null>(
  db: Db,
  column: EncryptedColumn,
  row: string,
  bytes: Bytes,
): Bytes {
  return (bytes === null ? null : vaultOf(db).decryptBytes({ column, row }, bytes)) as Bytes
}

/** The hash by which an encrypted value is found; null if the vault has no hash key. */
export const hashOfValue = (db: Db, column: HashedColumn, text: string): Buffer | null =>
  vaultOf(db).hash(column, text)

/** Whether columns with a hash are encrypted by now. */
export const hashesNow = (db: Db): boolean => vaultOf(db).hashesNow()

/**
 * The forms in which the digest of content with identifiers can be stored: the digest itself and, with a hash key, its keyed hash. The
 * first one is to be written. Searches compare all, since the digest itself was written without a key, before its use, and by earlier
 * versions.
 */
export function digestsOf(db: Db, digest: Buffer): [written: Buffer, ...others: Buffer[]] {
  const keyed = vaultOf(db).keyedDigest(digest)
  if (!keyed) return [digest]
  return hashesNow(db) ? [keyed, digest] : [digest, keyed]
}

/** A row with its column `bytes` as it was before it was encrypted. */
export const withPlainBytes = <Row extends { bytes: Buffer | null }>(
  db: Db,
  column: EncryptedColumn,
  row: string,
  found: Row,
): Row => ({ ...found, bytes: decryptBytes(db, column, row, found.bytes) })

/** The value as a parameter for a column of type `jsonb`: a ciphertext is a JSON string. */
export function encryptJson(db: Db, column: EncryptedColumn, row: string, value: JsonValue): string {
  const text = JSON.stringify(value)
  const encrypted = vaultOf(db).encryptText({ column, row }, text)
  return encrypted === text ? text : JSON.stringify(encrypted)
}

export function decryptJson(db: Db, column: EncryptedColumn, row: string, value: Json | null): Json | null {
  if (typeof value !== 'string' || numberIn(value) === null) return value
  return JSON.parse(vaultOf(db).decryptText({ column, row }, value))
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The encrypted columns of a table, by their names in the database. */
export const encryptedColumnsOf = (tableName: string): { name: string; column: EncryptedColumn }[] =>
  Object.entries(encryptedTables)
    .filter(([table]) => snakeCase(table) === tableName)
    .flatMap(([table, { columns }]) =>
      Object.keys(columns).map((name) => ({
        name: snakeCase(name),
        column: `${table}.${name}` as EncryptedColumn,
      })),
    )
