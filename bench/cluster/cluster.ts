import { type ChildProcess, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '#server/platform/postgres/staging.ts'
import { newDataFolder, remainingFolders } from '../../server/tests/data-folders.ts'
import { endProcess, hasEnded } from '../../server/tests/product-process.ts'
import { openServer, type Server } from '../faults/server.ts'
import { until } from '../faults/until.ts'
import { deploy, passwords, proxyFile, proxyPort, serverPort } from './configuration.ts'
import { type DatabaseMachine, databaseMachine } from './database-machine.ts'
import { logsOf, untilFollowing } from './follow.ts'
import { type Member, membersIn } from './members.ts'
import { type Host, namespaces, openNetwork, removeNetwork } from './network.ts'

const prefix = 'phial-cluster-'

export type Proxy = Host & { readonly url: string; start(): void; stop(): Promise<void> }

/** Three databases with Patroni and etcd, two proxies and three servers of the product, each a machine of its own. */
export type Cluster = {
  readonly databases: readonly DatabaseMachine[]
  readonly proxies: readonly Proxy[]
  readonly servers: readonly Server[]
  /** Addresses of the proxies. */
  readonly urls: readonly string[]
  /** The database as its owner, for this process. */
  url(): string
  /** The standbys that had to be copied anew, since they could not follow. */
  readonly copied: readonly string[]
  members(): Promise<Member[]>
  /** The machine with this role; waits for it. */
  machine(role: 'leader' | 'sync_standby', but?: DatabaseMachine): Promise<DatabaseMachine>
  /** Mends the network, starts what does not run, and waits until both standbys follow. */
  recover(): Promise<void>
  close(): Promise<void>
}

/** Ends the processes of runs that were killed, and removes their namespaces and folders. */
export async function removeRemains(): Promise<void> {
  for (const maker of new Set(namespaces().map((one) => one.maker)))
    if (!isAlive(maker)) await removeNetwork(maker)
  for (const folder of remainingFolders(prefix)) rmSync(folder, { recursive: true, force: true })
}

let closeOpen: () => Promise<void> = async () => {}
/** Closes the cluster that is open, or that is being opened. */
export const closeCluster = (): Promise<void> => closeOpen()

/**
 * @param strict `synchronous_mode_strict`
 * @param code the folder of the servers' code, if they begin with another version
 */
export async function openCluster({
  strict = true,
  code,
  tell = () => {},
}: {
  strict?: boolean
  code?: string | undefined
  tell?: (line: string) => void
} = {}): Promise<Cluster> {
  const folder = newDataFolder(prefix)
  const names = {
    databases: ['db1', 'db2', 'db3'],
    proxies: ['proxy1', 'proxy2'],
    servers: ['app1', 'app2', 'app3'],
  }
  const network = openNetwork([...names.databases, ...names.proxies, ...names.servers])
  const hostsOf = (wanted: readonly string[]) => network.hosts.filter(({ name }) => wanted.includes(name))
  const certificates = join(folder, 'certificates')
  const ca = join(folder, 'ca.crt')
  const servers: Server[] = []
  let proxies: Proxy[] = []

  const close = async () => {
    closeOpen = async () => {}
    await Promise.all(servers.map((server) => server.kill()))
    await network.close()
    rmSync(folder, { recursive: true, force: true })
  }
  closeOpen = close
  try {
    const machines = hostsOf(names.databases).map(({ name, address }) => `${name}=${address}`)
    execFileSync(deploy('certificates.sh'), [certificates, ...machines])
    copyFileSync(join(certificates, 'ca.crt'), ca)
    const databases = hostsOf(names.databases).map((host) =>
      databaseMachine(host, { folder, certificates, range: network.range, strict }),
    )
    const copied: string[] = []
    const members = () => membersIn(databases)
    const machine: Cluster['machine'] = async (role, but) => {
      let found: DatabaseMachine | undefined
      await until(
        async () => {
          const member = (await members()).find(
            (one) => one.role === role && one.isUp && one.name !== but?.name,
          )
          found = databases.find(({ name }) => name === member?.name)
          return found !== undefined
        },
        () => `There is no ${role}\n${logsOf(databases)}`,
      )
      return found as DatabaseMachine
    }
    tell('Three databases with Patroni and etcd')
    for (const database of databases) database.start()
    const first = await machine('leader')
    await untilFollowing(databases)
    await first.psqlFile(deploy('roles.sql'), {
      owner_password: passwords.owner,
      password: passwords.product,
    })

    const urlOf = (user: string, password: string, places: readonly string[], more: string) =>
      `postgresql://${user}:${password}@${places.map((place) => `${place}:5432`).join(',')}/phial?${more}sslrootcert=${ca}`
    const byName = (user: string, password: string) =>
      urlOf(user, password, names.databases, 'sslmode=verify-full&')
    tell('Three servers')
    for (const host of hostsOf(names.servers)) {
      const dataDir = join(folder, host.name)
      mkdirSync(dataDir)
      const settings = {
        DATABASE_URL: byName('phial', passwords.product),
        MIGRATION_DATABASE_URL: byName('phial_owner', passwords.owner),
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: network.range,
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: '3',
        PUBLIC_URL: `http://${hostsOf(names.proxies)[0]?.address}:${proxyPort}`,
      }
      servers.push(
        await openServer(settings, { host: host.address, port: serverPort, inside: host.inside(), code }),
      )
    }
    tell('Two proxies')
    const configuration = join(folder, 'haproxy.cfg')
    writeFileSync(configuration, proxyFile(hostsOf(names.servers)))
    proxies = hostsOf(names.proxies).map((host) => proxyOn(host, { configuration, folder }))
    const urls = proxies.map(({ url }) => url)
    const recover = async () => {
      for (const database of databases) {
        database.reconnect()
        database.start()
      }
      for (const proxy of proxies) proxy.start()
      await Promise.all([untilFollowing(databases, copied), ...servers.map((server) => server.start())])
      for (const url of urls)
        await until(
          () => fetch(`${url}/healthz`).then(({ ok }) => ok),
          () => `${url} does not answer`,
        )
    }
    await recover()
    return {
      databases,
      proxies,
      servers,
      urls,
      // By address: this machine does not know the names. pg does not compare addresses with those in a certificate, so that only its
      // authority is verified.
      url: () =>
        urlOf(
          'phial_owner',
          passwords.owner,
          databases.map(({ address }) => address),
          'uselibpqcompat=true&sslmode=verify-ca&',
        ),
      copied,
      members,
      machine,
      recover,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function proxyOn(host: Host, { configuration, folder }: { configuration: string; folder: string }): Proxy {
  let running: ChildProcess | undefined
  return {
    ...host,
    url: `http://${host.address}:${proxyPort}`,
    start() {
      if (running && !hasEnded(running)) return
      const log = openSync(join(folder, `${host.name}.log`), 'a')
      running = host.spawn(['haproxy', '-db', '-f', configuration], { stdio: ['ignore', log, log] })
    },
    async stop() {
      if (running) await endProcess(running, 'SIGKILL')
    },
  }
}
