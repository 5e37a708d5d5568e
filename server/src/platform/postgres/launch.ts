import { spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { program } from './binaries.ts'
import { childOptions } from './child.ts'
import { fileProblem } from './data-folder.ts'
import type { Place } from './place.ts'
import { type Postmaster, readPostmasterFile } from './postmaster.ts'
import { socketFolder } from './socket-folder.ts'

/**
 * What Phial relies on, whatever postgresql.conf says. Only what the server itself does not report is logged, and
 * no DETAIL: that of a violated constraint quotes the row, a patient's name included.
 */
const required = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  // Without it the write-ahead log would fill the disk while the folder of the backups is out of reach.
  max_slot_wal_keep_size: '8GB',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
}

/**
 * Starts PostgreSQL on `place` and waits until it answers. It is a process of its own session: neither Ctrl-C nor
 * the death of the server reaches it. Undefined when another start on the same data was faster.
 */
export async function launch(
  place: Place,
  overrides: Readonly<Record<string, string>> = {},
): Promise<Postmaster | undefined> {
  const host = socketFolder(place)
  const settings = { ...required, ...overrides, unix_socket_directories: host }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openLog(place)
  let ended: string | undefined
  let pid: number | undefined
  try {
    const child = spawn(program(place.binaries, 'postgres'), ['-D', place.cluster, ...args], {
      ...childOptions(place.account),
      detached: true,
      stdio: ['ignore', log.handle, log.handle],
    })
    child.on('error', (error) => {
      ended ??= error.message
    })
    child.on('exit', (code, signal) => {
      ended ??= `ended with ${signal ?? code}`
    })
    child.unref()
    pid = child.pid
  } finally {
    closeSync(log.handle)
  }
  const patienceMs = 10 * 60_000
  for (const start = performance.now(); ended === undefined; await sleep(10)) {
    const file = readPostmasterFile(place.cluster)
    if (file && file.pid === pid && file.status === 'ready') {
      return { pid, cluster: place.cluster, host: file.host, port: file.port }
    }
    if (performance.now() - start > patienceMs) ended = 'not ready after 10 minutes'
  }
  const said = readFrom(log.path, log.size)
  if (/lock file "[^"]*" already exists|pre-existing shared memory block/.test(said)) return undefined
  const cause = said.match(/(?:FATAL|PANIC): {2}(.*)/)?.[1] ?? said.trim().split('\n').at(-1) ?? ''
  throw new StartupError(
    /No space left on device/.test(said)
      ? `The disk of the database in ${place.cluster} is full`
      : `The database in ${place.cluster} did not start: ${cause || ended} (log: ${log.path})`,
  )
}

/**
 * The database's log, outside its own folder and opened here, so that it is in the data folder whoever the database
 * runs as. Kept to two files of about `logBytes`: turned over at a start, as it grows by a few lines a day.
 */
function openLog(place: Place): { handle: number; path: string; size: number } {
  const logBytes = 5_000_000
  const path = join(place.dataDir, 'postgres.log')
  try {
    const old = statSync(path, { throwIfNoEntry: false })
    if (old && old.size > logBytes) renameSync(path, `${path}.1`)
    // Never through a link: as root, in somebody else's folder, that would write to any file of the system.
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
    const handle = openSync(path, flags, 0o600)
    // To the database's user, so that its later starts without root can go on writing it.
    if (place.account) fchownSync(handle, place.account.uid, place.account.gid)
    return { handle, path, size: fstatSync(handle).size }
  } catch (error) {
    throw new StartupError(`The database's log ${path} cannot be written: ${fileProblem(error)}`)
  }
}

function readFrom(path: string, offset: number): string {
  const handle = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(64 * 1024)
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, offset))
  } finally {
    closeSync(handle)
  }
}
