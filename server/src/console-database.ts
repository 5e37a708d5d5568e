import { type Config, readConfig } from './config.ts'
import { type Connection, type Db, openDatabase, openPool } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { findPlace } from './platform/postgres/place.ts'
import { findPostmaster } from './platform/postgres/postmaster.ts'
import { roles } from './platform/postgres/roles.ts'

const log = createLog('silent')

/** The result of a check, and its report in lines for the console. */
export type Verdict = { holds: boolean; lines: readonly string[] }

/**
 * Runs a check on the database of `DATABASE_URL`, or on the one in `DATA_DIR`, which is started for the check if no server
 * runs on it. The one in `DATA_DIR` is read as its owner, who can read the tables of every version. Prints the report and
 * ends the process with 0 if the check holds, else with 1.
 */
export function checkAtConsole(check: (db: Db) => Promise<Verdict>): void {
  run(check).then(
    (holds) => process.exit(holds ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}

async function run(check: (db: Db) => Promise<Verdict>): Promise<boolean> {
  const { connection, stop } = await reach()
  const pool = openPool(connection, log, 2)
  try {
    const { holds, lines } = await check(openDatabase(pool))
    process.stdout.write(`${lines.join('\n')}\n`)
    return holds
  } finally {
    await pool.end()
    await stop()
  }
}

async function reach(): Promise<Reached> {
  const config = readConfig()
  if (config.databaseUrl) return { connection: { url: config.databaseUrl }, stop: async () => {} }
  const { as, stop } = await reachEmbedded(config)
  return { connection: as(roles.owner), stop }
}

type Reached = { connection: Connection; stop: () => Promise<void> }

/** The embedded database, which is started if no server runs on it. `as` connects as one of its roles. */
export async function reachEmbedded({ dataDir }: Config): Promise<{
  as: (user: string) => Connection
  stop: () => Promise<void>
}> {
  const { cluster } = await findPlace(dataDir)
  const on =
    ({ host, port }: { host: string; port: number }) =>
    (user: string) => ({ host, port, user, database: 'phial' })
  const running = await findPostmaster(cluster)
  if (running) return { as: on(running), stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ dataDir, log })
  return { as: on(embedded.owner), stop: () => embedded.stop() }
}
