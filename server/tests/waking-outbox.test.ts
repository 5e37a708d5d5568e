import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Context, transact } from '#server/platform/context.ts'
import { post } from '#server/platform/outbox.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
let context: Context
/** The number of messages that another connection sees at each wake-up of the deliverer. */
const seen: Promise<number>[] = []

beforeAll(async () => {
  lab = await openTestApp()
  const count = async () => (await lab.pool.query('select from outbox')).rows.length
  context = { ...lab.context, wakeOutbox: () => void seen.push(count()) }
})
afterAll(() => lab.close())

const message = { kind: 'phone_changed', to: 'ama@example.com', payload: { fullName: 'Ama' } } as const

it('a transaction that posts messages wakes the deliverer of the outbox once, after the commit', async () => {
  await transact(context, (outer) =>
    transact(outer, async (inner) => {
      await post(inner, message)
      await post(inner, message)
    }),
  )
  expect(await Promise.all(seen)).toEqual([2])
})

it('a transaction that posts no message, or is rolled back, does not wake the deliverer of the outbox', async () => {
  seen.length = 0
  await transact(context, async () => {})
  const failed = transact(context, async (inside) => {
    await post(inside, message)
    throw new Error('Given up')
  })
  await expect(failed).rejects.toThrow('Given up')
  expect(seen).toEqual([])
})
