import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, inTransaction, rowsOf } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())

/** Divides 60 by each number in one statement, and logs the numbers of each statement. */
function opened(apart?: (number: number) => string) {
  const statements: number[][] = []
  const divide = gather({
    lanes: 1,
    ...(apart && { apart }),
    async run(db: Db, numbers: readonly number[]) {
      statements.push([...numbers])
      const rows = await rowsOf(db)<{ quotient: number }>`
        select 60 / n as quotient from unnest(${[...numbers]}::int[]) with ordinality as a (n, place)
          cross join lateral (select pg_sleep(case when n = 6 then 0.4 else 0 end) where n is not null) pause
        order by place`
      return rows.map(({ quotient }) => quotient)
    },
  })
  return { statements, divide: (number: number, db = lab.db) => divide(db, number) }
}

describe('concurrent calls', () => {
  it('are batched into one statement, and each call gets its own answer', async () => {
    const { statements, divide } = opened()
    expect(await Promise.all([1, 2, 3].map((number) => divide(number)))).toEqual([60, 30, 20])
    expect(statements).toEqual([[1, 2, 3]])
  })

  it('wait for the running statement and form the next batch', async () => {
    const { statements, divide } = opened()
    const first = divide(1)
    while (statements.length === 0) await sleep(1)
    expect(await Promise.all([first, divide(2), divide(3)])).toEqual([60, 30, 20])
    expect(statements).toEqual([[1], [2, 3]])
  })

  it('are retried one by one if the database refuses the batch, so that only the wrong call fails', async () => {
    const { divide } = opened()
    const settled = await Promise.allSettled([2, 0, 3].map((number) => divide(number)))
    expect(settled).toEqual([
      { status: 'fulfilled', value: 30 },
      { status: 'rejected', reason: expect.objectContaining({ message: 'division by zero' }) },
      { status: 'fulfilled', value: 20 },
    ])
  })

  it('with the same key are never in the same batch', async () => {
    const { statements, divide } = opened((number) => (number % 2 === 0 ? 'even' : 'odd'))
    expect(await Promise.all([1, 2, 3].map((number) => divide(number)))).toEqual([60, 30, 20])
    expect(statements).toEqual([[1, 2], [3]])
  })

  it('are split into several statements above the maximum size of a batch', async () => {
    const { statements, divide } = opened()
    await Promise.all(Array.from({ length: 40 }, () => divide(1)))
    expect(statements.map(({ length }) => length)).toEqual([32, 8])
  })
})

it('a statement that waits for a lock does not delay later statements', async () => {
  const { divide } = opened()
  const order: number[] = []
  await Promise.all(
    [6, 1].map(async (number, index) => {
      if (index === 1) await sleep(20)
      await divide(number)
      order.push(number)
    }),
  )
  expect(order).toEqual([1, 6])
})

it('inside a transaction each call is a statement of that transaction', async () => {
  const { statements, divide } = opened()
  await inTransaction(lab.db, async (tx) => {
    expect(await divide(4, tx)).toBe(15)
    expect(await divide(5, tx)).toBe(12)
  })
  expect(statements).toEqual([[4], [5]])
})
