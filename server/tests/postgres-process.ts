import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '#server/platform/postgres/child.ts'
import { findPlace } from '#server/platform/postgres/place.ts'
import { processesIn } from '#server/platform/postgres/processes.ts'
import { copyInstalled, newDataFolder } from './data-folders.ts'
import { freePort } from './product-process.ts'

/** A PostgreSQL outside the product, as in an installation: on TCP, started and stopped by pg_ctl. */
export type OwnPostgres = {
  /** DATABASE_URL for the database `phial`, or for `postgres` if the cluster was started as `empty`. */
  readonly url: string
  readonly port: number
  readonly cluster: string
  start(): Promise<void>
  /** Starts it as a replica that answers "not accepting connections" (57P03) until it is promoted. */
  startAsReplica(): Promise<void>
  promote(): Promise<void>
  stop(mode: StopMode): Promise<void>
  /** Stops it, if it runs, and removes its folder. */
  remove(): Promise<void>
}

/** `fast` ends all sessions, `immediate` is a crash: the next start recovers from the write-ahead log. */
export type StopMode = 'fast' | 'immediate'

/** Starts a hot standby that follows `primary`, which is restarted for its copy. `settings` as for `startOwnPostgres`. */
export async function startStandby(
  primary: OwnPostgres,
  settings: Readonly<Record<string, string>> = {},
  { prefix, root }: { prefix?: string; root?: string } = {},
): Promise<OwnPostgres> {
  const dataDir = newDataFolder(prefix, root)
  await primary.stop('fast')
  copyInstalled(dirname(primary.cluster), dataDir)
  await primary.start()
  const following = { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`, ...settings }
  const standby = await ownPostgres(dataDir, following, 'phial')
  writeFileSync(join(standby.cluster, 'standby.signal'), '')
  await standby.start()
  return standby
}

/** One on an existing data folder, not yet started. `more` are settings of postgresql.conf. */
export async function ownPostgres(
  dataDir: string,
  more: Readonly<Record<string, string>>,
  database: string,
): Promise<OwnPostgres> {
  const { cluster, binaries, account } = await findPlace(dataDir)
  writeFileSync(join(cluster, 'pg_hba.conf'), 'host all,replication all 127.0.0.1/32 trust\n')
  const sockets = join(dataDir, 'postgres')
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: sockets,
    // The tests of the embedded database cover a power failure.
    fsync: 'off',
    ...more,
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const pgCtl = async (...args: string[]) => {
    const { code, output } = await run(
      join(binaries.folder, 'bin', 'pg_ctl'),
      ['-D', cluster, '-w', '-s', '-l', join(cluster, 'server.log'), ...args],
      account,
    )
    if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')}: ${output}`)
  }
  const own: OwnPostgres = {
    url: `postgresql://postgres@127.0.0.1:${port}/${database}`,
    port,
    cluster,
    start: () => pgCtl('-o', options.join(' '), 'start'),
    startAsReplica() {
      writeFileSync(join(cluster, 'standby.signal'), '')
      return pgCtl('-o', [...options, '-c hot_standby=off'].join(' '), 'start')
    },
    promote: () => pgCtl('promote'),
    stop: (mode) => pgCtl('-m', mode, 'stop'),
    async remove() {
      if (processesIn(cluster).length > 0) await own.stop('immediate')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return own
}
