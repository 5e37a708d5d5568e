import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { ownMasterKey } from '#server/config.ts'
import { clearRemains, readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { worksIn } from '#server/platform/postgres/processes.ts'
import { copyInstalled, newDataFolder } from '../../server/tests/data-folders.ts'
import { type OwnPostgres, ownPostgres, startStandby } from '../../server/tests/postgres-process.ts'
import { prefix } from './remains.ts'
import type { Tried } from './run.ts'
import { openServer, type Server } from './server.ts'
import { openClock, type ServerClock } from './server-clock.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { until } from './until.ts'
import { openWire, type Wire } from './wire.ts'

/** A database and the network between it and the servers. */
export type Machine = { postgres: OwnPostgres; wire: Wire }

/** Servers of the product on a primary and a synchronous standby. */
export type Laboratory = Tried & {
  primary: Machine
  standby: Machine
  /** Runs a statement on the primary, over a connection that no fault of the network affects. */
  ask<Row extends object>(statement: string): Promise<Row[]>
  /** Opens such a connection. */
  connect(): Promise<pg.Client>
  /** Changes settings of the primary while it runs; a change is what follows `alter system`. */
  alter(...changes: string[]): Promise<void>
  /** Makes the standby the primary. The other machine is lost until `rebuild`. */
  failOver(): Promise<void>
  /** Copies the database to the machine that was lost, as the synchronous standby. */
  rebuild(): Promise<void>
  disk: SmallDisk | null
  clock: ServerClock | null
}

const settings = {
  max_connections: '60',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  wal_keep_size: '64MB',
  // PostgreSQL applies commit_delay (the slow disk) only with fsync. A killed process needs none: the kernel keeps what it wrote.
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
  const servers: Server[] = []

  const laboratory: Laboratory = {
    servers,
    get urls() {
      return servers.map(({ url }) => url)
    },
    primary,
    standby,
    disk,
    clock,
    url: () => laboratory.primary.postgres.url,
    async connect() {
      const client = new pg.Client({ connectionString: laboratory.url(), connectionTimeoutMillis: 5_000 })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    async ask<Row extends object>(statement: string) {
      const client = await laboratory.connect()
      return client
        .query<Row>(statement)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
    async alter(...changes) {
      for (const change of changes) await laboratory.ask(`alter system ${change}`)
      await laboratory.ask('select pg_reload_conf()')
    },
    async failOver() {
      await laboratory.standby.postgres.promote()
      ;[laboratory.primary, laboratory.standby] = [laboratory.standby, laboratory.primary]
    },
    async rebuild() {
      const { primary: now, standby: lost } = laboratory
      await lost.postgres.remove()
      // Without a standby, commits must not wait for one.
      await laboratory.alter('reset synchronous_standby_names')
      lost.postgres = await startStandby(now.postgres, settings, place)
      lost.wire.lead(lost.postgres.port)
      await synchronous()
    },
    async recover() {
      for (const { wire } of [laboratory.primary, laboratory.standby]) wire.mend()
      for (const { postgres } of [laboratory.primary, laboratory.standby]) await ensureRunning(postgres)
      await Promise.all(servers.map((server) => server.start()))
      await synchronous()
    },
    async close() {
      for (const server of servers) await server.kill()
      for (const { postgres, wire } of [laboratory.standby, laboratory.primary]) {
        wire.close()
        await postgres.remove()
      }
      disk?.unmount()
      clock?.remove()
      rmSync(filesDir, { recursive: true, force: true })
    },
  }

  async function synchronous(): Promise<void> {
    await laboratory.alter("set synchronous_standby_names = '*'")
    const state =
      "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'"
    await until(
      async () => (await laboratory.ask(state)).length > 0,
      () => 'The standby does not follow',
    )
  }

  try {
    await synchronous()
    for (let number = 0; number < count; number++) {
      const server = await openServer({
        DATABASE_URL: url,
        ...(existsSync(ownMasterKey(dataDir)) && { MASTER_KEY: ownMasterKey(dataDir) }),
        DATA_DIR: filesDir,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'error',
        ...clock?.settings,
      })
      servers.push(server)
    }
    return laboratory
  } catch (error) {
    await laboratory.close()
    throw error
  }
}

async function ensureRunning({ cluster, start }: OwnPostgres): Promise<void> {
  const main = readPostmasterFile(cluster)
  if (main && worksIn(main.pid, cluster)) return
  await clearRemains(cluster)
  await start()
}
