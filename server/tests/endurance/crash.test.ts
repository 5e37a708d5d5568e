import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { type Connection, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { processesIn } from '#server/platform/postgres/processes.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { copyInstalled, newDataFolder } from '../data-folders.ts'
import { freePort, isReady, type ProductProcess, startProduct } from '../product-process.ts'
import { askAgain, expectKept } from './crash-checks.ts'
import { type Attempt, type Cancelling, type Clients, makePatients, startClients } from './crash-clients.ts'

const silent = createLog('silent')
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  // In reverse order: servers end before their folders are removed.
  for (const cleanup of cleanups.reverse()) await cleanup()
})

async function start(settings: Record<string, string>): Promise<ProductProcess> {
  const started = await startProduct({ port: await freePort(), settings })
  cleanups.push(() => started.end('SIGTERM'))
  return started
}

// One laboratory with an embedded database for all crashes, since a start takes two seconds of processor time.
const dataDir = newDataFolder()
const cluster = join(dataDir, 'postgres')
const databasePid = () => readPostmasterFile(cluster)?.pid
const startLaboratory = () => start({ DATA_DIR: dataDir })
let server: ProductProcess
let pool: pg.Pool
const attempts: Attempt[] = []
const cancellings: Cancelling[] = []

beforeAll(async () => {
  cleanups.push(removeData)
  copyInstalled(inject('installed'), dataDir)
  server = await startLaboratory()
  const listening = readPostmasterFile(cluster)
  if (!listening) throw new Error('The database does not run')
  pool = look({ host: listening.host, port: listening.port, user: roles.work, database: 'phial' })
})

/** Also if a test failed between two starts and its database still runs. */
async function removeData(): Promise<void> {
  if (processesIn(cluster).length > 0) await (await startEmbeddedPostgres({ dataDir, log: silent })).stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function look(connection: Connection): pg.Pool {
  const opened = openPool(connection, silent, 4)
  cleanups.push(() => opened.end())
  return opened
}

/** Clients of the laboratory, each with an account of its own. */
async function startBooking({ persistent }: { persistent: boolean }): Promise<Clients> {
  return startClients(await makePatients(pool, 12), () => server.url, { persistent })
}

/** All answered requests are stored as acknowledged; unanswered ones can be retried. */
async function expectNothingLost(clients: Clients): Promise<void> {
  attempts.push(...clients.attempts)
  cancellings.push(...clients.cancellings)
  await expectKept(pool, attempts, cancellings)
  await askAgain(server.url, pool, attempts)
  await expectKept(pool, attempts, cancellings)
}

function killHard(pid: number | undefined): void {
  if (pid === undefined) throw new Error('There is no such process')
  process.kill(pid, 'SIGKILL')
}

describe('after a crash during bookings every acknowledged booking is stored once and completely', () => {
  test.for([
    { killed: 'the server', database: 'the one that ran' },
    { killed: 'the server and its database', database: 'a new one' },
  ])('acknowledged bookings survive when $killed is killed', { timeout: 120_000 }, async ({ database }) => {
    const clients = await startBooking({ persistent: false })
    await clients.acknowledge(40)
    const pid = databasePid()
    const ended = server.end('SIGKILL')
    if (database === 'a new one') killHard(pid)
    await ended
    await clients.stop()

    server = await startLaboratory()
    expect(databasePid() === pid).toBe(database === 'the one that ran')
    await expectNothingLost(clients)
  })

  test('when the database of a running server is killed, the server reports it, recovers and loses no booking', {
    timeout: 120_000,
  }, async () => {
    const clients = await startBooking({ persistent: true })
    for (const acknowledged of [25, 40]) {
      await clients.acknowledge(acknowledged)
      const pid = databasePid()
      killHard(pid)
      while (databasePid() === pid || !(await isReady(server.url))) await sleep(20)
    }
    await clients.acknowledge(20)
    await clients.stop()

    await expectNothingLost(clients)
    const outages = clients.attempts.flatMap(({ others }) => others.filter(({ status }) => status !== 409))
    for (const { status, body } of outages) {
      expect(status).toBe(503)
      const { code, message } = JSON.parse(body)
      expect([
        [
          'unavailable',
          'The laboratory cannot be reached for a moment. Nothing was changed; please try again.',
        ],
        ['outcome_unknown', messages.outcomeUnknown],
      ]).toContainEqual([code, message])
    }
  })
})

test('a server that is asked to stop answers open requests, stops its database and loses nothing', {
  timeout: 120_000,
}, async () => {
  const clients = await startBooking({ persistent: false })
  // Browsers open connections in advance; an idle connection must not delay the stop.
  const unused = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  cleanups.push(() => unused.destroy())
  await once(unused, 'connect')
  await clients.acknowledge(40)
  expect(await server.end('SIGTERM')).toBe(0)
  await clients.stop()
  expect(processesIn(cluster)).toEqual([])

  server = await startLaboratory()
  attempts.push(...clients.attempts)
  cancellings.push(...clients.cancellings)
  await expectKept(pool, attempts, cancellings)
  // Every executed request was answered: no unanswered request left a visit.
  const { rows } = await pool.query("select count(*) as n from visit where status <> 'held'")
  const acknowledged = attempts.filter(({ outcome }) => outcome === 'acknowledged')
  expect(rows).toEqual([{ n: acknowledged.length }])
})
