import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './harness.ts'
import { codeIn, goodPassword, signUpForm, tokenIn } from './sign-up.ts'

let lab: TestApp
let other: TestApp
beforeAll(async () => {
  lab = await openTestApp({ poolSize: 20 })
  other = await openTestApp({ sameDatabaseAs: lab, clock: lab.clock, poolSize: 20 })
})
afterAll(async () => {
  await other.close()
  await lab.close()
})

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Calls alternate between the two server processes. */
const at = (index: number) => (index % 2 === 0 ? lab : other)
const verify = (index: number, otp: string) =>
  at(index).call('POST', '/api/auth/verify-otp', { body: { otp }, from: `10.6.1.${index + 1}` })
const ok = <T extends { statusCode: number }>(answers: readonly T[]) =>
  answers.filter(({ statusCode }) => statusCode < 300)
const accountsOf = async (email: string) =>
  lab.db.selectFrom('account').select(['id', 'status']).where('email', '=', email).execute()

test('twenty concurrent uses of one code, on two processes, create one account and one session', async () => {
  await lab.call('POST', '/api/auth/register', { body: signUpForm('one@example.com') })
  const otp = codeIn(await lab.lastMailTo('one@example.com'))
  const answers = await Promise.all(times(20).map((index) => verify(index, otp)))
  expect(ok(answers)).toHaveLength(1)
  expect(
    answers.filter((answer) => answer.statusCode === 400 && answer.json().code === 'code_invalid'),
  ).toHaveLength(19)
  const [account] = await accountsOf('one@example.com')
  const sessions = await lab.db
    .selectFrom('session')
    .selectAll()
    .where('accountId', '=', account?.id ?? '')
    .execute()
  expect(sessions).toHaveLength(1)
})

test('32 concurrent registrations of one address and uses of their codes create one account', async () => {
  // The limit for one address per hour is removed, since only the race is tested.
  for (const index of times(32)) {
    await lab.db.deleteFrom('rateLimit').execute()
    await at(index).call('POST', '/api/auth/register', { body: signUpForm('all@example.com') })
  }
  const codes = (await lab.mailsTo('all@example.com')).map(codeIn)
  expect(new Set(codes).size).toBe(32)
  await lab.db.deleteFrom('rateLimit').execute()
  const answers = await Promise.all(codes.map((otp, index) => verify(index, otp)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(31).fill(400)])
  expect(await accountsOf('all@example.com')).toEqual([{ id: expect.any(String), status: 'Active' }])
})

test('ten concurrent resets with one link set one password, that of the request that succeeded', async () => {
  await lab.signUpPatient({ email: 'reset@example.com', password: goodPassword })
  await lab.call('POST', '/api/auth/forgot-password', { body: { email: 'reset@example.com' } })
  const token = tokenIn(await lab.lastMailTo('reset@example.com'), '/reset-password')
  const passwords = times(10).map((index) => `the ${index}th new password`)
  const answers = await Promise.all(
    passwords.map((password, index) =>
      at(index).call('POST', '/api/auth/reset-password', {
        body: { token, password, confirmPassword: password },
      }),
    ),
  )
  expect(ok(answers)).toHaveLength(1)
  const winner = passwords[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? ''
  const login = await lab.call('POST', '/api/auth/login', {
    body: { email: 'reset@example.com', password: winner },
  })
  expect(login.statusCode).toBe(200)
})

test('no session with the old password survives a reset with concurrent log-ins', async () => {
  for (const round of times(5)) {
    const email = `together${round}@example.com`
    await lab.db.deleteFrom('rateLimit').execute()
    await lab.signUpPatient({ email, password: goodPassword })
    await lab.call('POST', '/api/auth/forgot-password', { body: { email } })
    const token = tokenIn(await lab.lastMailTo(email), '/reset-password')
    const password = 'nine grey pelicans'
    const [reset, ...logins] = await Promise.all([
      lab.call('POST', '/api/auth/reset-password', { body: { token, password, confirmPassword: password } }),
      ...times(8).map((index) =>
        at(index).call('POST', '/api/auth/login', {
          body: { email, password: goodPassword },
          from: `10.6.2.${index + 1}`,
        }),
      ),
    ])
    expect(reset.statusCode).toBe(200)
    for (const login of ok(logins)) {
      const headers = { authorization: `Bearer ${login.json().token}` }
      expect((await lab.call('GET', '/api/auth/profile', { headers })).statusCode).toBe(401)
    }
  }
})

test('of two accounts that confirm one new address at once, one gets it and the other is refused', async () => {
  const people = await Promise.all(
    times(2).map((index) =>
      lab.signUpPatient({ email: `mover${index}@example.com`, password: goodPassword }),
    ),
  )
  const tokens: string[] = []
  for (const by of people) {
    await lab.call('PUT', '/api/auth/profile', {
      by,
      body: { email: 'wanted@example.com', currentPassword: goodPassword },
    })
    tokens.push(tokenIn(await lab.lastMailTo('wanted@example.com'), '/confirm-email'))
  }
  const answers = await Promise.all(
    tokens.map((token, index) => at(index).call('POST', '/api/auth/confirm-email', { body: { token } })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await accountsOf('wanted@example.com')).toHaveLength(1)
})
