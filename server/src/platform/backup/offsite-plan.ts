import { copyFiles } from './copy.ts'
import { type CopyName, longestSegments, readCopyName, readSegmentFile, withoutGap } from './names.ts'
import { notNeeded } from './retention.ts'
import { timelineOf } from './segments.ts'

/** What is sent to the bucket and removed from it, by the names of the files in the folder and of the objects in the bucket. */

const filesOfCopy: readonly string[] = Object.values(copyFiles)

/** The copies of which all files are there, the oldest first. */
export function wholeCopies(names: ReadonlySet<string>): CopyName[] {
  const found = new Set([...names].map((name) => /^base\/([^/]+)\//.exec(name)?.[1] ?? ''))
  return [...found].sort().flatMap((name) => {
    const copy = filesOfCopy.every((file) => names.has(`base/${name}/${file}`)) ? readCopyName(name) : null
    return copy ?? []
  })
}

/** The names of the files of the log, without their folder. */
export const logFiles = (names: Iterable<string>): string[] =>
  [...names].flatMap((name) => (name.startsWith('wal/') ? [name.slice('wal/'.length)] : []))

/** Files that are missing in the bucket: what a restore of the newest copy needs comes first. */
export function toSend(
  folder: ReadonlySet<string>,
  bucket: ReadonlySet<string>,
): { log: string[]; copies: string[] } {
  const missing = new Set([...folder].filter((name) => !bucket.has(name)).sort())
  const newest = wholeCopies(folder).at(-1)
  const isNeeded = (name: string) => newest === undefined || name >= `wal/${newest.firstSegment}`
  const others = [...missing].filter((name) => !name.startsWith('base/'))
  const copies = wholeCopies(folder)
    .reverse()
    // The list of hashes is sent last.
    .flatMap(({ name }) => Object.values(copyFiles).map((file) => `base/${name}/${file}`))
  return {
    log: [...others.filter(isNeeded), ...others.filter((name) => !isNeeded(name))],
    copies: copies.filter((name) => missing.has(name)),
  }
}

/**
 * Objects that the folder no longer has and that no restore needs, by the retention rule of the folder. A folder that was emptied or is
 * new therefore removes nothing. Objects with other names are ignored.
 */
export function surplusOf(folder: ReadonlySet<string>, bucket: ReadonlySet<string>, days: number): string[] {
  const copies = wholeCopies(bucket)
  const newest = copies.at(-1)
  if (!newest || wholeCopies(folder).length === 0) return []
  const files = logFiles(bucket)
  const longest = longestSegments(files)
  const best = new Set(longest.map(({ file }) => file))
  const old = notNeeded(
    copies,
    longest.map(({ name }) => name),
    days,
    newest.endedAt,
  )
  const isOldCopy = (name: string) => {
    const copy = readCopyName(name)
    if (!copy) return false
    const isWhole = copies.some((one) => one.name === name)
    return old.copies.some((one) => one.name === name) || (!isWhole && copy.endedAt < newest.endedAt)
  }
  const isOldFile = (file: string) => {
    const segment = readSegmentFile(file)
    return segment !== null && (old.segments.has(segment.name) || !best.has(file))
  }
  return [...bucket].filter((name) => {
    const [first, second = '', third = ''] = name.split('/')
    if (folder.has(name)) return false
    return first === 'base'
      ? filesOfCopy.includes(third) && isOldCopy(second)
      : first === 'wal' && isOldFile(second)
  })
}

/** The newest copy from which the bucket can restore everything up to a position of the log; null: there is none. */
export function reachingCopy(
  bucket: ReadonlySet<string>,
  { timeline, lsn }: { timeline: number; lsn: bigint },
): CopyName | null {
  const segments = longestSegments(logFiles(bucket))
  const reaches = ({ firstSegment }: CopyName) =>
    timelineOf(firstSegment) === timeline && withoutGap(segments, firstSegment).end >= lsn
  return wholeCopies(bucket).findLast(reaches) ?? null
}
