import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { codeIn, goodPassword, tokenIn } from './sign-up.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp({ vault: true })
})
afterAll(() => lab.close())
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  await lab.db.deleteFrom('rateLimit').execute()
})

const halfMinute = minutes(0.5)
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: lab.clock.now().getTime() })
const call = (by: Person, path: string, body: object) =>
  lab.call('POST', `/api/auth/second-factor/${path}`, { by, body })
const logIn = (person: Person, secondFactor?: string, from = '10.9.0.1', headers = {}) =>
  lab.call('POST', '/api/auth/login', {
    body: { email: person.email, password: goodPassword, ...(secondFactor && { secondFactor }) },
    from,
    headers,
  })

/** Sets a second factor up. The next code is valid half a minute later. */
async function setUp(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await call(person, 'begin', { currentPassword: goodPassword })
  expect(begun.statusCode, begun.body).toBe(200)
  const { secret, address } = begun.json()
  expect(address).toMatch(/^otpauth:\/\/totp\/Phial%20Laboratory:/)
  const confirmed = await call(person, 'confirm', { code: codeOf(secret) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  lab.clock.advance(halfMinute)
  return { secret, recoveryCodes: confirmed.json().recoveryCodes }
}

let people = 0
const withPassword = () =>
  lab.signUpPatient({ email: `factor${++people}@example.com`, password: goodPassword })

describe('a log-in with a second factor', () => {
  test('a log-in asks for the second factor after the right password only, and accepts each code once', async () => {
    const ama = await withPassword()
    const { secret } = await setUp(ama)
    const asked = await logIn(ama)
    expect([asked.statusCode, asked.json().code]).toEqual([401, 'second_factor_asked'])
    const wrong = await lab.call('POST', '/api/auth/login', {
      body: { email: ama.email, password: 'not this one' },
    })
    expect(wrong.json().code).toBe('wrong_credentials')
    const code = codeOf(secret)
    const entered = await logIn(ama, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(entered.statusCode, entered.body).toBe(200)
    const again = await logIn(ama, code)
    expect([again.statusCode, Object.keys(again.json().fields)]).toEqual([401, ['secondFactor']])
    lab.clock.advance(halfMinute)
    expect((await logIn(ama, codeOf(secret))).statusCode).toBe(200)
  })

  test('each recovery code is accepted once', async () => {
    const ama = await withPassword()
    const { recoveryCodes } = await setUp(ama)
    expect(recoveryCodes).toHaveLength(10)
    const [first = ''] = recoveryCodes
    expect((await logIn(ama, first.toLowerCase())).statusCode).toBe(200)
    expect((await logIn(ama, first)).statusCode).toBe(401)
    const state = await lab.call('GET', '/api/auth/second-factor', { by: ama })
    expect(state.json()).toEqual({ on: true, required: false, application: true, recoveryCodesLeft: 9 })
    const { rows } = await lab.pool.query('select recovery_code::text as row from recovery_code')
    expect(JSON.stringify(rows)).not.toContain(first.slice(0, 4))
  })

  test('ten wrong codes of the second factor are allowed in a quarter of an hour, from all networks together', async () => {
    const ama = await withPassword()
    const { secret } = await setUp(ama)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await logIn(ama, '000000', `10.9.1.${n}`)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await logIn(ama, codeOf(secret))).statusCode).toBe(429)
  })

  test('the owner of an account with a second factor can log in after many wrong passwords from elsewhere', async () => {
    const ama = await withPassword()
    const { secret } = await setUp(ama)
    for (let n = 0; n < 101; n++) {
      const body = { email: ama.email, password: 'a guess' }
      const guess = await lab.call('POST', '/api/auth/login', { body, from: `10.9.2.${n}` })
      expect(guess.statusCode).toBe(401)
    }
    expect((await logIn(ama, codeOf(secret), '10.9.3.1')).statusCode).toBe(200)
  })

  test('a log-in by a mailed code asks for the second factor, and the mailed code stays valid after a wrong one', async () => {
    const ama = await withPassword()
    const { secret } = await setUp(ama)
    const form = { fullName: 'Ama', email: ama.email, acceptedTerms: true }
    await lab.call('POST', '/api/auth/register-by-mail', { body: form })
    const otp = codeIn(await lab.lastMailTo(ama.email))
    const enter = (more: object) => lab.call('POST', '/api/auth/verify-otp', { body: { otp, ...more } })
    expect((await enter({})).json().code).toBe('second_factor_asked')
    expect((await enter({ secondFactor: '000000' })).json().code).toBe('wrong_credentials')
    expect((await enter({ secondFactor: codeOf(secret) })).json().user).toMatchObject({ id: ama.accountId })
  })

  test('a new password does not bypass the second factor', async () => {
    const ama = await withPassword()
    const { secret } = await setUp(ama)
    await lab.call('POST', '/api/auth/forgot-password', { body: { email: ama.email } })
    const token = tokenIn(await lab.lastMailTo(ama.email), '/reset-password')
    const body = { token, password: goodPassword, confirmPassword: goodPassword }
    expect((await lab.call('POST', '/api/auth/reset-password', { body })).statusCode).toBe(200)
    expect((await logIn(ama)).json().code).toBe('second_factor_asked')
    expect((await logIn(ama, codeOf(secret))).statusCode).toBe(200)
  })
})

describe('setting a second factor up', () => {
  test('setting up a second factor needs the password and a code, and ends all other sessions', async () => {
    const ama = await withPassword()
    expect((await call(ama, 'begin', {})).json().fields).toHaveProperty('currentPassword')
    expect((await call(ama, 'confirm', { code: '000000' })).statusCode).toBe(409)
    const begun = (await call(ama, 'begin', { currentPassword: goodPassword })).json()
    expect((await call(ama, 'confirm', { code: '000000' })).json().code).toBe('code_invalid')
    // No code is required before the second factor is confirmed.
    const other = await logIn(ama)
    expect(other.statusCode).toBe(200)
    expect((await call(ama, 'confirm', { code: codeOf(begun.secret) })).statusCode).toBe(200)
    const headers = { authorization: `Bearer ${other.json().token}` }
    expect((await lab.call('GET', '/api/auth/profile', { headers })).statusCode).toBe(401)
    expect((await lab.call('GET', '/api/auth/profile', { by: ama })).statusCode).toBe(200)
    expect((await call(ama, 'begin', { currentPassword: goodPassword })).statusCode).toBe(409)
  })

  test('a second factor is turned off with a code', async () => {
    const ama = await withPassword()
    const { secret } = await setUp(ama)
    const remove = (code: string) => call(ama, 'remove', { code, currentPassword: goodPassword })
    expect((await remove('000000')).json().code).toBe('code_invalid')
    expect((await remove(codeOf(secret))).statusCode).toBe(200)
    expect((await logIn(ama)).statusCode).toBe(200)
  })
})

describe('a laboratory that asks for a second factor', () => {
  test('if the laboratory requires a second factor, accounts without one can only set it up', async () => {
    const boss = await lab.makeStaff('admin', { password: goodPassword })
    const technician = await lab.makeStaff('technician', { password: goodPassword })
    const read = async () => (await lab.call('GET', '/api/settings', { by: boss })).json().signIn
    const { version, secondFactor } = await read()
    expect(secondFactor).toBe('nobody')
    const body = { secondFactor: 'managers', version }
    expect((await lab.call('PUT', '/api/settings/sign-in', { by: technician, body })).statusCode).toBe(403)
    expect((await lab.call('PUT', '/api/settings/sign-in', { by: boss, body })).statusCode).toBe(200)

    const refused = await lab.call('GET', '/api/settings', { by: boss })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_missing'])
    expect((await lab.call('GET', '/api/auth/profile', { by: boss })).json().needsSecondFactor).toBe(true)
    expect((await lab.call('GET', '/api/Labtask/tasks', { by: technician })).statusCode).toBe(200)
    await setUp(boss)
    expect((await lab.call('GET', '/api/auth/profile', { by: boss })).json().needsSecondFactor).toBe(false)
    const staff = { ...(await read()), secondFactor: 'staff' }
    expect((await lab.call('PUT', '/api/settings/sign-in', { by: boss, body: staff })).statusCode).toBe(200)
    expect((await lab.call('GET', '/api/Labtask/tasks', { by: technician })).statusCode).toBe(403)
    expect((await lab.call('GET', '/api/auth/second-factor', { by: technician })).json()).toMatchObject({
      required: true,
    })
    await lab.call('PUT', '/api/settings/sign-in', {
      by: boss,
      body: { ...(await read()), secondFactor: 'nobody' },
    })
  })
})

describe('the sessions of an account', () => {
  const sessions = async (by: Person) => (await lab.call('GET', '/api/auth/sessions', { by })).json()

  test('sessions are listed with their browsers, and an ended session is invalid at once', async () => {
    const ama = await withPassword()
    const { token, cookie } = await logIn(ama, undefined, '10.9.4.1', {
      'user-agent': 'Firefox on Android',
    }).then((answer) => ({
      token: answer.json().token,
      cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
    }))
    const there = { headers: { authorization: `Bearer ${token}` } }
    const [own, other] = await sessions(ama)
    expect(own).toMatchObject({ isThis: true, agent: '' })
    expect(other).toMatchObject({
      isThis: false,
      agent: 'Firefox on Android',
      startedAt: lab.clock.now().toISOString(),
    })
    const stranger = await withPassword()
    const end = (by: Person) => lab.call('DELETE', `/api/auth/sessions/${other.id}`, { by })
    expect((await end(stranger)).statusCode).toBe(404)
    expect((await lab.call('GET', '/api/auth/profile', { headers: there.headers })).statusCode).toBe(200)
    expect((await end(ama)).statusCode).toBe(200)
    expect((await lab.call('GET', '/api/auth/profile', { headers: there.headers })).statusCode).toBe(401)
    expect(await sessions(ama)).toHaveLength(1)
    // The browser is no longer known to the account.
    for (let n = 0; n < 10; n++) {
      await lab.call('POST', '/api/auth/login', {
        body: { email: ama.email, password: 'a guess' },
        headers: { cookie },
        from: '10.9.4.1',
      })
    }
    expect((await logIn(ama, undefined, '10.9.4.1', { cookie })).statusCode).toBe(429)
    const elsewhere = await logIn(ama, undefined, '10.9.4.2', { cookie })
    expect(elsewhere.statusCode).toBe(200)
  })
})
