import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { isSqlError } from './errors.ts'
import { StartupError } from './startup-error.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** An arbitrary number, the same in all processes. */
const lockKey = 7_446_251_990
const insufficientPrivilege = '42501'

type Migration = { name: string; sql: string; checksum: string }

/** The migrations of a folder, in order. A misnamed SQL file is refused, since it would otherwise never run. */
export function migrationsAmong(files: readonly string[]): string[] {
  const names = files.filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))
  if (misnamed === undefined) return names
  throw new StartupError(
    `Rename the migration ${misnamed}: use four digits, “_”, and lower-case letters and “_”, such as 0001_visits.sql.`,
  )
}

let read: Promise<Migration[]> | undefined
/** Read once: an update of the folder must not make a running process ask for a newer database. */
const onDisk = (): Promise<Migration[]> => {
  read ??= readFolder()
  return read
}

async function readFolder(): Promise<Migration[]> {
  return Promise.all(
    migrationsAmong(await readdir(folder)).map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Migrates the database to this version: forward only, each file in a transaction of its own, one process at a time; then
 * runs `afterwards`, even if there was nothing to migrate. A file that changed after it ran is refused, since two databases
 * would then differ under the same name. What a migration raises as `info` is passed to `say`. A role that owns nothing may call it if there is nothing to migrate.
 */
export async function migrate(
  pool: pg.Pool,
  afterwards: (client: pg.PoolClient) => Promise<void> = async () => {},
  say: (line: string) => void = () => {},
): Promise<string[]> {
  const client = await pool.connect()
  const hear = ({ severity, message }: { severity?: string | undefined; message?: string | undefined }) => {
    if (severity === 'INFO' && message !== undefined) say(message)
  }
  client.on('notice', hear)
  try {
    await client.query(`select pg_advisory_lock(${lockKey})`)
    const fresh = await runMigrations(client)
    await afterwards(client)
    return fresh
  } catch (error) {
    if (!(error instanceof Error && isSqlError(error, insufficientPrivilege))) throw error
    throw new StartupError(
      `The role of the database may not bring it to this version (${error.message}): set MIGRATION_DATABASE_URL to the role that owns it.`,
    )
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => undefined)
    client.off('notice', hear)
    client.release()
  }
}

/**
 * `uuidv7()` of PostgreSQL 18, where it is missing: the milliseconds since 1970 in 48 bits, then random bits, of which four
 * hold the version.
 */
const uuidv7BeforePostgres18 = `do $$ begin
  if to_regprocedure('uuidv7()') is null then
    create function uuidv7() returns uuid language sql volatile parallel safe as $body$
      select encode(set_bit(set_bit(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $body$;
  end if;
end $$`

async function runMigrations(client: pg.PoolClient): Promise<string[]> {
  const table = await client.query("select from pg_class where oid = to_regclass('migration')")
  if (table.rowCount === 0) {
    await client.query(
      'create table migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
  }
  await client.query(uuidv7BeforePostgres18)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  )
  const ran = new Map(rows.map((row) => [row.name, row.checksum]))
  const migrations = await onDisk()
  const unknown = [...ran.keys()].find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown) {
    throw new StartupError(
      `The database was made by a newer version (it ran ${unknown}); start that version.`,
    )
  }
  const fresh: string[] = []
  for (const migration of migrations) {
    const before = ran.get(migration.name)
    if (before === migration.checksum) continue
    if (before !== undefined) {
      throw new StartupError(`Migration ${migration.name} was changed after it ran on this database.`)
    }
    await client.query('begin')
    try {
      await client.query(migration.sql)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    fresh.push(migration.name)
  }
  if (fresh.length > 0) await analyzeFilled(client)
  return fresh
}

/**
 * Until autovacuum comes by, plans over new and rewritten tables would read them whole. Empty tables are left out: once one
 * has been seen empty, the planner expects next to no rows in it, and joins its first thousands without an index.
 */
async function analyzeFilled(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where pg_relation_size(relid) > 0`,
  )
  for (const { name } of rows) await client.query(`analyze ${name}`)
}

/** Whether every migration of this version has run: part of being ready. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from migration')
  const ran = new Set(rows.map((row) => row.name))
  return (await onDisk()).every((migration) => ran.has(migration.name))
}
