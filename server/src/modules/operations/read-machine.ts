import { statfs } from 'node:fs/promises'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { readDatabaseClock } from './queries-measures.ts'

export type Disk = { free: number; total: number }

/** Bytes of the file system of a folder. `free` is what a process without special rights can still write. */
export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * The seconds by which this machine's clock is ahead of the database's, at least: the time that the question took is not counted. 0 if
 * they may agree.
 */
export async function readClockOffset(db: Db): Promise<number> {
  const before = systemClock.now().getTime()
  const databaseNow = (await readDatabaseClock(db)).getTime()
  const after = systemClock.now().getTime()
  if (databaseNow > after) return (after - databaseNow) / 1_000
  return databaseNow < before ? (before - databaseNow) / 1_000 : 0
}
