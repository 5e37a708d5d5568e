import { existsSync } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from './folder.ts'
import { type BackupKey, readSealed, seal, sealedSuffix } from './seal.ts'

/**
 * A laboratory that keeps its master key in the data folder has it beside the copies as well, sealed like these: without it the encrypted
 * fields of a restored database cannot be read.
 */
export const masterKeyFile = `master-key.txt${sealedSuffix}`
const sealedIn = (folder: string) => join(folder, masterKeyFile)

export async function saveMasterKey(file: string, { folder, key }: { folder: string; key: BackupKey }) {
  if (existsSync(file)) await writeWhole(sealedIn(folder), await seal(key, await readFile(file)))
}

/** Returns false if the backups have no master key, or the data folder has one. */
export async function restoreMasterKey(
  file: string,
  { folder, key }: { folder: string; key: BackupKey },
): Promise<boolean> {
  if (existsSync(file) || !existsSync(sealedIn(folder))) return false
  await writeWhole(file, await readSealed(key, sealedIn(folder)))
  await chmod(file, 0o600)
  return true
}
