import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { installedBinaries } from '../postgres/binaries.ts'
import { findPlace } from '../postgres/place.ts'
import { processesIn } from '../postgres/processes.ts'
import { isAlive } from '../postgres/staging.ts'
import { StartupError } from '../startup-error.ts'
import type { Manifest } from './copy.ts'
import type { Copy } from './folder.ts'
import {
  checkCopy,
  chooseCopy,
  type Recovered,
  replay,
  stopRecovered,
  type Until,
  unpack,
} from './recover.ts'
import type { BackupKey } from './seal.ts'

type Source = { folder: string; key: BackupKey }

export type Restored = { copy: Copy; manifest: Manifest<unknown>; lastCommit: Date | null; lsn: string }

/**
 * Restores the database into a data folder that has none: as it was at `moment`, or as the archive has it last. The folder
 * gets its database when it is complete, or not at all. `finish` works on the restored database before it is used.
 */
export async function restoreInto(
  dataDir: string,
  { folder, key }: Source,
  moment: Date | null,
  say: (line: string) => void,
  finish: (recovered: Recovered, manifest: Manifest<unknown>) => Promise<void> = async () => {},
): Promise<Restored> {
  const copy = chooseCopy(folder, moment)
  const manifest = await checkCopy(copy, key)
  refuseOtherMajor(manifest)
  say(`Restoring the backup of ${manifest.endedAt}; its files have the hashes that were written with it.`)
  let end: Recovered | undefined
  await findPlace(dataDir, async (place) => {
    await unpack(copy, key, folder, place)
    say('Replaying the log.')
    end = await replay(place, moment ? { time: moment } : 'end')
    try {
      await finish(end, manifest)
    } finally {
      await stopRecovered(end)
    }
  })
  if (!end) throw new StartupError(`Nothing was restored into ${dataDir}.`)
  return { copy, manifest, lastCommit: end.lastCommit, lsn: end.lsn }
}

function refuseOtherMajor({ postgres }: Manifest<unknown>): void {
  const { major } = installedBinaries()
  if (postgres.split('.')[0] !== major) {
    throw new StartupError(
      `The backup is of PostgreSQL ${postgres} and this Phial brings PostgreSQL ${major}: restore it with the version of Phial that made it.`,
    )
  }
}

/**
 * Restores a copy to `until` into a throw-away folder inside the data folder, lets `work` look at it, and removes it.
 * @throws StartupError if another process does so
 */
export async function inThrowAway<Result>(
  dataDir: string,
  { folder, key }: Source,
  copy: Copy,
  until: Until,
  work: (recovered: Recovered) => Promise<Result>,
): Promise<Result> {
  await throwAway(dataDir)
  const temporary = throwAwayFolder(dataDir)
  mkdirSync(temporary, { mode: 0o711 })
  try {
    let result: { value: Result } | undefined
    await findPlace(realpathSync(temporary), async (place) => {
      writeFileSync(join(temporary, marker), JSON.stringify({ pid: process.pid, cluster: place.cluster }))
      await unpack(copy, key, folder, place)
      // What is thrown away need not survive a power failure.
      const recovered = await replay(place, until, { fsync: 'off', shared_buffers: '32MB' })
      try {
        result = { value: await work(recovered) }
      } finally {
        await stopRecovered(recovered)
      }
    })
    if (!result) throw new StartupError('The backup could not be restored.')
    return result.value
  } finally {
    await throwAway(dataDir)
  }
}

const throwAwayFolder = (dataDir: string) => join(dataDir, 'proof')
/** Names the process that made the throw-away folder, and the folder of its database. */
const marker = 'made-by.json'
const made = z.object({ pid: z.number().int(), cluster: z.string() })

/** Ends and removes the throw-away database of this process, or of one that was killed. */
export async function throwAway(dataDir: string): Promise<void> {
  const temporary = throwAwayFolder(dataDir)
  const path = join(temporary, marker)
  if (existsSync(path)) {
    const { pid, cluster } = made.parse(JSON.parse(readFileSync(path, 'utf8')))
    if (pid !== process.pid && isAlive(pid)) {
      throw new StartupError(`Another process (${pid}) is proving a backup: wait until it has ended.`)
    }
    for (const left of existsSync(cluster) ? processesIn(cluster) : []) process.kill(left, 'SIGKILL')
    await rm(cluster, { recursive: true, force: true, maxRetries: 5 })
  }
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
}
