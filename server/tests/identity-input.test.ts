import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './harness.ts'
import { codeIn, goodPassword, signUpForm } from './sign-up.ts'

let lab: TestApp
let token: string
beforeAll(async () => {
  lab = await openTestApp()
  ;({ token } = await lab.makeStaff('admin', { email: 'manager@lab.example', password: goodPassword }))
})
afterAll(() => lab.close())

let networks = 0
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: string, type = 'application/json') =>
  lab.call(method, path, {
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    from: `10.8.0.${(++networks % 250) + 1}`,
  })
const sendJson = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) =>
  send(method, path, JSON.stringify(body))

/** All rows that a refused call must leave unchanged. */
async function everything(): Promise<unknown> {
  const tables = [
    'account',
    'session',
    'registration',
    'one_time_token',
    'outbox',
    'audit',
    'contact_message',
  ]
  const rows = await Promise.all(
    tables.map(async (table) => (await lab.pool.query(`select * from ${table} order by 1`)).rows),
  )
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
}

const calls = [
  ['POST', '/api/auth/register', signUpForm('input@example.com')],
  ['POST', '/api/auth/verify-otp', { otp: 'ABCD1234', email: 'input@example.com' }],
  ['POST', '/api/auth/resend-otp', { email: 'input@example.com' }],
  ['POST', '/api/auth/login', { email: 'input@example.com', password: goodPassword }],
  ['POST', '/api/auth/forgot-password', { email: 'input@example.com' }],
  [
    'POST',
    '/api/auth/reset-password',
    { token: 'A'.repeat(43), password: goodPassword, confirmPassword: goodPassword },
  ],
  [
    'POST',
    '/api/auth/set-up',
    {
      token: 'A'.repeat(43),
      fullName: 'Nana',
      email: 'input@example.com',
      password: goodPassword,
      confirmPassword: goodPassword,
    },
  ],
  ['PUT', '/api/auth/profile', { fullName: 'Nana', phone: '+233 24 123 4567' }],
  ['DELETE', '/api/auth/profile', { currentPassword: 'not this' }],
  ['POST', '/api/auth/confirm-email', { token: 'A'.repeat(43) }],
  ['POST', '/api/auth/oidc/exchange', { code: 'A'.repeat(43) }],
] as const

describe.each(calls)('%s %s', (method, path, good) => {
  const optional = path === '/api/auth/profile'

  test.each([
    ['broken JSON', '{"email": "a@', 'bad_request'],
    ['JSON with a NUL outside of a string', '{"email":\u0000"a@b.co"}', 'bad_request'],
    ['a __proto__ key', '{"__proto__": {"role": "admin"}}', 'bad_request'],
    ['a constructor.prototype key', '{"constructor": {"prototype": {"role": "admin"}}}', 'bad_request'],
    ['a list', '[]', 'invalid_input'],
    ['a number', '7', 'invalid_input'],
    ['null', 'null', 'invalid_input'],
  ])('%s is refused and changes nothing', async (_what, body, code) => {
    const before = await everything()
    const answer = await send(method, path, body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, code])
    expect(answer.json().message).toMatch(/^[A-Z].{5,}/)
    expect(await everything()).toEqual(before)
  })

  test('a body of more than 64 KiB is refused', async () => {
    const answer = await sendJson(method, path, { ...good, padding: 'x'.repeat(70_000) })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body of type %s is refused',
    async (type) => {
      const answer = await send(method, path, JSON.stringify(good), type)
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_type'])
    },
  )

  test('an unknown field is refused by name', async () => {
    const before = await everything()
    const answer = await sendJson(method, path, { ...good, isAdmin: true })
    expect(answer.json().fields).toEqual({ isAdmin: ['This field is not known'] })
    expect(await everything()).toEqual(before)
  })

  test.each(Object.keys(good))('names %s when it is missing or of another type', async (field) => {
    const before = await everything()
    for (const value of [7, true, { $ne: '' }, ['a@example.com', 'b@example.com']]) {
      if (value === true && field === 'acceptedTerms') continue
      const answer = await sendJson(method, path, { ...good, [field]: value })
      expect([value, answer.statusCode]).toEqual([value, 400])
      expect(Object.keys(answer.json().fields)).toContain(field)
    }
    if (!optional) {
      const { [field as never]: _left, ...rest } = good as Record<string, unknown>
      const answer = await sendJson(method, path, rest)
      if (!(path.endsWith('verify-otp') && field === 'email')) {
        expect(Object.keys(answer.json().fields)).toContain(field)
        expect(await everything()).toEqual(before)
      }
    } else expect(await everything()).toEqual(before)
  })
})

describe('names', () => {
  test.each([
    ['emoji', '👩🏾‍🔬 Ama 👨‍👩‍👧‍👦'],
    ['right to left', 'עליזה כהן'],
    ['right to left, Arabic', 'أحمد بن محمد'],
    ['combining marks', 'Zoë Ɔsei Akɔsua'],
    ['an apostrophe, a quote and markup', `O'Brien "Al" <b>&amp;`],
    ['what looks like SQL', `Robert'); drop table account;--`],
    ['a template', '{{7*7}} <%= 7*7 %> %s %n'],
    ['200 characters', '李'.repeat(200)],
    ['200 characters that take two places each', '🧪'.repeat(200)],
  ])('names with %s are stored unchanged, from the form to the profile', async (_what, fullName) => {
    const email = `name${++networks}@example.com`
    const registered = await sendJson('POST', '/api/auth/register', signUpForm(email, { fullName }))
    expect(registered.statusCode).toBe(201)
    const otp = codeIn(await lab.lastMailTo(email))
    const verified = await sendJson('POST', '/api/auth/verify-otp', { otp })
    const profile = await lab.call('GET', '/api/auth/profile', {
      headers: { authorization: `Bearer ${verified.json().token}` },
    })
    expect(profile.json().fullName).toBe(fullName.normalize('NFC'))
  })

  test.each([
    ['a NUL', 'Ama\u0000Owusu', 'cannot be printed'],
    ['a line break', 'Ama\r\nBcc: everyone@example.com', 'cannot be printed'],
    ['an escape', 'Ama\u001b[31m', 'cannot be printed'],
    ['half a character', 'Ama \ud83d', 'cannot be printed'],
    ['10,000 characters', 'x'.repeat(10_000), 'at most 200'],
    ['201 characters', '🧪'.repeat(201), 'at most 200'],
    ['nothing', '', 'required'],
    ['blanks', ' \u00a0 ', 'required'],
  ])('names with %s are refused at the field', async (_what, fullName, why) => {
    const answer = await sendJson('POST', '/api/auth/register', signUpForm('name@example.com', { fullName }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.fullName[0]).toContain(why)
    expect(answer.json().fields).not.toHaveProperty('email')
  })
})

test.each([
  'plain',
  'a@b',
  'a b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com, b@example.com',
  '<a@example.com>',
  'a@example.com\u0000',
  `${'a'.repeat(250)}@example.com`,
  'x'.repeat(10_000),
])('the address %j is refused at the field', async (email) => {
  const answer = await sendJson('POST', '/api/auth/register', signUpForm(email))
  expect(Object.keys(answer.json().fields)).toEqual(['email'])
})

test('passwords may have any characters, and 8 to 128 of them as people count characters', async () => {
  const statusOf = async (password: string) => {
    const form = signUpForm(`password${++networks}@example.com`, { password, confirmPassword: password })
    return (await sendJson('POST', '/api/auth/register', form)).statusCode
  }
  expect(await statusOf('🐘🦒🦓🦏🐪🐫🦘')).toBe(400)
  expect(await statusOf('🐘🦒🦓🦏🐪🐫🦘🐃')).toBe(201)
  expect(await statusOf('nul \u0000 and \n line')).toBe(201)
  expect(await statusOf('ab c'.repeat(32))).toBe(201)
  expect(await statusOf(`${'ab c'.repeat(32)}!`)).toBe(400)
  expect(await statusOf('x'.repeat(10_000))).toBe(400)
})
