import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { isRoot } from './account.ts'

const meanings: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  // Also what Node answers when it makes several levels on a read-only file system.
  ENOENT: 'the folder above it is missing or read-only',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links lead in a circle',
}

/** The error code of a failed file operation (`ENOENT`, …), undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** A failed file operation in words. */
export function fileProblem(error: unknown): string {
  return meanings[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error))
}

/** Makes the data folder if it is missing, checks that it can be written and returns its real path. */
export function prepareDataFolder(dataDir: string): string {
  try {
    // As root the database runs as another user, who must be able to pass through (but need not list) this folder.
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  } catch (error) {
    throw new StartupError(`The data folder ${dataDir} cannot be created: ${fileProblem(error)}`)
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(`The data folder ${dataDir} cannot be written: ${fileProblem(error)}`)
  }
  return realpathSync(dataDir)
}

export type Cluster = { folder: string; owner: number }

/**
 * The database found at `path`, undefined when there is none yet (nothing there, or an empty folder).
 * @throws StartupError when something else is there, or a database that `major` cannot open
 */
export function findCluster(path: string, major: string): Cluster | undefined {
  const link = lstatSync(path, { throwIfNoEntry: false })
  if (!link) return undefined
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) {
    throw new StartupError(
      `${path} points to ${readlinkSync(path)}, which is missing: restore it, or remove the link to begin with an empty database`,
    )
  }
  if (!entry.isDirectory()) throw new StartupError(`${path} is a file; the database needs a folder there`)
  const folder = realpathSync(path)
  const version = readVersion(path, folder, entry.uid)
  if (version === undefined) return undefined
  if (version !== major) {
    throw new StartupError(
      `The database in ${path} was made by PostgreSQL ${version} and this Phial brings PostgreSQL ${major}: ` +
        'move it with pg_dump and pg_restore, or set DATABASE_URL to a server that can read it',
    )
  }
  return { folder, owner: entry.uid }
}

function readVersion(path: string, folder: string, owner: number): string | undefined {
  try {
    if (readdirSync(folder).length === 0) return undefined
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new StartupError(`${path} is not empty and not a PostgreSQL database: move its contents away`)
    }
    throw new StartupError(
      `The database in ${path} belongs to user id ${owner} and cannot be read (${fileProblem(error)}): start Phial as that user or as root`,
    )
  }
}
