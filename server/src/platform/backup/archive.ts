import { join } from 'node:path'
import type { Connection } from '../database.ts'
import { isSqlError } from '../errors.ts'
import { listHistories, listSegments, removeShorter, walFolder, writeWhole } from './folder.ts'
import { segmentFile } from './names.ts'
import { openReplication, parseLsn, type Replication, sayLsn } from './replication.ts'
import { type BackupKey, seal, sealedSuffix } from './seal.ts'
import { beginningOf, segmentBytes, segmentName, timelineOf } from './segments.ts'

/** The replication slot: PostgreSQL keeps the log until the archive has it. */
const slot = 'phial_backup'

export type Archive = {
  /** The system identifier of the PostgreSQL cluster. */
  readonly system: string
  /** Up to this moment of the database's clock every commit is in the archive; null: nothing is yet. */
  until(): Date | null
  /** How far the archive reaches, and on which timeline. */
  position(): { timeline: number; lsn: bigint }
  /** Why it has ended; pending while it runs. */
  readonly ended: Promise<Error>
  /** Writes what has arrived and ends. */
  stop(): Promise<void>
}

export type ArchiveOptions = {
  connection: Connection
  folder: string
  key: BackupKey
  /** How often the beginning of the newest segment is written: at most the changes of this time are lost with the machine. */
  everyMs?: number
}

const inUse = '55006'

/** Another process archives this database already. */
export class ArchiveInUse extends Error {}

/**
 * Streams the write-ahead log into the archive while the database runs. Only one process can, since the slot is exclusive;
 * any other ends with `ArchiveInUse`.
 */
export async function startArchive({
  connection,
  folder,
  key,
  everyMs = 10_000,
}: ArchiveOptions): Promise<Archive> {
  const replication = await openReplication(connection)
  try {
    const start = await findStart(replication, folder)
    if (start.timeline > 1) await keepHistory(replication, folder, key, start.timeline)
    return run(replication, { folder, key, everyMs, ...start })
  } catch (error) {
    await replication.end()
    throw error
  }
}

/** The beginning of the first segment that is not whole in the archive, or of the first one that the slot still keeps. */
async function findStart(
  replication: Replication,
  folder: string,
): Promise<{ system: string; timeline: number; from: bigint }> {
  const [system] = await replication.rows('IDENTIFY_SYSTEM')
  const timeline = Number(system?.timeline)
  const [known] = await replication.rows(`READ_REPLICATION_SLOT ${slot}`)
  let kept = known?.restart_lsn ? parseLsn(known.restart_lsn) : null
  if (kept === null) {
    // Also a slot that fell too far behind: what it kept is gone, and the archive has a gap until the next copy.
    if (known?.slot_type) await replication.rows(`DROP_REPLICATION_SLOT ${slot}`)
    await replication.rows(`CREATE_REPLICATION_SLOT ${slot} PHYSICAL RESERVE_WAL`)
    const [fresh] = await replication.rows(`READ_REPLICATION_SLOT ${slot}`)
    kept = parseLsn(fresh?.restart_lsn ?? '0/0')
  }
  const last = listSegments(folder).findLast(
    ({ name, bytes }) => timelineOf(name) === timeline && bytes === segmentBytes,
  )
  const next = last ? beginningOf(last.name) + segmentBytes : 0n
  const first = beginningOf(segmentName(timeline, kept))
  // A position further than the server's is of another database with the same folder.
  const flushed = parseLsn(system?.xlogpos ?? '0/0')
  return { system: system?.systemid ?? '', timeline, from: next > first && next <= flushed ? next : first }
}

async function keepHistory(replication: Replication, folder: string, key: BackupKey, timeline: number) {
  const [history] = await replication.rows(`TIMELINE_HISTORY ${timeline}`)
  const name = history?.filename
  if (!name || listHistories(folder).some((one) => one.name === name)) return
  await writeWhole(
    join(walFolder(folder), name + sealedSuffix),
    await seal(key, Buffer.from(history.content ?? '')),
  )
}

type Run = {
  folder: string
  key: BackupKey
  everyMs: number
  system: string
  timeline: number
  from: bigint
}

/** Messages of the stream: https://www.postgresql.org/docs/18/protocol-replication.html */
const code = { data: 0x77, keepAlive: 0x6b, status: 0x72 } as const
/** PostgreSQL counts microseconds from the year 2000. */
const epochMs = Date.UTC(2000, 0, 1)

function run(replication: Replication, of: Run): Archive {
  const { folder, key, everyMs, timeline, from } = of
  const segment = Buffer.alloc(Number(segmentBytes))
  let received = from
  let written = from
  let durable = from
  let until: Date | null = null
  /** The server's last position and the moment of its clock at which it said so. */
  let said = { lsn: from, at: null as Date | null }
  let writing = Promise.resolve()
  let stopping = false
  const ended = Promise.withResolvers<Error>()
  const fail = (error: unknown) => {
    clearInterval(timer)
    ended.resolve(error instanceof Error ? error : new Error(String(error)))
    void replication.end()
  }

  function take(message: Buffer): void {
    if (message[0] === code.keepAlive) {
      said = { lsn: message.readBigUInt64BE(1), at: atMicroseconds(message.readBigInt64BE(9)) }
      if (message[17] === 1) sayStatus(false)
    } else if (message[0] === code.data) {
      said = { lsn: message.readBigUInt64BE(9), at: atMicroseconds(message.readBigInt64BE(17)) }
      keep(message.readBigUInt64BE(1), message.subarray(25))
    }
    if (said.lsn <= durable) until = said.at
  }

  function keep(at: bigint, bytes: Buffer): void {
    if (at !== received) {
      fail(new Error(`the log goes on at ${sayLsn(at)} instead of ${sayLsn(received)}`))
      return
    }
    let rest = bytes
    while (rest.length > 0) {
      const offset = Number(received % segmentBytes)
      const part = rest.subarray(0, segment.length - offset)
      part.copy(segment, offset)
      received += BigInt(part.length)
      rest = rest.subarray(part.length)
      // The buffer is used again for the next segment, so nothing more is read until it is copied.
      if (received % segmentBytes === 0n) write()
    }
  }

  /** Writes what has arrived of the current segment, in the order of the calls. */
  function write(): void {
    if (received === written) return
    const upTo = received
    const name = segmentName(timeline, upTo - 1n)
    const bytes = upTo - beginningOf(name)
    const content = Buffer.from(segment.subarray(0, Number(bytes)))
    const asked = said
    written = upTo
    replication.pause()
    writing = writing
      .then(async () => {
        await writeWhole(join(walFolder(folder), segmentFile(name, bytes)), await seal(key, content))
        await removeShorter(folder, name, bytes)
        durable = upTo
        if (asked.lsn <= durable) until = asked.at
        sayStatus(false)
        replication.resume()
      })
      .catch(fail)
  }
  function sayStatus(answer: boolean): void {
    const message = Buffer.alloc(34)
    message[0] = code.status
    for (const at of [1, 9, 17]) message.writeBigUInt64BE(durable, at)
    message.writeBigInt64BE(0n, 25)
    message[33] = answer ? 1 : 0
    replication.send(message)
  }

  const timer = setInterval(() => {
    write()
    // Asks for an answer with the position of the database, which sends nothing by itself while nothing is written.
    sayStatus(true)
  }, everyMs)
  replication.copy(`START_REPLICATION SLOT ${slot} PHYSICAL ${sayLsn(from)} TIMELINE ${timeline}`, take).then(
    () => fail(new Error('the database has ended the stream')),
    (error) =>
      fail(isSqlError(error, inUse) ? new ArchiveInUse('another process archives this database') : error),
  )
  return {
    system: of.system,
    until: () => until,
    position: () => ({ timeline, lsn: durable }),
    ended: ended.promise,
    async stop() {
      if (stopping) return
      stopping = true
      clearInterval(timer)
      write()
      await writing
      fail(new Error('stopped'))
    },
  }
}

const atMicroseconds = (value: bigint) => new Date(epochMs + Number(value / 1000n))
