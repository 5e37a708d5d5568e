import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { specialtyNames } from '#contract/specialties.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { goodPassword } from './sign-up.ts'
import type { Mail } from './smtp-inbox.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
let technician: Person
let patient: Person
beforeAll(async () => {
  lab = await openTestApp({ poolSize: 20 })
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  technician = await lab.makeStaff('technician', { fullName: 'Kofi Antwi', phone: '+233 24 123 4567' })
  patient = await lab.signUpPatient({ email: 'ama@example.com', password: goodPassword })
})
afterAll(() => lab.close())
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  await lab.db.deleteFrom('rate_limit').execute()
  await lab.db.updateTable('session').set({ last_seen_at: lab.clock.now() }).execute()
})

const blood = 'Full Blood Count'
const malaria = 'Blood Sugar,Blood Film for Malaria Parasites'

let people = 0
const newAddress = () => `invited${++people}@example.com`
const form = (email: string, changes: object = {}) => ({
  fullName: 'Efua Mensah',
  email,
  specialties: [malaria, blood],
  ...changes,
})
const invite = (body: unknown, by: Person | undefined = manager) =>
  lab.call('POST', '/api/technician/invite', { by, body })
const manage = (
  method: 'PUT' | 'POST' | 'DELETE',
  path: string,
  { by = manager, ...options }: { by?: Person; body?: unknown } = {},
) => lab.call(method, `/api/technician/${path}`, { by, ...options })
const listed = async () => (await lab.call('GET', '/api/technician', { by: manager })).json()
const withAddress = async (email: string) =>
  (await listed()).filter((one: { email: string }) => one.email === email)

function linkIn(mail: Mail): string {
  const token = /http:\/\/lab\.test\/tech-page\/([\w-]{43})\n/.exec(mail.text)?.[1]
  if (token === undefined) throw new Error(`No invitation in: ${mail.text}`)
  return token
}
async function invited(changes: object = {}): Promise<{ id: string; email: string; link: string }> {
  const email = newAddress()
  const answer = await invite(form(email, changes))
  expect(answer.statusCode, answer.body).toBe(201)
  return { id: answer.json().id, email, link: linkIn(await lab.lastMailTo(email)) }
}
const look = async (link: string) => (await lab.call('GET', `/api/technician/invitation/${link}`)).json()
const accept = (link: string, password = goodPassword, confirmPassword = password) =>
  lab.call('POST', `/api/technician/accept-invitation/${link}`, { body: { password, confirmPassword } })
const logIn = (email: string, password = goodPassword) =>
  lab.call('POST', '/api/technician/login', { body: { email, password } })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
async function accepted(changes: object = {}) {
  const one = await invited(changes)
  const answer = await accept(one.link)
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...one, by: bearer(answer.json().token) }
}
const auditOf = (id: string) =>
  lab.db
    .selectFrom('audit')
    .select(['action', 'account_id', 'before', 'after', 'reason'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

describe('inviting', () => {
  test('adds somebody to the list, who is mailed a link', async () => {
    const email = newAddress()
    const answer = await invite(form(email))
    const expected = {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Efua Mensah',
      fullName: 'Efua Mensah',
      email,
      phone: '',
      specialties: [blood, malaria],
      specialty: `${blood}, ${malaria}`,
      status: 'Invited',
      invitedUntil: '2026-03-16T08:30:00.000Z',
    }
    expect([answer.statusCode, answer.json()]).toEqual([201, expected])
    expect(await withAddress(email)).toEqual([expected])
    const mail = await lab.lastMailTo(email)
    expect(mail.subject).toBe('You are invited to Phial Laboratory')
    expect(mail.text).toContain('Hello Efua Mensah,')
    expect(mail.text).toContain('works once, for 7 days')
    expect(mail.html).toContain(`href="http://lab.test/tech-page/${linkIn(mail)}"`)
    expect(await auditOf(answer.json().id)).toMatchObject([
      { action: 'technician.invited', account_id: manager.accountId, after: { email } },
    ])
  })

  test('the database knows the link by its hash only, and forgets the mailed one once it is out', async () => {
    const { link } = await invited()
    const { rows } = await lab.pool.query<{ row: string }>(
      'select invitation::text as row from invitation union all select outbox::text from outbox',
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { row } of rows) expect(row).not.toContain(link)
  })

  test.each([
    ['nothing', {}, ['fullName', 'email', 'specialties']],
    ['no name', { fullName: '  ', email: 'a@example.com', specialties: [blood] }, ['fullName']],
    ['no address', { fullName: 'A', email: '', specialties: [blood] }, ['email']],
    ['no specialty', { fullName: 'A', email: 'a@example.com', specialties: [] }, ['specialties']],
  ])('with %s asks for all fields and names those that are missing', async (_, body, fields) => {
    const answer = await invite(body)
    expect([answer.statusCode, answer.json().message, answer.json().code]).toEqual([
      400,
      'Please fill in all fields',
      'invalid_input',
    ])
    expect(Object.keys(answer.json().fields)).toEqual(fields)
  })

  test.each([
    ['email', { email: 'not an address' }, 'Enter an e-mail address like name@example.com'],
    ['specialties.1', { specialties: [blood, 'Palmistry'] }, 'Choose specialties from the list'],
    ['specialties', { specialties: blood }, 'Specialties must be a list'],
    ['fullName', { fullName: 7 }, 'This must be text'],
    ['role', { role: 'admin' }, 'This field is not known'],
  ])('refuses a bad %s at the field', async (field, change, message) => {
    const answer = await invite(form(newAddress(), change))
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: [message] }])
  })

  test('takes each of the 18 specialties', async () => {
    expect(specialtyNames).toHaveLength(18)
    const answer = await invite(form(newAddress(), { specialties: [...specialtyNames, blood] }))
    expect(answer.json().specialties).toEqual(specialtyNames)
  })

  test.each([
    ['a technician', () => technician, 'This address belongs to a technician already.'],
    ['a manager', () => manager, /belongs to a manager/],
    ['a patient', () => patient, /has a patient’s account/],
  ])('refuses the address of %s and says whose it is', async (_, owner, reason) => {
    const answer = await invite(form(owner().email.toUpperCase()))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict'])
    expect(answer.json().message).toMatch(reason)
    expect(answer.json().fields).toEqual({ email: [answer.json().message] })
    expect(await lab.mailsTo(owner().email.toUpperCase())).toEqual([])
  })

  test('refuses an address that is invited already, even when twenty ask at once', async () => {
    const email = newAddress()
    // More than one address is mailed in an hour: the limit is taken away, the race is what this is about.
    const answers: number[] = []
    for (const round of [1, 2, 3, 4]) {
      await lab.db.deleteFrom('rate_limit').execute()
      const five = await Promise.all(
        Array.from({ length: 5 }, (_, n) => invite(form((n + round) % 2 ? email : email.toUpperCase()))),
      )
      answers.push(...five.map((answer) => answer.statusCode))
    }
    expect(answers.sort()).toEqual([201, ...Array(19).fill(409)])
    expect((await listed()).filter((one: Person) => one.email.toLowerCase() === email)).toHaveLength(1)
  })

  test('mails one address five times in an hour at most', async () => {
    const { id } = await invited()
    for (let n = 0; n < 4; n++) expect((await manage('POST', `${id}/resend`)).statusCode).toBe(200)
    expect((await manage('POST', `${id}/resend`)).statusCode).toBe(429)
    lab.clock.advance(minutes(12))
    expect((await manage('POST', `${id}/resend`)).statusCode).toBe(200)
  })
})

describe('an invitation', () => {
  test('greets the invited person and says which laboratory it is', async () => {
    const { link } = await invited()
    expect(await look(link)).toEqual({
      state: 'open',
      fullName: 'Efua Mensah',
      laboratory: 'Phial Laboratory',
    })
  })

  test('makes a technician with the chosen password, who is the same person in the list', async () => {
    const { id, email, link } = await invited()
    const answer = await accept(link)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { token: expect.stringMatching(/^[\w-]{43}$/), message: 'Password Set successfully! Please Login' },
    ])
    const me = await lab.call('GET', '/api/technician/profile/me', { by: bearer(answer.json().token) })
    expect(me.json()).toEqual({ fullName: 'Efua Mensah', email, phone: '', specialties: [blood, malaria] })
    expect(await withAddress(email)).toMatchObject([{ id, status: 'Active', invitedUntil: null }])
    expect((await auditOf(id)).map((row) => [row.action, row.account_id])).toEqual([
      ['technician.invited', manager.accountId],
      ['account.created', id],
    ])
  })

  test('says no more than that it was used, and cannot be used again', async () => {
    const { email, link } = await accepted()
    expect(await look(link)).toEqual({
      state: 'used',
      message: 'This invitation was accepted already. Log in with the password that was set.',
    })
    const again = await accept(link, 'another good password')
    expect([again.statusCode, again.json().code]).toEqual([400, 'code_invalid'])
    expect((await logIn(email)).statusCode).toBe(200)
    expect((await logIn(email, 'another good password')).statusCode).toBe(401)
  })

  test('accepted by twenty at once, on two processes, makes one account with the password of the one told so', async () => {
    const other = await openTestApp({ beside: lab, clock: lab.clock, poolSize: 20 })
    const { id, email, link } = await invited()
    const passwords = Array.from({ length: 20 }, (_, n) => `the ${n}th new password`)
    const answers = await Promise.all(
      passwords.map((password, n) =>
        (n % 2 ? lab : other).call('POST', `/api/technician/accept-invitation/${link}`, {
          body: { password, confirmPassword: password },
          from: `10.7.1.${n + 1}`,
        }),
      ),
    )
    await other.close()
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)])
    const { rows } = await lab.pool.query(
      'select a.id, count(s.*) as sessions from account a left join session s on s.account_id = a.id where email = $1 group by a.id',
      [email],
    )
    expect(rows).toEqual([{ id, sessions: 1 }])
    const winner = passwords[answers.findIndex((answer) => answer.statusCode === 200)]
    expect((await logIn(email, winner)).statusCode).toBe(200)
  })

  test('works for seven days and not a moment longer', async () => {
    const { id, link } = await invited()
    lab.clock.advance(days(7) - 1)
    expect((await look(link)).state).toBe('open')
    lab.clock.advance(1)
    expect(await look(link)).toEqual({ state: 'expired', message: expect.stringContaining('has run out') })
    const late = await accept(link)
    expect([late.statusCode, late.json().message]).toEqual([400, (await look(link)).message])
    const { rows } = await lab.pool.query('select from account where id = $1', [id])
    expect(rows).toEqual([])
  })

  test('withdrawn says so, leaves the list, and frees the address for another', async () => {
    const { id, email, link } = await invited()
    const answer = await manage('POST', `${id}/withdraw`)
    expect(answer.json()).toEqual({ message: 'The invitation of Efua Mensah is withdrawn.' })
    expect(await look(link)).toEqual({ state: 'withdrawn', message: expect.stringContaining('withdrawn') })
    expect((await accept(link)).statusCode).toBe(400)
    expect(await withAddress(email)).toEqual([])
    expect((await manage('POST', `${id}/withdraw`)).statusCode).toBe(404)
    expect((await manage('POST', `${id}/resend`)).statusCode).toBe(404)
    expect((await invite(form(email))).statusCode).toBe(201)
    expect((await auditOf(id)).map((row) => row.action)).toEqual([
      'technician.invited',
      'technician.invitation_withdrawn',
    ])
  })

  test('sent again works by its new link only, for another seven days, even after the first ran out', async () => {
    const { id, email, link } = await invited()
    lab.clock.advance(days(8))
    await lab.db
      .updateTable('session')
      .set({ last_seen_at: lab.clock.now(), expires_at: '2027-01-01' })
      .execute()
    const answer = await manage('POST', `${id}/resend`)
    expect(answer.json()).toMatchObject({
      message: `A new invitation is on its way to ${email}.`,
      technician: { id, status: 'Invited', invitedUntil: '2026-03-24T08:30:00.000Z' },
    })
    const mails = await lab.mailsTo(email)
    expect(mails).toHaveLength(2)
    const newer = linkIn(await lab.lastMailTo(email))
    expect(newer).not.toBe(link)
    expect(await look(link)).toEqual({ state: 'unknown', message: expect.stringContaining('latest mail') })
    expect((await accept(link)).statusCode).toBe(400)
    expect((await accept(newer)).statusCode).toBe(200)
  })

  test('that nobody sent is not known', async () => {
    for (const link of [
      'x',
      'A'.repeat(43),
      'A'.repeat(200),
      "' or 1=1 --",
      '00000000-0000-7000-8000-000000000000',
    ]) {
      expect((await look(encodeURIComponent(link))).state).toBe('unknown')
      expect((await accept(encodeURIComponent(link))).json().code).toBe('code_invalid')
    }
  })

  test.each([
    ['short', 'seven77', 'seven77', { password: ['Use at least 8 characters'] }],
    ['different twice', goodPassword, 'other', { confirmPassword: ['Passwords do not match!'] }],
    ['made of the name', 'EfuaMensah1', 'EfuaMensah1', { password: [expect.stringContaining('efua')] }],
  ])('stays good for another try when the password is %s', async (_, password, confirm, fields) => {
    const { link } = await invited()
    const answer = await accept(link, password, confirm)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
    expect((await accept(link)).statusCode).toBe(200)
  })

  test('to an address that got an account in the meantime says so and makes nothing', async () => {
    const { id, email, link } = await invited()
    await lab.signUpPatient({ email })
    const answer = await accept(link)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict'])
    expect((await look(link)).state).toBe('open')
    const { rows } = await lab.pool.query('select from account where id = $1', [id])
    expect(rows).toEqual([])
  })

  test('withdrawn while it is accepted is one or the other, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email, link } = await invited()
      const [acceptance, withdrawal] = await Promise.all([accept(link), manage('POST', `${id}/withdraw`)])
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([acceptance.statusCode, withdrawal.statusCode])
      expect((await withAddress(email)).length).toBe(acceptance.statusCode === 200 ? 1 : 0)
    }
  })
})

describe('logging in as a technician', () => {
  test('gives a token and the technician', async () => {
    const { id, email } = await accepted()
    const answer = await logIn(email)
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

  test('a wrong password, an unknown address and somebody who has not accepted yet answer alike, as everywhere', async () => {
    const { email } = await accepted()
    const waiting = await invited()
    const general = await lab.call('POST', '/api/auth/login', { body: { email, password: 'not this one' } })
    for (const answer of [
      await logIn(email, 'not this one'),
      await logIn('nobody@example.com'),
      await logIn(waiting.email),
      await logIn(patient.email, 'not this one'),
    ]) {
      const { requestId: _id, ...said } = answer.json()
      const { requestId: _other, ...expected } = general.json()
      expect([answer.statusCode, said]).toEqual([401, expected])
    }
  })

  test('is not for others: the right password of another account opens nothing here', async () => {
    const answer = await logIn(patient.email)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
    expect(answer.json().token).toBeUndefined()
    expect((await auditOf(patient.accountId)).at(-1)?.action).toBe('login.refused')
  })

  test('shares its limits with the general log-in', async () => {
    const { email } = await accepted()
    for (let n = 0; n < 5; n++) expect((await logIn(email, 'a guess')).statusCode).toBe(401)
    for (let n = 0; n < 5; n++) {
      const answer = await lab.call('POST', '/api/auth/login', { body: { email, password: 'a guess' } })
      expect(answer.statusCode).toBe(401)
    }
    expect((await logIn(email)).statusCode).toBe(429)
  })
})

describe('changing a technician', () => {
  test('gives another name and other specialties', async () => {
    const { id, by } = await accepted()
    const answer = await manage('PUT', id, { body: { fullName: 'Efua Boateng', specialties: ['Typhidot'] } })
    expect(answer.json()).toMatchObject({
      message: 'Efua Boateng is updated.',
      technician: { id, fullName: 'Efua Boateng', specialties: ['Typhidot'], status: 'Active' },
    })
    expect((await lab.call('GET', '/api/technician/profile/me', { by })).json()).toMatchObject({
      fullName: 'Efua Boateng',
      specialties: ['Typhidot'],
    })
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'technician.changed',
      before: { fullName: 'Efua Mensah', specialties: [blood, malaria] },
      after: { fullName: 'Efua Boateng', specialties: ['Typhidot'] },
    })
  })

  test('before they accept counts when they do', async () => {
    const { id, link } = await invited()
    await manage('PUT', id, { body: { fullName: 'Efua Boateng', specialties: ['Typhidot'] } })
    expect(await look(link)).toMatchObject({ fullName: 'Efua Boateng' })
    const by = bearer((await accept(link)).json().token)
    expect((await lab.call('GET', '/api/technician/profile/me', { by })).json()).toMatchObject({
      fullName: 'Efua Boateng',
      specialties: ['Typhidot'],
    })
  })

  test('while they accept is not lost', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, link } = await invited()
      const [acceptance, change] = await Promise.all([
        accept(link),
        manage('PUT', id, { body: { fullName: 'Efua Boateng', specialties: ['Typhidot'] } }),
      ])
      expect([acceptance.statusCode, change.statusCode]).toEqual([200, 200])
      expect((await listed()).find((one: { id: string }) => one.id === id)).toMatchObject({
        status: 'Active',
        fullName: 'Efua Boateng',
        specialties: ['Typhidot'],
      })
    }
  })

  test('asks for all fields', async () => {
    const { id } = await invited()
    const answer = await manage('PUT', id, { body: { fullName: '', specialties: [] } })
    expect([answer.statusCode, answer.json().message, Object.keys(answer.json().fields)]).toEqual([
      400,
      'Please fill in all fields',
      ['fullName', 'specialties'],
    ])
  })

  test('decides which tasks they see, from the next look on', async () => {
    const { id, by } = await accepted({ specialties: [blood] })
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
        .tasks.map((task: { title: string }) => task.title)
    expect(await seen()).toEqual(['Full Blood Count'])
    await manage('PUT', id, { body: { fullName: 'Efua Mensah', specialties: ['Typhidot'] } })
    expect(await seen()).toEqual(['Typhidot'])
    await manage('PUT', id, { body: { fullName: 'Efua Mensah', specialties: ['Covid 19'] } })
    expect(await seen()).toEqual([])
  })
})

describe('deactivating a technician', () => {
  test('ends their sessions at once and lets them in no more; name and history stay', async () => {
    const { id, email, by } = await accepted()
    const elsewhere = bearer((await logIn(email)).json().token)
    const answer = await manage('DELETE', id, { body: { reason: 'Moved to Kumasi' } })
    expect(answer.json()).toEqual({
      message: 'Efua Mensah can no longer log in. What they did stays on record.',
    })
    for (const session of [by, elsewhere]) {
      for (const path of ['/api/technician/profile/me', '/api/Labtask/tasks', '/api/auth/profile']) {
        expect((await lab.call('GET', path, { by: session })).statusCode).toBe(401)
      }
    }
    expect((await logIn(email)).statusCode).toBe(401)
    const general = await lab.call('POST', '/api/auth/login', { body: { email, password: goodPassword } })
    expect(general.statusCode).toBe(401)
    expect(await withAddress(email)).toMatchObject([{ id, fullName: 'Efua Mensah', status: 'Deactivated' }])
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'technician.deactivated',
      account_id: manager.accountId,
      reason: 'Moved to Kumasi',
    })
  })

  test('kills the links that were mailed to them', async () => {
    const { id, email } = await accepted()
    await lab.call('POST', '/api/auth/forgot-password', { body: { email } })
    const token = /reset-password#token=([\w-]{43})/.exec((await lab.lastMailTo(email)).text)?.[1]
    await manage('DELETE', id)
    const answer = await lab.call('POST', '/api/auth/reset-password', {
      body: { token, password: 'nine grey pelicans', confirmPassword: 'nine grey pelicans' },
    })
    expect(answer.json().code).toBe('code_invalid')
  })

  test('leaves no session, however log-ins and the deed fall together', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, email } = await accepted()
      const [, ...answers] = await Promise.all([
        manage('DELETE', id),
        ...Array.from({ length: 6 }, () => logIn(email)),
      ])
      for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
        const by = bearer(answer.json().token)
        expect((await lab.call('GET', '/api/technician/profile/me', { by })).statusCode).toBe(401)
      }
      const { rows } = await lab.pool.query('select from session where account_id = $1', [id])
      expect(rows).toEqual([])
    }
  })

  test('frees the address: who comes back is invited anew and is another account', async () => {
    const { id, email } = await accepted()
    await manage('DELETE', id)
    const again = await invite(form(email))
    expect(again.statusCode).toBe(201)
    expect(again.json().id).not.toBe(id)
    expect((await accept(linkIn(await lab.lastMailTo(email)))).statusCode).toBe(200)
    expect((await withAddress(email)).map((one: { status: string }) => one.status)).toEqual([
      'Active',
      'Deactivated',
    ])
  })

  test('is refused with a reason for those it does not fit', async () => {
    const waiting = await invited()
    const gone = await accepted()
    await manage('DELETE', gone.id)
    const message = async (id: string, method: 'DELETE' | 'PUT' = 'DELETE') => {
      const body = method === 'PUT' ? { fullName: 'Other', specialties: [blood] } : undefined
      const answer = await manage(method, id, { body })
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
      const answer = await manage('POST', `${technician.accountId}/${deed}`)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'Kofi Antwi has accepted the invitation already.',
      ])
    }
    expect((await manage('DELETE', 'not-an-id')).statusCode).toBe(400)
  })
})

describe('who may', () => {
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

  test('the own profile is for technicians', async () => {
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

test('the list has those at work first, then the invited, then those who left, each by name', async () => {
  const own = await openTestApp()
  const by = await own.makeStaff('admin')
  await own.makeStaff('technician', { fullName: 'zoe' })
  await own.makeStaff('technician', { fullName: 'Abena' })
  const gone = await own.makeStaff('technician', { fullName: 'Aba' })
  await own.signUpPatient()
  await own.call('POST', '/api/technician/invite', { by, body: form('new@example.com') })
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

test('a mail that could not be sent before its link ran out is not sent at all', async () => {
  const email = newAddress()
  lab.inbox.manner = 'defer'
  await invite(form(email))
  expect(await lab.mailsTo(email)).toEqual([])
  lab.inbox.manner = 'accept'
  lab.clock.advance(days(7) + hours(1))
  expect(await lab.mailsTo(email)).toEqual([])
})
