import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { openLive } from '#server/platform/live/listener.ts'
import { createLog } from '#server/platform/log.ts'
import { startOwnPostgres } from '../own-postgres.ts'
import type { OwnPostgres, StopMode } from '../postgres-process.ts'
import { freePort, isReady, type ProductProcess, startProduct } from '../product-process.ts'
import { expectKept } from './crash-checks.ts'
import { type Clients, makePatients, startClients } from './crash-clients.ts'

/** The number of restarts of each kind. */
const restarts = Number(process.env.RESTARTS ?? 1)
const minutes = 60_000

type Laboratory = {
  own: OwnPostgres
  server: ProductProcess
  pool: pg.Pool
  /** The connection of the server to the database. */
  url: string
  wire: Wire | null
}

/** Concurrent tests close their own resources, in reverse order. */
type Closing = { onTestFinished(close: () => unknown): void }

/** The product on an external PostgreSQL. */
async function openLaboratory(
  { onTestFinished }: Closing,
  { throughWire = false } = {},
): Promise<Laboratory> {
  // The archiver delays the stop, as in a large database, which meanwhile answers that it is shutting down.
  const own = await startOwnPostgres({ settings: { archive_mode: 'on', archive_command: 'sleep 1' } })
  onTestFinished(() => own.remove())
  const dataDir = mkdtempSync(join(tmpdir(), 'phial-test-data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const wire = throughWire ? await openWire(own.port) : null
  onTestFinished(() => wire?.close())
  const url = wire ? own.url.replace(`:${own.port}/`, `:${wire.port}/`) : own.url
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir }
  const server = await startProduct({ port: await freePort(), settings })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const pool = openPool({ url: own.url }, createLog('silent'), 4)
  onTestFinished(() => pool.end())
  return { own, server, pool, url, wire }
}

/** Enough messages to keep jobs running all the time, and clients that book. */
async function startLoad({ pool, server }: Laboratory): Promise<Clients> {
  const message = { kind: 'password_changed', payload: JSON.stringify({ fullName: 'Ama' }) }
  const now = systemClock.now()
  const rows = Array.from({ length: 150 }, () => {
    const id = uuidv7(systemClock)
    return { ...message, id, recipient: `${id}@example.com`, createdAt: now, dueAt: now }
  })
  await openDatabase(pool).insertInto('outbox').values(rows).execute()
  const clients = startClients(await makePatients(pool, 8), () => server.url, { persistent: true })
  await clients.acknowledge(10)
  return clients
}

type Wire = { port: number; silence(): void; close(): void }

/** Forwards everything to a port. After `silence` it forwards nothing more on existing connections, which stay open. */
async function openWire(to: number): Promise<Wire> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((client) => {
    const database = connect(to, '127.0.0.1')
    pairs.add([client, database])
    for (const socket of [client, database]) socket.on('error', () => {})
    client.pipe(database).pipe(client)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    silence() {
      for (const [client, database] of pairs) {
        client.unpipe(database)
        database.unpipe(client)
      }
    },
    close() {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await sleep(50)
}

/** Messages that an interrupted job had claimed are claimed again after their lease; all others are sent. */
async function untilDelivered(pool: pg.Pool): Promise<void> {
  const due = `select count(*) as n from outbox
    where spread_at is null or state in ('planned', 'sending') and due_at <= now()`
  await until(async () => (await pool.query(due)).rows[0].n === 0)
}

describe.concurrent('when an external PostgreSQL stops under load, jobs and bookings resume by themselves', () => {
  // One laboratory for all kinds of restarts, since a PostgreSQL with a server takes three seconds of processor time to start.
  const closings: (() => unknown)[] = []
  const rounds: Clients[] = []
  let laboratory: Laboratory
  let told = 0
  beforeAll(async () => {
    laboratory = await openLaboratory({ onTestFinished: (close) => void closings.unshift(close) })
    const live = openLive({ url: laboratory.own.url }, createLog('silent'))
    closings.unshift(() => live.close())
    live.hear('visits', () => told++)
    await live.ready()
  })
  afterAll(async () => {
    expect(await laboratory.server.end('SIGTERM')).toBe(0)
    for (const close of closings) await close()
  })
  const ways: { way: string; goAway: (laboratory: Laboratory, stop: StopMode) => Promise<void> }[] = [
    {
      way: 'restarted',
      async goAway({ own }, stop) {
        await own.stop(stop)
        await own.start()
      },
    },
    {
      way: 'replaced by its replica',
      async goAway({ own }, stop) {
        await own.stop(stop)
        await own.startAsReplica()
        await sleep(1_500)
        await own.promote()
      },
    },
    {
      way: 'cut off from all its clients, and restarted',
      async goAway({ own, pool }, stop) {
        await pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
        )
        await own.stop(stop)
        await own.start()
      },
    },
  ]
  const modes: StopMode[] = ['fast', 'immediate']

  test.for(ways.flatMap((one) => modes.map((stop) => ({ ...one, stop }))))(
    '$way ($stop)',
    { timeout: (4 + restarts) * minutes, concurrent: false },
    async ({ goAway, stop }) => {
      const { server, pool } = laboratory
      for (let round = 0; round < restarts; round++) {
        const clients = await startLoad(laboratory)
        rounds.push(clients)
        const before = told
        await goAway(laboratory, stop)
        await clients.acknowledge(10)
        await clients.stop()
        await untilDelivered(pool)
        await until(() => isReady(server.url))
        await until(async () => told > before)
      }
      await expectKept(
        pool,
        rounds.flatMap(({ attempts }) => attempts),
        rounds.flatMap(({ cancellings }) => cancellings),
      )
    },
  )
})

test.concurrent('jobs whose completion could not be recorded run again when the database is back', {
  timeout: 5 * minutes,
}, async ({ onTestFinished }) => {
  const own = await startOwnPostgres()
  onTestFinished(() => own.remove())
  const underWay: (() => void)[] = []
  const begun = { one: 0, other: 0 }
  const job = (name: keyof typeof begun) => ({
    name,
    async run() {
      // Only the first time: the second run of a job ends at once.
      if (begun[name]++ === 0) await new Promise<void>((resolve) => underWay.push(resolve))
    },
  })
  const jobs = await startJobs({ url: own.url }, [job('one'), job('other')], createLog('silent'), () => {})
  onTestFinished(() => jobs.stop())
  jobs.wake('one')
  jobs.wake('other')
  await until(async () => underWay.length === 2)
  await own.stop('immediate')
  await own.startAsReplica()
  for (const end of underWay) {
    end()
    await sleep(100)
  }
  await own.promote()
  await until(async () => begun.one === 2 && begun.other === 2 && jobs.areRunning())
})

test.concurrent('jobs, requests and streams replace connections that are open but no longer answer', {
  timeout: 5 * minutes,
}, async ({ onTestFinished }) => {
  const laboratory = await openLaboratory({ onTestFinished }, { throughWire: true })
  const { wire, pool } = laboratory
  const live = openLive({ url: laboratory.url }, createLog('silent'))
  onTestFinished(() => live.close())
  let told = 0
  live.hear('visits', () => told++)
  await live.ready()
  const clients = await startLoad(laboratory)
  const booked = () => clients.attempts.filter(({ outcome }) => outcome === 'acknowledged').length

  wire?.silence()
  const before = { told, booked: booked() }
  await until(async () => told > before.told && booked() > before.booked + 20)
  await clients.stop()
  await untilDelivered(pool)
  await expectKept(pool, clients.attempts, clients.cancellings)
})

test.concurrent('a server whose jobs cannot run is not ready, reports the reason, and is ready once they can', {
  timeout: 5 * minutes,
}, async ({ onTestFinished }) => {
  const { server, pool } = await openLaboratory({ onTestFinished })
  const locker = await pool.connect()
  await locker.query('begin')
  await locker.query('lock table graphile_worker._private_jobs in access exclusive mode')
  await until(async () => !(await isReady(server.url)))
  const answer = await fetch(`${server.url}/readyz`)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the jobs are not running' },
  ])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await until(async () => server.output().includes('the jobs stopped; starting them again'))
  await locker.query('rollback')
  locker.release()
  await until(() => isReady(server.url))
})
