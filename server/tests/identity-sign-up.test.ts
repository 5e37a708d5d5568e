import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type TestApp } from './harness.ts'
import { codeIn, goodPassword, signUpForm } from './sign-up.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())

let networks = 0
/** Each test uses its own network, so that the limits of one do not affect another. */
const newNetwork = () => `10.1.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`

const register = (email: string, changes: Record<string, unknown> = {}, from = newNetwork()) =>
  lab.call('POST', '/api/auth/register', { body: signUpForm(email, changes), from })
const verify = (body: Record<string, unknown>, options: { from?: string; cookie?: string } = {}) =>
  lab.call('POST', '/api/auth/verify-otp', {
    body,
    from: options.from ?? newNetwork(),
    ...(options.cookie !== undefined && { headers: { cookie: options.cookie } }),
  })
const resend = (email: string, options: { from?: string; cookie?: string } = {}) =>
  lab.call('POST', '/api/auth/resend-otp', {
    body: { email },
    from: options.from ?? newNetwork(),
    ...(options.cookie !== undefined && { headers: { cookie: options.cookie } }),
  })
const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie']).split(';')[0] ?? ''
const accountsOf = async (email: string) =>
  await lab.db.selectFrom('account').select(['role', 'fullName']).where('email', '=', email).execute()

describe('signing up', () => {
  test('the mailed code creates an account, whose address keeps its notation and is found in any letter case', async () => {
    const registered = await register('Ama.Owusu@example.com')
    const cookie = cookieOf(registered)
    expect([registered.statusCode, registered.json()]).toEqual([201, { message: 'Signup successful!' }])
    expect(await accountsOf('Ama.Owusu@example.com')).toEqual([])

    const mail = await lab.lastMailTo('Ama.Owusu@example.com')
    const otp = codeIn(mail)
    expect(mail.text).toContain(`http://lab.test/otp#code=${otp}`)
    expect(mail.html).toContain(`http://lab.test/otp#code=${otp}`)
    const verified = await verify({ otp }, { cookie })
    expect([verified.statusCode, verified.json()]).toEqual([
      200,
      { token: expect.any(String), message: 'OTP verified successfully!' },
    ])

    const profile = await lab.call('GET', '/api/auth/profile', {
      headers: { authorization: `Bearer ${verified.json().token}` },
    })
    expect(profile.json()).toMatchObject({
      role: 'user',
      fullName: 'Ama Owusu',
      email: 'Ama.Owusu@example.com',
    })
    const login = await lab.call('POST', '/api/auth/login', {
      body: { email: 'ama.owusu@EXAMPLE.com', password: goodPassword },
    })
    expect(login.statusCode).toBe(200)
  })

  test('a code is accepted with lower-case letters, spaces, dashes, O for 0 and l for 1', async () => {
    await register('typed@example.com')
    const otp = codeIn(await lab.lastMailTo('typed@example.com'))
    const typed = ` ${otp.slice(0, 4)}-${otp.slice(4)} `
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    expect((await verify({ otp: typed, email: 'TYPED@example.com' })).statusCode).toBe(200)
  })

  test('a code expires after ten minutes', async () => {
    await register('late@example.com')
    await register('just@example.com')
    const [late, just] = [await lab.lastMailTo('late@example.com'), await lab.lastMailTo('just@example.com')]
    lab.clock.advance(minutes(10) - 1)
    expect((await verify({ otp: codeIn(just) })).statusCode).toBe(200)
    lab.clock.advance(1)
    const refused = await verify({ otp: codeIn(late) })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'code_invalid'])
    expect(await accountsOf('late@example.com')).toEqual([])
    lab.clock.set(mondayMorning)
  })

  test('a code works once', async () => {
    await register('once@example.com')
    const otp = codeIn(await lab.lastMailTo('once@example.com'))
    expect((await verify({ otp })).statusCode).toBe(200)
    expect((await verify({ otp })).json().code).toBe('code_invalid')
  })

  test('a code with another address than its own is refused, and still works with its own', async () => {
    await register('mine@example.com')
    const otp = codeIn(await lab.lastMailTo('mine@example.com'))
    expect((await verify({ otp, email: 'other@example.com' })).json().code).toBe('code_invalid')
    expect((await verify({ otp, email: 'mine@example.com' })).statusCode).toBe(200)
  })

  test('each of several registrations of one address has its own code, and the first verified becomes the account', async () => {
    await register('twice@example.com', { fullName: 'First Try' })
    await register('twice@example.com', { fullName: 'Second Try' })
    const [first, second] = await lab.mailsTo('twice@example.com')
    if (!first || !second) throw new Error('Two mails were expected')
    expect((await verify({ otp: codeIn(first) })).statusCode).toBe(200)
    expect((await verify({ otp: codeIn(second) })).json().code).toBe('code_invalid')
    expect(await accountsOf('twice@example.com')).toEqual([{ role: 'user', fullName: 'First Try' }])
  })

  test('a code does not complete another person’s registration of the same address', async () => {
    const own = await register('victim@example.com', {
      password: 'my own words here',
      confirmPassword: 'my own words here',
    })
    await register('victim@example.com')
    const [mine, theirs] = await lab.mailsTo('victim@example.com')
    if (!mine || !theirs) throw new Error('Two mails were expected')
    expect((await verify({ otp: codeIn(theirs) }, { cookie: cookieOf(own) })).json().code).toBe(
      'code_invalid',
    )
    expect((await verify({ otp: codeIn(mine) }, { cookie: cookieOf(own) })).statusCode).toBe(200)
    const login = await lab.call('POST', '/api/auth/login', {
      body: { email: 'victim@example.com', password: 'my own words here' },
    })
    expect(login.statusCode).toBe(200)
  })

  test('entering the code in another browser requires a new password; that of the sign-up never works', async () => {
    const logIn = async (password: string) => {
      const body = { email: 'owner@example.com', password }
      return (await lab.call('POST', '/api/auth/login', { body, from: newNetwork() })).statusCode
    }
    const stranger = await register('owner@example.com')
    const otp = codeIn(await lab.lastMailTo('owner@example.com'))
    const owner = await verify({ otp })
    const { token, passwordToken, message } = owner.json()
    expect([owner.statusCode, message]).toEqual([200, 'OTP verified successfully!'])
    const by = { headers: { authorization: `Bearer ${token}` } }
    expect((await lab.call('GET', '/api/auth/profile', { by })).json()).toMatchObject({ hasPassword: false })
    expect(await logIn(goodPassword)).toBe(401)
    // The attacker's cookie is no longer valid, with any other data.
    await resend('owner@example.com', { cookie: cookieOf(stranger) })
    expect((await verify({ otp }, { cookie: cookieOf(stranger) })).json().code).toBe('code_invalid')

    const choose = (password: string) =>
      lab.call('POST', '/api/auth/reset-password', {
        body: { token: passwordToken, password, confirmPassword: password },
        from: newNetwork(),
      })
    expect((await choose('12345678')).statusCode).toBe(400)
    expect((await choose('my own words here')).statusCode).toBe(200)
    expect(await logIn('my own words here')).toBe(200)
    expect(await logIn(goodPassword)).toBe(401)
    expect((await choose('another set of words')).json().code).toBe('code_invalid')
  })

  test('the cookie of another sign-up is not accepted for a code', async () => {
    await register('aimed@example.com')
    const elsewhere = await register('elsewhere@example.com')
    const otp = codeIn(await lab.lastMailTo('aimed@example.com'))
    const verified = await verify({ otp }, { cookie: cookieOf(elsewhere) })
    expect(verified.json()).toHaveProperty('passwordToken')
  })

  test('the cookie of a sign-up is HttpOnly and SameSite', async () => {
    const cookie = String((await register('cookie@example.com')).headers['set-cookie'])
    expect(cookie).toMatch(
      /^phial_sign_up=[\w-]{43}; Path=\/api\/auth; Max-Age=86400; HttpOnly; SameSite=Strict$/,
    )
  })
})

describe('requesting another code', () => {
  test('a new code replaces the previous code', async () => {
    await register('again@example.com')
    const before = codeIn(await lab.lastMailTo('again@example.com'))
    expect((await resend('again@example.com')).json()).toEqual({ message: 'OTP resent successfully!' })
    const now = codeIn(await lab.lastMailTo('again@example.com'))
    expect((await verify({ otp: before })).json().code).toBe('code_invalid')
    expect((await verify({ otp: now })).statusCode).toBe(200)
  })

  test('another code can be requested for a day after the registration, then a new registration is needed', async () => {
    await register('tomorrow@example.com')
    lab.clock.advance(hours(24) - 1)
    await resend('tomorrow@example.com')
    expect((await verify({ otp: codeIn(await lab.lastMailTo('tomorrow@example.com')) })).statusCode).toBe(200)
    await register('next-day@example.com')
    lab.clock.advance(hours(24))
    const before = (await lab.mailsTo('next-day@example.com')).length
    expect((await resend('next-day@example.com')).statusCode).toBe(200)
    expect(await lab.mailsTo('next-day@example.com')).toHaveLength(before)
    lab.clock.set(mondayMorning)
  })

  test('another code renews this browser’s registration, not one that a stranger made later', async () => {
    const own = await register('target@example.com', { fullName: 'The Owner' })
    lab.clock.advance(minutes(1))
    await register('target@example.com', { fullName: 'A Stranger' })
    await resend('target@example.com', { cookie: cookieOf(own) })
    const otp = codeIn(await lab.lastMailTo('target@example.com'))
    expect((await verify({ otp }, { cookie: cookieOf(own) })).statusCode).toBe(200)
    expect(await accountsOf('target@example.com')).toEqual([{ role: 'user', fullName: 'The Owner' }])
    lab.clock.set(mondayMorning)
  })
})

describe('sign-up does not reveal whether an address has an account', () => {
  /** An answer without its random parts. */
  const shown = (answer: LightMyRequestResponse) => {
    const { date: _date, 'set-cookie': cookie, ...headers } = answer.headers
    return {
      status: answer.statusCode,
      body: answer.body,
      headers,
      cookie: String(cookie).replace(/=[\w-]{43};/, '=…;'),
    }
  }

  test('registering a known address gets the same answer, and its owner is notified by mail', async () => {
    const owner = await lab.signUpPatient({ fullName: 'Kofi Boateng', email: 'known@example.com' })
    const known = await register('known@example.com')
    const unknown = await register('fresh@example.com')
    expect(shown(known)).toEqual(shown(unknown))
    const mail = await lab.lastMailTo('known@example.com')
    expect(mail.subject).toBe('You have an account already')
    expect(mail.text).toContain('Hello Kofi Boateng,')
    expect(mail.text).not.toMatch(/^ {4}\w{8}$/m)
    // No field of the stranger's form reached the account.
    const profile = await lab.call('GET', '/api/auth/profile', { by: owner })
    expect(profile.json()).toMatchObject({ fullName: 'Kofi Boateng', hasPassword: false })
  })

  test('registering a known address leaves as many rows of each kind as an unknown one', async () => {
    await lab.signUpPatient({ email: 'counted@example.com' })
    const tables = ['registration', 'audit', 'outbox', 'account'] as const
    const count = async () =>
      Promise.all(
        tables.map(async (table) => {
          const { n } = await lab.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
          return n
        }),
      )
    const growth = async (email: string) => {
      const before = await count()
      await register(email)
      return (await count()).map((n, index) => n - (before[index] ?? 0))
    }
    expect(await growth('counted@example.com')).toEqual(await growth('uncounted@example.com'))
  })

  test('requesting another code gets the same answer for an account, a pending registration and an unknown address', async () => {
    await lab.signUpPatient({ email: 'has-account@example.com' })
    await register('is-waiting@example.com')
    const answers = await Promise.all(
      ['has-account@example.com', 'is-waiting@example.com', 'never-seen@example.com'].map((email) =>
        resend(email),
      ),
    )
    const [account, waiting, stranger] = answers.map(shown)
    expect(account).toEqual(stranger)
    expect(waiting).toEqual(stranger)
    expect((await lab.lastMailTo('has-account@example.com')).subject).toBe('You have an account already')
    expect(await lab.mailsTo('never-seen@example.com')).toEqual([])
  })

  test('the sixth registration in an hour is refused for a known and an unknown address', async () => {
    await lab.signUpPatient({ email: 'limit-known@example.com' })
    for (const email of ['limit-known@example.com', 'limit-unknown@example.com']) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) statuses.push((await register(email)).statusCode)
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    }
  })
})

describe('a refused sign-up', () => {
  test.each([
    ['12345678', 'one of the first'],
    ['Password1', 'one of the first'],
    ['aaaaaaaaaaaa', 'repeats itself'],
    ['Ama-Owusu-77', 'little more than'],
    ['phiallaboratory1', 'little more than'],
    ['weakling2024', 'little more than'],
  ])('the weak password %s is refused at sign-up', async (password, why) => {
    const refused = await register('weakling@example.com', { password, confirmPassword: password })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields.password[0]).toContain(why)
    expect(await lab.mailsTo('weakling@example.com')).toEqual([])
  })

  test('passwords that differ and terms that are not accepted are refused with the specified messages', async () => {
    const differ = await register('form@example.com', { confirmPassword: 'something else' })
    expect(differ.json()).toMatchObject({
      code: 'invalid_input',
      fields: { confirmPassword: ['Passwords do not match!'] },
    })
    const terms = await register('form@example.com', { acceptedTerms: false })
    expect(terms.json().fields).toEqual({ acceptedTerms: ['You must agree to the terms!'] })
  })

  test('the thirty-first code tried from one network in ten minutes is refused, and the first from another network is not', async () => {
    const from = newNetwork()
    const statuses = new Set<number>()
    for (let n = 0; n < 30; n++) statuses.add((await verify({ otp: 'ZZZZZZZZ' }, { from })).statusCode)
    expect([...statuses]).toEqual([400])
    const limited = await verify({ otp: 'ZZZZZZZZ' }, { from })
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await verify({ otp: 'ZZZZZZZZ' })).statusCode).toBe(400)
    // One try is restored every thirtieth of the ten minutes.
    lab.clock.advance(minutes(10) / 30)
    expect((await verify({ otp: 'ZZZZZZZZ' }, { from })).statusCode).toBe(400)
    lab.clock.set(mondayMorning)
  })

  test('wrong sign-up codes from other networks do not prevent the owner of the address from entering the right code', async () => {
    await register('tried@example.com')
    for (let n = 0; n < 12; n++) {
      expect((await verify({ otp: 'ZZZZZZZZ', email: 'tried@example.com' })).statusCode).toBe(400)
    }
    const otp = codeIn(await lab.lastMailTo('tried@example.com'))
    expect((await verify({ otp, email: 'tried@example.com' })).statusCode).toBe(200)
  })
})

test('the database stores neither the code nor the password, and the outbox deletes the code once it is sent', async () => {
  await register('secret@example.com')
  const otp = codeIn(await lab.lastMailTo('secret@example.com'))
  const rows = await lab.pool.query(
    `select registration::text as row from registration
     union all select outbox::text from outbox union all select audit::text from audit`,
  )
  const everything = rows.rows.map(({ row }) => row).join('\n')
  expect(everything).not.toContain(otp)
  expect(everything).not.toContain(goodPassword)
})
