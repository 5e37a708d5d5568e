import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type TestApp } from './harness.ts'
import { goodPassword, tokenIn } from './sign-up.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())
beforeEach(() => lab.clock.set(mondayMorning))

const newPassword = 'nine grey pelicans'
let networks = 0
const newNetwork = () => `10.4.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const forget = (email: string) =>
  lab.call('POST', '/api/auth/forgot-password', { body: { email }, from: newNetwork() })
const reset = (token: string, password = newPassword) =>
  lab.call('POST', '/api/auth/reset-password', {
    body: { token, password, confirmPassword: password },
    from: newNetwork(),
  })
const logIn = (email: string, password: string) =>
  lab.call('POST', '/api/auth/login', { body: { email, password }, from: newNetwork() })
const linkTo = async (email: string) => tokenIn(await lab.lastMailTo(email), '/reset-password')

describe('a forgotten password', () => {
  test('a mailed link replaces a forgotten password and ends every session', async () => {
    const person = await lab.signUpPatient({ email: 'forgot@example.com', password: goodPassword })
    expect((await forget('FORGOT@example.com')).json().message).toContain('If this address has an account')
    const answer = await reset(await linkTo('forgot@example.com'))
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      'Your new password is set. Please log in.',
    ])
    expect((await lab.call('GET', '/api/auth/profile', { by: person })).statusCode).toBe(401)
    expect((await logIn('forgot@example.com', goodPassword)).statusCode).toBe(401)
    expect((await logIn('forgot@example.com', newPassword)).statusCode).toBe(200)
    expect((await lab.lastMailTo('forgot@example.com')).subject).toBe('Your password was changed')
  })

  test('a new reset link makes the earlier link invalid', async () => {
    await lab.signUpPatient({ email: 'newer@example.com', password: goodPassword })
    await forget('newer@example.com')
    const first = await linkTo('newer@example.com')
    await forget('newer@example.com')
    expect((await reset(first)).json().code).toBe('code_invalid')
    expect((await reset(await linkTo('newer@example.com'))).statusCode).toBe(200)
  })

  test('a reset link works once', async () => {
    await lab.signUpPatient({ email: 'links@example.com', password: goodPassword })
    await forget('links@example.com')
    const link = await linkTo('links@example.com')
    expect((await reset(link)).statusCode).toBe(200)
    expect((await reset(link)).json().code).toBe('code_invalid')
  })

  test('a reset link works for 30 minutes', async () => {
    await lab.signUpPatient({ email: 'slow@example.com', password: goodPassword })
    await forget('slow@example.com')
    const token = await linkTo('slow@example.com')
    lab.clock.advance(minutes(30))
    expect((await reset(token)).json().code).toBe('code_invalid')
    expect((await logIn('slow@example.com', goodPassword)).statusCode).toBe(200)
    lab.clock.advance(-1)
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('a reset link can be used again after a refused new password', async () => {
    await lab.signUpPatient({ email: 'retry@example.com', fullName: 'Yaa Asantewaa' })
    await forget('retry@example.com')
    const token = await linkTo('retry@example.com')
    expect((await reset(token, 'password123')).json().fields).toHaveProperty('password')
    expect((await reset(token, 'Asantewaa1')).json().fields).toHaveProperty('password')
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('a reset for an unknown address gets the same answer and sends no mail', async () => {
    await lab.signUpPatient({ email: 'somebody@example.com' })
    const [known, unknown] = [await forget('somebody@example.com'), await forget('nobody@example.com')]
    expect(unknown.statusCode).toBe(known.statusCode)
    expect(unknown.body).toBe(known.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
    expect(await lab.mailsTo('nobody@example.com')).toEqual([])
  })

  test('the sixth reset request for one address in an hour is refused, whether the address is known or not', async () => {
    await lab.signUpPatient({ email: 'pestered@example.com' })
    for (const email of ['pestered@example.com', 'also-nobody@example.com']) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) statuses.push((await forget(email)).statusCode)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    expect(await lab.mailsTo('pestered@example.com')).toHaveLength(5)
  })

  test('a reset link of an account that was closed since is refused', async () => {
    const person = await lab.signUpPatient({ email: 'gone@example.com' })
    await forget('gone@example.com')
    const token = await linkTo('gone@example.com')
    await lab.call('DELETE', '/api/auth/profile', { by: person, body: {} })
    expect((await reset(token)).json().code).toBe('code_invalid')
  })

  test('a reset link is refused by the calls for other kinds of links', async () => {
    await lab.signUpPatient({ email: 'kinds@example.com' })
    await forget('kinds@example.com')
    const token = await linkTo('kinds@example.com')
    for (const path of ['/api/auth/confirm-email', '/api/auth/oidc/exchange']) {
      const body = path.endsWith('exchange') ? { code: token } : { token }
      expect((await lab.call('POST', path, { body, from: newNetwork() })).json().code).toBe('code_invalid')
    }
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('a forged reset link is refused', async () => {
    expect((await reset('A'.repeat(43))).json().code).toBe('code_invalid')
    expect((await reset('short')).json().code).toBe('invalid_input')
  })
})

test('an account that was created through an issuer gets a password with a reset link', async () => {
  await lab.signUpPatient({ email: 'issuer-so-far@example.com' })
  await forget('issuer-so-far@example.com')
  await reset(await linkTo('issuer-so-far@example.com'))
  expect((await logIn('issuer-so-far@example.com', newPassword)).statusCode).toBe(200)
})
