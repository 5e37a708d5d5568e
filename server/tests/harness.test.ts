import { expect, test } from 'vitest'
import { openTestApp } from './harness.ts'

test('a test app has its own database with the laboratory and its catalogue', async () => {
  const lab = await openTestApp()
  const other = await openTestApp()
  await lab.makeStaff('admin')
  const count = async (db: typeof lab.db, table: 'account' | 'test') =>
    (await db.selectFrom(table).select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
  expect(await count(lab.db, 'account')).toBe(1)
  expect(await count(other.db, 'account')).toBe(0)
  expect(await count(other.db, 'test')).toBeGreaterThan(15)
  await lab.close()
  await other.close()
})
