import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BackupSettings } from '#server/config.ts'
import { type Archive, ArchiveInUse, startArchive } from '#server/platform/backup/archive.ts'
import { type BucketSettings, openBucket } from '#server/platform/backup/bucket.ts'
import { listCopies, prepareFolder, segmentsFrom } from '#server/platform/backup/folder.ts'
import { type HeldOffsite, holdOffsite } from '#server/platform/backup/hold-offsite.ts'
import { type BackupKey, readKey } from '#server/platform/backup/seal.ts'
import { timelineOf } from '#server/platform/backup/segments.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Connection, Db } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { isBackupDue } from './is-backup-due.ts'
import { keepErasures, type ListErasures } from './kept-erasures.ts'
import { lastCopy, saveArchive, saveOffsite } from './queries-backups.ts'

export type HoldMeans = {
  db: Db
  clock: Clock
  log: Log
  /** Connects as the role that copies. */
  connection: Connection
  settings: BackupSettings
  listErasures: ListErasures
}

type OffsiteInUse = HeldOffsite & { place: string }

const lookEveryMs = 60_000
const againAfterMs = { failed: 10_000, inUse: 60_000 }

/**
 * Archives the write-ahead log for as long as the server runs. Makes and proves a backup each night, and at once if the archive does
 * not follow the newest backup without a gap. Of several processes on one database, only the one that archives makes backups.
 */
export function holdBackups(means: HoldMeans): { stop(): Promise<void> } {
  const { db, log, settings, connection } = means
  const stopping = new AbortController()
  const { signal } = stopping
  let work: Promise<void> | null = null

  async function archiveOnce(): Promise<void> {
    prepareFolder(settings.folder)
    const key = await readKey(settings.keyFile)
    const archive = await startArchive({ connection, folder: settings.folder, key })
    const sending = new AbortController()
    let offsite = null as OffsiteInUse | null
    const look = () => {
      // Not at the start: if another process archives, and therefore sends, this archive ends before the first look.
      if (settings.bucket) offsite ??= sendTo(settings.bucket, archive, sending.signal)
      work ??= lookAfter(archive, key, offsite)
        .catch((error: unknown) => log.error({ err: error }, 'the backups could not be looked after'))
        .finally(() => {
          work = null
        })
    }
    const timer = setInterval(look, lookEveryMs)
    const first = setTimeout(look, 1_000)
    const stop = () => void archive.stop()
    signal.addEventListener('abort', stop)
    try {
      const error = await archive.ended
      if (!signal.aborted) throw error
    } finally {
      signal.removeEventListener('abort', stop)
      clearInterval(timer)
      clearTimeout(first)
      sending.abort()
      await offsite?.ended
      await work
    }
  }

  function sendTo(bucket: BucketSettings, archive: Archive, until: AbortSignal): OffsiteInUse {
    const { folder, days } = settings
    const opened = openBucket(bucket, until)
    const held = holdOffsite({ bucket: opened, folder, days, archive }, { log, signal: until })
    return { ...held, place: opened.place }
  }

  async function lookAfter(archive: Archive, key: BackupKey, offsite: OffsiteInUse | null): Promise<void> {
    await saveArchive(db, archive.until(), null)
    if (offsite) {
      await saveOffsite(db, { place: offsite.place, ...offsite.state(), now: means.clock.now() })
    }
    await keepErasures({ folder: settings.folder, key }, db, means.listErasures)
    if (!(await isDue(archive))) return
    const made = await run('--take')
    if (made && key.identities.length > 0) await run('--prove')
  }

  async function isDue(archive: Archive): Promise<boolean> {
    const newest = listCopies(settings.folder).at(-1)
    const { timeline, lsn } = archive.position()
    const usable =
      newest !== undefined &&
      timelineOf(newest.firstSegment) === timeline &&
      segmentsFrom(settings.folder, newest.firstSegment).end >= lsn
    const last = (await lastCopy(db)) ?? null
    return isBackupDue(means.clock.now(), settings.hour, usable ? newest.endedAt : null, last)
  }

  /** A process of its own, with the lowest priority: compressing and restoring must not slow requests down. */
  async function run(what: '--take' | '--prove'): Promise<boolean> {
    const child = spawn(process.execPath, [fileURLToPath(program), what], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    const code = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null)).on('close', resolve)
    })
    if (signal.aborted) return false
    if (code === 0) log.info({ said: said.trim() }, 'the backups')
    else log.error({ said: said.trim() }, 'a backup failed')
    return code === 0
  }

  async function keepArchiving(): Promise<void> {
    while (!signal.aborted) {
      const error: unknown = await archiveOnce().then(
        () => null,
        (reason) => reason,
      )
      if (signal.aborted) return
      const inUse = error instanceof ArchiveInUse
      if (!inUse) {
        log.warn({ err: error }, 'the archive of the backups stopped; starting it again')
        const problem = error instanceof Error ? error.message : String(error)
        await saveArchive(db, null, problem).catch(() => undefined)
      }
      await sleep(inUse ? againAfterMs.inUse : againAfterMs.failed, undefined, { signal }).catch(
        () => undefined,
      )
    }
  }

  const archiving = keepArchiving()
  return {
    async stop() {
      stopping.abort()
      await archiving
    },
  }
}

const program = new URL('../../backup.ts', import.meta.url)
