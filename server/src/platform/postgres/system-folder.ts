import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { run } from './child.ts'
import { errorCode, fileProblem } from './data-folder.ts'
import { removeLeftovers, stagingName } from './staging.ts'

/** Where a root server keeps what the database's own user cannot reach inside the checkout. */
const systemFolder = '/var/lib/phial'

/** Makes `/var/lib/phial` if needed; refuses one that anybody but root could have filled. */
export function prepareSystemFolder(): string {
  try {
    mkdirSync(systemFolder, { mode: 0o711, recursive: true })
  } catch (error) {
    throw new StartupError(
      `${systemFolder}, for the database's own user, cannot be created: ${fileProblem(error)}`,
    )
  }
  const entry = lstatSync(systemFolder)
  if (!entry.isDirectory() || entry.uid !== 0 || (entry.mode & 0o022) !== 0) {
    throw new StartupError(
      `${systemFolder} must be a folder that belongs to root and that nobody else can write`,
    )
  }
  return systemFolder
}

/**
 * A copy of PostgreSQL that every user can run: made once per version, owned by root, so that the database's user
 * cannot change the programs root starts. Appears whole or not at all.
 */
export async function publishBinaries(binaries: Binaries): Promise<Binaries> {
  const parent = prepareSystemFolder()
  const target = join(parent, `postgresql-${binaries.version}`)
  const published = { ...binaries, folder: target }
  if (lstatSync(target, { throwIfNoEntry: false })) return published
  removeLeftovers(target)
  const stage = stagingName(target)
  try {
    // Static archives are for compiling against PostgreSQL only.
    const filter = (source: string) => !source.endsWith('.a')
    cpSync(binaries.folder, stage, { recursive: true, verbatimSymlinks: true, filter })
    openToAll(stage)
    // The rename must not reach the disk before the contents do. Best effort where `sync` knows no -f.
    await run('sync', ['-f', stage])
    renameSync(stage, target)
  } catch (error) {
    rmSync(stage, { recursive: true, force: true })
    const elsewhere = errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST'
    if (!elsewhere) throw new StartupError(`PostgreSQL cannot be copied to ${target}: ${fileProblem(error)}`)
  }
  return published
}

/** Root's own, whoever the checkout belongs to: read and run for all, write for root only, whatever umask npm ran with. */
function openToAll(folder: string): void {
  chownSync(folder, 0, 0)
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) {
      chownSync(path, 0, 0)
      chmodSync(path, (lstatSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
  }
}
