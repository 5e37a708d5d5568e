import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { isOutOfReach } from '#server/platform/errors.ts'
import { patiently } from '#server/platform/http/patience.ts'
import { type Live, openLive } from '#server/platform/live/listener.ts'
import { createLog } from '#server/platform/log.ts'
import { type OwnPostgres, startOwnPostgres, startStandby } from './own-postgres.ts'

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

test('of several servers the one that accepts changes is chosen, and another one after a failover', async () => {
  expect(await writtenTo()).toBe(primary.port)
  await expect.poll(() => heard).toBeGreaterThan(0)

  await primary.stop('immediate')
  await expect(writtenTo()).rejects.toSatisfy(isOutOfReach)
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
