import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { codeIn } from './sign-up.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp({ vault: true })
})
afterAll(() => lab.close())

let networks = 0
/** Each request comes from a new network, except in tests of the limits of a network. */
const newNetwork = () => `10.4.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const post = (path: string, body: object, from = newNetwork()) => lab.call('POST', path, { body, from })
const ask = (email: string, fullName = 'Ama Mensah', from = newNetwork()) =>
  post('/api/auth/register-by-mail', { fullName, email, acceptedTerms: true }, from)
const verify = (otp: string, email?: string, from = newNetwork()) =>
  post('/api/auth/verify-otp', { otp, ...(email !== undefined && { email }) }, from)
const codeFor = async (email: string) => codeIn(await lab.lastMailTo(email))
const said = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json()]
const profileOf = async (token: string) =>
  (await lab.call('GET', '/api/auth/profile', { headers: { authorization: `Bearer ${token}` } })).json()
const refusal = [400, expect.objectContaining({ code: 'code_invalid' })]

describe('a sign-up without a password', () => {
  it('mails a code, which makes an account and opens its session', async () => {
    expect(said(await ask('ama@guest.test'))).toEqual([201, { message: 'Signup successful!' }])
    const mail = await lab.lastMailTo('ama@guest.test')
    expect(mail.subject).toBe(`Your code: ${codeIn(mail)}`)
    const verified = await verify(codeIn(mail), 'Ama@guest.test')
    expect(said(verified)).toEqual([
      200,
      {
        token: expect.any(String),
        message: 'OTP verified successfully!',
        user: expect.objectContaining({ role: 'user', fullName: 'Ama Mensah', email: 'ama@guest.test' }),
      },
    ])
    expect(await profileOf(verified.json().token)).toMatchObject({
      email: 'ama@guest.test',
      hasPassword: false,
    })
    expect(said(await verify(codeIn(mail)))).toEqual(refusal)
  })

  it('makes no account with a wrong code, a code for another address, or an expired code', async () => {
    await ask('late@guest.test')
    const code = await codeFor('late@guest.test')
    expect(said(await verify('ABCD1234', 'late@guest.test'))).toEqual(refusal)
    expect(said(await verify(code, 'other@guest.test'))).toEqual(refusal)
    lab.clock.advance(minutes(10))
    expect(said(await verify(code, 'late@guest.test'))).toEqual(refusal)
    const { rows } = await lab.pool.query(`select from account where email = 'late@guest.test'`)
    expect(rows).toEqual([])
  })

  it('asks for the agreement to the terms, a name and an address', async () => {
    const answer = await post('/api/auth/register-by-mail', { fullName: '', email: 'ama' })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields).sort()).toEqual(['acceptedTerms', 'email', 'fullName'])
  })
})

describe('the address of an account', () => {
  it('gets the same answer, and a code that logs in to the account of a patient', async () => {
    const kofi = await lab.signUpPatient({ fullName: 'Kofi Boateng', email: 'kofi@guest.test' })
    expect(said(await ask('KOFI@guest.test', 'Somebody Else'))).toEqual([
      201,
      { message: 'Signup successful!' },
    ])
    const mail = await lab.lastMailTo('kofi@guest.test')
    expect(mail.text).not.toContain('Somebody Else')
    const verified = await verify(codeIn(mail), 'kofi@guest.test')
    expect(verified.json().user).toMatchObject({ id: kofi.accountId, fullName: 'Kofi Boateng' })
    expect(said(await verify(codeIn(mail)))).toEqual(refusal)
  })

  it('is not opened by an earlier code, an expired code, or a code sent to another address', async () => {
    await lab.signUpPatient({ fullName: 'Esi Owusu', email: 'esi@guest.test' })
    await ask('esi@guest.test')
    const first = await codeFor('esi@guest.test')
    await ask('esi@guest.test')
    expect(said(await verify(first, 'esi@guest.test'))).toEqual(refusal)
    const second = await codeFor('esi@guest.test')
    lab.clock.advance(minutes(10))
    expect(said(await verify(second, 'esi@guest.test'))).toEqual(refusal)
    await ask('esi@guest.test')
    expect(said(await verify(await codeFor('esi@guest.test'), 'kofi@guest.test'))).toEqual(refusal)
  })

  it('is not opened once it has changed', async () => {
    const person = await lab.signUpPatient({ fullName: 'Yaw Asante', email: 'yaw@guest.test' })
    await ask('yaw@guest.test')
    const code = await codeFor('yaw@guest.test')
    await lab.pool.query(`update account set email = 'new@guest.test' where id = $1`, [person.accountId])
    expect(said(await verify(code))).toEqual(refusal)
  })

  it('gets a mail without a code if the account is of staff', async () => {
    await lab.makeStaff('technician', { fullName: 'Tina Technician', email: 'tina@guest.test' })
    expect(said(await ask('tina@guest.test'))).toEqual([201, { message: 'Signup successful!' }])
    const mail = await lab.lastMailTo('tina@guest.test')
    expect(mail.subject).toBe('You have an account already')
  })
})

describe('limits', () => {
  it('the number of codes mailed to an address is limited, and wrong codes do not keep its owner out', async () => {
    for (let times = 0; times < 5; times++) expect((await ask('many@guest.test')).statusCode).toBe(201)
    expect((await ask('many@guest.test')).statusCode).toBe(429)
    for (let times = 0; times < 10; times++)
      expect(said(await verify('ABCD1234', 'many@guest.test'))).toEqual(refusal)
    expect((await verify(await codeFor('many@guest.test'), 'many@guest.test')).statusCode).toBe(200)
  })
})
