import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Privilege } from './grants.ts'

/** Creates the tables of the jobs or migrates them to this version, as the role that owns the schema. */
export async function installJobs(owner: pg.Pool): Promise<void> {
  // Silent: the runner itself warns if the tables are of a newer version.
  await runMigrations({ pgPool: owner, logger: new Logger(() => () => {}) })
}

/** The privileges that the runner needs on its tables. The set of tables may differ between versions. */
export function rightsOnJobs(relation: string): readonly Privilege[] {
  if (relation === 'migrations') return ['SELECT']
  return relation.startsWith('_private_') ? ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] : []
}
