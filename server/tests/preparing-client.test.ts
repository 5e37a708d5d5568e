import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Db, inTransaction, planned, plannedReading } from '#server/platform/database.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
let db: Db

beforeAll(async () => {
  // One connection: each test gets it in the state in which the test before left it.
  lab = await openTestApp({ poolSize: 1 })
  db = lab.db
  await lab.pool.query('create temp table kept (n int unique deferrable)')
  await lab.pool.query(
    'create function pg_temp.keep(n int) returns int language sql as $$ insert into kept values (n) returning n $$',
  )
})
beforeEach(() => lab.pool.query('truncate kept'))
afterAll(() => lab.close())

const kept = async () =>
  (await lab.pool.query<{ n: number }>('select n from kept order by n')).rows.map(({ n }) => n)
const keep = (tx: Db, n: number) => sql`insert into kept values (${n})`.execute(tx)
const one = async <Value>(on: Db, value: ReturnType<typeof sql>) =>
  (await sql<{ value: Value }>`select ${value} as value where ${true}`.execute(on)).rows[0]?.value
const planMode = sql`current_setting('plan_cache_mode')`

it('a transaction is committed as a whole, whatever its first statement is', async () => {
  await inTransaction(db, async (tx) => {
    await keep(tx, 1)
    await keep(tx, 2)
  })
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '9s'`.execute(tx)
    await keep(tx, 3)
    expect(await one(tx, sql`current_setting('statement_timeout')`)).toBe('9s')
  })
  expect(await one(db, sql`current_setting('statement_timeout')`)).toBe('30s')
  await inTransaction(db, async (tx) => void (await sql`select pg_temp.keep(${4})`.execute(tx)))
  expect(await kept()).toEqual([1, 2, 3, 4])
})

it('nothing of a transaction is kept if its first or a later statement is refused', async () => {
  const wrong = (tx: Db) => sql`insert into kept values (${'one'}::text::int)`.execute(tx)
  await expect(inTransaction(db, wrong)).rejects.toThrow('invalid input syntax')
  await expect(
    inTransaction(db, async (tx) => {
      await keep(tx, 1)
      await wrong(tx)
    }),
  ).rejects.toThrow('invalid input syntax')
  await expect(inTransaction(db, (tx) => sql`select ${1} from no_such`.execute(tx))).rejects.toThrow(
    'no_such',
  )
  await keep(db, 2)
  expect(await kept()).toEqual([2])
})

it('several statements in one text are run in a transaction, as its first and as a later one', async () => {
  await inTransaction(db, async (tx) => {
    await sql`insert into kept values (1); update kept set n = 2`.execute(tx)
    await sql`update kept set n = n + 1; update kept set n = n + 1`.execute(tx)
  })
  expect(await kept()).toEqual([4])
  const refused = inTransaction(db, (tx) => sql`insert into kept values (5); select 1 / 0`.execute(tx))
  await expect(refused).rejects.toThrow('division by zero')
  const read = await inTransaction(db, (tx) => sql`select n from kept`.execute(tx))
  expect(read.rows).toEqual([{ n: 4 }])
})

it('a transaction without statements does not stay open', async () => {
  await inTransaction(db, async () => {})
  await expect(inTransaction(db, () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped')
  await keep(db, 1)
  expect(await kept()).toEqual([1])
})

it('a constraint that is checked at the commit is reported, and the next transaction works', async () => {
  const twice = inTransaction(db, async (tx) => {
    await sql`set constraints all deferred`.execute(tx)
    await keep(tx, 1)
    await keep(tx, 1)
  })
  await expect(twice).rejects.toThrow('duplicate key')
  await inTransaction(db, (tx) => keep(tx, 2))
  expect(await kept()).toEqual([2])
})

it('a query returns its own rows and count, not those of what is sent with it', async () => {
  const insert = sql<{ n: number }>`insert into kept values (${7}), (${8}) returning n`
  const { rows, numAffectedRows } = await inTransaction(db, (tx) => insert.execute(tx))
  expect({ rows, numAffectedRows }).toEqual({ rows: [{ n: 7 }, { n: 8 }], numAffectedRows: 2n })
})

it('the statements of a planned transaction are planned for their values', async () => {
  expect(await planned(db, (tx) => one(tx, planMode))).toBe('force_custom_plan')
  expect(await one(db, planMode)).toBe('force_generic_plan')
})

it('a planned reading is planned for its values, and no other statement is', async () => {
  expect(await plannedReading(db, (reading) => one(reading, planMode))).toBe('force_custom_plan')
  expect(await one(db, planMode)).toBe('force_generic_plan')
  await expect(plannedReading(db, (reading) => one(reading, sql`no_such`))).rejects.toThrow('no_such')
  expect(await one(db, planMode)).toBe('force_generic_plan')
})
