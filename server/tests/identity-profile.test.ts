import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { codeIn, goodPassword, signUpForm, tokenIn } from './sign-up.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())
beforeEach(() => lab.clock.set(mondayMorning))

let people = 0
const newPerson = (details = {}) =>
  lab.signUpPatient({ email: `person${++people}@example.com`, password: goodPassword, ...details })
const read = (by: Person) => lab.call('GET', '/api/auth/profile', { by })
const update = (by: Person, body: Record<string, unknown>) =>
  lab.call('PUT', '/api/auth/profile', { by, body })
const confirm = (token: string) =>
  lab.call('POST', '/api/auth/confirm-email', { body: { token }, from: `10.5.0.${++people % 250}` })
const logIn = (email: string, password: string) =>
  lab.call('POST', '/api/auth/login', { body: { email, password }, from: `10.5.1.${++people % 250}` })
const secondSession = async (person: Person): Promise<Person> => {
  const { token } = (await logIn(person.email, goodPassword)).json()
  return { ...person, token, headers: { authorization: `Bearer ${token}` } }
}

describe('the profile', () => {
  test('the profile shows the signed-in person and no other data of the account', async () => {
    const person = await newPerson({ fullName: 'Ama Owusu', phone: '+233 24 123 4567' })
    expect((await read(person)).json()).toEqual({
      id: person.accountId,
      role: 'user',
      fullName: 'Ama Owusu',
      email: person.email,
      phone: '+233 24 123 4567',
      status: 'Active',
      pricesOn: false,
      clinicsOn: false,
      hasPassword: true,
      hasPasskey: false,
      signInPhone: null,
      notifications: { method: 'email' },
      language: 'en',
      needsSecondFactor: false,
      permissions: [],
      sites: null,
      createdAt: '2026-03-09T08:30:00.000Z',
    })
  })

  test('a change of the profile keeps fields that are left out, and affects only this person', async () => {
    const [person, other] = [await newPerson({ phone: '+233 24 000 0000' }), await newPerson()]
    const before = (await read(other)).body
    const answer = await update(person, {
      fullName: 'Akua O’Neil-Łuczak 李',
      notifications: { method: 'sms' },
    })
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Your profile was updated.'])
    expect(answer.json().profile).toEqual((await read(person)).json())
    expect(answer.json().profile).toMatchObject({
      fullName: 'Akua O’Neil-Łuczak 李',
      phone: '+233 24 000 0000',
      notifications: { method: 'sms' },
    })
    expect((await read(other)).body).toBe(before)
  })

  test('a change of the profile is audited with values before and after and the author', async () => {
    const person = await newPerson({ fullName: 'Before' })
    await update(person, { fullName: 'After' })
    const row = await lab.db
      .selectFrom('audit')
      .select(['accountId', 'before', 'after'])
      .where('action', '=', 'profile.changed')
      .where('subjectId', '=', person.accountId)
      .executeTakeFirst()
    expect(row).toEqual({
      accountId: person.accountId,
      before: { fullName: 'Before' },
      after: { fullName: 'After' },
    })
  })

  test.each(['role', 'status', 'id', 'hasPassword', 'password_hash'])(
    'the profile field %s cannot be changed',
    async (field) => {
      const person = await newPerson()
      const answer = await update(person, { [field]: 'admin' })
      expect(answer.json().fields).toEqual({ [field]: ['This field is not known'] })
      expect((await read(person)).json().role).toBe('user')
    },
  )
})

describe('a new password', () => {
  test('a new password needs the current one, ends the other sessions, and is announced by mail', async () => {
    const person = await newPerson()
    const elsewhere = await secondSession(person)
    const missing = await update(person, { password: 'nine grey pelicans' })
    expect(missing.json().fields).toEqual({ currentPassword: ['Enter your current password'] })
    const wrong = await update(person, { password: 'nine grey pelicans', currentPassword: 'a guess' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_credentials'])
    expect((await read(elsewhere)).statusCode).toBe(200)

    const right = await update(person, { password: 'nine grey pelicans', currentPassword: goodPassword })
    expect(right.statusCode).toBe(200)
    expect((await read(person)).statusCode).toBe(200)
    expect((await read(elsewhere)).statusCode).toBe(401)
    expect((await logIn(person.email, goodPassword)).statusCode).toBe(401)
    expect((await logIn(person.email, 'nine grey pelicans')).statusCode).toBe(200)
    expect((await lab.lastMailTo(person.email)).subject).toBe('Your password was changed')
  })

  test('a session can try the current password ten times in a quarter of an hour', async () => {
    const person = await newPerson()
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      statuses.push(
        (await update(person, { password: 'nine grey pelicans', currentPassword: `guess ${n}` })).statusCode,
      )
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('a new password invalidates reset links', async () => {
    const person = await newPerson()
    await lab.call('POST', '/api/auth/forgot-password', { body: { email: person.email } })
    const token = tokenIn(await lab.lastMailTo(person.email), '/reset-password')
    await update(person, { password: 'nine grey pelicans', currentPassword: goodPassword })
    const body = { token, password: 'ten red herons here', confirmPassword: 'ten red herons here' }
    expect((await lab.call('POST', '/api/auth/reset-password', { body })).json().code).toBe('code_invalid')
  })

  test('a new password that is the new name is refused', async () => {
    const person = await newPerson()
    const body = { fullName: 'Ebenezer Tetteh', password: 'ebenezertetteh1', currentPassword: goodPassword }
    expect((await update(person, body)).json().fields).toHaveProperty('password')
  })

  test('an account without a password sets its first one without a current one', async () => {
    const person = await newPerson({ password: undefined })
    expect((await read(person)).json().hasPassword).toBe(false)
    expect((await update(person, { password: goodPassword })).json().profile.hasPassword).toBe(true)
    expect((await logIn(person.email, goodPassword)).statusCode).toBe(200)
  })
})

describe('a new e-mail address', () => {
  test('a new e-mail address applies once its mailed link is opened, and the old address is notified before and after', async () => {
    const person = await newPerson({ email: 'old@example.com' })
    const answer = await update(person, { email: 'new@example.com', currentPassword: goodPassword })
    expect(answer.json().message).toContain('new@example.com')
    expect(answer.json().profile).toMatchObject({ email: 'old@example.com', pendingEmail: 'new@example.com' })
    expect((await logIn('new@example.com', goodPassword)).statusCode).toBe(401)
    expect((await lab.lastMailTo('old@example.com')).subject).toBe('Your e-mail address is about to change')

    const token = tokenIn(await lab.lastMailTo('new@example.com'), '/confirm-email')
    expect((await confirm(token)).json()).toEqual({ message: 'Your new e-mail address is in use.' })
    const profile = (await read(person)).json()
    expect(profile.email).toBe('new@example.com')
    expect(profile).not.toHaveProperty('pendingEmail')
    expect((await logIn('new@example.com', goodPassword)).statusCode).toBe(200)
    expect((await logIn('old@example.com', goodPassword)).statusCode).toBe(401)
    expect((await lab.lastMailTo('old@example.com')).subject).toBe('Your e-mail address was changed')
    expect((await confirm(token)).json().code).toBe('code_invalid')
  })

  test('a new e-mail address needs the current password', async () => {
    const person = await newPerson()
    const answer = await update(person, { email: 'elsewhere@example.com', currentPassword: 'a guess' })
    expect(answer.json().fields).toEqual({ currentPassword: ['The current password is not right'] })
    expect(await lab.mailsTo('elsewhere@example.com')).toEqual([])
  })

  test('the same e-mail address in other letter case applies at once without a link', async () => {
    const person = await newPerson({ email: 'letters@example.com' })
    expect((await update(person, { email: 'Letters@Example.com' })).json().profile).toMatchObject({
      email: 'Letters@Example.com',
    })
  })

  test('an e-mail address in use gets the same answer, and only its link reveals that it is in use', async () => {
    await newPerson({ email: 'taken@example.com' })
    const person = await newPerson()
    const answer = await update(person, { email: 'Taken@example.com', currentPassword: goodPassword })
    expect([answer.statusCode, answer.json().profile.pendingEmail]).toEqual([200, 'Taken@example.com'])
    const refused = await confirm(tokenIn(await lab.lastMailTo('Taken@example.com'), '/confirm-email'))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    expect((await read(person)).json().email).toBe(person.email)
  })

  test('only the latest link for a new e-mail address works, for a day', async () => {
    const person = await newPerson()
    await update(person, { email: 'first@example.com', currentPassword: goodPassword })
    const first = tokenIn(await lab.lastMailTo('first@example.com'), '/confirm-email')
    await update(person, { email: 'second@example.com', currentPassword: goodPassword })
    const second = tokenIn(await lab.lastMailTo('second@example.com'), '/confirm-email')
    expect((await confirm(first)).json().code).toBe('code_invalid')
    lab.clock.advance(hours(24))
    expect((await confirm(second)).json().code).toBe('code_invalid')
    lab.clock.advance(-1)
    expect((await confirm(second)).statusCode).toBe(200)
  })

  test('a new password cancels a pending change of e-mail address', async () => {
    const person = await newPerson()
    await update(person, { email: 'hijacker@example.com', currentPassword: goodPassword })
    const token = tokenIn(await lab.lastMailTo('hijacker@example.com'), '/confirm-email')
    await update(person, { password: 'nine grey pelicans', currentPassword: goodPassword })
    expect((await confirm(token)).json().code).toBe('code_invalid')
    expect((await read(person)).json()).not.toHaveProperty('pendingEmail')
  })

  test('a reset link sent to the old address does not work after the change', async () => {
    const person = await newPerson()
    await update(person, { email: 'moved@example.com', currentPassword: goodPassword })
    await lab.call('POST', '/api/auth/forgot-password', { body: { email: person.email } })
    const old = tokenIn(await lab.lastMailTo(person.email), '/reset-password')
    await confirm(tokenIn(await lab.lastMailTo('moved@example.com'), '/confirm-email'))
    const body = { token: old, password: 'ten red herons here', confirmPassword: 'ten red herons here' }
    expect((await lab.call('POST', '/api/auth/reset-password', { body })).json().code).toBe('code_invalid')
  })
})

describe('closing an account', () => {
  const close = (by: Person, body: Record<string, unknown> = { currentPassword: goodPassword }) =>
    lab.call('DELETE', '/api/auth/profile', { by, body })

  test('closing an account ends its sessions, keeps its row, frees its address and sends a last mail', async () => {
    const person = await newPerson({ email: 'leaving@example.com' })
    const elsewhere = await secondSession(person)
    expect((await close(person, {})).json().fields).toHaveProperty('currentPassword')
    expect((await close(person, { currentPassword: 'a guess' })).json().code).toBe('wrong_credentials')
    expect((await read(person)).statusCode).toBe(200)
    expect((await close(person)).json()).toEqual({ message: 'Your account is closed.' })
    for (const session of [person, elsewhere]) expect((await read(session)).statusCode).toBe(401)
    expect((await lab.lastMailTo('leaving@example.com')).subject).toBe('Your account is closed')

    const again = await lab.call('POST', '/api/auth/register', { body: signUpForm('leaving@example.com') })
    const headers = { cookie: String(again.headers['set-cookie']).split(';')[0] ?? '' }
    const otp = codeIn(await lab.lastMailTo('leaving@example.com'))
    expect((await lab.call('POST', '/api/auth/verify-otp', { body: { otp }, headers })).statusCode).toBe(200)
    const rows = await lab.db
      .selectFrom('account')
      .select(['status', 'passwordHash'])
      .where('email', '=', 'leaving@example.com')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { status: 'Deactivated', passwordHash: null },
      { status: 'Active', passwordHash: expect.any(String) },
    ])
  })

  test('closing an account cancels its upcoming visits with a mail and frees their chairs, and no other account’s visits', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const book = async (by: Person, scheduleTime: string) => {
      const answer = await lab.call('POST', '/api/labtest/book', {
        by,
        body: {
          patientDetails: { fullName: by.fullName, age: 30, gender: 'female', contact: '', email: by.email },
          testType: ['Full Blood Count'],
          scheduledDate: '2026-03-11',
          scheduleTime,
          priority: 'low',
        },
      })
      expect(answer.statusCode).toBeLessThan(300)
    }
    await book(person, '09:00')
    await book(other, '10:00')
    await close(person)
    const visits = await lab.db.selectFrom('visit').select(['accountId', 'status']).execute()
    expect(visits).toContainEqual({ accountId: person.accountId, status: 'cancelled' })
    expect(visits).toContainEqual({ accountId: other.accountId, status: 'booked' })
    const subjects = (await lab.mailsTo(person.email)).map((mail) => mail.subject)
    expect(subjects).toContain('Your laboratory visit is cancelled')
  })

  test('the last manager cannot close their account', async () => {
    const lone = await openTestApp()
    const [first, second] = [await lone.makeStaff('admin'), await lone.makeStaff('admin')]
    expect((await lone.call('DELETE', '/api/auth/profile', { by: first, body: {} })).statusCode).toBe(200)
    const refused = await lone.call('DELETE', '/api/auth/profile', { by: second, body: {} })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_possible_now'])
    expect((await lone.call('GET', '/api/auth/profile', { by: second })).statusCode).toBe(200)
    await lone.close()
  })

  test('of two last managers who close their accounts at once, one remains', async () => {
    const lone = await openTestApp()
    const managers = [await lone.makeStaff('admin'), await lone.makeStaff('admin')]
    const answers = await Promise.all(
      managers.map((by) => lone.call('DELETE', '/api/auth/profile', { by, body: {} })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await lone.close()
  })
})
