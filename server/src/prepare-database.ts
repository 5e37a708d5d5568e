import type pg from 'pg'
import type { Config } from './config.ts'
import { type Connection, openPool } from './platform/database.ts'
import { grantRights } from './platform/grants.ts'
import { installJobs, rightsOnJobs } from './platform/job-tables.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { rightsOn } from './rights.ts'

/** A database of one's own: as the role of the work, and as the role that owns the schema. */
export function connectionsOf(config: Config): { connection: Connection; owner: Connection } {
  const url = config.databaseUrl ?? ''
  return { connection: { url }, owner: { url: config.migrationDatabaseUrl ?? url } }
}

/** Works as the owner, for as long as it takes: once the product runs, no session has those rights. */
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
 * Brings the database to this version as the role that owns it, and grants the role of the work what it needs and no
 * more. When both are the same role there is nothing to grant. Answers the migrations that ran.
 */
export async function prepareDatabase(owner: pg.Pool, work: pg.Pool): Promise<string[]> {
  const [ownerName, workName] = [await roleOf(owner), await roleOf(work)]
  return migrate(owner, async (client) => {
    await installJobs(owner)
    if (workName === ownerName) return
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
    await grantRights(client, workName, rows[0]?.schema ?? 'public', rightsOn)
    await grantRights(client, workName, 'graphile_worker', rightsOnJobs)
  })
}

async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}
