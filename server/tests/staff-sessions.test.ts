import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'

let lab: TestApp
let other: TestApp
let manager: Person
let tech: Person

beforeAll(async () => {
  lab = await openTestApp()
  other = await openTestApp({ sameDatabaseAs: lab, clock: lab.clock })
  manager = await lab.makeStaff('admin')
  tech = await lab.makeStaff('technician', { fullName: 'Tom Technician' })
})
afterAll(async () => {
  await other.close()
  await lab.close()
})

const of = (id: string, session = '') => `/api/staff/${id}/sessions${session && `/${session}`}`
const list = async () => (await lab.call('GET', of(tech.accountId), { by: manager })).json()
const signedIn = async (by: { headers: Person['headers'] }) => {
  const statuses = []
  for (const server of [lab, other]) {
    statuses.push((await server.call('GET', '/api/auth/sessions', { by })).statusCode)
  }
  return statuses
}
async function secondSession() {
  const account = await lab.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', tech.accountId)
    .executeTakeFirstOrThrow()
  const { token } = await openSession(lab.context, account)
  return { headers: { authorization: `Bearer ${token}` } }
}

it('a manager ends one session of somebody, or all, on every server, while the account stays active', async () => {
  const second = await secondSession()
  expect(await signedIn(tech)).toEqual([200, 200])
  expect(await signedIn(second)).toEqual([200, 200])
  const { sessions } = await list()
  expect(sessions).toHaveLength(2)
  const { rows } = await lab.pool.query(
    'select id from session where account_id = $1 order by created_at, id',
    [tech.accountId],
  )
  expect(sessions.map(({ id }: { id: string }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())

  const ended = await lab.call('DELETE', of(tech.accountId, sessions[0].id), { by: manager })
  expect(ended.json()).toEqual({ message: 'Tom Technician is logged out there.' })
  const left = [await signedIn(tech), await signedIn(second)].map(String).sort()
  expect(left).toEqual(['200,200', '401,401'])

  expect((await lab.call('DELETE', of(tech.accountId), { by: manager })).statusCode).toBe(200)
  expect([await signedIn(tech), await signedIn(second)]).toEqual([
    [401, 401],
    [401, 401],
  ])
  expect(await list()).toEqual({ sessions: [], knownBrowsers: 0 })
  const account = await lab.pool.query('select status from account where id = $1', [tech.accountId])
  expect(account.rows).toEqual([{ status: 'Active' }])
  const noted = await lab.pool.query(
    "select account_id, after from audit where action = 'session.ended_by_manager' and subject_id = $1 order by position",
    [tech.accountId],
  )
  expect(noted.rows).toEqual([
    { account_id: manager.accountId, after: { sessions: 'one' } },
    { account_id: manager.accountId, after: { sessions: 'all' } },
  ])
})

it('sessions of patients, of oneself, and for a manager of some sites those of managers, cannot be ended', async () => {
  const patient = await lab.signUpPatient()
  const another = await lab.makeStaff('admin')
  const limited = await lab.makeStaff('admin')
  await lab.pool.query('insert into account_site (account_id, site_id) values ($1, $2)', [
    limited.accountId,
    mainSite,
  ])
  const end = async (whose: Person, by: Person) =>
    (await lab.call('DELETE', of(whose.accountId), { by })).statusCode
  expect(await end(patient, manager)).toBe(404)
  expect(await end(manager, manager)).toBe(409)
  expect(await end(another, limited)).toBe(409)
  expect(await end(limited, another)).toBe(200)
  // The session of somebody else under this account is not found.
  const { rows } = await lab.pool.query('select id from session where account_id = $1', [patient.accountId])
  const foreign = await lab.call('DELETE', of(tech.accountId, rows[0].id), { by: manager })
  expect(foreign.statusCode).toBe(404)
  expect(await signedIn(patient)).toEqual([200, 200])
})
