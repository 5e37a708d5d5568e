import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { personNumber } from '#server/modules/people/index.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { type Gateway, openGateway } from './sms-gateway.ts'
import { bookingBody } from './visits.ts'

let gateway: Gateway
let lab: TestApp
beforeAll(async () => {
  gateway = await openGateway()
  lab = await openTestApp({ settings: { SMS_URL: gateway.url, SMS_TOKEN: 'account:a-secret' } })
})
afterAll(async () => {
  await lab.close()
  await gateway.close()
})

let networks = 0
/** Each request comes from a new network, unless the test is about its limits. */
const network = () => `10.2.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const post = (path: string, body: object, from = network()) => lab.call('POST', path, { body, from })
const signUp = (phone: string, fullName = 'Esi Boateng') =>
  post('/api/auth/register-phone', { fullName, phone, acceptedTerms: true })
const askForCode = (phone: string) => post('/api/auth/phone-code', { phone })
const verify = (otp: string) => post('/api/auth/verify-otp', { otp })

async function smsTo(number: string): Promise<string[]> {
  await deliverOutbox(lab.context)
  return [...gateway.sent.values()].filter(({ to }) => to === number).map(({ text }) => text)
}
async function lastCode(number: string): Promise<string> {
  const code = /code is ([0-9A-HJKMNP-TV-Z]{8})\./.exec((await smsTo(number)).at(-1) ?? '')?.[1]
  if (code === undefined) throw new Error(`No code was sent to ${number}`)
  return code
}
const signedIn = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const profileOf = async (token: string) =>
  (await lab.call('GET', '/api/auth/profile', { by: signedIn(token) })).json()

/** A new account with this number, by sign-up. */
async function accountWith(phone: string, number: string, fullName?: string): Promise<string> {
  await signUp(phone, fullName)
  return (await verify(await lastCode(number))).json().token
}

describe('a sign-up with a phone number', () => {
  it('a sign-up with a phone number sends a code, which creates an account without e-mail address and password', async () => {
    const asked = await signUp('024 555 0001')
    expect([asked.statusCode, asked.json()]).toEqual([201, { message: 'Signup successful!' }])
    const [sms] = await smsTo('+233245550001')
    expect(sms).toMatch(
      /^[^:]+: Your code is [0-9A-Z]{8}\. It works once, for 10 minutes\. Do not share it\.$/,
    )
    const verified = await verify(await lastCode('+233245550001'))
    expect(verified.json()).toEqual({
      token: expect.any(String),
      message: 'OTP verified successfully!',
      user: expect.objectContaining({ role: 'user', fullName: 'Esi Boateng' }),
    })
    expect(await profileOf(verified.json().token)).toMatchObject({
      role: 'user',
      fullName: 'Esi Boateng',
      email: '',
      phone: '+233245550001',
      signInPhone: '+233245550001',
      hasPassword: false,
      notifications: { method: 'sms' },
    })
  })

  it('a sign-up with a known phone number gets the same answer, and a code that logs in to that account', async () => {
    await accountWith('024 555 0002', '+233245550002', 'Yaw Asante')
    const again = await signUp('+233 24 555 0002', 'Somebody Else')
    expect([again.statusCode, again.json()]).toEqual([201, { message: 'Signup successful!' }])
    const { token } = (await verify(await lastCode('+233245550002'))).json()
    expect((await profileOf(token)).fullName).toBe('Yaw Asante')
    const { rows } = await lab.pool.query(
      `select count(*)::int as n from account where sign_in_phone = '+233245550002'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('a sign-up is refused for a number of an unknown country and for malformed numbers', async () => {
    const noCountry = await signUp('5550003')
    expect([noCountry.statusCode, noCountry.json().fields]).toEqual([
      400,
      { phone: ['Enter the phone number with its country code, for example +233 24 123 4567'] },
    ])
    expect((await signUp('nobody')).json().fields).toHaveProperty('phone')
    expect(
      (await post('/api/auth/register-phone', { fullName: 'Esi', phone: '024 555 0003' })).json().fields,
    ).toEqual({
      acceptedTerms: ['You must agree to the terms!'],
    })
  })

  it('two concurrent sign-ups with one phone number create one account', async () => {
    await signUp('024 555 0004')
    const first = await lastCode('+233245550004')
    await signUp('024 555 0004')
    const second = await lastCode('+233245550004')
    const answers = await Promise.all([verify(first), verify(second)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })
})

describe('a log-in with a phone number', () => {
  it('a log-in code for a phone number works once, for ten minutes, and replaces the previous code', async () => {
    await accountWith('024 555 0010', '+233245550010')
    await askForCode('0245550010')
    const first = await lastCode('+233245550010')
    await askForCode('0245550010')
    const second = await lastCode('+233245550010')
    expect((await verify(first)).json().code).toBe('code_invalid')
    expect((await verify(second)).statusCode).toBe(200)
    expect((await verify(second)).json().code).toBe('code_invalid')
    await askForCode('0245550010')
    const late = await lastCode('+233245550010')
    lab.clock.advance(minutes(10))
    expect((await verify(late)).json().code).toBe('code_invalid')
  })

  it('a log-in with an unknown phone number gets the same answer and sends no code', async () => {
    await accountWith('024 555 0011', '+233245550011')
    const known = await askForCode('024 555 0011')
    const unknown = await askForCode('024 555 0012')
    expect(unknown.json()).toEqual(known.json())
    expect(await smsTo('+233245550012')).toEqual([])
  })

  it('a log-in with phone number and password accepts any notation of the number', async () => {
    const token = await accountWith('024 555 0013', '+233245550013')
    const changed = await lab.call('PUT', '/api/auth/profile', {
      by: signedIn(token),
      body: { password: 'seven white lorries' },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    for (const email of ['024 555 0013', '+233245550013', '00233 24 555 0013']) {
      const answer = await post('/api/auth/login', { email, password: 'seven white lorries' })
      expect(answer.statusCode, email).toBe(200)
    }
    const wrong = await post('/api/auth/login', { email: '024 555 0013', password: 'eight white lorries' })
    const nobody = await post('/api/auth/login', { email: '024 555 9999', password: 'eight white lorries' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([nobody.statusCode, nobody.json().message])
    expect((await smsTo('+233245550013')).at(-1)).toMatch(/password .*changed/)
  })

  it('an empty address does not find accounts that have only a phone number', async () => {
    await accountWith('024 555 0014', '+233245550014')
    const answers = [
      await post('/api/auth/login', { email: '', password: 'seven white lorries' }),
      await post('/api/auth/login', { email: ' ', password: 'seven white lorries' }),
    ]
    for (const { statusCode } of answers) expect(statusCode).toBe(401)
  })

  it('the sixth code for a phone number within an hour is refused', async () => {
    await accountWith('024 555 0015', '+233245550015')
    for (let n = 0; n < 5; n++) expect((await askForCode('024 555 0015')).statusCode).toBe(200)
    expect((await askForCode('+233 24 555 0015')).statusCode).toBe(429)
    lab.clock.advance(hours(1))
    expect((await askForCode('024 555 0015')).statusCode).toBe(200)
  })

  it('a log-in code is sent to a number that answered STOP, since its owner requested it', async () => {
    await accountWith('024 555 0016', '+233245550016')
    await lab.pool.query(`insert into sms_stop (phone, at) values ('+233245550016', now())`)
    await askForCode('024 555 0016')
    expect((await verify(await lastCode('+233245550016'))).statusCode).toBe(200)
  })
})

describe('the phone number of an account', () => {
  const change = (token: string, body: object) =>
    lab.call('PUT', '/api/auth/sign-in-phone', { by: signedIn(token), body, from: network() })
  const confirm = (token: string, otp: string) =>
    lab.call('POST', '/api/auth/confirm-phone', { by: signedIn(token), body: { otp }, from: network() })

  it('a phone number is added to an account with e-mail address by the password and the code sent to the number', async () => {
    const ama = await lab.signUpPatient({ email: 'ama@home.test', password: 'seven white lorries' })
    expect((await change(ama.token, { phone: '024 555 0020' })).json().fields).toEqual({
      currentPassword: ['Enter your current password'],
    })
    const asked = await change(ama.token, { phone: '024 555 0020', currentPassword: 'seven white lorries' })
    expect(asked.json()).toEqual({ message: 'A code is on its way to +233245550020.' })
    expect((await profileOf(ama.token)).signInPhone).toBeNull()
    const code = await lastCode('+233245550020')
    // A code for changing a number cannot log in, and is bound to its account.
    expect((await verify(code)).json().code).toBe('code_invalid')
    const kofi = await lab.signUpPatient()
    expect((await confirm(kofi.token, code)).json().code).toBe('code_invalid')
    expect((await confirm(ama.token, code)).statusCode).toBe(200)
    expect(await profileOf(ama.token)).toMatchObject({
      email: 'ama@home.test',
      phone: '+233245550020',
      signInPhone: '+233245550020',
    })
    expect((await lab.lastMailTo('ama@home.test')).subject).toMatch(/phone number .* was changed/)
    await askForCode('024 555 0020')
    expect((await verify(await lastCode('+233245550020'))).statusCode).toBe(200)
    expect((await change(ama.token, { phone: '', currentPassword: 'seven white lorries' })).statusCode).toBe(
      200,
    )
    expect((await profileOf(ama.token)).signInPhone).toBeNull()
  })

  it('a change of phone number is announced to the former number, and invalidates codes sent to it', async () => {
    const token = await accountWith('024 555 0021', '+233245550021')
    await askForCode('024 555 0021')
    const former = await lastCode('+233245550021')
    await change(token, { phone: '024 555 0022' })
    expect((await confirm(token, await lastCode('+233245550022'))).statusCode).toBe(200)
    expect((await smsTo('+233245550021')).at(-1)).toMatch(/phone number that you log in with was changed/)
    expect((await verify(former)).json().code).toBe('code_invalid')
    expect(await profileOf(token)).toMatchObject({ signInPhone: '+233245550022', phone: '+233245550022' })
  })

  it('only the code sent to a phone number reveals that the number belongs to another account', async () => {
    await accountWith('024 555 0023', '+233245550023')
    const token = await accountWith('024 555 0024', '+233245550024')
    const asked = await change(token, { phone: '024 555 0023' })
    expect(asked.statusCode).toBe(200)
    const refused = await confirm(token, await lastCode('+233245550023'))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
  })

  it('a phone number can be removed only if the account has an e-mail address', async () => {
    const token = await accountWith('024 555 0025', '+233245550025')
    expect((await change(token, { phone: '' })).json().fields).toHaveProperty('phone')
    const asked = await lab.call('PUT', '/api/auth/profile', {
      by: signedIn(token),
      body: { email: 'esi@home.test' },
    })
    expect(asked.statusCode, asked.body).toBe(200)
    const link = /confirm-email#token=([\w-]+)/.exec((await lab.lastMailTo('esi@home.test')).text)?.[1]
    expect((await post('/api/auth/confirm-email', { token: link })).statusCode).toBe(200)
    expect((await change(token, { phone: '' })).statusCode).toBe(200)
    expect(await profileOf(token)).toMatchObject({ email: 'esi@home.test', signInPhone: null })
  })

  it('only patients sign in with a phone number, which is free again when the account is closed', async () => {
    const staff = await lab.makeStaff('technician')
    expect((await change(staff.token, { phone: '024 555 0026' })).statusCode).toBe(403)
    const token = await accountWith('024 555 0026', '+233245550026')
    await lab.call('DELETE', '/api/auth/profile', { by: signedIn(token), body: {} })
    expect((await smsTo('+233245550026')).at(-1)).toMatch(/account is closed/)
    const next = await accountWith('024 555 0026', '+233245550026', 'Next Owner')
    expect((await profileOf(next)).fullName).toBe('Next Owner')
  })
})

it('an account with only a phone number can book, and gets its messages by SMS', async () => {
  const token = await accountWith('024 555 0030', '+233245550030')
  const booked = await lab.call('POST', '/api/labtest/book', {
    by: signedIn(token),
    body: {
      ...bookingBody,
      patientDetails: { ...bookingBody.patientDetails, contact: '+233245550030', email: '' },
    },
  })
  expect(booked.statusCode, booked.body).toBe(201)
  expect((await smsTo('+233245550030')).at(-1)).toMatch(/visit is booked/)
})

it('a code for a phone number is neither stored nor logged after it was sent', async () => {
  await signUp('024 555 0031')
  const code = await lastCode('+233245550031')
  const { rows } = await lab.pool.query(
    `select body, secret, payload from outbox where recipient = '+233245550031'`,
  )
  expect(rows).toEqual([
    { body: expect.stringContaining('••••••••'), secret: null, payload: { language: 'en' } },
  ])
  expect(JSON.stringify(rows)).not.toContain(code)
})

it('without an SMS gateway a request for a code to a phone number is refused with that reason', async () => {
  const silent = await openTestApp()
  try {
    const { signIn } = (await silent.call('GET', '/api/laboratory')).json()
    expect(signIn.phone).toBe(false)
    const refused = await silent.call('POST', '/api/auth/register-phone', {
      body: { fullName: 'Esi', phone: '024 555 0040', acceptedTerms: true },
    })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_possible_now'])
  } finally {
    await silent.close()
  }
})

describe('a code to the phone number on a person’s record', () => {
  const number = '+233247770001'
  const walkIn = async (fullName: string, contact: string) => {
    const made = await lab.call('POST', '/api/queue/walk-in', {
      by: await lab.makeStaff('admin'),
      body: {
        patientDetails: { ...bookingBody.patientDetails, fullName, contact, email: '' },
        testType: ['Full Blood Count'],
      },
    })
    expect(made.statusCode, made.body).toBe(201)
    const history = await lab.call('GET', `/api/labtest/appointment/${made.json().visit.id}/history`, {
      by: await lab.makeStaff('admin'),
    })
    return { id: history.json().personId as string, number: history.json().personNumber as string }
  }
  const ask = (by: Person, personNumber: string, kind = 'self') =>
    lab.call('POST', '/api/care/code', { by, body: { personNumber, kind } })
  const take = (by: Person, code: string) => lab.call('POST', '/api/care', { by, body: { code } })

  it('a code to the number on a walk-in’s record opens the record, with the same answer for every person number', async () => {
    const esi = await walkIn('Esi Claimed', '024 777 0001')
    const [owner, stranger] = [await lab.signUpPatient(), await lab.signUpPatient()]
    const answers = [await ask(owner, esi.number), await ask(stranger, personNumber(9_000_000))]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]?.json().message).toBe(answers[1]?.json().message)
    expect((await ask(stranger, 'P000000000')).json().fields).toHaveProperty('personNumber')
    const taken = await take(owner, await lastCode(number))
    expect(taken.json()).toMatchObject({ personId: esi.id })
    // The record now has its own account, so no more codes are sent for it.
    const sent = (await smsTo(number)).length
    expect((await ask(stranger, esi.number)).json().message).toBe(answers[0]?.json().message)
    expect(await smsTo(number)).toHaveLength(sent)
    expect((await lab.call('GET', '/api/care', { by: stranger })).json()).toEqual({
      people: [],
      codeBySms: true,
    })
  })

  it('a code to the number on a record works for ten minutes, three times a day for a person and five times an hour for an account', async () => {
    const ama = await walkIn('Ama Claimed', '024 777 0002')
    const asking = await lab.signUpPatient()
    await ask(asking, ama.number, 'other')
    const code = await lastCode('+233247770002')
    lab.clock.advance(minutes(10) + 1)
    expect((await take(asking, code)).json().code).toBe('code_invalid')
    await ask(asking, ama.number)
    await ask(asking, ama.number)
    expect((await ask(await lab.signUpPatient(), ama.number)).statusCode).toBe(429)
    const others = [await walkIn('A', '024 777 0003'), await walkIn('B', '024 777 0004')]
    for (const other of others) expect((await ask(asking, other.number)).statusCode).toBe(200)
    expect((await ask(asking, others[0]?.number ?? '')).statusCode).toBe(429)
  })
})
