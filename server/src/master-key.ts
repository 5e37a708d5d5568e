import { existsSync, writeFileSync } from 'node:fs'
import type pg from 'pg'
import { type Config, type MasterKeyPlace, ownMasterKey } from './config.ts'
import { askKeyCommand } from './platform/vault/key-command.ts'
import { newKeyFile, readKeyFile } from './platform/vault/key-file.ts'
import { joinSources, type KeySource } from './platform/vault/key-source.ts'

/**
 * The master key of the settings, or the one in the data folder, which a new laboratory with an embedded database gets. Call it before the
 * database is migrated, since only a database without tables is new. Null: fields are not encrypted.
 */
export async function findMasterKey(config: Config, pool: pg.Pool): Promise<KeySource | null> {
  const [first, ...others] = config.masterKeys
  if (first) return joinSources(await sourceAt(first), await Promise.all(others.map(sourceAt)))
  // Several servers can use one PostgreSQL of one's own, and all need the same key.
  if (config.databaseUrl) return null
  const file = ownMasterKey(config.dataDir)
  if (!existsSync(file)) {
    if (!(await isNew(pool))) return null
    writeFileSync(file, newKeyFile(), { flag: 'wx', mode: 0o600, flush: true })
  }
  return readKeyFile(file)
}

const sourceAt = async ({ kind, path }: MasterKeyPlace): Promise<KeySource> =>
  kind === 'command' ? askKeyCommand(path) : readKeyFile(path)

async function isNew(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ fresh: boolean }>(`select to_regclass('migration') is null as fresh`)
  return rows[0]?.fresh ?? false
}
