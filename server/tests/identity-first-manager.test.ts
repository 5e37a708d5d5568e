import { afterEach, describe, expect, test } from 'vitest'
import { ensureFirstManager } from '#server/modules/access/index.ts'
import { hours } from '#server/platform/clock.ts'
import { openTestApp, type TestApp, type TestAppOptions } from './harness.ts'
import { goodPassword } from './sign-up.ts'

const open: TestApp[] = []
async function openLab(options: TestAppOptions<never> = {}): Promise<TestApp> {
  const lab = (await openTestApp(options)) as TestApp
  open.push(lab)
  return lab
}
afterEach(async () => {
  for (const lab of open.splice(0)) await lab.close()
})

const tokenOf = (link: string | null) =>
  /^http:\/\/lab\.test\/set-up#token=([\w-]{43})$/.exec(link ?? '')?.[1] ?? ''
const setUp = (lab: TestApp, token: string, changes = {}) =>
  lab.call('POST', '/api/auth/set-up', {
    body: {
      token,
      fullName: 'Nana Adjei',
      email: 'nana@lab.example',
      password: goodPassword,
      confirmPassword: goodPassword,
      ...changes,
    },
  })
const logIn = (lab: TestApp, email: string, password = goodPassword) =>
  lab.call('POST', '/api/auth/login', { body: { email, password } })
const managers = (lab: TestApp) =>
  lab.db.selectFrom('account').select(['email', 'status']).where('role', '=', 'admin').execute()

describe('the first manager', () => {
  test('the printed link makes the first manager, once', async () => {
    const lab = await openLab()
    const token = tokenOf(await ensureFirstManager(lab.context))
    expect((await setUp(lab, token)).statusCode).toBe(201)
    expect((await logIn(lab, 'nana@lab.example')).json().user.role).toBe('admin')
    expect((await setUp(lab, token, { email: 'second@lab.example' })).json().code).toBe('code_invalid')
    expect(await managers(lab)).toEqual([{ email: 'nana@lab.example', status: 'Active' }])
    expect(await ensureFirstManager(lab.context)).toBeNull()
  })

  test("the first manager's link makes one manager when it is opened several times at once", async () => {
    const lab = await openLab()
    const token = tokenOf(await ensureFirstManager(lab.context))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => setUp(lab, token, { email: `nana${n}@lab.example` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(400)])
    expect(await managers(lab)).toHaveLength(1)
  })

  test('each start prints a new link for the first manager and invalidates the previous link', async () => {
    const lab = await openLab()
    const first = tokenOf(await ensureFirstManager(lab.context))
    const second = tokenOf(await ensureFirstManager(lab.context))
    expect((await setUp(lab, first)).json().code).toBe('code_invalid')
    expect((await setUp(lab, second)).statusCode).toBe(201)
  })

  test('several processes start at once without an error, and one of their links for the first manager works', async () => {
    const lab = await openLab()
    const links = await Promise.all(Array.from({ length: 6 }, () => ensureFirstManager(lab.context)))
    const statuses: number[] = []
    for (const link of links) statuses.push((await setUp(lab, tokenOf(link))).statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(await managers(lab)).toHaveLength(1)
  })

  test('the link for the first manager works for a day', async () => {
    const lab = await openLab()
    const token = tokenOf(await ensureFirstManager(lab.context))
    lab.clock.advance(hours(24))
    expect((await setUp(lab, token)).json().code).toBe('code_invalid')
  })

  test("the first manager's link still works after a refused password or a taken address", async () => {
    const lab = await openLab()
    await lab.signUpPatient({ email: 'patient@example.com' })
    const token = tokenOf(await ensureFirstManager(lab.context))
    const weak = { password: 'password123', confirmPassword: 'password123' }
    expect((await setUp(lab, token, weak)).json().fields).toHaveProperty('password')
    expect((await setUp(lab, token, { email: 'patient@example.com' })).json().fields).toHaveProperty('email')
    expect((await setUp(lab, token)).statusCode).toBe(201)
  })

  test('a first manager named in the settings is created without a printed link', async () => {
    const settings = { ADMIN_EMAIL: 'boss@lab.example', ADMIN_PASSWORD: goodPassword }
    const lab = await openLab({ settings })
    expect(await Promise.all([1, 2, 3].map(() => ensureFirstManager(lab.context)))).toEqual([
      null,
      null,
      null,
    ])
    expect(await managers(lab)).toEqual([{ email: 'boss@lab.example', status: 'Active' }])
    expect((await logIn(lab, 'boss@lab.example')).json().user.role).toBe('admin')
  })

  test('the first manager of the settings is not created if there is a manager already', async () => {
    const settings = { ADMIN_EMAIL: 'boss@lab.example', ADMIN_PASSWORD: goodPassword }
    const lab = await openLab({ settings })
    await lab.makeStaff('admin')
    expect(await ensureFirstManager(lab.context)).toBeNull()
    expect((await logIn(lab, 'boss@lab.example')).statusCode).toBe(401)
  })

  test('a common password of the first manager in the settings stops the start with one line', async () => {
    const lab = await openLab({
      settings: { ADMIN_EMAIL: 'boss@lab.example', ADMIN_PASSWORD: 'password123' },
    })
    await expect(ensureFirstManager(lab.context)).rejects.toThrow(
      /^Setting ADMIN_PASSWORD: This password is one of/,
    )
    expect(await managers(lab)).toEqual([])
  })

  test('a patient’s address for the first manager in the settings stops the start', async () => {
    const lab = await openLab({ settings: { ADMIN_EMAIL: 'ama@example.com', ADMIN_PASSWORD: goodPassword } })
    await lab.signUpPatient({ email: 'ama@example.com' })
    await expect(ensureFirstManager(lab.context)).rejects.toThrow(/^Setting ADMIN_EMAIL: /)
  })
})
