import { hash } from '@node-rs/argon2'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticate } from '#server/modules/access/index.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { goodPassword, tokenIn } from './sign-up.ts'

let lab: TestApp
let ama: Person
beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Owusu', email: 'ama@example.com', password: goodPassword })
})
afterAll(() => lab.close())
beforeEach(() => lab.clock.set(mondayMorning))

let networks = 0
const newNetwork = () => `10.2.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const logIn = (email: string, password: string, from = newNetwork(), app: TestApp = lab) =>
  app.call('POST', '/api/auth/login', { body: { email, password }, from })
const profile = (token: string, app: TestApp = lab) =>
  app.call('GET', '/api/auth/profile', { headers: { authorization: `Bearer ${token}` } })
const shown = ({ statusCode, body, headers: { date: _date, ...headers } }: LightMyRequestResponse) => ({
  statusCode,
  // The id under which the log has the cause is random.
  body: body.replace(/"requestId":"[\w-]+"/, ''),
  headers,
})

describe('logging in', () => {
  test('a log-in answers with a token and the person', async () => {
    const answer = await logIn('ama@example.com', goodPassword)
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Login successful',
      user: {
        id: ama.accountId,
        role: 'user',
        fullName: 'Ama Owusu',
        email: 'ama@example.com',
        phone: '',
        status: 'Active',
      },
    })
    expect((await profile(answer.json().token)).statusCode).toBe(200)
  })

  test('the database stores only the hash of a session token', async () => {
    const { token } = (await logIn('ama@example.com', goodPassword)).json()
    const { rows } = await lab.pool.query<{ row: string }>('select session::text as row from session')
    expect(rows.length).toBeGreaterThan(0)
    const bytes = Buffer.from(token, 'base64url').toString('hex')
    for (const { row } of rows) {
      expect(row).not.toContain(token)
      expect(row).not.toContain(bytes)
    }
  })

  test('a wrong password, an unknown address, an account without a password and a closed account get the same answer', async () => {
    await lab.signUpPatient({ email: 'issuer-only@example.com' })
    const closed = await lab.signUpPatient({ email: 'closed@example.com', password: goodPassword })
    await lab.call('DELETE', '/api/auth/profile', { by: closed, body: { currentPassword: goodPassword } })
    const wrong = shown(await logIn('ama@example.com', 'not this one'))
    expect(wrong.statusCode).toBe(401)
    expect(JSON.parse(wrong.body.replace(/,}$/, '}'))).toEqual({
      message: 'The e-mail address or the password is not right.',
      code: 'wrong_credentials',
    })
    expect(shown(await logIn('nobody@example.com', goodPassword))).toEqual(wrong)
    expect(shown(await logIn('issuer-only@example.com', goodPassword))).toEqual(wrong)
    expect(shown(await logIn('closed@example.com', goodPassword))).toEqual(wrong)
    expect(shown(await logIn('no address at all', goodPassword))).toEqual(wrong)
  })

  test('a password is accepted in any Unicode normalisation', async () => {
    const [composed, decomposed] = ['déjà vu près'.normalize('NFC'), 'déjà vu près'.normalize('NFD')]
    await lab.signUpPatient({ email: 'keyboard@example.com', password: composed })
    expect((await logIn('keyboard@example.com', decomposed)).statusCode).toBe(200)
  })

  test('a password hash with outdated parameters is replaced at log-in', async () => {
    const old = await lab.signUpPatient({ email: 'old-hash@example.com' })
    const weak = await hash(goodPassword, { memoryCost: 4096, timeCost: 1 })
    await lab.db.updateTable('account').set({ passwordHash: weak }).where('id', '=', old.accountId).execute()
    expect((await logIn('old-hash@example.com', goodPassword)).statusCode).toBe(200)
    const { passwordHash } = await lab.db
      .selectFrom('account')
      .select('passwordHash')
      .where('id', '=', old.accountId)
      .executeTakeFirstOrThrow()
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn('old-hash@example.com', goodPassword)).statusCode).toBe(200)
  })

  test('successful and failed log-ins are audited', async () => {
    await logIn('ama@example.com', goodPassword, '10.3.0.1')
    await logIn('ama@example.com', 'not this one', '10.3.0.1')
    await logIn('nobody@example.com', 'not this one', '10.3.0.1')
    const rows = await lab.db
      .selectFrom('audit')
      .select(['action', 'subjectId', 'accountId'])
      .where('network', '=', '10.3.0.1')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { action: 'login.succeeded', subjectId: ama.accountId, accountId: ama.accountId },
      { action: 'login.refused', subjectId: ama.accountId, accountId: null },
      { action: 'login.refused', subjectId: 'unknown', accountId: null },
    ])
  })
})

describe('the limits on log-ins', () => {
  test('one network has ten tries on one address in a quarter of an hour, and the owner can still log in from elsewhere', async () => {
    const from = newNetwork()
    await lab.signUpPatient({ email: 'guessed@example.com', password: goodPassword })
    for (let n = 0; n < 10; n++)
      expect((await logIn('guessed@example.com', 'a guess', from)).statusCode).toBe(401)
    const limited = await logIn('Guessed@example.com', goodPassword, from)
    expect([limited.statusCode, limited.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(limited.headers['retry-after'])).toBe(90)
    expect(limited.json().message).toBe('Too many tries. Please wait 2 minutes and try again.')
    expect((await logIn('guessed@example.com', goodPassword)).statusCode).toBe(200)
    lab.clock.advance(minutes(1.5))
    expect((await logIn('guessed@example.com', goodPassword, from)).statusCode).toBe(200)
  })

  test('an unknown address has the same limits as a known one', async () => {
    const from = newNetwork()
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await logIn('nobody-here@example.com', 'a guess', from)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('an account allows a hundred wrong passwords an hour from all networks together', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 101; n++) statuses.push((await logIn('spread@example.com', 'a guess')).statusCode)
    expect(statuses).toEqual([...Array(100).fill(401), 429])
  })

  test('a browser that has signed in before can log in after the limits for other browsers are exhausted', async () => {
    await lab.signUpPatient({ email: 'known-browser@example.com', password: goodPassword })
    const signIn = (cookie: string, password = goodPassword) =>
      lab.call('POST', '/api/auth/login', {
        body: { email: 'known-browser@example.com', password },
        headers: { cookie },
        from: '10.3.1.1',
      })
    const first = await signIn('')
    expect(String(first.headers['set-cookie'])).toMatch(
      /^phial_device=[\w-]{43}; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    for (let n = 0; n < 100; n++) await logIn('known-browser@example.com', 'a guess')
    expect((await logIn('known-browser@example.com', goodPassword)).statusCode).toBe(429)
    // A cookie that is not known to the account has no effect.
    expect((await signIn(`phial_device=${'A'.repeat(43)}`)).statusCode).toBe(429)
    expect((await signIn(cookie)).statusCode).toBe(200)
    // The known browser has a limit as well.
    for (let n = 0; n < 10; n++) expect((await signIn(cookie, 'a guess')).statusCode).toBe(401)
    expect((await signIn(cookie)).statusCode).toBe(429)
  })

  test('a browser that has set a password by a mailed link can log in after the limits for other browsers are exhausted', async () => {
    const owner = await lab.signUpPatient({ email: 'locked-out@example.com', password: goodPassword })
    for (let n = 0; n < 100; n++) await logIn(owner.email, 'a guess')
    await lab.call('POST', '/api/auth/forgot-password', { body: { email: owner.email } })
    const token = tokenIn(await lab.lastMailTo(owner.email), '/reset-password')
    const password = 'three other words'
    const reset = await lab.call('POST', '/api/auth/reset-password', {
      body: { token, password, confirmPassword: password },
    })
    const cookie = String(reset.headers['set-cookie']).split(';')[0] ?? ''
    expect((await logIn(owner.email, password)).statusCode).toBe(429)
    const body = { email: owner.email, password }
    const signedIn = await lab.call('POST', '/api/auth/login', { body, headers: { cookie } })
    expect(signedIn.statusCode).toBe(200)
  })

  test('a new password leaves the browser in which it was chosen a known one, and no other', async () => {
    await lab.signUpPatient({ email: 'renewed@example.com', password: goodPassword })
    const body = { email: 'renewed@example.com', password: goodPassword }
    const [here, there] = [await logIn(body.email, body.password), await logIn(body.email, body.password)]
    const password = 'three other words'
    const changed = await lab.call('PUT', '/api/auth/profile', {
      body: { password, currentPassword: goodPassword },
      headers: { authorization: `Bearer ${here.json().token}` },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    const from = newNetwork()
    for (let n = 0; n < 10; n++) await logIn(body.email, 'a guess', from)
    const again = ({ headers }: typeof here) =>
      lab.call('POST', '/api/auth/login', {
        body: { ...body, password },
        headers: { cookie: String(headers['set-cookie']).split(';')[0] ?? '' },
        from,
      })
    expect((await again(here)).statusCode).toBe(200)
    expect((await again(there)).statusCode).toBe(429)
  })

  test('right passwords do not count against the limits', async () => {
    const from = newNetwork()
    await lab.signUpPatient({ email: 'often@example.com', password: goodPassword })
    for (let n = 0; n < 12; n++) {
      expect((await logIn('often@example.com', goodPassword, from)).statusCode).toBe(200)
    }
  })

  test('a network that continues to guess waits longer after thirty wrong passwords in a day', async () => {
    const from = newNetwork()
    let tried = 0
    let waited = 0
    for (let n = 0; n < 60; n++) {
      const answer = await logIn('patient-guess@example.com', 'a guess', from)
      if (answer.statusCode === 401) tried++
      else waited = Number(answer.headers['retry-after'])
      lab.clock.advance(minutes(1.5))
    }
    // In these 90 minutes the daily limit regains about 2 tries.
    expect([tried, waited]).toEqual([31, 2880])
  })

  test('all networks of an IPv6 /48 together have four times the limit of a single network', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 41; n++) {
      const from = `2001:db8:7:${n.toString(16)}::1`
      statuses.push((await logIn('wide@example.com', 'a guess', from)).statusCode)
    }
    expect(statuses).toEqual([...Array(40).fill(401), 429])
    expect((await logIn('wide@example.com', 'a guess', '2001:db8:8:1::1')).statusCode).toBe(401)
  })

  test('one network has a hundred tries on all addresses together, and an IPv6 network is a /64', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 101; n++) {
      statuses.push(
        (await logIn(`person${n}@example.com`, 'a guess', `2001:db8:1:2::${n.toString(16)}`)).statusCode,
      )
    }
    expect(statuses).toEqual([...Array(100).fill(401), 429])
    expect((await logIn('person@example.com', 'a guess', '2001:db8:1:3::1')).statusCode).toBe(401)
  })

  test('the limits on log-ins hold across two server processes and a restart', async () => {
    const from = newNetwork()
    const other = await openTestApp({ sameDatabaseAs: lab, clock: lab.clock })
    for (let n = 0; n < 10; n++) {
      expect((await logIn('two@example.com', 'a guess', from, n % 2 === 0 ? lab : other)).statusCode).toBe(
        401,
      )
    }
    expect((await logIn('two@example.com', 'a guess', from, other)).statusCode).toBe(429)
    await other.close()
    const restarted = await openTestApp({ sameDatabaseAs: lab, clock: lab.clock })
    expect((await logIn('two@example.com', 'a guess', from, restarted)).statusCode).toBe(429)
    await restarted.close()
  })

  test('of forty concurrent tries exactly ten are checked', async () => {
    const from = newNetwork()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => logIn('burst@example.com', 'a guess', from)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30)
  })
})

describe('the end of a session', () => {
  test('a session ends at once with its log-out, and other sessions of the account continue', async () => {
    const [one, two] = [
      await logIn('ama@example.com', goodPassword),
      await logIn('ama@example.com', goodPassword),
    ]
    const bye = await lab.call('POST', '/api/auth/logout', {
      headers: { authorization: `Bearer ${one.json().token}` },
    })
    expect([bye.statusCode, bye.body]).toEqual([204, ''])
    expect((await profile(one.json().token)).statusCode).toBe(401)
    expect((await profile(two.json().token)).statusCode).toBe(200)
  })

  test('a patient’s session expires after 30 days, whether used or not', async () => {
    const { token } = (await logIn('ama@example.com', goodPassword)).json()
    for (let day = 1; day < 30; day++) {
      lab.clock.advance(hours(24))
      expect((await profile(token)).statusCode).toBe(200)
    }
    lab.clock.advance(hours(24) - 1)
    expect((await profile(token)).statusCode).toBe(200)
    lab.clock.advance(1)
    expect((await profile(token)).statusCode).toBe(401)
  })

  test.each(['technician', 'admin'] as const)(
    'the session of a %s expires after 30 minutes without requests',
    async (role) => {
      const { token } = await lab.makeStaff(role)
      lab.clock.advance(minutes(30) - 1)
      expect((await profile(token)).statusCode).toBe(200)
      lab.clock.advance(minutes(30) - 1)
      expect((await profile(token)).statusCode).toBe(200)
      lab.clock.advance(minutes(30))
      expect((await profile(token)).statusCode).toBe(401)
    },
  )

  test.each(['technician', 'admin'] as const)('the session of a %s expires after 12 hours', async (role) => {
    const { token } = await lab.makeStaff(role)
    for (let quarter = 1; quarter < 48; quarter++) {
      lab.clock.advance(minutes(15))
      expect((await profile(token)).statusCode).toBe(200)
    }
    lab.clock.advance(minutes(15) - 1)
    expect((await profile(token)).statusCode).toBe(200)
    lab.clock.advance(1)
    expect((await profile(token)).statusCode).toBe(401)
  })

  test('sessions end at once when the account is deactivated', async () => {
    const technician = await lab.makeStaff('technician')
    expect((await profile(technician.token)).statusCode).toBe(200)
    await lab.db
      .updateTable('account')
      .set({ status: 'Deactivated', deactivatedAt: lab.clock.now() })
      .where('id', '=', technician.accountId)
      .execute()
    expect((await profile(technician.token)).statusCode).toBe(401)
  })
})

test('the last use of a session is written at most once a minute', async () => {
  const { token, accountId } = await lab.signUpPatient()
  const seen = async () =>
    (
      await lab.db
        .selectFrom('session')
        .select(['lastSeenAt', (eb) => eb.ref('lastSeenAt').as('at')])
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
    ).at.toISOString()
  lab.clock.advance(minutes(1) - 1)
  await profile(token)
  expect(await seen()).toBe(new Date(mondayMorning).toISOString())
  lab.clock.advance(1)
  await profile(token)
  expect(await seen()).toBe(lab.clock.now().toISOString())
})

test('authenticating a request costs one statement', async () => {
  const { token, accountId } = await lab.signUpPatient()
  let statements = 0
  const count = () => {
    statements++
  }
  lab.pool.on('acquire', count)
  expect((await authenticate(lab.context, token))?.accountId).toBe(accountId)
  lab.pool.off('acquire', count)
  expect(statements).toBe(1)
})

describe('requests without a session', () => {
  const calls = [
    ['POST', '/api/auth/logout'],
    ['GET', '/api/auth/profile'],
    ['PUT', '/api/auth/profile'],
    ['DELETE', '/api/auth/profile'],
    ['GET', '/api/auth/get-all-users'],
    ['GET', '/api/contact-messages'],
  ] as const

  test.each(calls)('%s %s without a session is refused before its body is read', async (method, path) => {
    const headers = [
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${'A'.repeat(43)}`,
      `Basic ${ama.token}`,
      `Bearer ${ama.token}x`,
    ]
    for (const authorization of headers) {
      const answer = await lab.call(method, path, {
        headers: { authorization, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{"broken' }),
      })
      expect([authorization, answer.statusCode, answer.json().code]).toEqual([
        authorization,
        401,
        'not_signed_in',
      ])
    }
  })

  test.each(['/api/auth/get-all-users', '/api/contact-messages'])('%s is for managers only', async (path) => {
    const technician = await lab.makeStaff('technician')
    const manager = await lab.makeStaff('admin')
    for (const by of [ama, technician]) {
      const answer = await lab.call('GET', path, { by })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
    }
    expect((await lab.call('GET', path, { by: manager })).statusCode).toBe(200)
  })
})
