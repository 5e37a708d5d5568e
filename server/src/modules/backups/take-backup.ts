import type { BackupSettings } from '#server/config.ts'
import { copyDatabase, sizeOf } from '#server/platform/backup/copy.ts'
import type { Copy } from '#server/platform/backup/folder.ts'
import { saveMasterKey } from '#server/platform/backup/master-key.ts'
import { removeOld, removeUnfinished } from '#server/platform/backup/retention.ts'
import { readKey } from '#server/platform/backup/seal.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Connection, Db } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { addCopy, readAuditHead } from './queries-backups.ts'

export type BackupMeans = {
  db: Db
  clock: Clock
  /** Connects as the role that copies. */
  connection: Connection
  settings: BackupSettings
}

/** Makes a backup, removes those that are too old, and records the attempt. The log must be archived meanwhile. */
export async function takeBackup({ db, clock, connection, settings }: BackupMeans): Promise<Copy> {
  const startedAt = clock.now()
  const record = (of: { name: string | null; bytes: number | null; problem: string | null }) =>
    addCopy(db, { id: uuidv7(clock), startedAt, endedAt: clock.now(), ...of })
  try {
    const key = await readKey(settings.keyFile)
    if (settings.masterKeyFile) await saveMasterKey(settings.masterKeyFile, { folder: settings.folder, key })
    const copy = await copyDatabase({ connection, folder: settings.folder, key, readExtra: readAuditHead })
    await record({ name: copy.name, bytes: await sizeOf(copy), problem: null })
    await removeOld(settings.folder, settings.days, copy.endedAt)
    await removeUnfinished(settings.folder, copy.endedAt)
    return copy
  } catch (error) {
    await record({ name: null, bytes: null, problem: error instanceof Error ? error.message : String(error) })
    throw error
  }
}
