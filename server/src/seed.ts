import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { seedDatabase } from './demo/seed-database.ts'
import { tell } from './handlers.ts'
import { findMasterKey } from './master-key.ts'
import { loadAnalytes, loadCatalogue } from './modules/catalogue/index.ts'
import { loadMicrobiology } from './modules/microbiology/index.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { StartupError } from './platform/startup-error.ts'
import { holdDataKeys } from './platform/vault/data-keys.ts'
import { Vault } from './platform/vault/vault.ts'
import { asOwner, connectionsOf, prepareDatabase } from './prepare-database.ts'

/** `npm run seed -- --visits 100000`: a simulated history in the database that `npm start` would use. */

const usage =
  'Usage: npm run seed -- --visits 100000 [--days 90] [--seed 1] [--sites 1] [--reports 300] [--add]'
const say = (line: string) => process.stdout.write(`${line}\n`)

function readArguments() {
  const option = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const { values } = parseArgs({
    options: {
      visits: { type: 'string' },
      days: option('90'),
      seed: option('1'),
      sites: option('1'),
      reports: option('300'),
      add: { type: 'boolean', default: false },
    },
  })
  const number = (name: 'visits' | 'days' | 'seed' | 'sites' | 'reports', least: number, most: number) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new StartupError(`--${name} must be a whole number from ${least} to ${most}. ${usage}`)
    }
    return value
  }
  return {
    visits: number('visits', 1, 50_000_000),
    days: number('days', 1, 7300),
    seed: number('seed', 1, 1_000_000),
    sites: number('sites', 1, 50),
    reports: number('reports', 0, 100_000),
    add: values.add,
  }
}

async function run(): Promise<void> {
  const ask = readArguments()
  const config = readConfig()
  const log = createLog('warn')
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const { connection, owner } = embedded ?? connectionsOf(config)
  const pool = openPool(connection, log, 2)
  try {
    const vault = new Vault(systemClock)
    const context = {
      db: openDatabase(pool, vault),
      clock: systemClock,
      config,
      log,
      network: 'local',
      actor: null,
      wakeOutbox: () => {},
      tell,
    }
    await asOwner(owner, log, async (ownerPool) => {
      const masterKey = await findMasterKey(config, ownerPool)
      await prepareDatabase(ownerPool, pool)
      const dataKeys = await holdDataKeys(context, vault, masterKey)
      dataKeys?.stop()
      await loadCatalogue(context)
      await loadAnalytes(context)
      await loadMicrobiology(context)
      await seedDatabase(context, ownerPool, ask, say)
    })
  } finally {
    await pool.end()
    await embedded?.stop()
  }
}

await run().catch((error: unknown) => {
  const refused = error instanceof StartupError || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`${refused ? (error as Error).message : (error as Error).stack}\n`)
  process.exitCode = 1
})
