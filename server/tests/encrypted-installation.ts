import { writeFileSync } from 'node:fs'
import { inject } from 'vitest'
import { ownMasterKey } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { holdDataKeys } from '#server/platform/vault/data-keys.ts'
import { newKeyFile, readKeyFile } from '#server/platform/vault/key-file.ts'
import { Vault } from '#server/platform/vault/vault.ts'
import { copyInstalled, newDataFolder } from './data-folders.ts'

/**
 * A data folder as the first start of a new laboratory makes it, with a master key and a data key; the installed one of the tests has
 * neither. A server on a copy without the master key does not start.
 */
export async function installEncrypted(): Promise<string> {
  const dataDir = newDataFolder()
  copyInstalled(inject('installed'), dataDir)
  writeFileSync(ownMasterKey(dataDir), newKeyFile(), { mode: 0o600 })
  const log = createLog('silent')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const pool = openPool(postgres.connection, log, 1)
  const vault = new Vault(systemClock)
  const means = { db: openDatabase(pool, vault), clock: systemClock, log }
  const keys = await holdDataKeys(means, vault, readKeyFile(ownMasterKey(dataDir)))
  keys?.stop()
  await pool.end()
  await postgres.stop()
  return dataDir
}
