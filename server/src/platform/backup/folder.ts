import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileProblem } from '../postgres/data-folder.ts'
import { StartupError } from '../startup-error.ts'
import {
  type CopyName,
  keptFile,
  longestSegments,
  readCopyName,
  readHistoryFile,
  readKeptFile,
  segmentFile,
  withoutGap,
} from './names.ts'

/**
 * The folder of the backups.
 *
 *   base/20261128T010000Z_000000010000000000000005/   a copy of the database: when it ended, and the first segment it needs
 *   wal/000000010000000000000005.zst.age              a whole segment of the write-ahead log
 *   wal/000000010000000000000006.00A3F000.zst.age     the beginning of the newest one, replaced as it grows
 *   wal/00000002.history.zst.age                      from which timeline a restored database went on
 *   kept/20261128T100000Z_<id>.zst.age                what a restore to an earlier moment must not lose, each entry once
 *
 * An entry with another name is unfinished.
 */
export type Copy = CopyName & { path: string }

/** The prefix of entries that are being written or removed. */
export const unfinished = '.new-'

export const copiesFolder = (folder: string) => join(folder, 'base')
export const walFolder = (folder: string) => join(folder, 'wal')
export const keptFolder = (folder: string) => join(folder, 'kept')

export function prepareFolder(folder: string): void {
  try {
    for (const each of [copiesFolder(folder), walFolder(folder), keptFolder(folder)])
      mkdirSync(each, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupError(`The folder ${folder} of the backups cannot be written: ${fileProblem(error)}`)
  }
}

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new StartupError(`The folder ${folder} of the backups cannot be read: ${fileProblem(error)}`)
  }
}

/** The path of an entry of `kept`, which is written once. */
export const keptPath = (folder: string, at: Date, id: string): string =>
  join(keptFolder(folder), keptFile(at, id))

/** The entries of `kept` with their ids, the oldest first. Folders of earlier versions have none. */
export function listKept(folder: string): { id: string; path: string }[] {
  if (!existsSync(keptFolder(folder))) return []
  return list(keptFolder(folder))
    .sort()
    .flatMap((name) => {
      const id = readKeptFile(name)
      return id === null ? [] : [{ id, path: join(keptFolder(folder), name) }]
    })
}

/** The finished copies, the oldest first. */
export function listCopies(folder: string): Copy[] {
  return list(copiesFolder(folder))
    .sort()
    .flatMap((name) => {
      const copy = readCopyName(name)
      return copy ? [{ ...copy, path: join(copiesFolder(folder), name) }] : []
    })
}

/** A segment in the archive; `bytes` of it are there. */
export type Archived = { name: string; path: string; bytes: bigint }

/** The archived segments, the oldest first. */
export const listSegments = (folder: string): Archived[] =>
  longestSegments(list(walFolder(folder))).map(({ name, file, bytes }) => ({
    ...{ name, bytes },
    path: join(walFolder(folder), file),
  }))

/** The histories of timelines in the archive, with the name that PostgreSQL gives them. */
export const listHistories = (folder: string): { name: string; path: string }[] =>
  list(walFolder(folder)).flatMap((file) => {
    const name = readHistoryFile(file)
    return name === null ? [] : [{ name, path: join(walFolder(folder), file) }]
  })

/** The segments from `first` on without a gap, and the position at which they end. */
export const segmentsFrom = (folder: string, first: string) => withoutGap(listSegments(folder), first)

/** The finished files of copies, log and `kept`, by their names below the folder with `/` between its parts. */
export function listFiles(folder: string): string[] {
  // A copy may have been removed since it was listed.
  const copies = listCopies(folder).flatMap(({ name, path }) =>
    existsSync(path) ? list(path).map((file) => `base/${name}/${file}`) : [],
  )
  const log = list(walFolder(folder)).map((file) => `wal/${file}`)
  const kept = listKept(folder).map(({ path }) => `kept/${basename(path)}`)
  return [...copies, ...log, ...kept].filter((name) => !name.includes(unfinished))
}

/** Removes the files that hold less of the same segment. */
export async function removeShorter(folder: string, segment: string, bytes: bigint): Promise<void> {
  for (const file of await readdir(walFolder(folder))) {
    if (file.startsWith(`${segment}.`) && file < segmentFile(segment, bytes))
      await rm(join(walFolder(folder), file))
  }
}

/** Writes a file that exists whole or not at all, also after a power failure. A slow disk does not block the process. */
export async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const fresh = join(dirname(path), `${unfinished}${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(fresh, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(fresh, path)
    await syncEntries(dirname(path))
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Makes a rename inside `folder` survive a power failure. */
export async function syncEntries(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
