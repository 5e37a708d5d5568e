import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PasskeySignature } from '#contract/passkeys.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Authenticator, openAuthenticator } from './authenticator.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { goodPassword } from './sign-up.ts'

const origin = 'https://lab.test'
let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp({ settings: { PUBLIC_URL: origin } })
})
afterAll(() => lab.close())
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  await lab.db.deleteFrom('rateLimit').execute()
})

const post = (path: string, body?: object, by?: Person) =>
  lab.call('POST', `/api/auth/${path}`, { by, ...(body && { body }) })
const proof = { currentPassword: goodPassword }

/** Adds a passkey to an account without a second factor. */
async function add(
  person: Person,
  name = 'Phone',
): Promise<{ device: Authenticator; recoveryCodes: string[] }> {
  const device = openAuthenticator(origin)
  const begun = await post('passkeys/begin', proof, person)
  expect(begun.statusCode, begun.body).toBe(200)
  const added = await post('passkeys', { name, credential: device.create(begun.json()) }, person)
  expect(added.statusCode, added.body).toBe(201)
  return { device, recoveryCodes: added.json().recoveryCodes }
}

const challenge = async () => (await post('passkey-log-in/begin')).json()
const logIn = (signed: PasskeySignature) => post('passkey-log-in', signed)
const listed = async (by: Person) => (await lab.call('GET', '/api/auth/passkeys', { by })).json()
const actionsOf = async ({ accountId }: Person) =>
  (
    await lab.db
      .selectFrom('audit')
      .select('action')
      .where('subjectId', '=', accountId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

let people = 0
const withPassword = () =>
  lab.signUpPatient({ email: `passkey${++people}@example.com`, password: goodPassword })

describe('logging in with a passkey', () => {
  test('a passkey logs in without a password, and a challenge is taken once', async () => {
    const ama = await withPassword()
    const { device } = await add(ama)
    const options = await challenge()
    expect(options).toMatchObject({ rpId: 'lab.test', userVerification: 'required', allowCredentials: [] })
    const signed = device.sign(options)
    const entered = await logIn(signed)
    expect(entered.statusCode, entered.body).toBe(200)
    expect(entered.json().user).toMatchObject({ id: ama.accountId })
    const replayed = await logIn(signed)
    expect([replayed.statusCode, replayed.json().code]).toEqual([400, 'code_invalid'])
    expect(await listed(ama)).toMatchObject([{ name: 'Phone', lastUsedAt: lab.clock.now().toISOString() }])
    expect(await actionsOf(ama)).toEqual(expect.arrayContaining(['passkey.added', 'login.succeeded']))
    expect((await lab.lastMailTo(ama.email)).subject).toBe('The way you log in was changed')

    const late = await challenge()
    lab.clock.advance(minutes(10))
    expect((await logIn(device.sign(late))).json().code).toBe('code_invalid')
  })

  test('a passkey is refused from another page, without a verified person, and for another account', async () => {
    const [ama, kofi] = [await withPassword(), await withPassword()]
    const { device } = await add(ama)
    const other = await add(kofi)
    const refused = async (signed: PasskeySignature) => {
      const { statusCode, body } = await logIn(signed)
      expect(statusCode, body).toBe(401)
    }
    await refused(device.sign(await challenge(), { origin: 'https://lab.test.example.com' }))
    await refused(device.sign(await challenge(), { unverified: true }))
    await refused(device.sign({ ...(await challenge()), rpId: 'example.com' }))
    const handle = other.device.sign(await challenge()).userHandle ?? ''
    await refused(device.sign(await challenge(), { userHandle: handle }))
    // The credential of one account with a signature of another.
    await refused({ ...other.device.sign(await challenge()), id: device.id })
    await refused(openAuthenticator(origin).sign(await challenge(), { userHandle: handle }))
    const { userHandle: _, ...nameless } = device.sign(await challenge())
    await refused(nameless)
    expect((await logIn(device.sign(await challenge()))).statusCode).toBe(200)
  })

  test('a count that does not grow is refused and audited', async () => {
    const ama = await withPassword()
    const { device } = await add(ama)
    expect((await logIn(device.sign(await challenge(), { count: 7 }))).statusCode).toBe(200)
    for (const count of [7, 3, 0]) {
      const copied = await logIn(device.sign(await challenge(), { count }))
      expect([copied.statusCode, copied.json().message]).toEqual([401, expect.stringContaining('copy of it')])
    }
    expect((await actionsOf(ama)).filter((action) => action === 'passkey.refused')).toHaveLength(3)
    const lowered = lab.pool.query('update passkey set sign_count = 1 where account_id = $1', [ama.accountId])
    await expect(lowered).rejects.toThrow('cannot go back')
    expect((await logIn(device.sign(await challenge(), { count: 8 }))).statusCode).toBe(200)
  })

  test('a passkey of a closed account does not log in', async () => {
    const ama = await withPassword()
    const { device } = await add(ama)
    await lab.call('DELETE', '/api/auth/profile', { by: ama, body: proof })
    expect((await logIn(device.sign(await challenge()))).statusCode).toBe(401)
    const left = await lab.db
      .selectFrom('passkey')
      .select('id')
      .where('accountId', '=', ama.accountId)
      .execute()
    expect(left).toEqual([])
  })

  test('no passkeys are offered at an IP address, with the reason', async () => {
    const at = await openTestApp({ sameDatabaseAs: lab, settings: { PUBLIC_URL: 'https://192.168.1.10' } })
    const refused = await at.call('POST', '/api/auth/passkey-log-in/begin')
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('domain name'),
    ])
    expect((await at.call('GET', '/api/laboratory')).json().signIn.passkey).toBe(false)
    expect((await lab.call('GET', '/api/laboratory')).json().signIn.passkey).toBe(true)
    await at.close()
  })
})

describe('a passkey as the second factor', () => {
  test('the password alone does not log in, a recovery code does, and other sessions have ended', async () => {
    const ama = await withPassword()
    const password = { email: ama.email, password: goodPassword }
    const before = (await post('login', password)).json().token
    const { recoveryCodes } = await add(ama)
    const headers = { authorization: `Bearer ${before}` }
    expect((await lab.call('GET', '/api/auth/profile', { headers })).statusCode).toBe(401)
    const asked = await post('login', password)
    expect([asked.json().code, asked.json().message]).toEqual([
      'second_factor_asked',
      'Log in with your passkey, or enter one of your recovery codes.',
    ])
    expect((await post('login', { ...password, secondFactor: '123456' })).statusCode).toBe(401)
    expect(recoveryCodes).toHaveLength(10)
    expect((await post('login', { ...password, secondFactor: recoveryCodes[0] })).statusCode).toBe(200)
    expect((await lab.call('GET', '/api/auth/second-factor', { by: ama })).json()).toEqual({
      on: true,
      required: false,
      application: false,
      recoveryCodesLeft: 9,
    })
  })

  test('a passkey satisfies a laboratory that requires a second factor, until it is removed', async () => {
    const boss = await lab.makeStaff('admin', { password: goodPassword })
    const { version } = (await lab.call('GET', '/api/settings', { by: boss })).json().signIn
    await lab.call('PUT', '/api/settings/sign-in', { by: boss, body: { secondFactor: 'managers', version } })
    expect((await lab.call('GET', '/api/settings', { by: boss })).statusCode).toBe(403)
    const { recoveryCodes } = await add(boss)
    expect((await lab.call('GET', '/api/settings', { by: boss })).statusCode).toBe(200)
    const [passkey] = await listed(boss)
    const remove = (body: object) => post(`passkeys/${passkey.id}/remove`, body, boss)
    expect((await remove(proof)).json().fields).toHaveProperty('code')
    expect((await remove({ ...proof, code: recoveryCodes[0] })).statusCode).toBe(200)
    expect((await lab.call('GET', '/api/settings', { by: boss })).json().code).toBe('second_factor_missing')
    await lab.db.updateTable('laboratory').set({ secondFactor: 'nobody' }).execute()
  })

  test('a passkey of another person cannot be removed, and each passkey is registered once', async () => {
    const [ama, kofi] = [await withPassword(), await withPassword()]
    const { device } = await add(ama)
    const codes = (await add(kofi)).recoveryCodes
    const [{ id }] = await listed(ama)
    expect((await post(`passkeys/${id}/remove`, { ...proof, code: codes[0] }, kofi)).statusCode).toBe(404)
    const options = (await post('passkeys/begin', { ...proof, code: codes[1] }, kofi)).json()
    const again = await post('passkeys', { name: 'Mine', credential: device.create(options) }, kofi)
    expect(again.statusCode).toBe(409)
  })
})

describe('confirming by a passkey', () => {
  test('a passkey stands in for the password for five minutes, in the session that it confirmed', async () => {
    const ama = await withPassword()
    const { device } = await add(ama)
    const change = () =>
      lab.call('PUT', '/api/auth/profile', { by: ama, body: { email: `new${people}@example.com` } })
    expect((await change()).json().fields).toHaveProperty('currentPassword')
    const options = (await post('confirmation/begin', undefined, ama)).json()
    expect(options.allowCredentials).toMatchObject([{ id: device.id, transports: ['internal'] }])
    expect((await post('confirmation', device.sign(options), ama)).statusCode).toBe(200)
    expect((await change()).statusCode).toBe(200)
    // A further passkey needs no code either.
    expect((await post('passkeys/begin', {}, ama)).statusCode).toBe(200)
    const other = (await logIn(device.sign(await challenge()))).json().token
    const headers = { authorization: `Bearer ${other}` }
    const elsewhere = await lab.call('POST', '/api/auth/passkeys/begin', { headers, body: {} })
    expect(elsewhere.json().fields).toHaveProperty('currentPassword')
    lab.clock.advance(minutes(5))
    expect((await change()).statusCode).toBe(400)
  })

  test('a challenge of another account or for another purpose confirms nobody', async () => {
    const [ama, kofi] = [await withPassword(), await withPassword()]
    const mine = (await add(ama)).device
    const theirs = (await add(kofi)).device
    const confirm = async (signed: PasskeySignature) => (await post('confirmation', signed, ama)).json().code
    const begun = async (by: Person) => (await post('confirmation/begin', undefined, by)).json()
    expect(await confirm(mine.sign(await begun(kofi)))).toBe('code_invalid')
    expect(await confirm(mine.sign(await challenge()))).toBe('code_invalid')
    expect(await confirm(theirs.sign(await begun(ama)))).toBe('wrong_credentials')
  })

  test('people without a password change how they log in only just after a log-in', async () => {
    const ama = await lab.signUpPatient()
    const change = () =>
      lab.call('PUT', '/api/auth/profile', { by: ama, body: { email: 'ama.new@example.com' } })
    lab.clock.advance(minutes(15))
    const refused = await change()
    expect([refused.statusCode, refused.json().message]).toEqual([
      401,
      expect.stringContaining('log in again'),
    ])
    lab.clock.set(mondayMorning)
    expect((await change()).statusCode).toBe(200)
  })
})
