import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mondayMorning, openTestApp } from './harness.ts'

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

test('a renewed test app has the data, the clock, the inbox and the data folder of its start', async () => {
  const lab = await openTestApp()
  const rowsOf = async () => {
    const { rows: tables } = await lab.superuser.query(
      `select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const hashes = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*) as n, sum(hashtextextended(t::text, 0)) as hash from ${name} t`,
    )
    return (await lab.superuser.query(`${hashes.join(' union all ')} order by name`)).rows
  }
  await lab.renew()
  const before = await rowsOf()
  for (let times = 0; times < 2; times++) {
    const ama = await lab.signUpPatient()
    await lab.call('POST', '/api/auth/forgot-password', { body: { email: ama.email } })
    expect(await lab.mailsTo(ama.email)).toHaveLength(1)
    await lab.pool.query(`update laboratory set name = 'Another'`)
    await lab.superuser.query(
      `set session_replication_role = replica; delete from test where code = 'FBC'; set session_replication_role = origin`,
    )
    writeFileSync(join(lab.config.dataDir, 'file'), '')
    lab.clock.advance(1000)
    expect(await rowsOf()).not.toEqual(before)
    await lab.renew()
    expect(await rowsOf()).toEqual(before)
    expect([lab.inbox.mails, readdirSync(lab.config.dataDir)]).toEqual([[], []])
    expect(lab.clock.now()).toEqual(new Date(mondayMorning))
    expect((await lab.call('GET', '/api/laboratory')).body).not.toContain('Another')
  }
  await lab.close()
})
