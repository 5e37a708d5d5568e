import { readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { processesIn, worksIn } from './processes.ts'
import { isAlive } from './staging.ts'

/** A running PostgreSQL main process and where it listens. */
export type Postmaster = { pid: number; cluster: string; host: string; port: number }

/** What a PostgreSQL main process says about itself; the format is fixed by PostgreSQL's miscadmin.h. */
export type PostmasterFile = { pid: number; port: number; host: string; status: string }

const pollMs = 15

export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid = '', , , port = '', host = '', , , status = ''] = lines
  return { pid: Number(pid), port: Number(port), host, status: status.trim() }
}

/**
 * The database already running on `cluster`, waiting while it starts (crash recovery) or stops.
 * Undefined when none runs.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const patienceMs = 10 * 60_000
  for (const start = performance.now(); performance.now() - start < patienceMs; await sleep(pollMs)) {
    const file = readPostmasterFile(cluster)
    if (!file || !worksIn(file.pid, cluster)) return undefined
    if (file.status === 'ready') return { pid: file.pid, cluster, host: file.host, port: file.port }
  }
  throw new StartupError(
    `The database in ${cluster} has been starting for 10 minutes: look at its log, postgres.log`,
  )
}

/**
 * Clears what a killed database left and PostgreSQL would stumble on: sessions that have not noticed yet and hold the
 * shared memory, and a pid file whose process id now belongs to something else (a stale id that is free is no
 * problem). Does nothing when a database is found running after all.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const noticedMs = 300
  const goneMs = 5000
  let killed = false
  for (const start = performance.now(); performance.now() - start < goneMs; await sleep(pollMs)) {
    const orphans = processesIn(cluster)
    const main = readPostmasterFile(cluster)
    if (main && orphans.includes(main.pid)) return
    if (orphans.length === 0) break
    if (!killed && performance.now() - start > noticedMs) {
      // Their work is lost already: crash recovery follows in any case.
      for (const pid of orphans) kill(pid, 'SIGKILL')
      killed = true
    }
  }
  const main = readPostmasterFile(cluster)
  if (main && isAlive(main.pid) && !worksIn(main.pid, cluster)) {
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) unlinkIfThere(join(cluster, name))
    unlinkIfThere(join(main.host, `.s.PGSQL.${main.port}.lock`))
  }
}

/** Makes a running database reload its settings and access rules. */
export const reloadPostmaster = ({ pid }: Postmaster) => kill(pid, 'SIGHUP')

/** Stops the database (sessions are ended, everything is written) and returns when it is gone. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  const phases: [NodeJS.Signals, number][] = [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ]
  for (const [signal, patienceMs] of phases) {
    if (worksIn(postmaster.pid, postmaster.cluster)) kill(postmaster.pid, signal)
    for (const start = performance.now(); performance.now() - start < patienceMs; await sleep(pollMs)) {
      if (!worksIn(postmaster.pid, postmaster.cluster)) return
    }
  }
  throw new Error(`The database (process ${postmaster.pid}) did not stop`)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Not there, or not in this folder.
  }
}
