import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Clinician } from '#contract/clinicians.ts'
import { callName, everyCall, pathOfNothing } from './contract-calls.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bearer, invitationIn, staffOf } from './technicians.ts'

let lab: TestApp
let manager: Person
let tech: Person
let ridge: string

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  tech = await lab.makeStaff('technician')
  ridge = await facility('Ridge Clinic')
})
afterAll(() => lab.close())

async function facility(name: string): Promise<string> {
  const body = { name, kind: 'clinic', phone: '', email: '', resultsBy: 'collect' }
  expect((await lab.call('POST', '/api/facilities', { by: manager, body })).statusCode).toBe(201)
  const { facilities } = (await lab.call('GET', '/api/referrers', { by: manager })).json()
  return facilities.find((one: { name: string }) => one.name === name).id
}

const invite = (email: string, changes: object = {}, by: Person = manager) =>
  lab.call('POST', '/api/clinicians/invite', {
    by,
    body: { fullName: 'Dr Ama Boateng', email, facilityId: ridge, ...changes },
  })
const listed = async (email: string): Promise<Clinician | undefined> =>
  (await lab.call('GET', '/api/clinicians', { by: manager }))
    .json()
    .clinicians.find((one: Clinician) => one.email === email)

async function accepted(email: string) {
  expect((await invite(email)).statusCode).toBe(201)
  const mail = await lab.lastMailTo(email)
  const answer = await staffOf(lab, manager).accept(invitationIn(mail))
  expect(answer.statusCode, answer.body).toBe(200)
  return { mail, by: bearer(answer.json().token), id: (await listed(email))?.id ?? '' }
}

it('a manager invites a clinician of a facility, and the clinician signs in', async () => {
  const { mail, by } = await accepted('ama.boateng@example.com')
  expect(mail.subject).toContain('invited to order')
  expect(await listed('ama.boateng@example.com')).toMatchObject({
    status: 'Active',
    facility: { id: ridge, name: 'Ridge Clinic' },
  })
  const me = await lab.call('GET', '/api/auth/profile', { by })
  expect(me.json()).toMatchObject({ role: 'clinician', permissions: [] })
})

it('only managers invite clinicians, and only for an active facility', async () => {
  expect((await invite('no@example.com', {}, tech)).statusCode).toBe(403)
  const closed = await facility('Closed Clinic')
  const body = {
    ...{ name: 'Closed Clinic', kind: 'clinic', phone: '', email: '', resultsBy: 'collect' },
    ...{ offered: false, version: 1 },
  }
  await lab.call('PUT', `/api/facilities/${closed}`, { by: manager, body })
  for (const facilityId of [closed, manager.accountId]) {
    expect((await invite('no@example.com', { facilityId })).json().fields).toHaveProperty('facilityId')
  }
  expect((await invite(tech.email)).json().fields).toHaveProperty('email')
})

it('an invitation is sent again or withdrawn', async () => {
  await invite('wait@example.com')
  const id = (await listed('wait@example.com'))?.id
  const act = (way: string) => lab.call('POST', `/api/clinicians/${id}/${way}`, { by: manager })
  expect((await act('resend')).statusCode).toBe(200)
  expect((await act('withdraw')).statusCode).toBe(200)
  expect((await act('resend')).statusCode).toBe(404)
  const link = invitationIn(await lab.lastMailTo('wait@example.com'))
  expect((await staffOf(lab, manager).accept(link)).statusCode).toBe(400)
})

it('a deactivated clinician is logged out at once and notified by e-mail', async () => {
  const { by, id } = await accepted('leaves@example.com')
  const end = () => lab.call('DELETE', `/api/clinicians/${id}`, { by: manager, body: { reason: 'Left' } })
  expect((await end()).statusCode).toBe(200)
  expect((await lab.call('GET', '/api/auth/profile', { by })).statusCode).toBe(401)
  expect((await lab.lastMailTo('leaves@example.com')).text).toContain('deactivated')
  expect((await end()).statusCode).toBe(409)
  const { rows } = await lab.pool.query("select reason from audit where action = 'clinician.deactivated'")
  expect(rows).toEqual([{ reason: 'Left' }])
})

it('the calls on technicians and managers neither list nor accept clinicians', async () => {
  const { id } = await accepted('apart@example.com')
  for (const path of ['/api/technician', '/api/managers']) {
    expect((await lab.call('GET', path, { by: manager })).body).not.toContain('apart@example.com')
    expect((await lab.call('DELETE', `${path}/${id}`, { by: manager })).statusCode).toBe(404)
  }
  const promote = lab.pool.query("update account set role = 'admin' where id = $1", [id])
  await expect(promote).rejects.toThrow('account_of_facility')
})

it('a clinician may use only the calls of their own account and the calls for clinicians', async () => {
  const clinician = await lab.makeClinician(ridge)
  const own = /^\/api\/(auth|notifications|push|clinic|app-requests|app-access|app-launches)\b/
  for (const call of await everyCall()) {
    if (call.access === 'public' || !lab.app.hasRoute({ method: call.method, url: call.path })) continue
    const opens = call.access.includes('clinician')
    expect([callName(call), opens && !own.test(call.path)]).toEqual([callName(call), false])
    if (opens) continue
    const answer = await lab.call(call.method, pathOfNothing(call.path), { by: clinician })
    expect([callName(call), answer.statusCode]).toEqual([callName(call), 403])
  }
})
