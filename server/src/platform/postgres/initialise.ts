import { dirname } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Account } from './account.ts'
import { type Binaries, program } from './binaries.ts'
import { run } from './child.ts'
import { roles } from './roles.ts'

/**
 * Written to postgresql.conf once: defaults for a laptop or a small server that an operator may change there.
 * What Phial relies on is not here but on the command line of every start (see launch.ts).
 */
const defaults = {
  shared_buffers: '256MB',
  max_connections: '100',
  // Bounds the work of crash recovery: the product must be ready again within seconds of a kill.
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  effective_cache_size: '1GB',
}

/**
 * Fills an empty folder with an empty database cluster. The collation is the builtin C.UTF-8, the same on every machine, so that indexes
 * survive a move between systems.
 */
export async function initialise(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const settings = Object.entries(defaults).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const { code, output } = await run(
    program(binaries, 'initdb'),
    [
      // The access rules are written before each start (access.ts); until then nobody may connect.
      ...['--pgdata', folder, '--username', roles.superuser, '--auth', 'reject', '--encoding', 'UTF8'],
      ...[
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        '--no-instructions',
      ],
      ...settings,
    ],
    account,
  )
  if (code === 0) return
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    throw new StartupError(
      `The disk is full: the database in ${dirname(folder)} could not be made (it needs 60 MB)`,
    )
  }
  const lines = output.trim().split('\n')
  const cause = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'no output'
  throw new StartupError(`The database in ${dirname(folder)} could not be made: ${cause.trim()}`)
}
