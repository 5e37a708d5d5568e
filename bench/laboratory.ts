import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Connection, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { serverEnvironment } from '../scripts/server-arguments.js'
import { copyInstalled, newDataFolder, remainingFolders } from '../server/tests/data-folders.ts'
import { freePort, type ProductProcess, startProduct } from '../server/tests/product-process.ts'
import { openServerProcess, type ServerProcess } from '../server/tests/server-process.ts'

const prefix = 'phial-bench-'
/** The test of the bench measures nothing: it keeps its databases in memory and gives one to copy as BENCH_INSTALLED. */
const dataRoot = process.env.BENCH_DATA ?? tmpdir()

type Server = Pick<ProductProcess, 'url' | 'pid'> & { end(): Promise<unknown> }

/** The product in a process of its own on an embedded database in a folder of its own, as `npm start` runs it. */
export type Laboratory = {
  server: Server
  /** A real path: what the database's processes work in. */
  cluster: string
  connection: Connection
  /** For making data and counting it; the server has its own. */
  pool: pg.Pool
  close(): Promise<void>
}

const open = new Set<Laboratory>()

export async function openLaboratory(
  settings: Readonly<Record<string, string>> = {},
  given?: string,
): Promise<Laboratory> {
  const dataDir = given ?? (await migratedDataDir())
  // The log as in production, a line for each request; it goes to a pipe that is read.
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...settings })
  const cluster = join(dataDir, 'postgres')
  const listening = readPostmasterFile(cluster)
  if (!listening) throw new Error('The database does not run')
  const connection = { host: listening.host, port: listening.port, user: 'postgres', database: 'phial' }
  const pool = openPool(connection, createLog('error'), 2)
  await pool.query('set statement_timeout = 0')
  const laboratory: Laboratory = {
    server,
    cluster,
    connection,
    pool,
    async close() {
      open.delete(laboratory)
      await pool.end()
      await server.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  open.add(laboratory)
  return laboratory
}

let inTurn: ServerProcess | undefined

/** In the test of the bench, the servers run one after another in a process, since a start in a new one takes twice the processor time. */
async function startServer(settings: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort()
  if (!process.env.BENCH_INSTALLED) {
    const { url, pid, end } = await startProduct({ port, settings })
    return { url, pid, end: () => end('SIGTERM') }
  }
  const { PATH, NODE_COMPILE_CACHE } = process.env
  inTurn ??= openServerProcess({ ...serverEnvironment, PATH, NODE_COMPILE_CACHE })
  await inTurn.start({ PORT: String(port), HOST: '127.0.0.1', DRAIN_SECONDS: '0', ...settings })
  return { url: `http://127.0.0.1:${port}`, pid: inTurn.pid, end: inTurn.stop }
}

/** Ends what is still open: after a failure, or when the run is interrupted. */
export async function closeLaboratories(): Promise<void> {
  await Promise.allSettled([...open].map((laboratory) => laboratory.close()))
  await inTurn?.end()
  if (migrated) rmSync(await migrated, { recursive: true, force: true })
}

export const newDataDir = (): string => newDataFolder(prefix, dataRoot)

let migrated: Promise<string> | undefined

/** A data folder with a migrated, empty database: a copy, since creating one takes four seconds of processor time. */
export async function migratedDataDir(): Promise<string> {
  const dataDir = newDataDir()
  copyInstalled(process.env.BENCH_INSTALLED ?? (await migratedOnce()), dataDir)
  return dataDir
}

function migratedOnce(): Promise<string> {
  migrated ??= makeMigrated()
  return migrated
}

async function makeMigrated(): Promise<string> {
  const dataDir = newDataDir()
  const server = await startProduct({ port: await freePort(), settings: { DATA_DIR: dataDir } })
  await server.end('SIGTERM')
  return dataDir
}

/** Folders of runs that were killed; their servers have ended with them. */
export function removeRemains(): void {
  for (const folder of remainingFolders(prefix)) {
    const stillStopping = readPostmasterFile(join(folder, 'postgres')) !== undefined
    if (!stillStopping) rmSync(folder, { recursive: true, force: true })
  }
}
