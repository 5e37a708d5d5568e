import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { watchReplica } from '#server/platform/replica.ts'
import { callName, everyCall } from './contract-calls.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { startStandby } from './postgres-process.ts'
import { bookingBody } from './visits.ts'

const log = createLog('silent')
const closings: (() => Promise<unknown>)[] = []
let lab: TestApp
let onReplica: pg.Pool
let replica: Db
let manager: Person
let technician: Person

beforeAll(async () => {
  const primary = await startOwnPostgres()
  closings.unshift(() => primary.remove())
  const standby = await startStandby(primary)
  closings.unshift(() => standby.remove())
  onReplica = openPool({ url: standby.url }, log, 4, true)
  closings.unshift(() => onReplica.end())
  replica = openDatabase(onReplica)
  lab = await openTestApp({
    own: { host: '127.0.0.1', port: primary.port, user: 'postgres', database: 'phial' },
    // Without the watch, so that a call that writes fails here.
    replica: { read: (read) => read(replica), secondsBehind: () => 0, close: async () => {} },
  })
  closings.unshift(() => lab.close())
  manager = await lab.makeStaff('admin')
  technician = await lab.makeStaff('technician')
  await lab.pool.query("update account set permissions = '{insights}' where id = $1", [technician.accountId])
  const { rows } = await lab.pool.query('select pg_current_wal_insert_lsn() as end')
  const hasReplayed = async () =>
    (await onReplica.query('select pg_last_wal_replay_lsn() >= $1 as yes', [rows[0].end])).rows[0].yes
  while (!(await hasReplayed())) await sleep(20)
})
afterAll(async () => {
  for (const close of closings) await close()
})

const period = 'from=2026-03-01&to=2026-03-13'
const insights = (by: Person) => lab.call('GET', `/api/insights?${period}`, { by })

test('calls that may be late only read, and a replica answers them', async () => {
  const late = (await everyCall()).filter(({ mayBeLate }) => mayBeLate)
  expect(late.length).toBeGreaterThan(0)
  for (const call of late) {
    expect(call.method).toBe('GET')
    const path = call.path === '/api/queue/accuracy' ? call.path : `${call.path}?${period}`
    const answer = await lab.call('GET', path, { by: manager })
    expect([callName(call), answer.statusCode], answer.body).toEqual([callName(call), 200])
  }
})

test('while the replica stands still, bookings and permissions are those of the primary, and figures those of the replica', async () => {
  await onReplica.query('select pg_wal_replay_pause()')
  const ama = await lab.signUpPatient()
  const body = { ...bookingBody, scheduledDate: '2026-03-12', scheduleTime: '10:00' }
  const booked = await lab.call('POST', '/api/labtest/book', { by: ama, body })
  expect(booked.statusCode, booked.body).toBe(201)
  const own = await lab.call('GET', '/api/labtest/appointments', { by: ama })
  expect(own.json()).toMatchObject([{ id: booked.json().appointment.id }])
  const held = 'select from visit'
  expect([(await lab.pool.query(held)).rowCount, (await onReplica.query(held)).rowCount]).toEqual([1, 0])
  const listed = await lab.call('GET', `/api/insights/booked?${period}`, { by: manager })
  expect(listed.json().rows).toEqual([])

  expect((await insights(technician)).statusCode).toBe(200)
  await lab.pool.query("update account set permissions = '{}' where id = $1", [technician.accountId])
  expect((await insights(technician)).statusCode).toBe(403)
  await onReplica.query('select pg_wal_replay_resume()')
})

test('reads go to the primary while the replica is behind or gone, and to the replica once it has caught up', async () => {
  const watched = watchReplica(lab.db, replica, log)
  const isReplica = () =>
    watched.read(async (db) => {
      const { rows } = await (db === replica ? onReplica : lab.pool).query(
        'select pg_is_in_recovery() as yes',
      )
      return rows[0].yes
    })
  expect(await isReplica()).toBe(false)
  const within = { timeout: 10_000 }
  await expect.poll(isReplica, within).toBe(true)
  await onReplica.query('select pg_wal_replay_pause()')
  await expect.poll(isReplica, within).toBe(false)
  await onReplica.query('select pg_wal_replay_resume()')
  await expect.poll(isReplica, within).toBe(true)
  const failing = watched.read((db) =>
    db === replica
      ? Promise.reject(Object.assign(new Error('stopped'), { code: '57P01' }))
      : Promise.resolve('read on the primary'),
  )
  expect(await failing).toBe('read on the primary')
  await watched.close()
})
