import { readConfig } from './config.ts'
import { sayVerdict } from './modules/insights/index.ts'
import { type Connection, openDatabase, openPool } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { findPlace } from './platform/postgres/place.ts'
import { findPostmaster } from './platform/postgres/postmaster.ts'
import { StartupError } from './platform/startup-error.ts'

/**
 * `npm run audit:verify [-- --head <hash>]`: says whether the audit trail is as it was written, and ends with 0 or 1. Reads the
 * database of `DATABASE_URL`, or the one in `DATA_DIR`: that of a running server as it runs, else started for the check.
 */
const log = createLog('silent')

async function reach(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const config = readConfig()
  if (config.databaseUrl) return { connection: { url: config.databaseUrl }, stop: async () => {} }
  const { cluster } = await findPlace(config.dataDir)
  const running = await findPostmaster(cluster)
  if (running) {
    const { host, port } = running
    return { connection: { host, port, user: 'postgres', database: 'phial' }, stop: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return { connection: embedded.connection, stop: () => embedded.stop() }
}

function headAsked(args: readonly string[]): string | null {
  const at = args.indexOf('--head')
  if (at === -1) return null
  const head = args[at + 1]?.toLowerCase() ?? ''
  if (!/^[0-9a-f]{8,64}$/.test(head)) {
    throw new StartupError(
      'After --head comes a hash that was written down: at least its first 8 characters.',
    )
  }
  return head
}

async function verify(): Promise<boolean> {
  const head = headAsked(process.argv.slice(2))
  const { connection, stop } = await reach()
  const pool = openPool(connection, log, 2)
  try {
    const { holds, lines } = await sayVerdict(openDatabase(pool), head)
    process.stdout.write(`${lines.join('\n')}\n`)
    return holds
  } finally {
    await pool.end()
    await stop()
  }
}

verify().then(
  (holds) => process.exit(holds ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
