import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '#server/platform/ids.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let manager: Person
beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Manager' })
  await lab.makeStaff('technician', { fullName: 'Kojo Tech', email: 'kojo@lab.example' })
  await lab.signUpPatient({ fullName: 'Ama 100% Owusu', email: 'ama@example.com', phone: '+233 24 123 4567' })
  await lab.signUpPatient({ fullName: 'Esi under_score', email: 'esi@example.com' })
  await lab.signUpPatient({ fullName: 'Yaw back\\slash', email: 'yaw@example.com' })
})
afterAll(() => lab.close())

const list = async (query: string, by = manager) =>
  (await lab.call('GET', `/api/auth/get-all-users?${query}`, { by })).json()
const names = async (query: string) =>
  (await list(query)).users.map((user: { fullName: string }) => user.fullName)

describe('the list of accounts', () => {
  test('the list of accounts is newest first and shows only what a manager needs', async () => {
    const { users, total, nextCursor } = await list('')
    expect(users.map((user: { fullName: string }) => user.fullName)).toEqual([
      'Yaw back\\slash',
      'Esi under_score',
      'Ama 100% Owusu',
      'Kojo Tech',
      'Manager',
    ])
    expect(users[2]).toEqual({
      id: expect.any(String),
      role: 'user',
      fullName: 'Ama 100% Owusu',
      email: 'ama@example.com',
      phone: '+233 24 123 4567',
      status: 'Active',
      createdAt: '2026-03-09T08:30:00.000Z',
    })
    expect(total).toEqual({ count: 5, exact: true })
    expect(nextCursor).toBeNull()
  })

  test('the list of accounts filters by role, and “patient” is the role user', async () => {
    expect(await names('role=technician')).toEqual(['Kojo Tech'])
    expect(await names('role=patient')).toEqual(await names('role=user'))
    expect(await names('role=user')).toHaveLength(3)
    expect((await list('role=doctor')).code).toBe('invalid_input')
  })

  test('the list of accounts finds a part of name, e-mail or phone regardless of case, with %, _ and \\ as plain characters', async () => {
    expect(await names('search=OWUSU')).toEqual(['Ama 100% Owusu'])
    expect(await names('search=lab.example')).toEqual(['Kojo Tech'])
    expect(await names(`search=${encodeURIComponent('@LAB.example')}`)).toEqual(['Kojo Tech'])
    // The screens send search words in this header, so that no server logs them with the URL.
    const found = await lab.call('GET', '/api/auth/get-all-users?role=user', {
      by: manager,
      headers: { 'x-words': `search=${encodeURIComponent('Ama 100%')}` },
    })
    expect(found.json().users).toMatchObject([{ fullName: 'Ama 100% Owusu' }])
    const other = await lab.call('GET', '/api/auth/get-all-users', {
      by: manager,
      headers: { 'x-words': 'role=admin' },
    })
    expect(Object.keys(other.json().fields)).toEqual(['role'])
    expect(await names(`search=${encodeURIComponent('24 123')}`)).toEqual(['Ama 100% Owusu'])
    expect(await names(`search=${encodeURIComponent('100%')}`)).toEqual(['Ama 100% Owusu'])
    expect(await names('search=%25')).toEqual(['Ama 100% Owusu'])
    expect(await names('search=_')).toEqual(['Esi under_score'])
    expect(await names('search=%5C')).toEqual(['Yaw back\\slash'])
    expect(await names(`search=${encodeURIComponent("' or 1=1 --")}`)).toEqual([])
    expect(await names('search=ama&role=technician')).toEqual([])
  })

  test('pages of accounts show every account once, in order, also while accounts are added', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { users: { fullName: string }[]; nextCursor: string | null } = await list(
        `limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...page.users.map((user) => user.fullName))
      cursor = page.nextCursor
      if (seen.length === 2) await lab.signUpPatient({ fullName: 'Newcomer' })
    } while (cursor)
    expect(seen).toEqual(['Yaw back\\slash', 'Esi under_score', 'Ama 100% Owusu', 'Kojo Tech', 'Manager'])
    expect((await list('cursor=nonsense')).fields).toHaveProperty('cursor')
    expect((await list('limit=0')).fields).toHaveProperty('limit')
    expect((await list('limit=201')).fields).toHaveProperty('limit')
  })
})

test('counts are exact up to 10,000; searching a large table goes through its index', async () => {
  // One connection, so that the statistics are those of the connection that searched.
  const large = await openTestApp({ poolSize: 1 })
  const by = await large.makeStaff('admin')
  const now = large.clock.now()
  const ids = Array.from({ length: 10_000 }, () => uuidv7(large.clock))
  await sql`insert into account (id, role, full_name, email, created_at)
    select id, 'user', 'Person ' || n, 'person' || n || '@example.com', ${now}
    from unnest(${ids}::uuid[]) with ordinality as given (id, n)`.execute(large.db)
  await large.superuser.query('vacuum analyze account')
  const totalOf = async (query: string) =>
    (await large.call('GET', `/api/auth/get-all-users?limit=1&${query}`, { by })).json().total
  expect(await totalOf('role=user')).toEqual({ count: 10_000, exact: true })
  expect(await totalOf('')).toEqual({ count: 10_000, exact: false })
  await large.signUpPatient({ fullName: 'Zebedee Quansah' })
  const usesOf = async (index: string) => {
    await sql`select pg_stat_force_next_flush()`.execute(large.db)
    const { rows } = await sql<{ used: number }>`select idx_scan::int as used from pg_stat_user_indexes
      where indexrelname = ${index}`.execute(large.db)
    return rows[0]?.used
  }
  expect(await totalOf('search=quansah')).toEqual({ count: 1, exact: true })
  expect(await usesOf('account_search')).toBeGreaterThan(0)
  expect(await totalOf(`search=${encodeURIComponent('Person77@')}`)).toEqual({ count: 1, exact: true })
  expect(await usesOf('account_by_email')).toBeGreaterThan(0)
  await large.close()
})
