import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Privilege } from './grants.ts'

/** Makes the tables of the jobs or brings them to this version, as the role that owns the schema. */
export async function installJobs(owner: pg.Pool): Promise<void> {
  // The runner tells what it finds of a newer version; nothing else is said here.
  await runMigrations({ pgPool: owner, logger: new Logger(() => () => {}) })
}

/** What the runner does with its tables, of which each version may have others. */
export function rightsOnJobs(relation: string): readonly Privilege[] {
  if (relation === 'migrations') return ['SELECT']
  return relation.startsWith('_private_') ? ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] : []
}
