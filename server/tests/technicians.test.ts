import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { goodPassword } from './sign-up.ts'
import { bearer, blood, invitationForm, invitationIn, malaria, staffOf } from './technicians.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
let technician: Person
let patient: Person
let staff: ReturnType<typeof staffOf>
beforeAll(async () => {
  lab = await openTestApp({ poolSize: 20 })
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  technician = await lab.makeStaff('technician', { fullName: 'Kofi Antwi', phone: '+233 24 123 4567' })
  patient = await lab.signUpPatient({ email: 'ama@example.com', password: goodPassword })
  staff = staffOf(lab, manager)
})
afterAll(() => lab.close())
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  await lab.db.deleteFrom('rateLimit').execute()
  await lab.db.updateTable('session').set({ lastSeenAt: lab.clock.now() }).execute()
})

describe('logging in as a technician', () => {
  test("a technician's log-in answers a token and the technician", async () => {
    const { id, email } = await staff.accepted()
    const answer = await staff.logIn(email)
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Login successful',
      technician: expect.objectContaining({ id, email, status: 'Active', specialty: `${blood}, ${malaria}` }),
    })
    expect(
      (await lab.call('GET', '/api/Labtask/summary', { by: bearer(answer.json().token) })).statusCode,
    ).toBe(200)
    expect(
      (await lab.call('POST', '/api/auth/login', { body: { email, password: goodPassword } })).json().user,
    ).toMatchObject({ id, role: 'technician' })
  })

  test("a technician's log-in answers alike for a wrong password, an unknown address and an open invitation", async () => {
    const { email } = await staff.accepted()
    const waiting = await staff.invited()
    const general = await lab.call('POST', '/api/auth/login', { body: { email, password: 'not this one' } })
    for (const answer of [
      await staff.logIn(email, 'not this one'),
      await staff.logIn('nobody@example.com'),
      await staff.logIn(waiting.email),
      await staff.logIn(patient.email, 'not this one'),
    ]) {
      const { requestId: _id, ...said } = answer.json()
      const { requestId: _other, ...expected } = general.json()
      expect([answer.statusCode, said]).toEqual([401, expected])
    }
  })

  test("a technician's log-in refuses the right password of an account of another role", async () => {
    const answer = await staff.logIn(patient.email)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
    expect(answer.json().token).toBeUndefined()
    expect((await staff.auditOf(patient.accountId)).at(-1)?.action).toBe('login.refused')
  })

  test("a technician's log-in shares its limits with the general log-in", async () => {
    const { email } = await staff.accepted()
    for (let n = 0; n < 5; n++) expect((await staff.logIn(email, 'a guess')).statusCode).toBe(401)
    for (let n = 0; n < 5; n++) {
      const answer = await lab.call('POST', '/api/auth/login', { body: { email, password: 'a guess' } })
      expect(answer.statusCode).toBe(401)
    }
    expect((await staff.logIn(email)).statusCode).toBe(429)
  })
})

describe('changing a technician', () => {
  test('a change of a technician sets name and specialties', async () => {
    const { id, by } = await staff.accepted()
    const answer = await staff.manage('PUT', id, {
      body: { fullName: 'Efua Boateng', specialties: ['Typhidot'] },
    })
    expect(answer.json()).toMatchObject({
      message: 'Efua Boateng is updated.',
      technician: { id, fullName: 'Efua Boateng', specialties: ['Typhidot'], status: 'Active' },
    })
    expect((await lab.call('GET', '/api/technician/profile/me', { by })).json()).toMatchObject({
      fullName: 'Efua Boateng',
      specialties: ['Typhidot'],
    })
    expect((await staff.auditOf(id)).at(-1)).toMatchObject({
      action: 'technician.changed',
      before: { fullName: 'Efua Mensah', specialties: [blood, malaria] },
      after: { fullName: 'Efua Boateng', specialties: ['Typhidot'] },
    })
  })

  test('a change of an invited technician applies when they accept', async () => {
    const { id, link } = await staff.invited()
    await staff.manage('PUT', id, { body: { fullName: 'Efua Boateng', specialties: ['Typhidot'] } })
    expect(await staff.look(link)).toMatchObject({ fullName: 'Efua Boateng' })
    const by = bearer((await staff.accept(link)).json().token)
    expect((await lab.call('GET', '/api/technician/profile/me', { by })).json()).toMatchObject({
      fullName: 'Efua Boateng',
      specialties: ['Typhidot'],
    })
  })

  test('a change of a technician who is just accepting is not lost', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, link } = await staff.invited()
      const [acceptance, change] = await Promise.all([
        staff.accept(link),
        staff.manage('PUT', id, { body: { fullName: 'Efua Boateng', specialties: ['Typhidot'] } }),
      ])
      expect([acceptance.statusCode, change.statusCode]).toEqual([200, 200])
      expect((await staff.listed()).find((one: { id: string }) => one.id === id)).toMatchObject({
        status: 'Active',
        fullName: 'Efua Boateng',
        specialties: ['Typhidot'],
      })
    }
  })

  test('a change of a technician asks for all fields', async () => {
    const { id } = await staff.invited()
    const answer = await staff.manage('PUT', id, { body: { fullName: '', specialties: [] } })
    expect([answer.statusCode, answer.json().message, Object.keys(answer.json().fields)]).toEqual([
      400,
      'Please fill in all fields',
      ['fullName', 'specialties'],
    ])
  })

  test('changed specialties decide which tasks a technician sees from the next request on', async () => {
    const { id, by } = await staff.accepted({ specialties: [blood] })
    const visit = await lab.call('POST', '/api/labtest/book', {
      by: patient,
      body: { ...bookingBody, testType: ['Full Blood Count', 'Typhidot'] },
    })
    const at = `/api/labtest/appointment/${visit.json().appointment.id}`
    await lab.call('POST', `${at}/arrive`, { by: technician })
    await lab.call('POST', `${at}/collect`, {
      by: technician,
      body: { identifiedBy: ['Full name', 'Reference or QR code'], prepared: 'yes', place: 'Chair 2' },
    })
    const seen = async () =>
      (await lab.call('GET', '/api/Labtask/tasks', { by }))
        .json()
        .rows.map((task: { title: string }) => task.title)
    expect(await seen()).toEqual(['Full Blood Count'])
    await staff.manage('PUT', id, { body: { fullName: 'Efua Mensah', specialties: ['Typhidot'] } })
    expect(await seen()).toEqual(['Typhidot'])
    await staff.manage('PUT', id, { body: { fullName: 'Efua Mensah', specialties: ['Covid 19'] } })
    expect(await seen()).toEqual([])
  })
})

describe('deactivating a technician', () => {
  test('deactivating a technician ends their sessions and refuses their log-in; name and history stay', async () => {
    const { id, email, by } = await staff.accepted()
    const elsewhere = bearer((await staff.logIn(email)).json().token)
    const answer = await staff.manage('DELETE', id, { body: { reason: 'Moved to Kumasi' } })
    expect(answer.json()).toEqual({
      message: 'Efua Mensah can no longer log in. What they did stays on record.',
    })
    for (const session of [by, elsewhere]) {
      for (const path of ['/api/technician/profile/me', '/api/Labtask/tasks', '/api/auth/profile']) {
        expect((await lab.call('GET', path, { by: session })).statusCode).toBe(401)
      }
    }
    expect((await staff.logIn(email)).statusCode).toBe(401)
    const general = await lab.call('POST', '/api/auth/login', { body: { email, password: goodPassword } })
    expect(general.statusCode).toBe(401)
    expect(await staff.withAddress(email)).toMatchObject([
      { id, fullName: 'Efua Mensah', status: 'Deactivated' },
    ])
    expect((await staff.auditOf(id)).at(-1)).toMatchObject({
      action: 'technician.deactivated',
      accountId: manager.accountId,
      reason: 'Moved to Kumasi',
    })
  })

  test('deactivating a technician invalidates the links mailed to them', async () => {
    const { id, email } = await staff.accepted()
    await lab.call('POST', '/api/auth/forgot-password', { body: { email } })
    const token = /reset-password#token=([\w-]{43})/.exec((await lab.lastMailTo(email)).text)?.[1]
    await staff.manage('DELETE', id)
    const answer = await lab.call('POST', '/api/auth/reset-password', {
      body: { token, password: 'nine grey pelicans', confirmPassword: 'nine grey pelicans' },
    })
    expect(answer.json().code).toBe('code_invalid')
  })

  test('deactivating a technician leaves no session, also with concurrent log-ins', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, email } = await staff.accepted()
      const [, ...answers] = await Promise.all([
        staff.manage('DELETE', id),
        ...Array.from({ length: 6 }, () => staff.logIn(email)),
      ])
      for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
        const by = bearer(answer.json().token)
        expect((await lab.call('GET', '/api/technician/profile/me', { by })).statusCode).toBe(401)
      }
      const { rows } = await lab.pool.query('select from session where account_id = $1', [id])
      expect(rows).toEqual([])
    }
  })

  test('deactivating staff frees the address: a person who returns is invited again and gets another account', async () => {
    const { id, email } = await staff.accepted()
    await staff.manage('DELETE', id)
    const again = await staff.invite(invitationForm(email))
    expect(again.statusCode).toBe(201)
    expect(again.json().id).not.toBe(id)
    expect((await staff.accept(invitationIn(await lab.lastMailTo(email)))).statusCode).toBe(200)
    expect((await staff.withAddress(email)).map((one: { status: string }) => one.status)).toEqual([
      'Active',
      'Deactivated',
    ])
  })

  test('deactivating is refused with the reason for invited and deactivated staff, and not found for other accounts', async () => {
    const waiting = await staff.invited()
    const gone = await staff.accepted()
    await staff.manage('DELETE', gone.id)
    const message = async (id: string, method: 'DELETE' | 'PUT' = 'DELETE') => {
      const body = method === 'PUT' ? { fullName: 'Other', specialties: [blood] } : undefined
      const answer = await staff.manage(method, id, { body })
      return [answer.statusCode, answer.json().message]
    }
    expect(await message(waiting.id)).toEqual([
      409,
      'Efua Mensah has not accepted yet: withdraw the invitation instead.',
    ])
    expect(await message(gone.id)).toEqual([409, 'Efua Mensah is deactivated already.'])
    expect((await message(gone.id, 'PUT'))[0]).toBe(409)
    for (const id of [manager.accountId, patient.accountId, '01890000-0000-7000-8000-000000000000']) {
      expect(await message(id)).toEqual([404, 'This staff member was not found'])
      expect((await message(id, 'PUT'))[0]).toBe(404)
    }
    expect((await lab.call('GET', '/api/auth/profile', { by: patient })).statusCode).toBe(200)
    for (const deed of ['resend', 'withdraw']) {
      const answer = await staff.manage('POST', `${technician.accountId}/${deed}`)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'Kofi Antwi has accepted the invitation already.',
      ])
    }
    expect((await staff.manage('DELETE', 'not-an-id')).statusCode).toBe(400)
  })
})

describe('access to technicians', () => {
  const id = '01890000-0000-7000-8000-000000000000'
  test.each([
    ['GET', ''],
    ['POST', '/invite'],
    ['POST', `/${id}/resend`],
    ['POST', `/${id}/withdraw`],
    ['PUT', `/${id}`],
    ['DELETE', `/${id}`],
  ] as const)('%s /api/technician%s: managers only', async (method, path) => {
    for (const [by, status] of [
      [undefined, 401],
      [patient, 403],
      [technician, 403],
    ] as const) {
      const answer = await lab.call(method, `/api/technician${path}`, { by })
      expect(answer.statusCode).toBe(status)
    }
  })

  test('only technicians read the profile of a technician', async () => {
    const read = (by?: Person) => lab.call('GET', '/api/technician/profile/me', { by })
    expect((await read(technician)).json()).toEqual({
      fullName: 'Kofi Antwi',
      email: technician.email,
      phone: '+233 24 123 4567',
      specialties: [],
    })
    expect((await read()).statusCode).toBe(401)
    expect((await read(patient)).statusCode).toBe(403)
    expect((await read(manager)).statusCode).toBe(403)
  })
})

test('the list of technicians has active ones first, then invited, then former ones, each by name', async () => {
  const own = await openTestApp()
  const by = await own.makeStaff('admin')
  await own.makeStaff('technician', { fullName: 'zoe' })
  await own.makeStaff('technician', { fullName: 'Abena' })
  const gone = await own.makeStaff('technician', { fullName: 'Aba' })
  await own.signUpPatient()
  await own.call('POST', '/api/technician/invite', { by, body: invitationForm('new@example.com') })
  await own.call('DELETE', `/api/technician/${gone.accountId}`, { by })
  const rows = (await own.call('GET', '/api/technician', { by })).json()
  expect(rows.map((row: { name: string; status: string }) => [row.name, row.status])).toEqual([
    ['Abena', 'Active'],
    ['zoe', 'Active'],
    ['Efua Mensah', 'Invited'],
    ['Aba', 'Deactivated'],
  ])
  await own.close()
})
