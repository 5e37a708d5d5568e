import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { specialtyNames } from '#contract/specialties.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { goodPassword } from './sign-up.ts'
import { bearer, blood, invitationForm, invitationIn, malaria, staffOf } from './technicians.ts'

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

describe('inviting', () => {
  test('an invitation adds the person to the list and mails a link', async () => {
    const email = staff.newAddress()
    const answer = await staff.invite(invitationForm(email))
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
      permissions: ['release'],
      sites: null,
    }
    expect([answer.statusCode, answer.json()]).toEqual([201, expected])
    expect(await staff.withAddress(email)).toEqual([expected])
    const mail = await lab.lastMailTo(email)
    expect(mail.subject).toBe('You are invited to Phial Laboratory')
    expect(mail.text).toContain('Hello Efua Mensah,')
    expect(mail.text).toContain('works once, for 7 days')
    const { id } = answer.json()
    expect(mail.html).toContain(`href="http://lab.test/tech-page/${id}#token=${invitationIn(mail)}"`)
    expect(await staff.auditOf(answer.json().id)).toMatchObject([
      { action: 'technician.invited', accountId: manager.accountId, after: { email } },
    ])
  })

  test("the database holds only the hash of an invitation's link once the mail is sent", async () => {
    const { link } = await staff.invited()
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
  ])('an invitation with %s is refused, naming the missing fields', async (_, body, fields) => {
    const answer = await staff.invite(body)
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
  ])('an invitation with an invalid %s is refused at the field', async (field, change, message) => {
    const answer = await staff.invite(invitationForm(staff.newAddress(), change))
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: [message] }])
  })

  test('an invitation takes each of the 18 specialties', async () => {
    expect(specialtyNames).toHaveLength(18)
    const answer = await staff.invite(
      invitationForm(staff.newAddress(), { specialties: [...specialtyNames, blood] }),
    )
    expect(answer.json().specialties).toEqual(specialtyNames)
  })

  test.each([
    ['a technician', () => technician, 'This address belongs to a technician already.'],
    ['a manager', () => manager, /belongs to a manager/],
    ['a patient', () => patient, /has a patient’s account/],
  ])('an invitation to the address of %s is refused, saying whose it is', async (_, owner, reason) => {
    const answer = await staff.invite(invitationForm(owner().email.toUpperCase()))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict'])
    expect(answer.json().message).toMatch(reason)
    expect(answer.json().fields).toEqual({ email: [answer.json().message] })
    expect(await lab.mailsTo(owner().email.toUpperCase())).toEqual([])
  })

  test('an address that is invited already is refused, even when twenty invite it at once', async () => {
    const email = staff.newAddress()
    // The limit of mails per address and hour is removed, since only the race is tested.
    const answers: number[] = []
    for (const round of [1, 2, 3, 4]) {
      await lab.db.deleteFrom('rateLimit').execute()
      const five = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          staff.invite(invitationForm((n + round) % 2 ? email : email.toUpperCase())),
        ),
      )
      answers.push(...five.map((answer) => answer.statusCode))
    }
    expect(answers.sort()).toEqual([201, ...Array(19).fill(409)])
    expect((await staff.listed()).filter((one: Person) => one.email.toLowerCase() === email)).toHaveLength(1)
  })

  test('one address gets at most five invitations an hour', async () => {
    const { id } = await staff.invited()
    for (let n = 0; n < 4; n++) expect((await staff.manage('POST', `${id}/resend`)).statusCode).toBe(200)
    expect((await staff.manage('POST', `${id}/resend`)).statusCode).toBe(429)
    lab.clock.advance(minutes(12))
    expect((await staff.manage('POST', `${id}/resend`)).statusCode).toBe(200)
  })
})

describe('an invitation', () => {
  test('the page of an invitation greets the person and names the laboratory', async () => {
    const { link } = await staff.invited()
    expect(await staff.look(link)).toEqual({
      state: 'open',
      role: 'technician',
      fullName: 'Efua Mensah',
      laboratory: 'Phial Laboratory',
    })
  })

  test('accepting an invitation makes a technician with the chosen password and the same id in the list', async () => {
    const { id, email, link } = await staff.invited()
    const answer = await staff.accept(link)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { token: expect.stringMatching(/^[\w-]{43}$/), message: 'Password Set successfully! Please Login' },
    ])
    const me = await lab.call('GET', '/api/technician/profile/me', { by: bearer(answer.json().token) })
    expect(me.json()).toEqual({ fullName: 'Efua Mensah', email, phone: '', specialties: [blood, malaria] })
    expect(await staff.withAddress(email)).toMatchObject([{ id, status: 'Active', invitedUntil: null }])
    expect((await staff.auditOf(id)).map((row) => [row.action, row.accountId])).toEqual([
      ['technician.invited', manager.accountId],
      ['account.created', id],
    ])
  })

  test('an accepted invitation says only that it was used, and cannot be used again', async () => {
    const { email, link } = await staff.accepted()
    expect(await staff.look(link)).toEqual({
      state: 'used',
      message: 'This invitation was accepted already. Log in with the password that was set.',
    })
    const again = await staff.accept(link, 'another good password')
    expect([again.statusCode, again.json().code]).toEqual([400, 'code_invalid'])
    expect((await staff.logIn(email)).statusCode).toBe(200)
    expect((await staff.logIn(email, 'another good password')).statusCode).toBe(401)
  })

  test('an invitation accepted by twenty calls at once makes one account, with the password of the call that succeeded', async () => {
    const other = await openTestApp({ sameDatabaseAs: lab, clock: lab.clock, poolSize: 20 })
    const { id, email, link } = await staff.invited()
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
    expect((await staff.logIn(email, winner)).statusCode).toBe(200)
  })

  test('an invitation works for exactly seven days', async () => {
    const { id, link } = await staff.invited()
    lab.clock.advance(days(7) - 1)
    expect((await staff.look(link)).state).toBe('open')
    lab.clock.advance(1)
    expect(await staff.look(link)).toEqual({
      state: 'expired',
      message: expect.stringContaining('has run out'),
    })
    const late = await staff.accept(link)
    expect([late.statusCode, late.json().message]).toEqual([400, (await staff.look(link)).message])
    const { rows } = await lab.pool.query('select from account where id = $1', [id])
    expect(rows).toEqual([])
  })

  test('a withdrawn invitation says so, leaves the list and frees the address', async () => {
    const { id, email, link } = await staff.invited()
    const answer = await staff.manage('POST', `${id}/withdraw`)
    expect(answer.json()).toEqual({ message: 'The invitation of Efua Mensah is withdrawn.' })
    expect(await staff.look(link)).toEqual({
      state: 'withdrawn',
      message: expect.stringContaining('withdrawn'),
    })
    expect((await staff.accept(link)).statusCode).toBe(400)
    expect(await staff.withAddress(email)).toEqual([])
    expect((await staff.manage('POST', `${id}/withdraw`)).statusCode).toBe(404)
    expect((await staff.manage('POST', `${id}/resend`)).statusCode).toBe(404)
    expect((await staff.invite(invitationForm(email))).statusCode).toBe(201)
    expect((await staff.auditOf(id)).map((row) => row.action)).toEqual([
      'technician.invited',
      'technician.invitation_withdrawn',
    ])
  })

  test('an invitation that is sent again works only by its new link, for another seven days, also after the first has expired', async () => {
    const { id, email, link } = await staff.invited()
    lab.clock.advance(days(8))
    await lab.db
      .updateTable('session')
      .set({ lastSeenAt: lab.clock.now(), expiresAt: '2027-01-01' })
      .execute()
    const answer = await staff.manage('POST', `${id}/resend`)
    expect(answer.json()).toMatchObject({
      message: `A new invitation is on its way to ${email}.`,
      technician: { id, status: 'Invited', invitedUntil: '2026-03-24T08:30:00.000Z' },
    })
    const mails = await lab.mailsTo(email)
    expect(mails).toHaveLength(2)
    const newer = invitationIn(await lab.lastMailTo(email))
    expect(newer).not.toBe(link)
    expect(await staff.look(link)).toEqual({
      state: 'unknown',
      message: expect.stringContaining('latest mail'),
    })
    expect((await staff.accept(link)).statusCode).toBe(400)
    expect((await staff.accept(newer)).statusCode).toBe(200)
  })

  test('an invitation can be accepted with its token in place of the id', async () => {
    const { link } = await staff.invited()
    const body = { password: goodPassword, confirmPassword: goodPassword }
    const answer = await lab.call('POST', `/api/technician/accept-invitation/${link}`, { body })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test('an unknown link of an invitation is refused', async () => {
    for (const link of [
      'x',
      'A'.repeat(43),
      'A'.repeat(200),
      "' or 1=1 --",
      '00000000-0000-7000-8000-000000000000',
    ]) {
      expect((await staff.look(link)).state).toBe('unknown')
      expect((await staff.accept(link)).json().code).toBe('code_invalid')
    }
  })

  test.each([
    ['short', 'seven77', 'seven77', { password: ['Use at least 8 characters'] }],
    ['different twice', goodPassword, 'other', { confirmPassword: ['Passwords do not match!'] }],
    ['made of the name', 'EfuaMensah1', 'EfuaMensah1', { password: [expect.stringContaining('efua')] }],
  ])(
    'an invitation can still be accepted after a refused password that is %s',
    async (_, password, confirm, fields) => {
      const { link } = await staff.invited()
      const answer = await staff.accept(link, password, confirm)
      expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
      expect((await staff.accept(link)).statusCode).toBe(200)
    },
  )

  test('an invitation to an address that has got an account meanwhile is refused', async () => {
    const { id, email, link } = await staff.invited()
    await lab.signUpPatient({ email })
    const answer = await staff.accept(link)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict'])
    expect((await staff.look(link)).state).toBe('open')
    const { rows } = await lab.pool.query('select from account where id = $1', [id])
    expect(rows).toEqual([])
  })

  test('an invitation is either accepted or withdrawn when both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email, link } = await staff.invited()
      const [acceptance, withdrawal] = await Promise.all([
        staff.accept(link),
        staff.manage('POST', `${id}/withdraw`),
      ])
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([acceptance.statusCode, withdrawal.statusCode])
      expect((await staff.withAddress(email)).length).toBe(acceptance.statusCode === 200 ? 1 : 0)
    }
  })
})

test('an invitation mail that could not be sent before its link expired is not sent', async () => {
  const email = staff.newAddress()
  lab.inbox.manner = 'defer'
  await staff.invite(invitationForm(email))
  expect(await lab.mailsTo(email)).toEqual([])
  lab.inbox.manner = 'accept'
  lab.clock.advance(days(7) + hours(1))
  expect(await lab.mailsTo(email)).toEqual([])
})
