import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { isTransient } from '#server/platform/errors.ts'
import { patiently } from '#server/platform/http/patience.ts'
import { type Live, openLive } from '#server/platform/live/listener.ts'
import { createLog } from '#server/platform/log.ts'
import { openTestApp } from './harness.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { type OwnPostgres, startStandby } from './postgres-process.ts'
import { bookingBody } from './visits.ts'

const log = createLog('silent')
const closings: (() => Promise<unknown>)[] = []
let primary: OwnPostgres
let standby: OwnPostgres
let pool: pg.Pool
let live: Live
/** How often a change was heard. */
let heard = 0

beforeAll(async () => {
  primary = await startOwnPostgres()
  closings.unshift(() => primary.remove())
  standby = await startStandby(primary)
  closings.unshift(() => standby.remove())
  // The replica comes first.
  const url = `postgresql://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/phial`
  pool = openPool({ url }, log, 4)
  closings.unshift(() => pool.end())
  live = openLive({ url }, log)
  closings.unshift(() => live.close())
  live.hear('topic', () => heard++)
  await live.ready()
})
afterAll(async () => {
  for (const close of closings) await close()
})

/** The port of the server that the pool writes to. */
async function writtenTo(): Promise<number> {
  const statement =
    "with written as (select pg_notify('live', 'topic'), txid_current()) select inet_server_port() as port from written"
  return (await pool.query<{ port: number }>(statement)).rows[0]?.port ?? 0
}

test('a repeated request is answered as done only once the synchronous standby has its commit', async () => {
  const lab = await openTestApp({
    own: { host: '127.0.0.1', port: primary.port, user: 'postgres', database: 'phial' },
  })
  closings.unshift(() => lab.close())
  const ama = await lab.signUpPatient()
  const book = (scheduleTime: string) =>
    lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: { ...bookingBody, scheduledDate: '2026-03-12', scheduleTime },
      headers: { 'idempotency-key': `booking-at-${scheduleTime}` },
    })
  const [moved, cancelled] = [await book('08:00'), await book('09:00')].map(
    (answer) => answer.json().appointment,
  )
  const asked = [
    () => book('10:00'),
    () =>
      lab.call('PUT', `/api/labtest/update-appointments/${moved.id}`, {
        by: ama,
        body: { ...bookingBody, scheduledDate: '2026-03-12', scheduleTime: '11:00', version: moved.version },
      }),
    () =>
      lab.call('DELETE', `/api/labtest/appointment/${cancelled.id}/cancel`, {
        by: ama,
        body: { version: cancelled.version },
      }),
  ]

  const admin = openPool({ url: primary.url }, log, 1)
  closings.unshift(() => admin.end())
  await admin.query("alter system set synchronous_standby_names = 'lost'")
  await admin.query('select pg_reload_conf()')
  await untilCommitsWait(admin)
  // A hold first counts against its limit. Only this write was committed, so that no change was made.
  const hold = () =>
    lab.call('POST', '/api/book', { body: { start: '2026-03-12T12:00:00Z', end: '2026-03-12T12:15:00Z' } })
  const answering = cancellingWaits(admin, () => Promise.all([...asked, hold].map((ask) => ask())))
  const codes = (await answering).map((answer) => [answer.statusCode, answer.json().code])
  const unknown = [503, 'outcome_unknown']
  expect(codes).toEqual([unknown, unknown, unknown, [503, 'unavailable']])

  await admin.query('alter system reset synchronous_standby_names')
  await admin.query('select pg_reload_conf()')
  for (const answer of await Promise.all(asked.map((ask) => ask())))
    expect([200, 201], answer.body).toContain(answer.statusCode)
  const { rows } = await lab.pool.query<{ status: string }>('select status from visit order by starts_at')
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'booked', 'booked'])
})

test('a session that the database ends while it is opened is an error of its caller, and does not end the process', async () => {
  const admin = openPool({ url: primary.url }, log, 1)
  closings.unshift(() => admin.end())
  const proxy = createServer((client) => {
    const said: Buffer[] = []
    const database = connect(primary.port, '127.0.0.1', () => client.pipe(database))
    // The end of the session arrives together with the answer that it is ready.
    database.on('data', (chunk) => {
      said.push(chunk)
      if (isReady(chunk))
        void admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'phial ended'",
        )
    })
    database.on('end', () => client.end(Buffer.concat(said)))
    client.on('error', () => {})
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closings.unshift(() => new Promise((resolve) => proxy.close(resolve)))
  const { port } = proxy.address() as AddressInfo
  const url = `postgresql://postgres@127.0.0.1:${port}/phial?application_name=phial%20ended`
  const ended = openPool({ url }, log, 1)
  closings.unshift(() => ended.end())
  await expect(ended.query('select 1')).rejects.toMatchObject({ code: '57P01' })
})

/** Whether bytes of PostgreSQL end with the message ReadyForQuery of an idle session. */
const isReady = (bytes: Buffer): boolean => bytes.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))

/** Commits wait only once the checkpointer has applied the changed list of standbys, a moment after the reload. */
async function untilCommitsWait(admin: pg.Pool): Promise<void> {
  for (let waits = 0; waits === 0; ) {
    await cancellingWaits(
      admin,
      () => pool.query("select pg_logical_emit_message(true, 'phial', '')"),
      (cancelled) => {
        waits += cancelled
      },
    )
  }
}

/**
 * Does `work`, and cancels every wait of a commit for the standby, as an operator may. The commit stays, and other sessions see it.
 */
async function cancellingWaits<Result>(
  admin: pg.Pool,
  work: () => Promise<Result>,
  note: (cancelled: number) => void = () => {},
): Promise<Result> {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { rowCount } = await admin.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    )
    note(rowCount ?? 0)
    await sleep(20)
  }
  return working
}

test('of several servers the one that accepts changes is chosen, and another one after a failover', async () => {
  expect(await writtenTo()).toBe(primary.port)
  await expect.poll(() => heard).toBeGreaterThan(0)

  await primary.stop('immediate')
  await expect(writtenTo()).rejects.toSatisfy(isTransient)
  const waiting = patiently(writtenTo)
  await standby.promote()
  expect(await waiting).toBe(standby.port)
  const before = heard
  await expect.poll(() => live.isCurrent(), { timeout: 5_000 }).toBe(true)
  await writtenTo()
  await expect.poll(() => heard).toBeGreaterThan(before)
})

test('connections to a server that has become read-only are closed, and changes are possible once it is not', async () => {
  const write = () => pool.connect().then(writeOnce)
  await write()
  await pool.query('alter system set default_transaction_read_only = on')
  await pool.query('select pg_reload_conf()')
  await expect.poll(readOnly).toBe('on')
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  expect(pool.idleCount).toBe(0)
  // New connections are refused before a statement is sent.
  await expect(write()).rejects.toThrow('takes no changes')

  const waiting = patiently(write)
  const superuser = openPool({ url: standby.url }, log, 1, true)
  closings.unshift(() => superuser.end())
  await superuser.query('set default_transaction_read_only = off')
  await superuser.query('alter system reset default_transaction_read_only')
  await superuser.query('select pg_reload_conf()')
  await waiting

  async function readOnly() {
    const { rows } = await pool.query('show default_transaction_read_only')
    return rows[0]?.default_transaction_read_only
  }
})

async function writeOnce(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('begin', [])
    await client.query("insert into migration values ('written', '') on conflict do nothing", [])
    await client.query('commit', [])
  } catch (error) {
    await client.query('rollback', [])
    throw error
  } finally {
    client.release()
  }
}
