import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../clock.ts'
import type { Connection } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { type Noted, noteContents, type ReadExtra } from './contents.ts'
import {
  type Copy,
  copiesFolder,
  listCopies,
  prepareFolder,
  segmentsFrom,
  syncEntries,
  unfinished,
  writeWhole,
} from './folder.ts'
import { copyName } from './names.ts'
import { openReplication, parseLsn, type Replication, sayLsn } from './replication.ts'
import { type BackupKey, seal, sealedSuffix, sealStream } from './seal.ts'
import { segmentName } from './segments.ts'

/** What is known of a copy, sealed beside it. */
export type Manifest<Extra> = {
  format: 1
  startedAt: string
  endedAt: string
  /** The copy can be used from this position of the log on. */
  startLsn: string
  endLsn: string
  timeline: number
  /** PostgreSQL's number of the cluster. */
  system: string
  postgres: string
  database: string
  /** Null: the database was never without a writer, so there is nothing to compare a restore with. */
  noted: Noted<Extra> | null
}

export const copyFiles = {
  data: `base.tar${sealedSuffix}`,
  /** PostgreSQL's own list of the files with their hashes. */
  list: `backup_manifest${sealedSuffix}`,
  manifest: `manifest.json${sealedSuffix}`,
  /** Hashes of the sealed files, as `sha256sum -c` reads them. */
  sums: 'SHA256SUMS',
} as const

export type CopyOptions<Extra> = {
  connection: Connection
  folder: string
  key: BackupKey
  readExtra: ReadExtra<Extra>
}

/**
 * Copies the running database. The copy gets its name when all of it is on the disk, and all of the log that it needs is in
 * the archive.
 */
export async function copyDatabase<Extra>(
  options: CopyOptions<Extra>,
): Promise<Copy & { manifest: Manifest<Extra> }> {
  const { connection, folder, key, readExtra } = options
  prepareFolder(folder)
  const id = randomBytes(6).toString('hex')
  const fresh = join(copiesFolder(folder), unfinished + id)
  await mkdir(fresh, { mode: 0o700 })
  const replication = await openReplication(connection)
  try {
    const startedAt = systemClock.now()
    const [system] = await replication.rows('IDENTIFY_SYSTEM')
    const [version] = await replication.rows('SHOW server_version')
    const files = await readBase(replication, key, fresh)
    const noted = await noteContents(connection, `phial-${id}`, readExtra)
    const endedAt = systemClock.now()
    const firstSegment = segmentName(files.timeline, parseLsn(files.startLsn))
    await archived(folder, firstSegment, parseLsn(noted?.lsn ?? files.endLsn))
    const manifest: Manifest<Extra> = {
      ...{ format: 1, startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString() },
      ...{ startLsn: files.startLsn, endLsn: files.endLsn, timeline: files.timeline },
      ...{ system: system?.systemid ?? '', postgres: version?.server_version ?? '' },
      ...{ database: databaseOf(connection), noted },
    }
    const sealed = await seal(key, Buffer.from(JSON.stringify(manifest)))
    await writeWhole(join(fresh, copyFiles.manifest), sealed)
    const sums = { ...files.sums, [copyFiles.manifest]: createHash('sha256').update(sealed).digest('hex') }
    const lines = Object.entries(sums).map(([name, sum]) => `${sum}  ${name}\n`)
    await writeWhole(join(fresh, copyFiles.sums), Buffer.from(lines.join('')))
    const name = copyName(endedAt, firstSegment)
    await rename(fresh, join(copiesFolder(folder), name))
    await syncEntries(copiesFolder(folder))
    const copy = listCopies(folder).find((one) => one.name === name)
    if (!copy) throw new StartupError(`The copy ${name} is not in ${folder} after it was written.`)
    return { ...copy, manifest }
  } finally {
    await replication.end()
    await rm(fresh, { recursive: true, force: true })
  }
}

const databaseOf = (connection: Connection) =>
  'url' in connection ? decodeURIComponent(new URL(connection.url).pathname.slice(1)) : connection.database

/** The size of a copy on the disk. */
export async function sizeOf(copy: Copy): Promise<number> {
  const sizes = await Promise.all(Object.values(copyFiles).map((name) => stat(join(copy.path, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** Kinds of messages of a base backup. */
const kind = { archive: 0x6e, data: 0x64, manifest: 0x6d } as const

type Base = { timeline: number; startLsn: string; endLsn: string; sums: Record<string, string> }

async function readBase(replication: Replication, key: BackupKey, into: string): Promise<Base> {
  const writers: { name: string; input: PassThrough; sum: Promise<string> }[] = []
  const begin = (name: string) => {
    writers.at(-1)?.input.end()
    const input = new PassThrough({ highWaterMark: 1024 * 1024 })
    input.on('drain', replication.resume)
    const sum = writeSealed(key, input, join(into, name))
    sum.catch(() => void replication.end())
    writers.push({ name, input, sum })
  }
  const take = (message: Buffer) => {
    if (message[0] === kind.archive) begin(message.toString('utf8', 1, message.indexOf(0, 1)) + sealedSuffix)
    else if (message[0] === kind.manifest) begin(copyFiles.list)
    else if (message[0] === kind.data && writers.at(-1)?.input.write(message.subarray(1)) === false) {
      replication.pause()
    }
  }
  try {
    const rows = await replication.copy(
      `BASE_BACKUP (LABEL 'phial', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
      take,
    )
    writers.at(-1)?.input.end()
    const sums = Object.fromEntries(
      await Promise.all(writers.map(async ({ name, sum }) => [name, await sum] as const)),
    )
    if (Object.keys(sums).sort().join() !== [copyFiles.list, copyFiles.data].sort().join()) {
      throw new StartupError('The database has tablespaces, which backups do not support: use pgBackRest.')
    }
    const ends = rows.filter(({ recptr }) => recptr)
    const [start, end] = [ends[0], ends.at(-1)]
    if (!start?.recptr || !end?.recptr) throw new Error('The copy has no position in the log.')
    return { timeline: Number(start.tli), startLsn: start.recptr, endLsn: end.recptr, sums }
  } catch (error) {
    for (const { input } of writers) input.destroy()
    const failure = await Promise.all(writers.map(({ sum }) => sum)).catch((reason: unknown) => reason)
    throw failure instanceof Error && !/premature close/i.test(failure.message) ? failure : error
  }
}

/** Returns the hash of the sealed file. */
async function writeSealed(key: BackupKey, input: Readable, path: string): Promise<string> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const closed = once(file, 'close')
  await pipeline(await sealStream(key, input), hashing, file)
  await closed
  return hash.digest('hex')
}

const archivePatienceMs = 10 * 60_000

/** Waits until the archive holds the log from `first` up to `lsn` without a gap. */
async function archived(folder: string, first: string, lsn: bigint): Promise<void> {
  const start = performance.now()
  while (segmentsFrom(folder, first).end < lsn) {
    if (performance.now() - start > archivePatienceMs) {
      throw new StartupError(
        `The log up to ${sayLsn(lsn)} has not reached the archive in 10 minutes: the copy is of no use without it and was removed.`,
      )
    }
    await sleep(100)
  }
}
