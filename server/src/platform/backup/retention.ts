import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, days as daysOf } from '../clock.ts'
import { copiesFolder, keptFolder, listCopies, listSegments, unfinished, walFolder } from './folder.ts'
import type { CopyName } from './names.ts'
import { beginningOf, timelineOf } from './segments.ts'

/**
 * What is not needed to restore any moment of the last `days` days: the copies before the newest one that is older than that, and the
 * segments before the ones that the other copies need. The newest copy is always needed.
 * @param copies the oldest first
 * @param segments names of segments
 */
export function notNeeded<One extends CopyName>(
  copies: readonly One[],
  segments: Iterable<string>,
  days: number,
  now: Date,
): { copies: One[]; segments: Set<string> } {
  const earliest = after(now, -daysOf(days))
  const first = Math.max(
    0,
    copies.findLastIndex(({ endedAt }) => endedAt <= earliest),
  )
  const needed = firstNeeded(copies.slice(first))
  const newest = Math.max(...needed.keys())
  const isOld = (segment: string) => {
    const from = needed.get(timelineOf(segment))
    // A timeline later than all copies keeps its segments: its first copy is about to be made.
    return from === undefined ? timelineOf(segment) < newest : beginningOf(segment) < from
  }
  return { copies: copies.slice(0, first), segments: new Set([...segments].filter(isOld)) }
}

/** The first position of each timeline that a copy needs. */
function firstNeeded(copies: readonly CopyName[]): Map<number, bigint> {
  const first = new Map<number, bigint>()
  for (const { firstSegment } of copies) {
    const [timeline, at] = [timelineOf(firstSegment), beginningOf(firstSegment)]
    const known = first.get(timeline)
    if (known === undefined || at < known) first.set(timeline, at)
  }
  return first
}

/** Removes what is not needed in the folder. Returns the names of the removed copies. */
export async function removeOld(folder: string, days: number, now: Date): Promise<string[]> {
  const segments = listSegments(folder)
  const old = notNeeded(
    listCopies(folder),
    segments.map(({ name }) => name),
    days,
    now,
  )
  for (const { name, path } of old.copies) {
    // Renamed first: a copy of which a part is removed must not look whole.
    const leaving = join(copiesFolder(folder), unfinished + name)
    await rename(path, leaving)
    await rm(leaving, { recursive: true })
  }
  for (const { name, path } of segments) if (old.segments.has(name)) await rm(path)
  return old.copies.map(({ name }) => name)
}

/** Removes what processes that were killed more than a day ago left unfinished. */
export async function removeUnfinished(folder: string, now: Date): Promise<void> {
  for (const each of [copiesFolder(folder), walFolder(folder), keptFolder(folder)]) {
    for (const name of await readdir(each)) {
      if (!name.startsWith(unfinished)) continue
      const path = join(each, name)
      const entry = await stat(path).catch(() => null)
      if (entry && now.getTime() - entry.mtimeMs > daysOf(1)) await rm(path, { recursive: true, force: true })
    }
  }
}
