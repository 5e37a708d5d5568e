import { inject } from 'vitest'
import { copyInstalled, newDataFolder } from './data-folders.ts'
import { type OwnPostgres, ownPostgres } from './postgres-process.ts'

/**
 * Starts it with a migrated database `phial`, or without one if `empty`. `settings` are those of postgresql.conf.
 */
export async function startOwnPostgres({
  empty = false,
  settings = {},
}: {
  empty?: boolean
  settings?: Readonly<Record<string, string>>
} = {}): Promise<OwnPostgres> {
  const dataDir = newDataFolder()
  if (!empty) copyInstalled(inject('installed'), dataDir)
  const own = await ownPostgres(dataDir, settings, empty ? 'postgres' : 'phial')
  await own.start()
  return own
}
