import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { type Connection, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { processesIn } from '#server/platform/postgres/processes.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { askAgain, expectKept } from './crash-checks.ts'
import { type Attempt, type Cancelling, makePatients, startClients } from './crash-clients.ts'
import { copyInstalled, newDataFolder } from './data-folders.ts'
import { freePort, isReady, type ProductProcess, startProduct } from './product-process.ts'

let cleanups: (() => unknown)[] = []
afterEach(async () => {
  // Last in, first out: servers end before their folders go.
  for (const cleanup of cleanups.reverse()) await cleanup()
  cleanups = []
})

/** Starts the product; a later start of the same settings is the same laboratory again. */
async function start(settings: Record<string, string>, port: number): Promise<ProductProcess> {
  const server = await startProduct({ port, settings })
  cleanups.push(() => server.end('SIGTERM'))
  return server
}

/** A laboratory with an embedded database in a folder of its own. */
async function newLaboratory() {
  const dataDir = newDataFolder()
  cleanups.push(() => removeData(dataDir))
  copyInstalled(inject('installed'), dataDir)
  const port = await freePort()
  return {
    cluster: join(dataDir, 'postgres'),
    start: () => start({ DATA_DIR: dataDir }, port),
    databasePid: () => readPostmasterFile(join(dataDir, 'postgres'))?.pid,
  }
}

/** Also when a test failed between two starts and its database still runs. */
async function removeData(dataDir: string): Promise<void> {
  const silent = { info() {}, warn() {} }
  if (processesIn(join(dataDir, 'postgres')).length > 0) {
    await (await startEmbeddedPostgres({ dataDir, log: silent })).stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
}

function look(connection: Connection): pg.Pool {
  const pool = openPool(connection, createLog('silent'), 4)
  cleanups.push(() => pool.end())
  return pool
}

function lookInto(cluster: string): pg.Pool {
  const listening = readPostmasterFile(cluster)
  if (!listening) throw new Error('The database does not run')
  return look({ host: listening.host, port: listening.port, user: roles.work, database: 'phial' })
}

function killHard(pid: number | undefined): void {
  if (pid === undefined) throw new Error('There is no such process')
  process.kill(pid, 'SIGKILL')
}

describe('when the power goes in the middle of bookings, what was acknowledged is there, once and whole', () => {
  test.for([
    { killed: 'the server', database: 'the one that ran' },
    { killed: 'the server and its database', database: 'a new one' },
  ])('although $killed is killed', { timeout: 120_000 }, async ({ database }) => {
    const laboratory = await newLaboratory()
    let server = await laboratory.start()
    const pool = lookInto(laboratory.cluster)
    const patients = await makePatients(pool, 12)
    const attempts: Attempt[] = []
    const cancellings: Cancelling[] = []
    for (const acknowledged of [25, 60]) {
      const clients = startClients(patients, () => server.url, { persistent: false })
      await clients.acknowledge(acknowledged)
      const databasePid = laboratory.databasePid()
      const ended = server.end('SIGKILL')
      if (database === 'a new one') killHard(databasePid)
      await ended
      await clients.stop()

      server = await laboratory.start()
      expect(laboratory.databasePid() === databasePid).toBe(database === 'the one that ran')
      attempts.push(...clients.attempts)
      cancellings.push(...clients.cancellings)
      await expectKept(pool, attempts, cancellings)
      await askAgain(server.url, pool, attempts)
      await expectKept(pool, attempts, cancellings)
    }
  })

  test('although the database is killed under the running server, which says so and heals', {
    timeout: 120_000,
  }, async () => {
    const laboratory = await newLaboratory()
    const server = await laboratory.start()
    const pool = lookInto(laboratory.cluster)
    const clients = startClients(await makePatients(pool, 12), () => server.url, { persistent: true })
    for (const acknowledged of [25, 60]) {
      await clients.acknowledge(acknowledged)
      const databasePid = laboratory.databasePid()
      killHard(databasePid)
      while (laboratory.databasePid() === databasePid || !(await isReady(server.url))) await sleep(10)
    }
    await clients.acknowledge(20)
    await clients.stop()

    await expectKept(pool, clients.attempts, clients.cancellings)
    await askAgain(server.url, pool, clients.attempts)
    await expectKept(pool, clients.attempts, clients.cancellings)
    const outages = clients.attempts.flatMap(({ others }) => others.filter(({ status }) => status !== 409))
    expect(outages.length).toBeGreaterThan(0)
    for (const { status, body } of outages) {
      expect(status).toBe(503)
      const { code, message } = JSON.parse(body)
      expect([
        ['busy', 'The laboratory cannot be reached for a moment. Nothing was changed; please try again.'],
        ['outcome_unknown', messages.outcomeUnknown],
      ]).toContainEqual([code, message])
    }
  })
})

test('a server that is asked to stop answers what it has begun, stops its database and loses nothing', {
  timeout: 120_000,
}, async () => {
  const laboratory = await newLaboratory()
  const first = await laboratory.start()
  const before = lookInto(laboratory.cluster)
  const patients = await makePatients(before, 12)
  const clients = startClients(patients, () => first.url, { persistent: false })
  // Browsers open connections ahead: one on which nobody asks must not hold up the stop.
  const unused = connect({ host: '127.0.0.1', port: Number(new URL(first.url).port) })
  cleanups.push(() => unused.destroy())
  await once(unused, 'connect')
  await clients.acknowledge(60)
  expect(await first.end('SIGTERM')).toBe(0)
  await clients.stop()
  expect(processesIn(laboratory.cluster)).toEqual([])

  await laboratory.start()
  const pool = lookInto(laboratory.cluster)
  await expectKept(pool, clients.attempts, clients.cancellings)
  // Whatever was carried out was also answered: no question without an answer left a visit.
  const { rows } = await pool.query("select count(*) as n from visit where status <> 'held'")
  const acknowledged = clients.attempts.filter(({ outcome }) => outcome === 'acknowledged')
  expect(rows).toEqual([{ n: acknowledged.length }])
})

test('of two servers on one database, one goes on when the other is killed', {
  timeout: 120_000,
}, async () => {
  const { database, pool } = await cloneOfTemplate()
  const { host, port, user } = inject('postgres')
  const settings = {
    DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    DATA_DIR: tmpdir(),
  }
  const killed = await start(settings, await freePort())
  const other = await start(settings, await freePort())
  // As behind a proxy: half of the clients have one server, half the other, until one is gone.
  let gone = false
  const clients = startClients(
    await makePatients(pool, 12),
    (client) => (client % 2 === 0 && !gone ? killed.url : other.url),
    { persistent: true },
  )
  await clients.acknowledge(60)
  await killed.end('SIGKILL')
  gone = true
  await clients.acknowledge(60)
  await clients.stop()
  expect(await isReady(other.url)).toBe(true)
  await expectKept(pool, clients.attempts, clients.cancellings)
  await askAgain(other.url, pool, clients.attempts)
  await expectKept(pool, clients.attempts, clients.cancellings)
})

async function cloneOfTemplate(): Promise<{ database: string; pool: pg.Pool }> {
  const { database: template, ...server } = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  const onServer = async (statement: string) => {
    const client = new pg.Client({ ...server, user: roles.superuser, database: 'postgres' })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await onServer(`create database ${database} template ${template} owner ${roles.owner}`)
  cleanups.push(() => onServer(`drop database if exists ${database} with (force)`))
  return { database, pool: look({ ...server, database }) }
}
