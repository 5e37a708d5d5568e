import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Delivery, OpenedDelivery } from '#contract/notifications.ts'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { post } from '#server/platform/outbox.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { withSomebody } from './somebody.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
let ama: Person
beforeAll(async () => {
  lab = await openTestApp()
})
beforeEach(async () => {
  await lab.renew()
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  ama = await lab.signUpPatient({ fullName: 'Ama Owusu', email: 'ama@example.com', phone: '024 123 4567' })
  await changedPassword(ama)
  await deliver()
  lab.inbox.mails.length = 0
})
afterAll(() => lab.close())

const changedPassword = ({ email, fullName }: Person) =>
  post(lab.context, { kind: 'password_changed', to: email, payload: { fullName } })
const deliver = () => deliverOutbox(lab.context)

async function book(
  details: Record<string, string> = {},
  changes: Record<string, unknown> = {},
  by = ama,
): Promise<{ id: string; reference: string }> {
  const patientDetails = { ...bookingBody.patientDetails, fullName: 'Ama Owusu', ...details }
  const answer = await lab.call('POST', '/api/labtest/book', {
    by,
    body: { ...bookingBody, patientDetails, ...changes },
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json().appointment
}

type Ledger = {
  rows: Delivery[]
  nextCursor: string | null
  latestOnly: boolean
  counts: Record<string, { count: number; exact: boolean }>
}
async function list(query: Record<string, string> = {}, by = manager): Promise<Ledger> {
  const answer = await lab.call('GET', `/api/deliveries?${new URLSearchParams(query)}`, { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
async function about(kind: string, query: Record<string, string> = {}): Promise<Delivery> {
  const found = (await list(query)).rows.find((one) => one.kind === kind)
  if (!found) throw new Error(`No message ${kind}`)
  return found
}
async function read(id: string, by = manager): Promise<OpenedDelivery> {
  const answer = await lab.call('GET', `/api/deliveries/${id}`, { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const kinds = async (query: Record<string, string>, by = manager) =>
  (await list(query, by)).rows.map(({ kind, to }) => `${kind} ${to}`)

describe('a message that staff open', () => {
  test('staff read a message as it will be sent, then as it was sent, whatever has changed since', async () => {
    const visit = await book()
    const { id } = await about('visit_booked')
    const before = await read(id)
    expect(before).toMatchObject({
      textIs: 'now',
      state: 'planned',
      person: 'Ama Owusu',
      visit: { id: visit.id, reference: visit.reference },
      noText: null,
    })
    await deliver()
    const [mail] = lab.inbox.mails
    const after = await read(id)
    expect(after).toMatchObject({ textIs: 'kept', state: 'sent', subject: mail?.subject, text: before.text })
    const link = /\/unsubscribe#token=(\S+)/.exec(mail?.text ?? '')
    expect(after.text?.trimEnd()).toBe(mail?.text.replaceAll(link?.[1] ?? '?', '••••••••').trimEnd())
    expect(after.text).toContain('Tuesday, 10 March 2026')
    await lab.pool.query(`update visit set full_name = 'Somebody Else', reference = 'CHANGED1'`)
    expect((await read(id)).text).toBe(after.text)
  })

  test('no code and no secret link is shown or kept, before or after a message was sent', async () => {
    const payload = { fullName: 'Ama Owusu' }
    await post(lab.context, {
      kind: 'registration_code',
      to: 'new@example.com',
      payload: { ...payload, language: 'en' },
      secret: { code: 'QX7PLM42' },
    })
    const to = 'ama@example.com'
    await post(lab.context, { kind: 'password_reset', to, payload, secret: { token: 'tok-en_123' } })
    await post(lab.context, {
      kind: 'manager_invited',
      to,
      payload: { ...payload, id: 'x' },
      secret: { token: 'tok-en_456' },
    })
    const secrets = /QX7PLM42|tok-en_123|tok-en_456/
    const all = (await list()).rows.filter(({ state }) => state === 'planned')
    expect(all).toHaveLength(3)
    for (const { id } of all) {
      const opened = await read(id)
      expect(opened.text).toContain('••••••••')
      expect(JSON.stringify(opened)).not.toMatch(secrets)
    }
    await deliver()
    expect(lab.inbox.mails.map(({ text }) => secrets.test(text))).toEqual([true, true, true])
    for (const { id } of all) {
      const opened = await read(id)
      expect(opened).toMatchObject({ state: 'sent', textIs: 'kept' })
      expect(opened.text).toContain('••••••••')
      expect(JSON.stringify(opened)).not.toMatch(secrets)
    }
    const { rows } = await lab.pool.query(`select string_agg(o::text, ' ') as kept from outbox o`)
    expect(rows[0].kept).not.toMatch(secrets)
  })

  test('a message without a stored text is rendered again, and marked as such', async () => {
    await book()
    await deliver()
    const { id } = await about('visit_booked')
    await lab.pool.query('update outbox set subject = null, body = null')
    expect(await read(id)).toMatchObject({ textIs: 'again', subject: 'Your laboratory visit is booked' })
    const { rows } = await lab.pool.query(
      `insert into outbox (id, kind, recipient, payload, state, created_at, due_at, spread_at)
       values (uuidv7(), 'visit_booked', 'ama@example.com', $1, 'sent', now(), now(), now()) returning id`,
      [JSON.stringify({ siteId: mainSite, visitId: '01900000-0000-7000-8000-00000000dead' })],
    )
    expect(await read(rows[0].id)).toMatchObject({
      text: null,
      noText: 'What it told of is not there any more.',
      visit: null,
    })
  })

  test('opening a message is recorded on the visit or the account once an hour, and visible to the patient', async () => {
    const visit = await book()
    for (const kind of ['visit_booked', 'password_changed']) {
      const { id } = await about(kind)
      await read(id)
      await read(id)
    }
    const { rows } = await lab.pool.query(
      `select subject_kind, subject_id, account_id from audit where action = 'message.read' order by id`,
    )
    expect(rows).toEqual([
      { subject_kind: 'visit', subject_id: visit.id, account_id: manager.accountId },
      { subject_kind: 'account', subject_id: ama.accountId, account_id: manager.accountId },
    ])
    const { rows: entries } = (await lab.call('GET', '/api/audit/mine', { by: ama })).json()
    expect(entries.filter((one: { action: string }) => one.action === 'message.read')).toMatchObject([
      { by: { fullName: 'Mary Manager' }, visit: null },
      { by: { fullName: 'Mary Manager' }, visit: { reference: visit.reference } },
    ])
    const history = await lab.call('GET', `/api/labtest/appointment/${visit.id}/history`, { by: manager })
    expect(history.statusCode).toBe(200)
    expect(history.body).not.toContain('message.read')
  })

  test('a message is refused to patients and to staff without the permission, and not found for staff of another site', async () => {
    await book()
    const { id } = await about('visit_booked')
    const path = `/api/deliveries/${id}`
    const tina = await lab.makeStaff('technician')
    expect((await lab.call('GET', path)).statusCode).toBe(401)
    expect((await lab.call('GET', path, { by: ama })).statusCode).toBe(403)
    expect((await lab.call('GET', path, { by: tina })).statusCode).toBe(403)
    await lab.pool.query(`update account set permissions = '{messages}' where id = $1`, [tina.accountId])
    expect((await read(id, tina)).subject).toBe('Your laboratory visit is booked')
    await atKumasiOnly(tina)
    expect((await lab.call('GET', path, { by: tina })).statusCode).toBe(404)
    const unknown = '/api/deliveries/01900000-0000-7000-8000-00000000dead'
    expect((await lab.call('GET', unknown, { by: manager })).statusCode).toBe(404)
  })

  test('monthly figures in a message are shown only to staff who may see the insights of every site', async () => {
    const other = await lab.makeStaff('admin')
    await post(lab.context, {
      kind: 'insight_report',
      to: manager.email,
      payload: {
        accountId: manager.accountId,
        fullName: 'Mary Manager',
        from: '2026-02-01',
        to: '2026-02-28',
        figures: [{ name: 'visits', value: 4711, before: null }],
      },
    })
    await lab.pool.query(
      `insert into insight_mail (account_id, month, pdf, made_at) values ($1, '2026-02-01', '\\x25', now())`,
      [manager.accountId],
    )
    const { id } = await about('insight_report')
    expect((await read(id)).text).toContain('4,711')
    expect((await read(id, other)).text).toContain('4,711')
    await atKumasiOnly(other)
    expect(await read(id, other)).toMatchObject({
      text: null,
      noText: 'Its figures are for whoever sees the insights of every site.',
    })
    const tina = await lab.makeStaff('technician')
    await lab.pool.query(`update account set permissions = '{messages}' where id = $1`, [tina.accountId])
    expect((await read(id, tina)).text).toBeNull()
  })
})

async function atKumasiOnly(person: Person): Promise<void> {
  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  await lab.pool.query('insert into account_site values ($1, $2)', [person.accountId, added.json().id])
}

describe('the search of the message ledger', () => {
  test('the message ledger is searched by the recipient’s name, number, address and reference', async () => {
    const kofi = await lab.signUpPatient({ fullName: 'Kofi Antwi', email: 'kofi@example.com' })
    await changedPassword(kofi)
    const visit = await book()
    await book(
      { fullName: 'Kofi Antwi', email: 'kofi.a@work.example', contact: '+233 20 999 8877' },
      { scheduleTime: '11:00' },
      kofi,
    )
    const amas = ['visit_booked ama@example.com', 'password_changed ama@example.com']
    expect(await kinds({ search: 'owusu' })).toEqual(amas)
    expect(await kinds({ search: 'Ama Owu' })).toEqual(amas)
    expect(await kinds({ search: visit.reference })).toEqual(amas.slice(0, 1))
    expect(await kinds({ search: '024 123 4567' })).toEqual(amas)
    expect(await kinds({ search: 'AMA@example' })).toEqual(amas)
    expect(await kinds({ search: '+233 20 999 8877' })).toEqual(['visit_booked kofi.a@work.example'])
    expect(await kinds({ search: 'kofi' })).toEqual([
      'visit_booked kofi.a@work.example',
      'password_changed kofi@example.com',
    ])
    expect(await kinds({ search: 'nobody' })).toEqual([])
    expect(await kinds({ search: '%@' })).toEqual([])
  })

  test('the message ledger is searched by a former address, and by a number that an SMS was sent to', async () => {
    const old = await book({ email: 'old@example.com' })
    await lab.call('PUT', '/api/notifications/preferences', {
      by: ama,
      body: { method: 'sms', topics: { visits: null, reminders: null, results: null } },
    })
    await deliver()
    await lab.pool.query(`update visit set email = 'new@example.com', contact = '' where id = $1`, [old.id])
    await lab.pool.query(`update account set phone = '' where id = $1`, [ama.accountId])
    expect(await kinds({ search: 'OLD@example.com' })).toEqual(['visit_booked old@example.com'])
    expect(await kinds({ search: '024 123 4567' })).toEqual(['visit_booked +233241234567'])
    expect(await kinds({ search: 'owusu', channel: 'sms' })).toEqual(['visit_booked +233241234567'])
    expect(await kinds({ channel: 'sms' })).toEqual(['visit_booked +233241234567'])
    expect(await kinds({ channel: 'sms', state: 'sent' })).toEqual([])
    expect(await kinds({ search: 'owusu', state: 'kept' })).toEqual(['visit_booked +233241234567'])
  })

  test('the pages of the message ledger list each message once, and say when only the latest were searched', async () => {
    const visit = await book()
    await lab.pool.query(
      `insert into outbox (id, kind, recipient, payload, state, created_at, due_at, spread_at)
       select uuidv7(make_interval(secs => i)), 'visit_changed', 'ama@example.com', $1, 'sent', now(), now(), now()
       from generate_series(1, 25) i`,
      [JSON.stringify({ siteId: mainSite, visitId: visit.id })],
    )
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list({ search: 'ama', limit: '10', ...(cursor && { cursor }) })
      expect(page.latestOnly).toBe(false)
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(seen).toHaveLength(27)
    expect([...new Set(seen)]).toEqual([...seen].sort().reverse())
    await lab.pool.query(
      `${withSomebody}
      insert into visit (site_id, id, status, starts_at, ends_at, during, reference, full_name, age, gender, contact,
         email, priority, created_at, person_id)
       select $1, uuidv7(make_interval(secs => -i)), 'completed', t, t + '15 min', tstzrange(t, t + '15 min'), 'M' || i,
         'Ama Mensah', 30, 'female', '0240000000', '', 'low', t, (select person_id from somebody)
       from generate_series(1, 200) i, lateral (select timestamptz '2025-01-01' + i * interval '15 min' as t) at`,
      [mainSite],
    )
    const many = await list({ search: 'ama' })
    expect(many.latestOnly).toBe(true)
    expect(many.rows.length).toBeGreaterThan(25)
  })

  test('staff of some sites find only messages of their own sites in the ledger', async () => {
    await book()
    const tina = await lab.makeStaff('technician')
    await lab.pool.query(`update account set permissions = '{messages}' where id = $1`, [tina.accountId])
    expect(await kinds({ search: 'owusu' }, tina)).toHaveLength(2)
    await atKumasiOnly(tina)
    for (const search of ['owusu', 'ama@example.com', '024 123 4567']) {
      expect(await kinds({ search }, tina)).toEqual([])
    }
    expect((await list({}, tina)).counts.planned).toEqual({ count: 0, exact: true })
    expect((await list()).counts.planned).toEqual({ count: 1, exact: true })
  })
})

test('the message ledger counts messages by state, exactly up to 10,000', async () => {
  await book()
  await deliver()
  await changedPassword(ama)
  expect((await list()).counts).toEqual({
    planned: { count: 1, exact: true },
    sending: { count: 0, exact: true },
    sent: { count: 2, exact: true },
    delivered: { count: 0, exact: true },
    failed: { count: 0, exact: true },
    kept: { count: 0, exact: true },
    skipped: { count: 0, exact: true },
  })
  await lab.pool.query(
    `insert into outbox (id, kind, recipient, payload, state, created_at, due_at, spread_at)
     select uuidv7(), 'password_changed', 'ama@example.com', '{}', 'sent', now(), now(), now() from generate_series(1, 10001)`,
  )
  expect((await list({ state: 'failed' })).counts.sent).toEqual({ count: 10_000, exact: false })
})
