import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { processesIn } from '#server/platform/postgres/processes.ts'
import { copyInstalled, newDataFolder } from '../../server/tests/data-folders.ts'
import { type OwnPostgres, ownPostgres, startStandby } from '../../server/tests/postgres-process.ts'
import { freePort, isReady, type ProductProcess, startProduct } from '../../server/tests/product-process.ts'
import { openWire, type Wire } from './wire.ts'

/** Of the folders of a run, with its process id after it. */
export const prefix = 'phial-faults-'

/** A machine of the database, and the network to it. */
export type Machine = { postgres: OwnPostgres; wire: Wire }
export type Server = {
  url: string
  process: ProductProcess
  kill(): Promise<void>
  /** Starts it unless it runs. */
  start(): Promise<void>
}

/** Servers of the product on a primary and a synchronous standby. What a fault has stopped is started by `recover`. */
export type Laboratory = {
  readonly servers: readonly Server[]
  primary: Machine
  standby: Machine
  /** A connection of its own to the primary, which no fault of the network cuts. */
  ask<Row extends object>(statement: string): Promise<Row[]>
  url(): string
  /** What all processes of the servers wrote, also those that were killed. */
  output(): string
  /** The last words of servers that ended without being killed. */
  readonly crashes: readonly string[]
  /** Makes the standby the primary, and the other machine its standby by a new copy. Answers once changes are possible again. */
  failOver(): Promise<void>
  /** Copies the database to the machine that was lost, and makes its standby synchronous. */
  rebuild(): Promise<void>
  disk: SmallDisk | null
  clock: ServerClock | null
  recover(): Promise<void>
  close(): Promise<void>
}

/** Longer than anything that recovers by itself takes, also on a busy machine. */
const patienceMs = 120_000
const mostStarts = 5
const lastWords = 4_000

const settings = {
  max_connections: '60',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  wal_keep_size: '64MB',
  // Of a process that is killed, the kernel keeps what was written; only commit_delay needs it.
  fsync: 'on',
  full_page_writes: 'on',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
}

export async function openLaboratory({
  servers: count,
  installed,
  withDisk,
  withClock,
}: {
  servers: number
  /** A data folder with a migrated database, stopped. */
  installed: string
  withDisk: boolean
  withClock: boolean
}): Promise<Laboratory> {
  const disk = withDisk ? mountSmallDisk() : null
  const clock = withClock ? openClock() : null
  const place = { prefix, ...(disk && { root: disk.folder }) }
  const dataDir = newDataFolder(prefix, place.root)
  copyInstalled(installed, dataDir)
  const first = await ownPostgres(dataDir, settings, 'phial')
  await first.start()
  const second = await startStandby(first, settings, place)
  const primary = { postgres: first, wire: await openWire(first.port) }
  const standby = { postgres: second, wire: await openWire(second.port) }
  const url = `postgresql://postgres@127.0.0.1:${primary.wire.port},127.0.0.1:${standby.wire.port}/phial`
  const filesDir = newDataFolder(prefix, tmpdir())
  const started: ProductProcess[] = []
  const killed = new Set<ProductProcess>()
  const crashes: string[] = []

  const laboratory: Laboratory = {
    servers: [],
    primary,
    standby,
    disk,
    clock,
    crashes,
    url: () => laboratory.primary.postgres.url,
    output: () => started.map((process) => process.output()).join('\n'),
    async ask<Row extends object>(statement: string) {
      const client = new pg.Client({ connectionString: laboratory.url(), connectionTimeoutMillis: 5_000 })
      client.on('error', () => {})
      await client.connect()
      return client
        .query<Row>(statement)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
    async failOver() {
      await laboratory.standby.postgres.promote()
      ;[laboratory.primary, laboratory.standby] = [laboratory.standby, laboratory.primary]
    },
    async rebuild() {
      const { primary: now, standby: lost } = laboratory
      await lost.postgres.remove()
      await asynchronous()
      lost.postgres = await startStandby(now.postgres, settings, place)
      lost.wire.lead(lost.postgres.port)
      await synchronous()
    },
    async recover() {
      for (const { wire } of [laboratory.primary, laboratory.standby]) wire.mend()
      for (const { postgres } of [laboratory.primary, laboratory.standby]) await ensureRunning(postgres)
      for (const server of laboratory.servers) await server.start()
      await synchronous()
    },
    async close() {
      for (const server of laboratory.servers) await server.kill()
      for (const { postgres, wire } of [laboratory.standby, laboratory.primary]) {
        wire.close()
        await postgres.remove()
      }
      disk?.unmount()
      clock?.remove()
      rmSync(filesDir, { recursive: true, force: true })
    },
  }

  /** A promoted database waits for no standby until it has one. */
  async function asynchronous(): Promise<void> {
    await laboratory.ask('alter system reset synchronous_standby_names')
    await laboratory.ask('select pg_reload_conf()')
  }

  async function synchronous(): Promise<void> {
    await laboratory.ask("alter system set synchronous_standby_names = '*'")
    await laboratory.ask('select pg_reload_conf()')
    const state =
      "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'"
    await until(async () => (await laboratory.ask(state)).length > 0, 'The standby does not follow')
  }

  const open = async () => {
    const port = await freePort()
    const startOnce = () =>
      startProduct({
        port,
        settings: {
          DATABASE_URL: url,
          DATA_DIR: filesDir,
          TRUSTED_PROXIES: '127.0.0.1',
          LOG_LEVEL: 'error',
          ...clock?.settings,
        },
      })
    // A server that does not reach the primary at its start ends, and is started again by what supervises it.
    const start = async () => {
      for (let tries = 1; ; tries++) {
        try {
          const process = await startOnce()
          started.push(process)
          return process
        } catch (error) {
          if (tries === mostStarts) throw error
        }
      }
    }
    const server: Server = {
      url: `http://127.0.0.1:${port}`,
      process: await start(),
      async kill() {
        killed.add(server.process)
        await server.process.end('SIGKILL')
      },
      async start() {
        if (!isRunning(server.process.pid)) {
          if (!killed.has(server.process)) crashes.push(server.process.output().slice(-lastWords))
          server.process = await start()
        }
        await until(
          () => isReady(server.url),
          async () => {
            const said = await fetch(`${server.url}/readyz`).then((answer) => answer.text(), String)
            return `A server is not ready: ${said}\n${server.process.output().slice(-lastWords)}`
          },
        )
      },
    }
    return server
  }
  try {
    await synchronous()
    const servers: Server[] = []
    for (let number = 0; number < count; number++) servers.push(await open())
    return Object.assign(laboratory, { servers })
  } catch (error) {
    await laboratory.close()
    throw error
  }
}

type Why = string | (() => Promise<string>)

async function until(what: () => Promise<boolean>, why: Why): Promise<void> {
  for (const start = performance.now(); !(await what().catch(() => false)); await sleep(50)) {
    if (performance.now() - start > patienceMs) throw new Error(typeof why === 'string' ? why : await why())
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function ensureRunning(postgres: OwnPostgres): Promise<void> {
  const postmaster = mainProcess(postgres)
  if (postmaster !== null && processesIn(postgres.cluster).includes(postmaster)) return
  await until(
    async () => processesIn(postgres.cluster).length === 0,
    'The sessions of the killed database do not end',
  )
  // Its process may still be in the table of processes, as a zombie, which PostgreSQL takes for a running one.
  for (const file of ['postmaster.pid', `.s.PGSQL.${postgres.port}.lock`]) {
    rmSync(join(postgres.cluster, file), { force: true })
  }
  await postgres.start()
}

/** The main process of a database, or null. */
export function mainProcess({ cluster }: OwnPostgres): number | null {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** A disk in memory that can be made as small as what it holds. */
type SmallDisk = { folder: string; fill(): void; makeRoom(): void; unmount(): void }

function mountSmallDisk(): SmallDisk {
  const folder = newDataFolder(prefix, tmpdir())
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3g,mode=0711', 'tmpfs', folder])
  const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, folder])
  return {
    folder,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(folder)
      resize(`${((blocks - bfree) * bsize) / 1_024 + 64}k`)
    },
    makeRoom: () => resize('3g'),
    unmount() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The clock of the servers, but not of the database, by libfaketime. */
type ServerClock = { settings: Record<string, string>; jump(seconds: number): void; remove(): void }

const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
  .find((path) => existsSync(path))
export const canFakeTime = library !== undefined

function openClock(): ServerClock {
  const file = join(newDataFolder(prefix, tmpdir()), 'clock')
  const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
  jump(0)
  return {
    settings: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump,
    remove: () => rmSync(dirname(file), { recursive: true, force: true }),
  }
}
