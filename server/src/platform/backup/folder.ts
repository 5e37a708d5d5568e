import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileProblem } from '../postgres/data-folder.ts'
import { StartupError } from '../startup-error.ts'
import { sealedSuffix } from './seal.ts'
import { beginningOf, segmentBytes, timelineOf } from './segments.ts'

/**
 * The folder of the backups.
 *
 *   base/20261128T010000Z_000000010000000000000005/   a copy of the database: when it ended, and the first segment it needs
 *   wal/000000010000000000000005.zst.age              a whole segment of the write-ahead log
 *   wal/000000010000000000000006.00A3F000.zst.age     the beginning of the newest one, replaced as it grows
 *   wal/00000002.history.zst.age                      from which timeline a restored database went on
 *   kept/20261128T100000Z_<id>.zst.age                what a restore to an earlier moment must not lose, each entry once
 *
 * Retention and the choice of a copy need only these names; the contents need the key. An entry with another name is unfinished.
 */
export type Copy = { name: string; path: string; endedAt: Date; firstSegment: string }

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

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

export const copyName = (endedAt: Date, firstSegment: string): string => `${stamp(endedAt)}_${firstSegment}`

/** The path of an entry of `kept`, which is written once. */
export const keptPath = (folder: string, at: Date, id: string): string =>
  join(keptFolder(folder), `${stamp(at)}_${id}${sealedSuffix}`)

/** The entries of `kept` with their ids, the oldest first. Folders of earlier versions have none. */
export function listKept(folder: string): { id: string; path: string }[] {
  if (!existsSync(keptFolder(folder))) return []
  return list(keptFolder(folder))
    .sort()
    .flatMap((name) => {
      const id = /^\d{8}T\d{6}Z_([0-9a-f-]{36})\.zst\.age$/.exec(name)?.[1]
      return id === undefined ? [] : [{ id, path: join(keptFolder(folder), name) }]
    })
}

/** The finished copies, the oldest first. */
export function listCopies(folder: string): Copy[] {
  return list(copiesFolder(folder))
    .sort()
    .flatMap((name) => {
      const [, date, hour, minute, second, firstSegment] =
        /^(\d{8})T(\d\d)(\d\d)(\d\d)Z_([0-9A-F]{24})$/.exec(name) ?? []
      if (date === undefined || firstSegment === undefined) return []
      const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
      const endedAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
      return [{ name, path: join(copiesFolder(folder), name), endedAt, firstSegment }]
    })
}

/** A segment in the archive; `bytes` of it are there. */
export type Archived = { name: string; path: string; bytes: bigint }

/** The archived segments, the oldest first. */
export function listSegments(folder: string): Archived[] {
  const best = new Map<string, Archived>()
  for (const file of list(walFolder(folder)).sort()) {
    const [, name, end] = /^([0-9A-F]{24})(?:\.([0-9A-F]{8}))?\.zst\.age$/.exec(file) ?? []
    if (name === undefined) continue
    const bytes = end === undefined ? segmentBytes : BigInt(`0x${end}`)
    const known = best.get(name)
    if (!known || known.bytes < bytes) best.set(name, { name, path: join(walFolder(folder), file), bytes })
  }
  return [...best.values()]
}

/** The histories of timelines in the archive, with the name that PostgreSQL gives them. */
export const listHistories = (folder: string): { name: string; path: string }[] =>
  list(walFolder(folder)).flatMap((file) => {
    const name = /^([0-9A-F]{8}\.history)\.zst\.age$/.exec(file)?.[1]
    return name === undefined ? [] : [{ name, path: join(walFolder(folder), file) }]
  })

/** The segments from `first` on without a gap, and the position at which they end. */
export function segmentsFrom(folder: string, first: string): { segments: Archived[]; end: bigint } {
  let end = beginningOf(first)
  const segments: Archived[] = []
  for (const segment of listSegments(folder)) {
    if (timelineOf(segment.name) !== timelineOf(first) || beginningOf(segment.name) !== end) continue
    segments.push(segment)
    end += segment.bytes
    if (segment.bytes < segmentBytes) break
  }
  return { segments, end }
}

export const sealedName = (segment: string, bytes: bigint): string =>
  bytes === segmentBytes
    ? segment + sealedSuffix
    : `${segment}.${bytes.toString(16).toUpperCase().padStart(8, '0')}${sealedSuffix}`

/** Removes the files that hold less of the same segment. */
export async function removeShorter(folder: string, segment: string, bytes: bigint): Promise<void> {
  for (const file of await readdir(walFolder(folder))) {
    if (file.startsWith(`${segment}.`) && file < sealedName(segment, bytes))
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
