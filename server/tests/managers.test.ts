import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { permissionNames } from '#contract/permissions.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { goodPassword } from './sign-up.ts'
import { invitationIn, staffOf } from './technicians.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let mary: Person
let kojo: Person

beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())
beforeEach(async () => {
  await lab.pool.query(
    "update account set status = 'Deactivated', deactivated_at = now() where role = 'admin' and status = 'Active'",
  )
  mary = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  kojo = await lab.makeStaff('admin', { fullName: 'Kojo Kumasi' })
})

const deactivate = (by: Person, id: string, reason?: string) =>
  lab.call('DELETE', `/api/managers/${id}`, { by, body: { reason } })
const change = (by: Person, id: string, sites: string[] | null) =>
  lab.call('PUT', `/api/managers/${id}/sites`, { by, body: { sites } })
const resend = (by: Person, id: string) => lab.call('POST', `/api/managers/${id}/resend`, { by })
const listed = async () => (await lab.call('GET', '/api/managers', { by: mary })).json()
const limit = (person: Person) =>
  lab.pool.query('insert into account_site values ($1, $2)', [person.accountId, mainSite])
const staff = () => staffOf(lab, mary)

let people = 0
async function invited() {
  const email = `sena.second${++people}@example.com`
  const body = { fullName: 'Sena Second', email, sites: null }
  const answer = await lab.call('POST', '/api/managers/invite', { by: mary, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return { id: answer.json().id as string, email, link: invitationIn(await lab.lastMailTo(email)) }
}

describe('deactivating a manager', () => {
  it('deactivating a manager ends their sessions and mailed links; name and history stay', async () => {
    await lab.call('POST', '/api/auth/forgot-password', { body: { email: kojo.email } })
    const token = /reset-password#token=([\w-]{43})/.exec((await lab.lastMailTo(kojo.email)).text)?.[1]
    const answer = await deactivate(mary, kojo.accountId, 'Moved to Tamale')
    expect(answer.json()).toEqual({
      message: 'Kojo Kumasi can no longer log in. What they did stays on record.',
    })
    for (const path of ['/api/managers', '/api/auth/profile', '/api/insights']) {
      expect((await lab.call('GET', path, { by: kojo })).statusCode).toBe(401)
    }
    const body = { email: kojo.email, password: goodPassword }
    expect((await lab.call('POST', '/api/auth/login', { body })).statusCode).toBe(401)
    const password = 'nine grey pelicans'
    const reset = await lab.call('POST', '/api/auth/reset-password', {
      body: { token, password, confirmPassword: password },
    })
    expect(reset.json().code).toBe('code_invalid')
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id: kojo.accountId, fullName: 'Kojo Kumasi', status: 'Deactivated' }),
    )
    expect((await staff().auditOf(kojo.accountId)).at(-1)).toMatchObject({
      action: 'manager.deactivated',
      accountId: mary.accountId,
      reason: 'Moved to Tamale',
    })
    const mail = await lab.lastMailTo(kojo.email)
    expect(mail.text).toContain('as a manager of')
    expect(mail.text).toContain('was deactivated')
  })

  it('deactivating a manager removes the subscriptions to push messages', async () => {
    await lab.pool.query(
      `insert into push_subscription (account_id, id, endpoint, p256dh, auth, name, session_hash, created_at)
       select id, id, 'https://push.example/one', decode(repeat('04', 65), 'hex'), decode(repeat('00', 16), 'hex'),
         'Firefox on Linux', '\\x00', now() from account where id = $1`,
      [kojo.accountId],
    )
    await deactivate(mary, kojo.accountId)
    const { rows } = await lab.pool.query('select from push_subscription where account_id = $1', [
      kojo.accountId,
    ])
    expect(rows).toEqual([])
  })

  it('deactivating staff frees the address: a person who returns is invited again and gets another account', async () => {
    await deactivate(mary, kojo.accountId)
    const body = { fullName: 'Kojo Kumasi', email: kojo.email, sites: null }
    const again = await lab.call('POST', '/api/managers/invite', { by: mary, body })
    expect(again.statusCode).toBe(201)
    expect((await staff().accept(invitationIn(await lab.lastMailTo(kojo.email)))).statusCode).toBe(200)
    const his = (await listed()).filter((one: { email: string }) => one.email === kojo.email)
    expect(his.map((one: { status: string }) => one.status)).toEqual(['Active', 'Deactivated'])
    expect(his[0].id).not.toBe(kojo.accountId)
  })

  it('of two managers who deactivate each other at once, one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await lab.makeStaff('admin'), await lab.makeStaff('admin')]
      const answers = await Promise.all([deactivate(one, two.accountId), deactivate(two, one.accountId)])
      const statuses = answers.map(({ statusCode }) => statusCode).sort()
      expect(statuses[0]).toBe(200)
      expect([401, 403]).toContain(statuses[1])
      const { rows } = await lab.pool.query('select status from account where id = any($1) order by status', [
        [one.accountId, two.accountId],
      ])
      expect(rows.map(({ status }) => status)).toEqual(['Active', 'Deactivated'])
    }
  })

  it('a manager of all sites remains when one is deactivated and the other limited at once', async () => {
    const answers = await Promise.all([
      deactivate(mary, kojo.accountId),
      change(kojo, mary.accountId, [mainSite]),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const { rows } = await lab.pool.query(`
      select count(*)::int as n from account where role = 'admin' and status = 'Active'
        and not exists (select from account_site o where o.account_id = account.id)`)
    expect(rows[0].n).toBe(1)
  })

  it('deactivating a manager is refused with the reason for oneself, an invited and a deactivated manager', async () => {
    const waiting = await invited()
    const gone = await lab.makeStaff('admin', { fullName: 'Gifty Gone' })
    await deactivate(mary, gone.accountId)
    const tech = await lab.makeStaff('technician')
    const said = async (id: string) => {
      const answer = await deactivate(mary, id)
      return [answer.statusCode, answer.json().message]
    }
    expect(await said(waiting.id)).toEqual([
      409,
      'Sena Second has not accepted yet: withdraw the invitation instead.',
    ])
    expect(await said(gone.accountId)).toEqual([409, 'Gifty Gone is deactivated already.'])
    expect((await change(mary, gone.accountId, null)).json().message).toContain('no longer works here')
    expect(await said(mary.accountId)).toEqual([
      409,
      'Another manager changes what you may see, and whether you stay.',
    ])
    for (const id of [tech.accountId, '01890000-0000-7000-8000-000000000000']) {
      expect((await said(id))[0]).toBe(404)
    }
  })

  it('only managers of all sites limit or deactivate managers', async () => {
    const patient = await lab.signUpPatient()
    const tech = await lab.makeStaff('technician')
    await lab.pool.query('update account set permissions = $2 where id = $1', [
      tech.accountId,
      [...permissionNames],
    ])
    for (const by of [patient, tech]) {
      expect((await deactivate(by, kojo.accountId)).statusCode).toBe(403)
      expect((await resend(by, kojo.accountId)).statusCode).toBe(403)
    }
    await limit(kojo)
    const refused = await deactivate(kojo, mary.accountId)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Only a manager who sees all sites changes what other managers see.',
    ])
  })
})

describe('limiting a manager', () => {
  it('a manager who is deactivated or limited while changing another is refused with that reason', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await lab.makeStaff('admin'), await lab.makeStaff('admin')]
      const answers = await Promise.all([
        change(one, two.accountId, [mainSite]),
        change(two, one.accountId, [mainSite]),
      ])
      const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
      expect(won?.statusCode).toBe(200)
      expect([lost?.statusCode, lost?.json().message]).toEqual([
        409,
        'Only a manager who sees all sites changes what other managers see.',
      ])
    }
  })

  it('a change of an invited manager applies when the invitation is accepted at that moment', async () => {
    const { id, link } = await invited()
    const holder = await lab.pool.connect()
    await holder.query('begin')
    await holder.query('select from invitation where id = $1 for update', [id])
    const both = [staff().accept(link), change(mary, id, [mainSite])] as const
    await expect.poll(() => waitingForLocks(lab)).toBe(2)
    await holder.query('rollback')
    holder.release()
    const [accepted, changed] = await Promise.all(both)
    expect([accepted.statusCode, changed.statusCode]).toEqual([200, 200])
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id, status: 'Active', sites: [mainSite] }),
    )
  })
})

describe('the invitation of a manager', () => {
  it("a manager's invitation is mailed again: only the new link works, also after the first has expired", async () => {
    const { id, email, link } = await invited()
    await lab.pool.query("update invitation set expires_at = now() - interval '1 year' where id = $1", [id])
    const answer = await resend(mary, id)
    expect(answer.json()).toMatchObject({
      message: `A new invitation is on its way to ${email}.`,
      manager: { id, status: 'Invited' },
    })
    expect((await staff().look(link)).state).toBe('unknown')
    const mail = await lab.lastMailTo(email)
    expect(mail.subject).toContain('invited to manage')
    expect((await staff().accept(invitationIn(mail))).statusCode).toBe(200)
    expect((await staff().auditOf(id)).map(({ action }) => action)).toEqual([
      'manager.invited',
      'manager.invited_again',
      'account.created',
    ])
  })

  it("a manager's invitation that was accepted or withdrawn is neither mailed nor withdrawn, with the reason", async () => {
    const accepted = await invited()
    await staff().accept(accepted.link)
    const withdraw = (id: string) => lab.call('POST', `/api/managers/${id}/withdraw`, { by: mary })
    for (const call of [resend(mary, accepted.id), withdraw(accepted.id)]) {
      const answer = await call
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'Sena Second has accepted the invitation already.',
      ])
    }
    const withdrawn = await invited()
    expect((await withdraw(withdrawn.id)).statusCode).toBe(200)
    expect((await withdraw(withdrawn.id)).statusCode).toBe(404)
    expect((await resend(mary, withdrawn.id)).statusCode).toBe(404)
  })

  it('an invitation of a technician is not found among those of managers', async () => {
    const { id } = await staff().invited()
    expect((await resend(mary, id)).statusCode).toBe(404)
  })
})
