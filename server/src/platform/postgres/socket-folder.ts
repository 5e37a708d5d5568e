import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { errorCode, fileProblem } from './data-folder.ts'
import type { Place } from './place.ts'

/** A socket's whole path may have 107 bytes on Linux and 103 on macOS. */
const longestSocketPath = 103

/**
 * The folder of the database's Unix socket: the cluster itself, which PostgreSQL insists on being private, or, when
 * that path is too long, a private folder in /tmp named after it. Not in XDG_RUNTIME_DIR, which is emptied when
 * its user logs out, under the feet of a server left running; and not in TMPDIR, which may itself be long.
 */
export function socketFolder({ cluster, account }: Pick<Place, 'cluster' | 'account'>): string {
  const plain = /^[\w/.@+-]+$/.test(cluster)
  if (plain && Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= longestSocketPath) return cluster

  const owner = account?.uid ?? process.getuid?.() ?? 0
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const folder = `/tmp/phial-${owner}-${name}`
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (account) lchownSync(folder, account.uid, account.gid)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw new StartupError(
        `The folder ${folder} for the database's socket cannot be made: ${fileProblem(error)}`,
      )
    }
  }
  // Whoever owns the folder decides who talks to the database: one made by somebody else beforehand will not do.
  const entry = lstatSync(folder)
  if (!entry.isDirectory() || entry.uid !== owner || (entry.mode & 0o077) !== 0) {
    throw new StartupError(
      `${folder} is not a private folder of user id ${owner}, so the database will not open its socket there: remove it, or use a DATA_DIR with a shorter path`,
    )
  }
  return folder
}
