import { createHash } from 'node:crypto'
import {
  lchownSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { type Account, databaseAccount, findAccount, isRoot } from './account.ts'
import { type Binaries, installedBinaries, program } from './binaries.ts'
import { run } from './child.ts'
import { type Cluster, errorCode, fileProblem, findCluster, prepareDataFolder } from './data-folder.ts'
import { initialise } from './initialise.ts'
import { removeLeftovers, stagingName, syncFolder } from './staging.ts'
import { prepareSystemFolder, publishBinaries } from './system-folder.ts'

/** Where the database lives, what runs it and as whom (`account` is undefined when it is the server's own user). */
export type Place = { dataDir: string; cluster: string; binaries: Binaries; account: Account | undefined }

/** Fills the private, empty folder `place.cluster` with a database. */
export type Fill = (place: Place) => Promise<void>

/**
 * Finds the database of a data folder, and makes an empty one if there is none. With `fill` there must be none.
 *
 * It is `DATA_DIR/postgres`. When the server is root, the database runs as a user of its own, who may be unable to
 * reach that folder (a checkout under /root); then the data is in /var/lib/phial and `DATA_DIR/postgres` a link to it.
 */
export async function findPlace(requestedDataDir: string, fill?: Fill): Promise<Place> {
  const installed = installedBinaries()
  const dataDir = prepareDataFolder(requestedDataDir)
  const entry = join(dataDir, 'postgres')
  const found = findCluster(entry, installed.major)
  if (found && fill) {
    throw new StartupError(
      `There is a database in ${entry} already: nothing was changed. Give a DATA_DIR without one.`,
    )
  }
  if (found) return existingPlace(dataDir, found, installed)

  const account = isRoot() ? await databaseAccount() : undefined
  const binaries = await runnableBinaries(installed, account)
  const fillWith: Fill = fill ?? ((place) => initialise(place.cluster, binaries, account))
  const stage = (target: string) => stageAndFill(target, { dataDir, binaries, account }, fillWith)
  if (await stage(entry)) {
    return { dataDir, cluster: realpathSync(entry), binaries, account }
  }
  const cluster = join(prepareSystemFolder(), hashOf(dataDir))
  const left = findCluster(cluster, binaries.major)
  if (left && fill) {
    throw new StartupError(
      `There is a database in ${cluster} already: nothing was changed. Move it away first.`,
    )
  }
  if (!left && !(await stage(cluster))) {
    throw new StartupError(`The account "${account?.name}" cannot use ${cluster} for the database`)
  }
  linkTo(cluster, entry)
  return { dataDir, cluster, binaries, account }
}

async function existingPlace(dataDir: string, found: Cluster, installed: Binaries): Promise<Place> {
  if (!isRoot()) {
    return {
      dataDir,
      cluster: found.folder,
      binaries: await runnableBinaries(installed, undefined),
      account: undefined,
    }
  }
  // A database made by an ordinary user and now started by root goes on as that user, so that both can start it.
  const account = await accountOf(found)
  const binaries = await runnableBinaries(installed, account)
  const { code } = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', found.folder], account)
  if (code !== 0) {
    throw new StartupError(
      `The database folder ${found.folder} cannot be entered by "${account.name}", its owner: allow that user to pass through the folders above it (chmod a+x)`,
    )
  }
  return { dataDir, cluster: found.folder, binaries, account }
}

async function accountOf(found: Cluster): Promise<Account> {
  if (found.owner === 0) {
    throw new StartupError(
      `The database folder ${found.folder} belongs to root, as which PostgreSQL refuses to run: give it to "phial" (chown -R)`,
    )
  }
  return findAccount(found.owner) ?? { name: `user id ${found.owner}`, uid: found.owner, gid: found.owner }
}

/** The installed PostgreSQL if `account` can really run it (folder modes, noexec mounts), else the system's copy of it. */
async function runnableBinaries(installed: Binaries, account: Account | undefined): Promise<Binaries> {
  const problem = await runProblem(installed, account)
  if (problem === undefined) return installed
  if (!account)
    throw new StartupError(`The embedded PostgreSQL cannot run here (${problem}): set DATABASE_URL`)
  const published = await publishBinaries(installed)
  const stillProblem = await runProblem(published, account)
  if (stillProblem === undefined) return published
  throw new StartupError(
    `The embedded PostgreSQL in ${published.folder} cannot be run by "${account.name}" (${stillProblem}): set DATABASE_URL`,
  )
}

async function runProblem(binaries: Binaries, account: Account | undefined): Promise<string | undefined> {
  const check = 'test -r "$2" || { echo "$2 cannot be read"; exit 1; }; exec "$1" --version'
  const files = [program(binaries, 'postgres'), join(binaries.folder, 'share/postgresql/postgres.bki')]
  const { code, output } = await run('/bin/sh', ['-c', check, 'sh', ...files], account)
  return code === 0 ? undefined : (output.trim().split('\n').at(-1) ?? 'unknown reason')
}

/**
 * Makes a database in a temporary folder beside `target` and renames it into place, so that a kill in the
 * middle leaves nothing half made. False when `account` cannot work in that folder.
 */
async function stageAndFill(
  target: string,
  { dataDir, binaries, account }: Omit<Place, 'cluster'>,
  fill: Fill,
): Promise<boolean> {
  removeLeftovers(target)
  const stage = stagingName(target)
  try {
    mkdirSync(stage, { mode: 0o700 })
    if (account && !(await handOver(stage, account))) return false
    await fill({ dataDir, cluster: realpathSync(stage), binaries, account })
    try {
      renameSync(stage, target)
      syncFolder(dirname(target))
    } catch (error) {
      // Another server starting at the same moment was faster; its database is as good as ours.
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
    }
    return true
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The database folder ${target} cannot be made: ${fileProblem(error)}`)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Gives `folder` to `account` and lets it try to work there: modes of the folders above, mounts, and quotas all count. */
async function handOver(folder: string, account: Account): Promise<boolean> {
  try {
    // Never through a link: in a data folder that belongs to somebody else, the name could have been swapped for one.
    lchownSync(folder, account.uid, account.gid)
  } catch {
    return false
  }
  const attempt = 'cd "$1" && chmod 700 . && : > probe && rm probe'
  return (await run('/bin/sh', ['-c', attempt, 'sh', folder], account)).code === 0
}

const hashOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)

function linkTo(cluster: string, entry: string): void {
  try {
    rmdirSync(entry)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  try {
    symlinkSync(cluster, entry)
    writeFileSync(`${entry}.README.txt`, readme(cluster), { flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

const readme = (cluster: string) => `The database of this folder is in

  ${cluster}

because Phial was started as root, PostgreSQL refuses to run as root, and the user it
runs as instead cannot reach this folder. "postgres" here is a link to it. Back up and
move both together; removing this folder does not remove the database.
`
