import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A run that is killed leaves its folders; the next run finds them by this, and by the number of the process. */
export const prefix = 'phial-tests-'

const gigabyte = 2 ** 30

/**
 * Where tests' databases are, the best place first. Cloning one copies hundreds of small files: into memory that takes a
 * sixth of the processor time that it takes onto a disk.
 */
export const dataRoots = ['/dev/shm', tmpdir()].filter((folder) => existsSync(folder))

/** Containers often give /dev/shm 64 MB only. */
function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * gigabyte && freemem() > 4 * gigabyte
}

export const roomyRoot = (): string => dataRoots.find(hasRoom) ?? tmpdir()

/** An empty folder. As root the database runs as a user of its own, who must be able to pass through. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(roomyRoot(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

/** Copies the stopped database of one data folder into another. Owners stay: as root it is another account's. */
export function copyInstalled(from: string, dataDir: string): void {
  execFileSync('cp', ['-a', join(from, 'postgres'), dataDir])
}
