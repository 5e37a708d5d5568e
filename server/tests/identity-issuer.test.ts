import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type TestApp } from './harness.ts'
import { Browser, type Issuer, openIssuer } from './issuer.ts'
import { goodPassword } from './sign-up.ts'

let lab: TestApp
let issuer: Issuer
beforeAll(async () => {
  issuer = await openIssuer()
  lab = await openTestApp({ settings: issuer.settings })
})
afterAll(async () => {
  await lab.close()
  await issuer.close()
})
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  await lab.db.deleteFrom('rateLimit').execute()
})

const start = '/api/auth/oidc/start'
const isCallback = (address: string) => address.startsWith('http://lab.test/api/auth/oidc/callback')
/** The error message of the log-in page. */
const errorIn = (address: string) => {
  expect(address).toMatch(/^http:\/\/lab\.test\/login#error=/)
  return decodeURIComponent(address.split('#error=')[1] ?? '')
}
const codeIn = (address: string) => {
  expect(address).toMatch(/^http:\/\/lab\.test\/login#code=[\w-]{43}$/)
  return address.split('#code=')[1] ?? ''
}
const exchange = (browser: Browser, code: string) => browser.post('/api/auth/oidc/exchange', { code })
const accounts = () => lab.db.selectFrom('account').select(['email', 'role', 'passwordHash']).execute()

async function signIn(person: Issuer['person'], browser = new Browser(lab)) {
  issuer.person = person
  return exchange(browser, codeIn(await browser.open(start)))
}

describe('signing in through the issuer', () => {
  test('a first sign-in through the issuer creates an account without a password', async () => {
    const answer = await signIn({
      sub: 'efua',
      email: 'efua@example.com',
      email_verified: true,
      name: 'Efua Mensah',
    })
    expect(answer.json()).toEqual({
      token: expect.any(String),
      message: 'Login successful',
      user: {
        id: expect.any(String),
        role: 'user',
        fullName: 'Efua Mensah',
        email: 'efua@example.com',
        phone: '',
        status: 'Active',
      },
    })
    const headers = { authorization: `Bearer ${answer.json().token}` }
    expect((await lab.call('GET', '/api/auth/profile', { headers })).json().hasPassword).toBe(false)
  })

  test('a sign-in through the issuer finds the same account, also after the address at the issuer has changed', async () => {
    const first = await signIn({ sub: 'yaw', email: 'yaw@example.com', email_verified: true })
    const again = await signIn({ sub: 'yaw', email: 'other@example.com', email_verified: false })
    expect(again.json().user.id).toBe(first.json().user.id)
    expect(again.json().user.email).toBe('yaw@example.com')
  })

  test('a sign-in through the issuer links the account that has the verified address', async () => {
    const ama = await lab.signUpPatient({ email: 'ama@example.com', password: goodPassword })
    const answer = await signIn({ sub: 'ama', email: 'AMA@example.com', email_verified: true })
    expect(answer.json().user.id).toBe(ama.accountId)
    const mail = await lab.lastMailTo('ama@example.com')
    expect(mail.subject).toBe('A new way to log in to your account')
    expect(mail.text).toContain('through 127.0.0.1')
  })

  test('a sign-in through the issuer without a printable name uses the address as the name', async () => {
    const answer = await signIn({
      sub: 'odd',
      email: 'odd@example.com',
      email_verified: true,
      name: '\u0000',
    })
    expect(answer.json().user.fullName).toBe('odd@example.com')
  })

  test('a sign-in through the issuer after the account was closed creates a new account', async () => {
    const person = { sub: 'leaver', email: 'leaver@example.com', email_verified: true }
    const first = (await signIn(person)).json()
    await lab.call('DELETE', '/api/auth/profile', {
      body: {},
      headers: { authorization: `Bearer ${first.token}` },
    })
    expect((await signIn(person)).json().user.id).not.toBe(first.user.id)
  })
})

describe('a refused sign-in through the issuer', () => {
  test('an address that the issuer has not verified neither links nor creates an account', async () => {
    await lab.signUpPatient({ email: 'target@example.com', password: goodPassword })
    const before = await accounts()
    for (const email of ['target@example.com', 'unseen@example.com']) {
      issuer.person = { sub: `attacker of ${email}`, email, email_verified: false }
      expect(errorIn(await new Browser(lab).open(start))).toContain('not verified')
    }
    expect(await accounts()).toEqual(before)
  })

  test.each(['technician', 'admin'] as const)(
    'a sign-in through the issuer does not open the account of a %s',
    async (role) => {
      const { email } = await lab.makeStaff(role, { password: goodPassword })
      issuer.person = { sub: `as ${role}`, email, email_verified: true }
      expect(errorIn(await new Browser(lab).open(start))).toBe(
        'This address belongs to a member of staff. Please log in with your password.',
      )
    },
  )

  test('a callback of the issuer is refused in a browser other than that of the sign-in', async () => {
    issuer.person = { sub: 'kofi', email: 'kofi@example.com', email_verified: true }
    const attacker = new Browser(lab)
    const callback = await attacker.open(start, isCallback)
    // The victim's browser has started no sign-in, or another one.
    expect(errorIn(await new Browser(lab).open(callback))).toContain('not begun in this browser')
    const victim = new Browser(lab)
    await victim.open(start, isCallback)
    expect(errorIn(await victim.open(callback))).toContain('not begun in this browser')
    // The refusals have not consumed the state.
    expect((await exchange(attacker, codeIn(await attacker.open(callback)))).statusCode).toBe(200)
  })

  test('a changed, missing or used state is refused in a callback of the issuer', async () => {
    issuer.person = { sub: 'abena', email: 'abena@example.com', email_verified: true }
    const browser = new Browser(lab)
    const callback = new URL(await browser.open(start, isCallback))
    const changed = new URL(callback)
    changed.searchParams.set('state', 'A'.repeat(43))
    expect(errorIn(await browser.open(changed.href))).toContain('not begun in this browser')
    const missing = new URL(callback)
    missing.searchParams.delete('state')
    expect(errorIn(await browser.open(missing.href))).toContain('not begun in this browser')
    codeIn(await browser.open(callback.href))
    expect(errorIn(await browser.open(callback.href))).toContain('not begun in this browser')
  })

  test('a code of the issuer from another sign-in is refused', async () => {
    issuer.person = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }
    const stolen = new URL(await new Browser(lab).open(start, isCallback)).searchParams.get('code') ?? ''
    const browser = new Browser(lab)
    const callback = new URL(await browser.open(start, isCallback))
    callback.searchParams.set('code', stolen)
    expect(errorIn(await browser.open(callback.href))).toBe(
      'Signing in did not work. Please try again, or use your password.',
    )
  })

  test('a callback that names another issuer is refused', async () => {
    const browser = new Browser(lab)
    const callback = new URL(await browser.open(start, isCallback))
    callback.searchParams.set('iss', 'https://evil.example')
    expect(errorIn(await browser.open(callback.href))).toContain('did not work')
  })

  test('a callback of the issuer is refused after ten minutes', async () => {
    const browser = new Browser(lab)
    const callback = await browser.open(start, isCallback)
    lab.clock.advance(minutes(10))
    expect(errorIn(await browser.open(callback))).toContain('too long ago')
  })

  test('a sign-in that was cancelled at the issuer is refused', async () => {
    const browser = new Browser(lab)
    const callback = new URL(await browser.open(start, isCallback))
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'access_denied')
    expect(errorIn(await browser.open(callback.href))).toBe('The sign-in was cancelled.')
  })

  test('the exchange code of a sign-in is refused a second time, in another browser, and after a minute', async () => {
    issuer.person = { sub: 'esi', email: 'esi@example.com', email_verified: true }
    const browser = new Browser(lab)
    const code = codeIn(await browser.open(start))
    expect((await exchange(new Browser(lab), code)).json().code).toBe('code_invalid')
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(browser, code)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const late = codeIn(await browser.open(start))
    lab.clock.advance(minutes(1))
    expect((await exchange(browser, late)).json().code).toBe('code_invalid')
  })
})

test('the sixty-first sign-in through the issuer from one network in ten minutes is refused', async () => {
  await Promise.all(Array.from({ length: 60 }, () => lab.call('GET', start)))
  expect(errorIn(await new Browser(lab).open(start))).toContain('Too many tries')
})

test('an issuer that does not answer times out at each step, and is used again once it answers', async () => {
  const quiet = await openIssuer()
  quiet.person = { sub: 'back', email: 'back@example.com', email_verified: true }
  const [one, other] = [
    await openTestApp({ settings: quiet.settings }),
    await openTestApp({ settings: { ...quiet.settings, OIDC_CLIENT_SECRET: 'not asked for yet' } }),
  ]
  const browser = new Browser(one)
  const callback = await browser.open(start, isCallback)
  quiet.silent = true
  const [atTheEnd, atTheStart] = await Promise.all([browser.open(callback), new Browser(other).open(start)])
  expect(errorIn(atTheEnd)).toContain('did not work')
  expect(errorIn(atTheStart)).toContain('cannot be reached')
  quiet.silent = false
  expect(await new Browser(other).open(start, isCallback)).toContain('code=')
  await quiet.close()
  await one.close()
  await other.close()
})

test('sign-in calls answer that no issuer is configured', async () => {
  const plain = await openTestApp()
  for (const path of [start, '/api/auth/oidc/callback?state=x&code=y']) {
    const answer = await plain.call('GET', path)
    expect([answer.statusCode, answer.json().code]).toEqual([501, 'not_configured'])
    expect(answer.json().message).toContain('Please use e-mail and password')
  }
  await plain.close()
})

test('the cookie of a sign-in through the issuer is Secure if the public address uses https', async () => {
  const secure = await openTestApp({ settings: { ...issuer.settings, PUBLIC_URL: 'https://lab.test' } })
  const cookie = String((await secure.call('GET', start)).headers['set-cookie'])
  expect(cookie).toMatch(
    /^__Host-phial_issuer=[\w-]{43}; Path=\/; Max-Age=720; HttpOnly; SameSite=Lax; Secure$/,
  )
  await secure.close()
})
