import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { z } from 'zod'
import { writeAccess } from '../postgres/access.ts'
import { childOptions } from '../postgres/child.ts'
import { launch } from '../postgres/launch.ts'
import type { Place } from '../postgres/place.ts'
import { type Postmaster, stopPostmaster } from '../postgres/postmaster.ts'
import { roles } from '../postgres/roles.ts'
import { StartupError } from '../startup-error.ts'
import { copyFiles, type Manifest } from './copy.ts'
import { type Archived, type Copy, listCopies, listHistories, segmentsFrom } from './folder.ts'
import type { CopyName } from './names.ts'
import { sayLsn } from './replication.ts'
import { type BackupKey, openSealed, readSealed } from './seal.ts'
import { segmentBytes } from './segments.ts'

/** How far the log is replayed on the copy: to a moment, to the mark at which the copy's rows were counted, or to the end. */
export type Until = { time: Date } | { restorePoint: string } | 'end'

/** The newest copy that had ended at `moment`; for `null` the newest. */
export const chooseCopy = (folder: string, moment: Date | null): Copy =>
  chooseFrom(listCopies(folder), moment, folder)

/** @param where the place of the copies, for the error message */
export function chooseFrom<One extends CopyName>(
  copies: readonly One[],
  moment: Date | null,
  where: string,
): One {
  const newest = copies.at(-1)
  if (!newest) throw new StartupError(`There is no backup in ${where}.`)
  const chosen = moment ? copies.findLast(({ endedAt }) => endedAt <= moment) : newest
  if (chosen) return chosen
  throw new StartupError(
    `The oldest backup in ${where} is of ${copies[0]?.endedAt.toISOString()}: an earlier moment cannot be restored.`,
  )
}

/** Checks each file of a copy against the hashes that were written with it, and returns what is known of the copy. */
export async function checkCopy(copy: Copy, key: BackupKey): Promise<Manifest<unknown>> {
  if (key.identities.length === 0) {
    throw new StartupError(
      'The key file has only public keys: to read backups it needs the line AGE-SECRET-KEY-1….',
    )
  }
  const sums = join(copy.path, copyFiles.sums)
  if (!existsSync(sums)) throw new StartupError(`${sums} is missing: the backup is not whole.`)
  const expected = new Map(
    readFileSync(sums, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, sum, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
        return sum && name ? [[name, sum] as const] : []
      }),
  )
  for (const name of [copyFiles.manifest, copyFiles.list, copyFiles.data]) {
    const path = join(copy.path, name)
    if (!existsSync(path)) throw new StartupError(`${path} is missing: the backup is not whole.`)
    if ((await hashOf(path)) !== expected.get(name)) {
      throw new StartupError(`${path} is damaged: its hash is not the one in ${copyFiles.sums}.`)
    }
  }
  return readManifest(copy.path, key)
}

export async function readManifest(path: string, key: BackupKey): Promise<Manifest<unknown>> {
  const manifest = JSON.parse((await readSealed(key, join(path, copyFiles.manifest))).toString('utf8'))
  if (manifest.format !== 1) throw new StartupError(`${path} was written by a later version of Phial.`)
  return manifest
}

/**
 * Unpacks a copy and the log after it into an empty folder. Every file is compared with the hash that PostgreSQL computed
 * while it copied.
 */
export async function unpack(copy: Copy, key: BackupKey, folder: string, place: Place): Promise<void> {
  const files = new Files(place)
  await files.untar(await openSealed(key, join(copy.path, copyFiles.data)))
  const list = listFile.parse(
    JSON.parse((await readSealed(key, join(copy.path, copyFiles.list))).toString('utf8')),
  )
  for (const file of list.Files) {
    if (file.Path === socketLock) continue
    const hash = await hashOf(join(place.cluster, file.Path)).catch(() => {
      throw new StartupError(`The file ${file.Path} is missing in the copy.`)
    })
    if (hash !== file.Checksum) throw new StartupError(`The file ${file.Path} of the copy is damaged.`)
  }
  for (const { name, path } of listHistories(folder)) {
    await files.write(`pg_wal/${name}`, Readable.from([await readSealed(key, path)]))
  }
  for (const segment of segmentsFrom(folder, copy.firstSegment).segments) {
    await files.write(`pg_wal/${segment.name}`, await openSegment(folder, key, segment))
  }
  await files.write('recovery.signal', Readable.from([]))
  // Debian keeps postgresql.conf outside the data folder.
  if (!existsSync(join(place.cluster, 'postgresql.conf')))
    await files.write('postgresql.conf', Readable.from([]))
}

/** The SHA-256 of a file. A stream for each of the thousands of small files of a database takes three times as long. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(128 * 1024)
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** The lock of the socket, which is in the data folder. It names the process whose database was copied. */
const socketLock = '.s.PGSQL.5432.lock'
const listFile = z.object({ Files: z.array(z.object({ Path: z.string(), Checksum: z.string() })) })

/**
 * The content of a segment, padded to its full size. The file of the newest segment is replaced as the segment grows, and may so
 * have another name since it was listed.
 */
export async function openSegment(
  folder: string,
  key: BackupKey,
  { name, path, bytes }: Archived,
): Promise<AsyncIterable<Buffer>> {
  try {
    return padded(await openSealed(key, path), Number(bytes))
  } catch (error) {
    const [listed] = segmentsFrom(folder, name).segments
    if (!listed || listed.path === path) throw error
    return openSegment(folder, key, listed)
  }
}

/** PostgreSQL takes only segments of full size. */
async function* padded(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  const size = Number(segmentBytes)
  let length = 0
  for await (const chunk of content) {
    length += chunk.length
    yield chunk
  }
  if (length !== bytes)
    throw new StartupError(`A segment of the log has ${length} bytes instead of ${bytes}.`)
  if (length < size) yield Buffer.alloc(size - length)
}

/** Writes into the cluster as the account that the database runs as. */
class Files {
  private readonly place: Place
  constructor(place: Place) {
    this.place = place
  }

  untar(content: Readable): Promise<void> {
    return this.feed('tar', ['-x', '-f', '-', '-C', this.place.cluster, `--exclude=${socketLock}`], content)
  }

  write(name: string, content: Readable | AsyncIterable<Buffer>): Promise<void> {
    return this.feed(
      '/bin/sh',
      ['-c', 'umask 077 && cat > "$1"', 'sh', join(this.place.cluster, name)],
      Readable.from(content),
    )
  }

  private async feed(command: string, args: string[], content: Readable): Promise<void> {
    const child = spawn(command, args, {
      ...childOptions(this.place.account),
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const closed = new Promise<number | null>((resolve, reject) =>
      child.on('error', reject).on('close', resolve),
    )
    // If the command ends early, its error output says why; the error of the broken pipe does not.
    const fed = await pipeline(content, child.stdin).then(
      () => null,
      (error: unknown) => error,
    )
    const code = await closed
    if (fed instanceof StartupError) throw fed
    if (code !== 0 || fed !== null) {
      throw new StartupError(`${this.place.cluster} could not be filled: ${said.trim() || String(fed)}`)
    }
  }
}

export type Recovered = {
  postmaster: Postmaster
  /** When the last replayed transaction was committed; null: none was after the copy. */
  lastCommit: Date | null
  lsn: string
}

/** Replays the log on an unpacked copy. The database runs afterwards, and is not in use. */
export async function replay(
  place: Place,
  until: Until,
  settings: Record<string, string> = {},
): Promise<Recovered> {
  await writeAccess(place)
  const target: Record<string, string> =
    until === 'end'
      ? {}
      : 'time' in until
        ? { recovery_target_time: until.time.toISOString().replace('Z', '+00') }
        : { recovery_target_name: until.restorePoint }
  let postmaster: Postmaster | undefined
  try {
    postmaster = await launch(place, {
      ...settings,
      ...target,
      // PostgreSQL requires a command, although all of the log is in pg_wal already.
      restore_command: 'false',
      recovery_target_timeline: 'current',
      recovery_target_action: 'promote',
      hot_standby: 'off',
      // A copy of another installation brings its settings, which may name files and libraries that this machine does not have.
      ...{ ssl: 'off', archive_mode: 'off', shared_preload_libraries: '' },
      hba_file: join(place.cluster, 'pg_hba.conf'),
      ident_file: join(place.cluster, 'pg_ident.conf'),
    })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError(
      /recovery ended before configured recovery target was reached/.test(error.message)
        ? 'The archive ends before that moment: choose an earlier one, or leave --to out to restore to the end of the archive.'
        : error.message,
    )
  }
  if (!postmaster) throw new StartupError(`Another database runs in ${place.cluster}.`)
  const { lastCommit, lsn } = await readEnd(postmaster)
  return { postmaster, lastCommit, lsn }
}

async function readEnd({ host, port }: Postmaster): Promise<{ lastCommit: Date | null; lsn: string }> {
  const client = new pg.Client({ host, port, user: roles.superuser, database: 'postgres', ssl: false })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null; lsn: string }>(
      'select pg_last_xact_replay_timestamp() as at, pg_last_wal_replay_lsn()::text as lsn',
    )
    return { lastCommit: rows[0]?.at ?? null, lsn: rows[0]?.lsn ?? sayLsn(0n) }
  } finally {
    await client.end()
  }
}

export const stopRecovered = ({ postmaster }: Recovered) => stopPostmaster(postmaster)
