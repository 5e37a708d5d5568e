import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, days as daysOf } from '../clock.ts'
import { copiesFolder, keptFolder, listCopies, listSegments, unfinished, walFolder } from './folder.ts'
import { beginningOf, timelineOf } from './segments.ts'

/**
 * Removes what is not needed to restore any moment of the last `days` days: the copies before the newest one that is older
 * than that, and the log before the copies that stay. The newest copy always stays. Returns the names of the removed copies.
 */
export async function removeOld(folder: string, days: number, now: Date): Promise<string[]> {
  const copies = listCopies(folder)
  const earliest = after(now, -daysOf(days))
  const first = Math.max(
    0,
    copies.findLastIndex(({ endedAt }) => endedAt <= earliest),
  )
  const removed = copies.slice(0, first)
  for (const { name, path } of removed) {
    // Renamed first: a copy of which a part is removed must not look whole.
    const leaving = join(copiesFolder(folder), unfinished + name)
    await rename(path, leaving)
    await rm(leaving, { recursive: true })
  }
  const kept = copies.slice(first)
  if (kept.length > 0)
    await removeLog(
      folder,
      kept.map(({ firstSegment }) => firstSegment),
    )
  return removed.map(({ name }) => name)
}

/** Removes the segments before the first one that a copy of their timeline needs. */
async function removeLog(folder: string, firstSegments: string[]): Promise<void> {
  const oldest = new Map<number, bigint>()
  for (const segment of firstSegments) {
    const [timeline, at] = [timelineOf(segment), beginningOf(segment)]
    const known = oldest.get(timeline)
    if (known === undefined || at < known) oldest.set(timeline, at)
  }
  const newest = Math.max(...oldest.keys())
  for (const { name, path } of listSegments(folder)) {
    const needed = oldest.get(timelineOf(name))
    // A timeline later than all copies keeps its segments: its first copy is about to be made.
    if (needed === undefined ? timelineOf(name) < newest : beginningOf(name) < needed) await rm(path)
  }
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
