import { sealedSuffix } from './seal.ts'
import { beginningOf, segmentBytes, timelineOf } from './segments.ts'

/**
 * The names in a store of backups: a folder, or a bucket with the same names. Retention and the choice of a copy need only these; the
 * contents need the key.
 */

/** A copy of the database: when it ended, and the first segment of the log that it needs. */
export type CopyName = { name: string; endedAt: Date; firstSegment: string }
/** A segment of the log in the archive; `bytes` of it are in the file. */
export type SegmentFile = { name: string; file: string; bytes: bigint }

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

export const copyName = (endedAt: Date, firstSegment: string): string => `${stamp(endedAt)}_${firstSegment}`

export function readCopyName(name: string): CopyName | null {
  const [, date, hour, minute, second, firstSegment] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)Z_([0-9A-F]{24})$/.exec(name) ?? []
  if (date === undefined || firstSegment === undefined) return null
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  return { name, endedAt: new Date(`${day}T${hour}:${minute}:${second}Z`), firstSegment }
}

export const segmentFile = (segment: string, bytes: bigint): string =>
  bytes === segmentBytes
    ? segment + sealedSuffix
    : `${segment}.${bytes.toString(16).toUpperCase().padStart(8, '0')}${sealedSuffix}`

export function readSegmentFile(file: string): SegmentFile | null {
  const [, name, end] = /^([0-9A-F]{24})(?:\.([0-9A-F]{8}))?\.zst\.age$/.exec(file) ?? []
  if (name === undefined) return null
  return { name, file, bytes: end === undefined ? segmentBytes : BigInt(`0x${end}`) }
}

/** The name that PostgreSQL gives the history of a timeline. */
export const readHistoryFile = (file: string): string | null =>
  /^([0-9A-F]{8}\.history)\.zst\.age$/.exec(file)?.[1] ?? null

/** What a restore to an earlier moment must not lose: one file for each entry. */
export const keptFile = (at: Date, id: string): string => `${stamp(at)}_${id}${sealedSuffix}`

export const readKeptFile = (file: string): string | null =>
  /^\d{8}T\d{6}Z_([0-9a-f-]{36})\.zst\.age$/.exec(file)?.[1] ?? null

/** The segments among some files, the oldest first; of several files for one segment, the one that holds most of it. */
export function longestSegments(files: Iterable<string>): SegmentFile[] {
  const best = new Map<string, SegmentFile>()
  for (const file of [...files].sort()) {
    const segment = readSegmentFile(file)
    if (segment && (best.get(segment.name)?.bytes ?? 0n) < segment.bytes) best.set(segment.name, segment)
  }
  return [...best.values()]
}

/** The segments from `first` on without a gap, and the position at which they end. */
export function withoutGap<Segment extends { name: string; bytes: bigint }>(
  sorted: readonly Segment[],
  first: string,
): { segments: Segment[]; end: bigint } {
  let end = beginningOf(first)
  const segments: Segment[] = []
  for (const segment of sorted) {
    if (timelineOf(segment.name) !== timelineOf(first) || beginningOf(segment.name) !== end) continue
    segments.push(segment)
    end += segment.bytes
    if (segment.bytes < segmentBytes) break
  }
  return { segments, end }
}
