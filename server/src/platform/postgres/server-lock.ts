import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Postmaster } from './postmaster.ts'
import { prepareRoles, roles } from './roles.ts'
import { isAlive } from './staging.ts'

/** Two arbitrary numbers that mean "this is the Phial server of this data" in PostgreSQL's advisory locks. */
const lockKey = [1885890924, 1] as const

/** Another Phial server uses the same data folder. */
export class DataInUse extends StartupError {}

export type ServerLock = { release(): Promise<void> }

/**
 * Makes this process the one Phial server of the data, for as long as one session lives; PostgreSQL lets go of the lock
 * itself when the server dies, however it dies. `onLost` is called once when the session ends otherwise than by
 * `release`, which is also how the death of the database is noticed, without polling.
 *
 * The superuser takes it first, prepares the roles while it holds it, passes it on to the working role and disconnects: no
 * session of the superuser stays. Another server that starts between the two steps may take the lock, as if it had come first.
 * @throws DataInUse when another server holds it
 */
export async function takeServerLock(
  postmaster: Postmaster,
  dataDir: string,
  onLost: () => void,
): Promise<ServerLock> {
  const superuser = await connect(postmaster, roles.superuser, 'postgres')
  let holder: pg.Client | undefined
  try {
    await acquire(superuser, dataDir)
    await prepareRoles(superuser, () => connect(postmaster, roles.superuser, 'phial'))
    holder = await connect(postmaster, roles.work, 'postgres')
    await superuser.query('select pg_advisory_unlock($1, $2)', [...lockKey])
    await acquire(holder, dataDir)
    return keep(holder, onLost)
  } catch (error) {
    await holder?.end().catch(() => {})
    throw error
  } finally {
    await superuser.end().catch(() => {})
  }
}

function keep(holder: pg.Client, onLost: () => void): ServerLock {
  let wanted = true
  holder.on('end', () => {
    if (wanted) onLost()
    wanted = false
  })
  return {
    async release() {
      wanted = false
      await holder.end().catch(() => {})
    },
  }
}

async function connect({ host, port }: Postmaster, user: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ host, port, user, database },
    application_name: `phial server ${process.pid}`,
    ssl: false,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return client
}

async function acquire(client: pg.Client, dataDir: string): Promise<void> {
  const patienceMs = 5000
  let holder: number | undefined
  for (const start = performance.now(); performance.now() - start < patienceMs; await sleep(20)) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
      ...lockKey,
    ])
    if (rows[0]?.held) return
    holder = await findHolder(client)
    // A holder that is dead is about to lose its session; a living one is asked for no longer.
    if (holder !== undefined && isAlive(holder)) break
  }
  throw new DataInUse(
    `The data folder ${dataDir} is in use by another Phial server (process ${holder ?? 'unknown'}): stop it first, or use another DATA_DIR`,
  )
}

async function findHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted`,
    [...lockKey],
  )
  const pid = rows[0]?.application_name.match(/^phial server (\d+)$/)?.[1]
  return pid === undefined ? undefined : Number(pid)
}
