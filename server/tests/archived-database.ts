import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startArchive } from '#server/platform/backup/archive.ts'
import { prepareFolder } from '#server/platform/backup/folder.ts'
import { newKeyFile, readKey } from '#server/platform/backup/seal.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { copyInstalled } from './data-folders.ts'

export const silentLog = createLog('silent')
// A test survives no power failure; recovery needs whole pages in the log all the same.
const quick = { fsync: 'off', full_page_writes: 'on' }

export const startDatabase = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} }, settings: quick })

export async function query(connection: EmbeddedPostgres['connection'], text: string) {
  const client = new pg.Client({ ...connection, ssl: false })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export type ArchivedDatabase = Awaited<ReturnType<typeof openArchived>>

/**
 * A database in `root/data` whose log is archived into `root/backups` with the key `root/key.txt`.
 * @param environment further settings
 */
export async function openArchived(root: string, environment: Readonly<Record<string, string>> = {}) {
  const path = (name: string) => join(root, name)
  mkdirSync(path('data'), { mode: 0o711 })
  copyInstalled(inject('installed'), path('data'))
  writeFileSync(path('key.txt'), (await newKeyFile()).text)
  const own = { BACKUP_DIR: path('backups'), BACKUP_KEY: path('key.txt') }
  const { backups: settings } = readConfig({ ...own, ...environment })
  if (!settings) throw new Error('Backups are not set up')
  const postgres = await startDatabase(path('data'))
  const pool = openPool(postgres.connection, silentLog, 2)
  prepareFolder(settings.folder)
  const key = await readKey(settings.keyFile)
  const archive = await startArchive({
    connection: postgres.backup,
    folder: settings.folder,
    key,
    everyMs: 100,
  })
  return {
    ...{ postgres, db: openDatabase(pool), archive, settings },
    /** Waits until everything committed before is in the archive. */
    async archived(): Promise<void> {
      const [{ now }] = await query(postgres.owner, 'select clock_timestamp() as now')
      while ((archive.until() ?? 0) < now) await sleep(20)
    },
    async close(): Promise<void> {
      await archive.stop()
      await pool.end()
      await postgres.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
