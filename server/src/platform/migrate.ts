import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartupError } from './startup-error.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** Any number works, as long as every process of the product takes the same one. */
const lockKey = 7_446_251_990

type Migration = { name: string; sql: string; checksum: string }

async function onDisk(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database to this version: forward only, each file in a transaction of its own, one process at a time.
 * A file that changed after it ran is refused, since two databases would then differ under the same name.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query(`select pg_advisory_lock(${lockKey})`)
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
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
    return fresh
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => undefined)
    client.release()
  }
}

/** Whether every migration of this version has run: part of being ready. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from migration')
  const ran = new Set(rows.map((row) => row.name))
  return (await onDisk()).every((migration) => ran.has(migration.name))
}
