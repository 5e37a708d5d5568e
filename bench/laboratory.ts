import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Connection, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { copyInstalled, newDataFolder, remainingFolders } from '../server/tests/data-folders.ts'
import { freePort, type ProductProcess, startProduct } from '../server/tests/product-process.ts'

const prefix = 'phial-bench-'
/** The test of the bench measures nothing: it keeps its databases in memory and gives one to copy as BENCH_INSTALLED. */
const dataRoot = process.env.BENCH_DATA ?? tmpdir()

/** The product in a process of its own on an embedded database in a folder of its own, as `npm start` runs it. */
export type Laboratory = {
  server: ProductProcess
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
  const port = await freePort()
  const server = await startProduct({
    port,
    // The log as in production, a line for each request; it goes to a pipe that is read.
    settings: { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...settings },
  })
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
      await server.end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  open.add(laboratory)
  return laboratory
}

/** Ends what is still open: after a failure, or when the run is interrupted. */
export async function closeLaboratories(): Promise<void> {
  await Promise.allSettled([...open].map((laboratory) => laboratory.close()))
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
