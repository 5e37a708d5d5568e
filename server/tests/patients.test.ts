import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { goodPassword, tokenIn } from './sign-up.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let manager: Person
beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Esi Manager' })
})
afterAll(() => lab.close())

const nextStart = separateStarts('2026-03-10')
async function book(change: object = {}, by: Person = manager, more: object = {}) {
  const answer = await lab.call('POST', '/api/labtest/book', {
    by,
    body: {
      ...bookingBody,
      testType: ['Full Blood Count'],
      ...nextStart(),
      patientDetails: { ...bookingBody.patientDetails, ...change },
      ...more,
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment as { id: string; reference: string }
}

const get = async (path: string, by: Person = manager) => {
  const answer = await lab.call('GET', `/api/patients${path}`, { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const found = async (search: string, by: Person = manager): Promise<string[]> =>
  (await get(`?${new URLSearchParams({ search })}`, by)).rows.map((one: { fullName: string }) => one.fullName)

/** Staff with the permission for patients, limited to some sites. */
async function limited(sites: string[]): Promise<Person> {
  const staff = await lab.makeStaff('technician')
  await lab.pool.query(`update account set permissions = '{patients,appointments}' where id = $1`, [
    staff.accountId,
  ])
  for (const site of sites) {
    await lab.pool.query('insert into account_site values ($1, $2)', [staff.accountId, site])
  }
  return staff
}

let people = 0
const patient = (fullName: string, details: object = {}) =>
  lab.signUpPatient({ fullName, email: `patient${++people}@home.test`, ...details })

describe('the search for patients', () => {
  let ama: Person
  let walkIn: { id: string; reference: string }
  beforeAll(async () => {
    ama = await patient('Ama Searched', { phone: '024 555 1234', email: 'ama.searched@home.test' })
    await book({ fullName: 'Ama Searched', contact: '024 555 1234' }, ama)
    walkIn = await book({ fullName: 'Yaw Walksin', contact: '+233 20 777 8899', email: 'yaw@home.test' })
    await book({ fullName: 'Yaw Walksin', contact: '020 777 8899', email: '' })
  })

  it('patients with and without an account are found by a part of the name', async () => {
    expect(await found('searched')).toEqual(['Ama Searched'])
    expect(await found('walksin')).toEqual(['Yaw Walksin', 'Yaw Walksin'])
  })

  it('patients are found by phone number in any notation', async () => {
    for (const typed of ['0245551234', '+233 24 555 1234', '024-555-1234', '24 555 12']) {
      expect(await found(typed), typed).toEqual(['Ama Searched'])
    }
    for (const typed of ['0207778899', '+233207778899'])
      expect(await found(typed), typed).toEqual(['Yaw Walksin', 'Yaw Walksin'])
  })

  it('patients are found by e-mail and by the reference of a visit', async () => {
    expect(await found('ama.searched@')).toEqual(['Ama Searched'])
    const { rows: visits } = await get(`/${ama.accountId}/visits`)
    expect(await found(visits[0].reference.toLowerCase())).toEqual(['Ama Searched'])
    expect(await found(walkIn.reference)).toEqual(['Yaw Walksin'])
    expect(await found('yaw@home')).toEqual(['Yaw Walksin'])
  })

  it('the list of patients shows each person once, accounts without visits, and two walk-ins of one name and phone number as two persons', async () => {
    expect((await get('?search=searched')).rows).toMatchObject([
      {
        fullName: 'Ama Searched',
        number: expect.stringMatching(/^P\d{9}$/),
        status: 'Active',
        sex: 'female',
      },
    ])
    const { rows, total } = await get('?search=walksin')
    expect(rows).toMatchObject([
      { fullName: 'Yaw Walksin', status: null, email: '' },
      { fullName: 'Yaw Walksin', status: null, email: 'yaw@home.test' },
    ])
    expect(total).toEqual({ count: 2, exact: true })
    const nobody = await patient('Efua Unbooked', { phone: '024 555 7777' })
    for (const typed of ['unbooked', '0245557777', nobody.email]) {
      expect((await get(`?${new URLSearchParams({ search: typed })}`)).rows, typed).toMatchObject([
        { id: nobody.accountId, number: null, birth: null, fullName: 'Efua Unbooked', status: 'Active' },
      ])
    }
    expect((await get('?limit=1')).rows).toMatchObject([{ id: nobody.accountId }])
    expect((await lab.call('GET', `/api/patients/${walkIn.id}`, { by: manager })).statusCode).toBe(404)
  })

  it('the pages of the list of patients show every patient once, newest first', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    let total = 0
    do {
      const page: { rows: { id: string }[]; nextCursor: string | null; total: { count: number } } = await get(
        `?limit=1${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
      total = page.total.count
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(total)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  it('a search for patients without words finds nothing, and one with an invalid cursor is refused', async () => {
    expect(await found('%')).toEqual([])
    expect((await lab.call('GET', '/api/patients?cursor=2', { by: manager })).statusCode).toBe(400)
  })

  it('the search for patients needs the permission', async () => {
    const technician = await lab.makeStaff('technician')
    const paths = ['', `/${ama.accountId}`, `/${ama.accountId}/visits`]
    for (const path of paths) {
      expect((await lab.call('GET', `/api/patients${path}`)).statusCode, path).toBe(401)
      for (const by of [ama, technician]) {
        expect((await lab.call('GET', `/api/patients${path}`, { by })).statusCode, path).toBe(403)
      }
    }
    expect((await lab.call('GET', `/api/patients/${manager.accountId}`, { by: manager })).statusCode).toBe(
      404,
    )
  })
})

describe('a patient’s record', () => {
  it('patients see who read their record, once an hour for each reader', async () => {
    const kofi = await patient('Kofi Read')
    const visit = await book({ fullName: 'Kofi Read' }, kofi)
    for (let times = 0; times < 3; times++) {
      await get(`/${kofi.accountId}`)
      await lab.call('GET', `/api/labtest/appointment/${visit.id}/history`, { by: manager })
    }
    const own = async () =>
      (await lab.call('GET', '/api/audit/mine', { by: kofi }))
        .json()
        .rows.map((one: { action: string }) => one.action)
    expect((await own()).sort()).toEqual(['patient.read', 'visit.read'])
    // Sessions expire without requests, so both callers send some on the way.
    for (let step = 0; step < 7; step++) {
      lab.clock.advance(10 * 60_000)
      await Promise.all([get('?limit=1'), own()])
    }
    await get(`/${kofi.accountId}`)
    expect((await own()).sort()).toEqual(['patient.read', 'patient.read', 'visit.read'])
    const { events } = (
      await lab.call('GET', `/api/labtest/appointment/${visit.id}/history`, { by: manager })
    ).json()
    expect(events.map((one: { action: string }) => one.action)).toEqual(['visit.booked'])
  })

  it('staff correct a patient’s details, and a new address needs a confirmation by its owner', async () => {
    const adjoa = await patient('Adjoa Wrong')
    const { version } = await get(`/${adjoa.accountId}`)
    const body = { fullName: 'Adjoa Right', phone: '024 111 2222', email: 'adjoa.new@home.test', version }
    const change = (of: object, by = manager) =>
      lab.call('PUT', `/api/patients/${adjoa.accountId}`, { by, body: of })
    const first = await change(body)
    expect(first.statusCode, first.body).toBe(200)
    expect(await get(`/${adjoa.accountId}`)).toMatchObject({
      patient: { fullName: 'Adjoa Right', phone: '024 111 2222', email: adjoa.email },
      pendingEmail: 'adjoa.new@home.test',
    })
    // The old address is told at once; the link goes to the new one a day later.
    const now = lab.clock.now()
    expect((await lab.lastMailTo(adjoa.email)).subject).toBe('Your e-mail address is about to change')
    lab.clock.advance(hours(24) - 1)
    expect(await lab.mailsTo('adjoa.new@home.test')).toEqual([])
    lab.clock.advance(1)
    // Without the approval of a second person it does not go, and the database does not let the address be used.
    expect(await lab.mailsTo('adjoa.new@home.test')).toEqual([])
    await expect(
      lab.pool.query("update account set email = 'Adjoa.New@home.test' where id = $1", [adjoa.accountId]),
    ).rejects.toThrow('a second person has not approved this address')
    lab.clock.set(now)
    const waiting = async (by: Person) =>
      (await lab.call('GET', '/api/address-changes', { by })).json().changes
    const [asked] = await waiting(manager)
    expect(asked).toMatchObject({
      patient: { id: adjoa.accountId, fullName: 'Adjoa Right' },
      from: adjoa.email,
      to: 'adjoa.new@home.test',
      askedBy: 'Esi Manager',
    })
    const approve = (by: Person) => lab.call('POST', `/api/address-changes/${asked.id}/approve`, { by })
    expect((await approve(manager)).json().message).toBe(asked.whyNotApprove)
    await expect(
      lab.pool.query('update address_change set approved_by = asked_by, approved_at = now() where id = $1', [
        asked.id,
      ]),
    ).rejects.toThrow('address_change_by_two')
    const colleague = await lab.makeStaff('admin')
    expect((await waiting(colleague))[0].whyNotApprove).toBeNull()
    expect((await approve(colleague)).statusCode).toBe(200)
    expect((await approve(colleague)).statusCode).toBe(404)
    expect(await waiting(colleague)).toEqual([])
    lab.clock.advance(hours(24) - 1)
    expect(await lab.mailsTo('adjoa.new@home.test')).toEqual([])
    lab.clock.advance(1 + minutes(1))
    const token = tokenIn(await lab.lastMailTo('adjoa.new@home.test'), '/confirm-email')
    expect((await lab.call('POST', '/api/auth/confirm-email', { body: { token } })).statusCode).toBe(200)
    lab.clock.set(now)
    // The version is outdated: of two concurrent changes the second is refused.
    expect((await change({ ...body, fullName: 'Another' })).json().code).toBe('changed_meanwhile')
    expect((await change(body, await lab.makeStaff('technician'))).statusCode).toBe(403)
  })
})

it('a new password stops a change of the address by staff', async () => {
  const akua = await patient('Akua Keeps', { password: goodPassword })
  const { version } = await get(`/${akua.accountId}`)
  const body = { fullName: 'Akua Keeps', phone: '', email: 'thief@home.test', version }
  const changed = await lab.call('PUT', `/api/patients/${akua.accountId}`, { by: manager, body })
  expect(changed.json().message).toContain('Somebody else must approve')
  const changes = async () => (await lab.call('GET', '/api/address-changes', { by: manager })).json().changes
  expect(await changes()).toHaveLength(1)
  await lab.call('POST', '/api/auth/forgot-password', { body: { email: akua.email } })
  const token = tokenIn(await lab.lastMailTo(akua.email), '/reset-password')
  // Other tests have moved the clock ahead, and their limits count until then.
  await lab.db.deleteFrom('rateLimit').execute()
  const passwords = { token, password: 'nine-blue-tubes', confirmPassword: 'nine-blue-tubes' }
  expect((await lab.call('POST', '/api/auth/reset-password', { body: passwords })).statusCode).toBe(200)
  const now = lab.clock.now()
  expect(await changes()).toEqual([])
  lab.clock.advance(hours(24))
  expect(await lab.mailsTo('thief@home.test')).toEqual([])
  lab.clock.set(now)
  expect((await get(`/${akua.accountId}`)).patient.email).toBe(akua.email)
})

it('a refused address is not used, and staff of other sites do not see that it waits', async () => {
  const yaa = await patient('Yaa Refused')
  const { version } = await get(`/${yaa.accountId}`)
  const body = { fullName: 'Yaa Refused', phone: '', email: 'yaa.new@home.test', version }
  await lab.call('PUT', `/api/patients/${yaa.accountId}`, { by: manager, body })
  const elsewhere = await limited([mainSite])
  const list = async (by: Person) => (await lab.call('GET', '/api/address-changes', { by })).json().changes
  const [{ id }] = await list(manager)
  expect(await list(elsewhere)).toEqual([])
  const end = (by: Person) => lab.call('DELETE', `/api/address-changes/${id}`, { by })
  expect((await end(elsewhere)).statusCode).toBe(404)
  expect((await end(manager)).statusCode).toBe(200)
  expect((await get(`/${yaa.accountId}`)).pendingEmail ?? null).toBeNull()
  const { rows } = await lab.pool.query(
    "select account_id from audit where action = 'email.change_refused' and subject_id = $1",
    [yaa.accountId],
  )
  expect(rows).toEqual([{ account_id: manager.accountId }])
})

it('staff correct details of a patient without an e-mail address, and cannot remove an address', async () => {
  const esi = await patient('Esi Phone', { phone: '024 000 0077' })
  await lab.pool.query(`update account set sign_in_phone = '+233240000077', email = '' where id = $1`, [
    esi.accountId,
  ])
  const change = async (id: string, contact: object) => {
    const { version } = await get(`/${id}`)
    return lab.call('PUT', `/api/patients/${id}`, { by: manager, body: { ...contact, version } })
  }
  const done = await change(esi.accountId, { fullName: 'Esi Phones', phone: '024 000 0078', email: '' })
  expect(done.statusCode, done.body).toBe(200)
  expect((await get(`/${esi.accountId}`)).patient).toMatchObject({ fullName: 'Esi Phones', email: '' })
  const abena = await patient('Abena Mail')
  const refused = await change(abena.accountId, { fullName: 'Abena Mails', phone: '', email: '' })
  expect(refused.json().fields).toEqual({ email: ['Their e-mail address can be changed, but not removed'] })
  expect((await get(`/${abena.accountId}`)).patient.fullName).toBe('Abena Mail')
})

describe('patients at several sites', () => {
  let mainSiteId: string
  let otherSiteId: string
  beforeAll(async () => {
    const { rows } = await lab.pool.query('select id from site')
    mainSiteId = rows[0].id
    otherSiteId = '00000000-0000-7000-8000-000000000077'
    await lab.pool.query(
      `insert into site (id, name, time_zone) select $1, 'There', time_zone from site limit 1`,
      [otherSiteId],
    )
  })

  it('staff of one site find only its patients and their visits there', async () => {
    const both = await patient('Abena Bothsites')
    const other = await patient('Abena Bothsite')
    const visit = await book({ fullName: 'Abena Bothsites' }, both)
    await book({ fullName: 'Abena Bothsites' }, both)
    await book({ fullName: 'Abena Bothsite' }, other)
    await lab.superuser.query(`set session_replication_role = replica; update visit set site_id = '${otherSiteId}' where id = '${visit.id}';
      update visit_test set site_id = '${otherSiteId}' where visit_id = '${visit.id}'; set session_replication_role = origin`)
    const [mainSiteStaff, otherSiteStaff] = [await limited([mainSiteId]), await limited([otherSiteId])]
    expect(await found('bothsite', otherSiteStaff)).toEqual(['Abena Bothsites'])
    expect((await found('bothsite', mainSiteStaff)).sort()).toEqual(['Abena Bothsite', 'Abena Bothsites'])
    expect((await get(`/${both.accountId}/visits`, otherSiteStaff)).rows).toHaveLength(1)
    expect((await get(`/${both.accountId}`, otherSiteStaff)).counts.visits).toBe(1)
    expect(
      (await lab.call('GET', `/api/patients/${other.accountId}`, { by: otherSiteStaff })).statusCode,
    ).toBe(404)
  })
})
