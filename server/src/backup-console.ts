import type { BackupSettings, Config } from './config.ts'
import { readConfig } from './config.ts'
import { reachEmbedded } from './console-database.ts'
import { type Archive, ArchiveInUse, startArchive } from './platform/backup/archive.ts'
import { prepareFolder } from './platform/backup/folder.ts'
import { readKey } from './platform/backup/seal.ts'
import { type Connection, type Db, openDatabase, openPool } from './platform/database.ts'
import { isSqlError } from './platform/errors.ts'
import { createLog } from './platform/log.ts'
import { roles } from './platform/postgres/roles.ts'
import { StartupError } from './platform/startup-error.ts'

const missingTable = '42P01'

export const log = createLog('silent')

export function settingsOf(config: Config): BackupSettings {
  if (config.backups) return config.backups
  throw new StartupError(
    'Set BACKUP_DIR, the folder of the backups, and BACKUP_KEY, the file with their key.',
  )
}

export type BackupConsole = { config: Config; settings: BackupSettings; db: Db; backup: Connection }

/**
 * Connects to the laboratory's database as the product and as the role that copies. The embedded one is started if no server
 * runs on it.
 */
export async function withLaboratory<Result>(work: (at: BackupConsole) => Promise<Result>): Promise<Result> {
  const config = readConfig()
  const settings = settingsOf(config)
  const { connection, backup, stop } = await reach(config, settings)
  const pool = openPool(connection, log, 2)
  try {
    return await work({ config, settings, db: openDatabase(pool), backup })
  } finally {
    await pool.end()
    await stop()
  }
}

async function reach(config: Config, settings: BackupSettings) {
  if (config.databaseUrl && settings.databaseUrl) {
    return {
      connection: { url: config.databaseUrl },
      backup: { url: settings.databaseUrl },
      stop: async () => {},
    }
  }
  const { as, stop } = await reachEmbedded(config)
  return { connection: as(roles.work), backup: as(roles.backup), stop }
}

/**
 * Archives the log while `work` runs, unless the running server does.
 * @param work gets a function that returns the archive of this process, or null once it is known that the server archives
 */
export async function archiving<Result>(
  { backup, settings }: BackupConsole,
  work: (ownArchive: () => Archive | null) => Promise<Result>,
): Promise<Result> {
  prepareFolder(settings.folder)
  const key = await readKey(settings.keyFile)
  const archive = await startArchive({ connection: backup, folder: settings.folder, key, everyMs: 500 })
  let own: Archive | null = archive
  const broken = archive.ended.then((error) => {
    own = null
    if (error instanceof ArchiveInUse) return new Promise<never>(() => {})
    throw error
  })
  try {
    return await Promise.race([work(() => own), broken])
  } finally {
    await archive.stop()
  }
}

/** Runs a command at the console and ends the process with 0, or with 1 and the reason in one line. */
export function atConsole(command: () => Promise<boolean>): void {
  command().then(
    (good) => process.exit(good ? 0 : 1),
    (error: unknown) => {
      const said = sayError(error)
      process.stderr.write(`${said}\n`)
      process.exit(1)
    },
  )
}

export const say = (line: string) => process.stdout.write(`${line}\n`)

function sayError(error: unknown): string {
  if (isSqlError(error, missingTable))
    return 'This database is not of this version yet: start Phial on it once.'
  if (error instanceof StartupError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
