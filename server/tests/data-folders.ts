import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import { freemem, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { ownMasterKey } from '#server/config.ts'
import { isAlive } from '#server/platform/postgres/staging.ts'

const ofTests = 'phial-tests-'

const gigabyte = 2 ** 30

/**
 * Folders for the tests' databases, the best first. Cloning a database copies hundreds of small files. In memory
 * this takes a sixth of the processor time that it takes on a disk.
 */
const dataRoots = ['/dev/shm', tmpdir()].filter((folder) => existsSync(folder))

/** Containers often limit /dev/shm to 64 MB. */
function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * gigabyte && freemem() > 4 * gigabyte
}

export const roomyRoot = (): string => dataRoots.find(hasRoom) ?? tmpdir()

/** An empty folder. Started by root, the database runs as another user, who must be able to enter it. */
export function newDataFolder(prefix = ofTests, root = roomyRoot()): string {
  const folder = mkdtempSync(join(root, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

/** Folders of killed runs of the same user, whose processes no longer exist. */
export const remainingFolders = (prefix = ofTests): string[] =>
  dataRoots.flatMap((root) =>
    readdirSync(root)
      .filter((name) => name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length).split('-')[0])))
      .map((name) => join(root, name))
      .filter((folder) => lstatSync(folder, { throwIfNoEntry: false })?.uid === userInfo().uid),
  )

/**
 * Copies a stopped database's data folder with the master key of its fields, if it has one. The owners of the files stay, which matters
 * for root.
 */
export function copyInstalled(from: string, dataDir: string): void {
  const masterKey = ownMasterKey(from)
  execFileSync('cp', ['-a', join(from, 'postgres'), ...(existsSync(masterKey) ? [masterKey] : []), dataDir])
}
