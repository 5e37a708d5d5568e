import { readConfig } from './config.ts'
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

async function reach(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const config = readConfig()
  if (config.databaseUrl) return { connection: { url: config.databaseUrl }, stop: async () => {} }
  const { cluster } = await findPlace(config.dataDir)
  const running = await findPostmaster(cluster)
  if (running) {
    const { host, port } = running
    return { connection: { host, port, user: roles.owner, database: 'phial' }, stop: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return { connection: embedded.owner, stop: () => embedded.stop() }
}
