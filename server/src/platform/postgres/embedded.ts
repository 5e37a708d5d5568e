import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { writeAccess } from './access.ts'
import { launch } from './launch.ts'
import { findPlace, type Place } from './place.ts'
import {
  clearRemains,
  findPostmaster,
  type Postmaster,
  reloadPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { roles } from './roles.ts'
import { DataInUse, type ServerLock, takeServerLock } from './server-lock.ts'

export type EmbeddedPostgresOptions = {
  /** The server's data folder; made if it is missing. */
  dataDir: string
  log: { info(message: string): void; warn(message: string): void }
  /** Settings of PostgreSQL that override those in launch.ts: for tests, whose data may be lost. */
  settings?: Readonly<Record<string, string>>
  /**
   * Called at most once, when the database cannot be had back because another server took the data folder over while
   * it was down. The server must end.
   */
  onFailure?: (error: StartupError) => void
}

type SocketConnection = { host: string; port: number; user: string; database: 'phial' }

export type EmbeddedPostgres = {
  /**
   * Connects as the product's role. `host` is the folder of the Unix socket, as the `pg` package expects it. It stays the
   * same across restarts.
   */
  connection: SocketConnection
  /** Connects as the role that owns the schema. */
  owner: SocketConnection
  /** Connects as the role that copies the database. */
  backup: SocketConnection
  /** The main process, another one after each restart. */
  readonly pid: number
  /** Ends all sessions and stops the database. May be called again. */
  stop(): Promise<void>
}

/**
 * Starts the database of a data folder, or takes over the one a killed server left running, and keeps it running:
 * when it dies it is started again. It never runs twice on one data folder, nor for two servers at once.
 * @throws StartupError with the reason in one line
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await findPlace(options.dataDir)
  let current: { postmaster: Postmaster; lock: ServerLock } | undefined
  let openedAt = 0
  let stopped: Promise<void> | undefined
  const stopping = new AbortController()
  let recovery = Promise.resolve()

  const open = async () => {
    const { postmaster, launched } = await bringUp(place, options.settings)
    const lock = await takeServerLock(postmaster, place.dataDir, () => {
      // From here on the database may be another server's: not ours to stop.
      current = undefined
      recovery = recover()
    }).catch(async (error) => {
      if (launched && !(error instanceof DataInUse)) await stopPostmaster(postmaster)
      throw error
    })
    openedAt = performance.now()
    current = { postmaster, lock }
    return postmaster
  }

  const recover = async () => {
    if (stopping.signal.aborted) return
    options.log.warn('the database went away; bringing it back')
    // At once the first time, slower and slower when it keeps dying.
    let delayMs = performance.now() - openedAt > 10_000 ? 0 : 250
    while (!stopping.signal.aborted) {
      try {
        await sleep(delayMs, undefined, { signal: stopping.signal })
        const { pid } = await open()
        options.log.info(`the database is back (process ${pid})`)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        if (error instanceof DataInUse) return options.onFailure?.(error)
        options.log.warn(
          `the database is not back yet: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      delayMs = Math.min(Math.max(delayMs * 2, 250), 5000)
    }
  }

  const stop = async () => {
    stopping.abort()
    await recovery
    if (!current) return
    const { postmaster, lock } = current
    // Stopped under the lock: were it released first, a server starting now could get a database about to stop.
    await stopPostmaster(postmaster)
    await lock.release()
  }

  const first = await open()
  const as = (user: string): SocketConnection => ({
    host: first.host,
    port: first.port,
    user,
    database: 'phial',
  })
  return {
    connection: as(roles.work),
    owner: as(roles.owner),
    backup: as(roles.backup),
    get pid() {
      return current?.postmaster.pid ?? first.pid
    },
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** The running database of `place`: found, or started. Bounded, because two servers starting at once may both lose. */
async function bringUp(
  place: Place,
  settings: EmbeddedPostgresOptions['settings'],
): Promise<{ postmaster: Postmaster; launched: boolean }> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const running = await findPostmaster(place.cluster)
    if (running) {
      await writeAccess(place)
      reloadPostmaster(running)
      return { postmaster: running, launched: false }
    }
    await clearRemains(place.cluster)
    await writeAccess(place)
    const started = await launch(place, settings)
    if (started) return { postmaster: started, launched: true }
    await sleep(50)
  }
  throw new StartupError(
    `The database in ${place.cluster} is held by a process that cannot be found (another container?): stop it first`,
  )
}
