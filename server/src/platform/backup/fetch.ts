import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../clock.ts'
import { StartupError } from '../startup-error.ts'
import { type Bucket, partBytes } from './bucket.ts'
import { BucketError } from './bucket-error.ts'
import { copyFiles } from './copy.ts'
import { copiesFolder, listFiles, prepareFolder, syncEntries, unfinished } from './folder.ts'
import { masterKeyFile } from './master-key.ts'
import { type CopyName, longestSegments, readHistoryFile, withoutGap } from './names.ts'
import { logFiles, wholeCopies } from './offsite-plan.ts'
import { chooseFrom, readManifest } from './recover.ts'
import { parseLsn } from './replication.ts'
import type { BackupKey } from './seal.ts'
import { beginningOf, segmentBytes, timelineOf } from './segments.ts'

/** The objects of a bucket. */
type Objects = { bucket: Bucket; sizes: ReadonlyMap<string, number> }

const namesOf = ({ sizes }: Objects) => new Set(sizes.keys())

/**
 * Fetches into the folder what it lacks to restore the database as it was at `moment`, or at the latest moment that the bucket
 * reaches. What the folder has already is not fetched again.
 */
export async function fetchForRestore(
  bucket: Bucket,
  folder: string,
  moment: Date | null,
  say: (line: string) => void,
): Promise<void> {
  prepareFolder(folder)
  const there = new Set(listFiles(folder))
  const sizes = await bucket.list().catch((error: unknown) => {
    if (!(error instanceof BucketError) || wholeCopies(there).length === 0) throw error
    say(`${error.message} The restore uses only what is in ${folder}.`)
    return null
  })
  if (!sizes) return
  const objects = { bucket, sizes }
  const names = namesOf(objects)
  const either = new Set([...there, ...names])
  const copies = wholeCopies(either)
  const chosen = chooseFrom(copies, moment, `${folder} and ${bucket.place}`)
  if (!wholeCopies(there).some(({ name }) => name === chosen.name)) {
    say(`Fetching the backup of ${chosen.endedAt.toISOString()} from ${bucket.place}.`)
    await fetchCopy(objects, folder, chosen)
  }
  const log = logNeeded(either, chosen, endAfter(chosen, copies, moment))
  const others = [...names].filter((name) => name.startsWith('kept/') || name === masterKeyFile)
  const missing = [...log, ...others].filter((name) => !existsSync(join(folder, name)))
  if (missing.length > 0) say(`Fetching ${missing.length} more files, such as segments of the log.`)
  for (const name of missing) await fetchFile(objects, name, join(folder, name))
}

/**
 * Fetches the newest copy into an empty folder, with the log up to the restore point at which its rows were counted, and the manifests
 * of the other copies.
 */
export async function fetchForProof(bucket: Bucket, folder: string, key: BackupKey): Promise<void> {
  const objects = { bucket, sizes: await bucket.list() }
  const names = namesOf(objects)
  const copies = wholeCopies(names)
  const newest = chooseFrom(copies, null, bucket.place)
  prepareFolder(folder)
  for (const { name } of copies.slice(0, -1)) {
    await mkdir(join(copiesFolder(folder), name))
    const manifest = `base/${name}/${copyFiles.manifest}`
    await fetchFile(objects, manifest, join(folder, manifest))
  }
  await fetchCopy(objects, folder, newest)
  const { noted, endLsn } = await readManifest(join(copiesFolder(folder), newest.name), key)
  for (const name of logNeeded(names, newest, parseLsn(noted?.lsn ?? endLsn))) {
    await fetchFile(objects, name, join(folder, name))
  }
}

/** The histories of timelines, and the segments from the first that a copy needs to the one with a position. */
function logNeeded(names: ReadonlySet<string>, { firstSegment }: CopyName, lsn: bigint | null): string[] {
  const files = logFiles(names)
  const { segments } = withoutGap(longestSegments(files), firstSegment)
  return [
    ...files.filter((file) => readHistoryFile(file) !== null),
    ...segments.filter(({ name }) => lsn === null || beginningOf(name) <= lsn).map(({ file }) => file),
  ].map((file) => `wal/${file}`)
}

/** A position of the log after `moment`: the second of the copies that ended after it has also begun after it. Null: not known. */
function endAfter(chosen: CopyName, copies: readonly CopyName[], moment: Date | null): bigint | null {
  const timeline = timelineOf(chosen.firstSegment)
  const later = copies.filter(
    ({ endedAt, firstSegment }) =>
      moment !== null && endedAt > moment && timelineOf(firstSegment) === timeline,
  )
  return later[1] ? beginningOf(later[1].firstSegment) + segmentBytes : null
}

/** A copy gets its name only when all its files are on the disk. */
async function fetchCopy(objects: Objects, folder: string, { name }: CopyName): Promise<void> {
  const fresh = join(copiesFolder(folder), unfinished + randomBytes(6).toString('hex'))
  await mkdir(fresh, { mode: 0o700 })
  try {
    for (const file of Object.values(copyFiles))
      await fetchFile(objects, `base/${name}/${file}`, join(fresh, file))
    await rename(fresh, join(copiesFolder(folder), name))
    await syncEntries(copiesFolder(folder))
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Attempts to fetch a part. */
const attempts = 6
const pauseMs = seconds(5)

/** Fetches an object in parts. On a bad line only the part that failed is fetched again. */
async function fetchFile({ bucket, sizes }: Objects, name: string, path: string): Promise<void> {
  const size = sizes.get(name)
  if (size === undefined) throw new StartupError(`${bucket.place} has no ${name}.`)
  const fresh = join(dirname(path), `${unfinished}${randomBytes(6).toString('hex')}`)
  const file = await open(fresh, 'wx', 0o600)
  try {
    for (let from = 0; from < size; from += partBytes) {
      await file.writeFile(await readPart(bucket, name, from, Math.min(size, from + partBytes)))
    }
    await file.sync()
    await file.close()
    await rename(fresh, path)
    await syncEntries(dirname(path))
  } finally {
    await file.close()
    await rm(fresh, { force: true })
  }
}

async function readPart(bucket: Bucket, name: string, from: number, to: number): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bucket.read(name, from, to)
    } catch (error) {
      const isLasting = error instanceof BucketError && error.status !== null && error.status < 429
      if (isLasting || attempt === attempts) throw error
      await sleep(pauseMs)
    }
  }
}
