import type pg from 'pg'
import type { Config } from './config.ts'
import { type Connection, openPool } from './platform/database.ts'
import { grantRights } from './platform/grants.ts'
import { installJobs, rightsOnJobs } from './platform/job-tables.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { rightsOn } from './rights.ts'

/** The connections to a PostgreSQL of your own: as the working role, and as the role that owns the schema. */
export function connectionsOf(config: Config): { connection: Connection; owner: Connection } {
  const url = config.databaseUrl ?? ''
  return { connection: { url }, owner: { url: config.migrationDatabaseUrl ?? url } }
}

/** Runs `work` on connections of the owner and closes them: once the product runs, no session has the owner's rights. */
export async function asOwner<T>(
  owner: Connection,
  log: Log,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = openPool(owner, log, 2)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/**
 * Migrates the database to this version as its owner, and grants the working role only the rights that it needs. If both are
 * the same role there is nothing to grant. Returns the migrations that ran.
 */
export async function prepareDatabase(
  owner: pg.Pool,
  work: pg.Pool,
  say: (line: string) => void = () => {},
): Promise<string[]> {
  const [ownerName, workName] = [await roleOf(owner), await roleOf(work)]
  return migrate(
    owner,
    async (client) => {
      await installJobs(owner)
      if (workName === ownerName) return
      const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
      await grantRights(client, workName, rows[0]?.schema ?? 'public', rightsOn)
      await grantRights(client, workName, 'graphile_worker', rightsOnJobs)
    },
    say,
  )
}

async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}
