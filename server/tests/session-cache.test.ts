import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate, createSessionCache } from '#server/modules/access/index.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let ama: Person
let visit: string
beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient()
  const booked = await lab.call('POST', '/api/labtest/book', { by: ama, body: bookingBody })
  visit = booked.json().appointment.id
})
afterAll(() => lab.close())

const read = (by: Person) => lab.call('GET', `/api/labtest/appointment/${visit}`, { by })
const statusOf = async (by: Person) => (await lab.call('GET', '/api/auth/profile', { by })).statusCode
const sessionOf = 'where account_id = (select id from account where email = $1)'
const end = (by: Person) => lab.superuser.query(`delete from session ${sessionOf}`, [by.email])

/** The number of statements for reading a visit, counted as connections taken from the pool. */
async function statementsOf(by: Person): Promise<number> {
  let statements = 0
  const count = () => statements++
  lab.pool.on('acquire', count)
  expect((await read(by)).statusCode).toBe(200)
  lab.pool.off('acquire', count)
  return statements
}

describe('a cached session', () => {
  it('reading a visit with a cached session is one statement', async () => {
    // A process starts to listen at its first signed-in call.
    await expect.poll(() => statementsOf(ama)).toBe(1)
    expect(await statementsOf(ama)).toBe(1)
  })

  it('a cached session ends as soon as any process ends it in the database', async () => {
    const kofi = await lab.signUpPatient()
    expect(await statusOf(kofi)).toBe(200)
    await end(kofi)
    expect(await statusOf(kofi)).toBe(401)
  })

  it('a cached session has ended when its log-out is answered', async () => {
    const { headers } = await lab.signUpPatient()
    const profile = () => lab.app.inject({ url: '/api/auth/profile', headers })
    expect((await profile()).statusCode).toBe(200)
    await lab.app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect((await profile()).statusCode).toBe(401)
  })

  it("a cached session has its account's current permissions and ends when the account is closed", async () => {
    const tech = await lab.makeStaff('technician')
    const managing = () => lab.call('GET', '/api/patients', { by: tech })
    expect((await managing()).statusCode).toBe(403)
    const grant = `update account set permissions = '{patients}' where email = $1`
    await lab.superuser.query(grant, [tech.email])
    expect((await managing()).statusCode).toBe(200)
    await lab.superuser.query(
      `update account set status = 'Deactivated', deactivated_at = now() where email = $1`,
      [tech.email],
    )
    expect((await managing()).statusCode).toBe(401)
  })

  it('a cached session whose first site is closed uses the next open site', async () => {
    const manager = await lab.makeStaff('admin')
    const body = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 1 }
    const { id: kumasi } = (await lab.call('POST', '/api/settings/sites', { by: manager, body })).json()
    const tech = await lab.makeStaff('technician')
    for (const site of [mainSite, kumasi]) {
      await lab.superuser.query('insert into account_site values ($1, $2)', [tech.accountId, site])
    }
    const firstSite = async () => (await lab.call('GET', '/api/queue/desk', { by: tech })).json().site.id
    expect(await firstSite()).toBe(mainSite)
    await lab.superuser.query('update site set closed_at = now() where id = $1', [mainSite])
    expect(await firstSite()).toBe(kumasi)
    await lab.superuser.query('update site set closed_at = null where id = $1', [mainSite])
    expect(await firstSite()).toBe(mainSite)
  })

  it('a cached session expires without requests', async () => {
    const tech = await lab.makeStaff('technician')
    expect(await statusOf(tech)).toBe(200)
    lab.clock.advance(29 * 60_000)
    expect(await statusOf(tech)).toBe(200)
    lab.clock.advance(29 * 60_000)
    expect(await statusOf(tech)).toBe(200)
    lab.clock.advance(30 * 60_000)
    expect(await statusOf(tech)).toBe(401)
  })

  it('cached sessions are not used while the process receives no notifications', async () => {
    const esi = await lab.signUpPatient()
    expect(await statusOf(esi)).toBe(200)
    await lab.superuser.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'phial live' and datname = current_database()",
    )
    await end(esi)
    expect(await statusOf(esi)).toBe(401)
    await expect.poll(() => statementsOf(ama)).toBe(1)
  })

  it('cached sessions are cleared by changes of access, not by statements that change nothing', async () => {
    await expect.poll(() => statementsOf(ama)).toBe(1)
    const noRow = `where id = '${ama.accountId}' and full_name = ''`
    await lab.superuser.query(`delete from session where account_id = gen_random_uuid()`)
    await lab.superuser.query(`update account set permissions = '{patients}' ${noRow}`)
    await lab.superuser.query(`update account set full_name = full_name where id = $1`, [ama.accountId])
    await lab.superuser.query('update site set closed_at = closed_at')
    expect(await statementsOf(ama)).toBe(1)
  })

  it('the last use of a cached session is written by one process a minute', async () => {
    const esi = await lab.signUpPatient()
    const token = esi.headers.authorization.replace('Bearer ', '')
    const live = {
      hear: () => () => {},
      ready: async () => {},
      isCurrent: () => true,
      caughtUp: async () => {},
      close: async () => {},
    }
    const processes = [createSessionCache(live), createSessionCache(live)]
    const version = async () =>
      (await lab.superuser.query(`select xmin from session ${sessionOf}`, [esi.email])).rows[0].xmin
    const callAll = async () => {
      for (const cache of processes) expect(await authenticate(lab, token, cache)).not.toBeNull()
      return version()
    }
    const atFirst = await callAll()
    lab.clock.advance(61_000)
    expect(await authenticate(lab, token, processes[0])).not.toBeNull()
    const written = await version()
    expect(written).not.toBe(atFirst)
    expect(await callAll()).toBe(written)
  })
})

it('a session that was read before a change is not cached after it', () => {
  const actor = {
    accountId: '',
    role: 'user',
    fullName: '',
    email: '',
    permissions: [],
    sites: null,
  } as const
  const session = {
    actor: { ...actor, sessionHash: Buffer.alloc(0) },
    lastSeenAt: new Date(0),
    idleSeconds: 60,
    expiresAt: new Date(0),
  }
  let change = () => {}
  const cache = createSessionCache({
    hear: (_topic, changed) => {
      change = changed
      return () => {}
    },
    ready: async () => {},
    isCurrent: () => true,
    caughtUp: async () => {},
    close: async () => {},
  })
  const hash = Buffer.from('one')
  const keep = cache.reading(hash)
  change()
  keep(session)
  expect(cache.get(hash)).toBeUndefined()
  cache.reading(hash)(session)
  expect(cache.get(hash)).toBe(session)
})
