import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Permission, permissionNames, permissions } from '#contract/permissions.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { callName, everyCall, forStaff, pathOfNothing } from './contract-calls.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { follow } from './live-reader.ts'
import { mainSite } from './queue-day.ts'
import { bearer, blood, invitationForm, invitationIn, staffOf } from './technicians.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let manager: Person
let tech: Person
let ama: Person
let clinician: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  tech = await lab.makeStaff('technician', { fullName: 'Tom Technician' })
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  clinician = await lab.makeClinician()
})
afterAll(() => lab.close())

const grant = (person: { accountId: string }, given: readonly Permission[]) =>
  lab.pool.query('update account set permissions = $2 where id = $1', [person.accountId, [...given]])

const servedCalls = async () =>
  (await everyCall()).filter(forStaff).filter(({ method, path }) => lab.app.hasRoute({ method, url: path }))

describe('every call for staff', () => {
  it('every call for staff refuses callers without its role or permission', async () => {
    const calls = await servedCalls()
    expect(calls.length).toBeGreaterThan(100)
    for (const call of calls) {
      if (call.path.endsWith('/stream') || call.path === '/api/live') continue
      const { permission } = call
      const asked = async (by: Person) =>
        (await lab.call(call.method, pathOfNothing(call.path), { by, headers: { 'x-nothing': '1' } }))
          .statusCode
      if (!call.access.includes('user'))
        expect([callName(call), await asked(ama)]).toEqual([callName(call), 403])
      if (!call.access.includes('clinician'))
        expect([callName(call), await asked(clinician)]).toEqual([callName(call), 403])
      if (!call.access.includes('technician')) {
        await grant(tech, permissionNames)
        expect([callName(call), await asked(tech)]).toEqual([callName(call), 403])
      } else if (permission !== undefined) {
        await grant(
          tech,
          permissionNames.filter((one) => one !== permission),
        )
        const without = await lab.call(call.method, pathOfNothing(call.path), { by: tech })
        expect([callName(call), without.statusCode, without.json().code]).toEqual([
          callName(call),
          403,
          'not_allowed',
        ])
        expect(without.json().message).toContain(permissions[permission].label)
      }
    }
  }, 120_000)

  it('a call admits a technician with only its permission, and managers without any', async () => {
    for (const call of await servedCalls()) {
      // Streams never answer.
      if (call.permission === undefined || call.path.endsWith('/stream')) continue
      await grant(tech, [call.permission])
      for (const by of call.access.includes('technician') ? [tech, manager] : [manager]) {
        const answer = await lab.call(call.method, pathOfNothing(call.path), { by })
        const refused = answer.statusCode === 403 && answer.json().code === 'not_allowed'
        expect([callName(call), by.role, refused]).toEqual([callName(call), by.role, false])
      }
    }
  }, 120_000)
})

describe('booking for a patient', () => {
  it('patients to book for are found with the permission for appointments or patients, with contact details only', async () => {
    const find = (by: Person, search: string) =>
      lab.call('GET', `/api/auth/patients-to-book?search=${search}`, { by })
    await grant(tech, ['appointments'])
    const hers = { id: ama.accountId, fullName: 'Ama Mensah', email: ama.email, phone: expect.any(String) }
    expect((await find(tech, 'ama%20mens')).json()).toEqual({ patients: [hers] })
    expect((await find(tech, 'Tom%20Tech')).json()).toEqual({ patients: [] })
    expect((await lab.call('GET', '/api/patients?search=Ama', { by: tech })).statusCode).toBe(403)
    await grant(tech, ['patients'])
    expect((await find(tech, 'ama%20mens')).json()).toEqual({ patients: [hers] })
    await grant(tech, ['quality'])
    expect((await find(tech, 'ama')).statusCode).toBe(403)
    expect((await find(ama, 'ama')).statusCode).toBe(403)
    await lab.pool.query("update account set status = 'Deactivated', deactivated_at = now() where id = $1", [
      ama.accountId,
    ])
    expect((await find(manager, 'ama%20mens')).json()).toEqual({ patients: [] })
    await lab.pool.query("update account set status = 'Active', deactivated_at = null where id = $1", [
      ama.accountId,
    ])
  })
})

describe('the permission to release', () => {
  it('a technician releases until a manager revokes the permission, which takes effect at once', async () => {
    const bench = benchOf(lab)
    const [hana, ravi] = [await bench.skilled('Hana Haematology'), await bench.skilled('Ravi Release')]
    const { task } = await bench.started(ama, hana)
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    await grant(ravi, [])
    const refused = await bench.release([task], ravi)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_allowed'])
    const waiting = await lab.call('GET', '/api/Labtask/release', { by: ravi })
    expect(waiting.json().rows[0].whyNotRelease).toContain('Release results')
    await grant(ravi, ['release'])
    expect((await bench.release([task], ravi)).statusCode).toBe(200)
    await grant(ravi, [])
    expect((await bench.correct(task, 'The tube was another', ravi)).statusCode).toBe(403)
  })

  it('a release that waits for a row is refused if the permission is revoked meanwhile', async () => {
    const bench = benchOf(lab)
    const [hana, ravi] = [await bench.skilled('Hilda Haematology'), await bench.skilled('Rolf Release')]
    const { task } = await bench.started(ama, hana)
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    const holder = await lab.pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from task where id = $1 for update', [task])
    const releasing = bench.release([task], ravi)
    await expect.poll(() => waitingForLocks(lab)).toBeGreaterThan(0)
    await grant(ravi, [])
    await holder.query('rollback')
    holder.release()
    expect((await releasing).statusCode).toBe(409)
    const { rows } = await lab.pool.query('select released_at from task where id = $1', [task])
    expect(rows[0].released_at).toBeNull()
  })
})

describe('granting permissions', () => {
  it('only managers grant permissions; staff who manage staff change other details, and not their own', async () => {
    const staff = staffOf(lab, manager)
    await grant(tech, ['people'])
    const { id } = await staff.accepted()
    const update = (by: Person, who: string, change: object) =>
      lab.call('PUT', `/api/technician/${who}`, {
        by,
        body: { fullName: 'Efua Mensah', specialties: [blood], ...change },
      })
    expect((await update(tech, id, {})).statusCode).toBe(200)
    for (const change of [
      { permissions: ['release', 'audit'] },
      { permissions: [] },
      { sites: [mainSite] },
    ]) {
      const answer = await update(tech, id, change)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
    }
    expect((await update(tech, tech.accountId, {})).statusCode).toBe(403)
    expect((await update(tech, manager.accountId, {})).statusCode).toBe(404)
    const given = await update(manager, id, { permissions: ['catalogue', 'release'], sites: [mainSite] })
    expect(given.json().technician).toMatchObject({
      permissions: ['release', 'catalogue'],
      sites: [mainSite],
    })
    const [latest] = (await staff.auditOf(id)).slice(-1)
    expect(latest).toMatchObject({
      action: 'technician.changed',
      after: { permissions: ['release', 'catalogue'] },
    })
    for (const path of ['/api/managers', '/api/managers/invite']) {
      const method = path.endsWith('invite') ? 'POST' : 'GET'
      expect((await lab.call(method, path, { by: tech })).statusCode).toBe(403)
    }
  })

  it('staff invite others only with permissions and sites they have themselves', async () => {
    const staff = staffOf(lab, manager)
    await grant(tech, ['people'])
    await lab.pool.query('insert into account_site values ($1, $2)', [tech.accountId, mainSite])
    const email = 'less.than.usual@example.com'
    const answer = await staff.invite(invitationForm(email), tech)
    expect(answer.json()).toMatchObject({ permissions: [], sites: [mainSite] })
    const wider = await staff.invite(invitationForm('wider@example.com', { sites: null }), tech)
    expect(wider.statusCode).toBe(403)
    const accepted = await staff.accept(invitationIn(await lab.lastMailTo(email)))
    const me = await lab.call('GET', '/api/auth/profile', { by: bearer(accepted.json().token) })
    expect(me.json()).toMatchObject({ permissions: [], sites: [{ id: mainSite }] })
    await lab.pool.query('delete from account_site where account_id = $1', [tech.accountId])
  })
})

describe('managers', () => {
  const change = (by: Person, id: string, sites: string[] | null) =>
    lab.call('PUT', `/api/managers/${id}/sites`, { by, body: { sites } })

  it('a manager invites another, who has all permissions at the chosen sites', async () => {
    const email = 'second.manager@example.com'
    const body = { fullName: 'Sena Second', email, sites: [mainSite] }
    expect((await lab.call('POST', '/api/managers/invite', { by: manager, body })).statusCode).toBe(201)
    const staff = staffOf(lab, manager)
    expect(await staff.withAddress(email)).toEqual([])
    const mail = await lab.lastMailTo(email)
    expect(mail.subject).toContain('invited to manage')
    expect(mail.text).toContain('http://lab.test/login')
    expect(mail.text).not.toContain('technician')
    expect(await staff.look(invitationIn(mail))).toMatchObject({ state: 'open', role: 'admin' })
    const accepted = await staff.accept(invitationIn(mail))
    const second = bearer(accepted.json().token)
    const me = await lab.call('GET', '/api/auth/profile', { by: second })
    expect(me.json()).toMatchObject({
      role: 'admin',
      permissions: [...permissionNames],
      sites: [{ id: mainSite }],
    })
    const list = (await lab.call('GET', '/api/managers', { by: second })).json()
    expect(list.map((one: { whyNotChange: string | null }) => typeof one.whyNotChange)).toEqual([
      'string',
      'string',
    ])
    expect(
      (await lab.call('POST', '/api/managers/invite', { by: second, body: { ...body, sites: null } }))
        .statusCode,
    ).toBe(403)
    expect(
      (
        await lab.call('POST', '/api/settings/sites', {
          by: second,
          body: { name: 'Tema', timeZone: 'Africa/Accra', chairs: 2 },
        })
      ).statusCode,
    ).toBe(403)
  })

  it('managers cannot limit themselves, and a manager of all sites remains also under concurrent calls', async () => {
    const [one, two] = [await lab.makeStaff('admin'), await lab.makeStaff('admin')]
    await lab.pool.query(
      `insert into account_site select id, $1 from account where role = 'admin' and id <> all($2::uuid[]) on conflict do nothing`,
      [mainSite, [one.accountId, two.accountId]],
    )
    expect((await change(one, one.accountId, [mainSite])).statusCode).toBe(409)
    const answers = await Promise.all([
      change(one, two.accountId, [mainSite]),
      change(two, one.accountId, [mainSite]),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { rows } = await lab.pool.query(
      `select count(*)::int as n from account where role = 'admin' and not exists (select from account_site where account_id = account.id)`,
    )
    expect(rows[0].n).toBe(1)
    expect((await change(manager, one.accountId, null)).statusCode).toBe(409)
    expect((await change(one, '01900000-0000-7000-8000-00000000000f', null)).statusCode).not.toBe(200)
    await lab.pool.query('delete from account_site')
  })
})

describe('permissions of open streams', () => {
  it('a stream is closed when the permissions of its reader change, and reopens with the new ones', async () => {
    const url = await lab.listen()
    await grant(tech, ['appointments'])
    const floor = await follow(url, '/api/queue/floor/stream', { headers: tech.headers })
    expect(floor.status).toBe(200)
    await grant(tech, [])
    await floor.ended
    expect((await lab.call('GET', '/api/queue/floor/stream', { by: tech })).statusCode).toBe(403)
  })
})
