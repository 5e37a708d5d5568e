import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverOutbox, planReminders } from '#server/modules/notifications/index.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { post } from '#server/platform/outbox.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { type Gateway, openGateway, signed } from './sms-gateway.ts'
import { bookingBody } from './visits.ts'

const token = 'account:a-secret'
const phone = '+233241234567'

let gateway: Gateway
let lab: TestApp
let ama: Person
beforeEach(async () => {
  gateway = await openGateway()
})
afterEach(async () => {
  await lab.close()
  await gateway.close()
})

async function open(settings: Record<string, string> = {}): Promise<void> {
  lab = await openTestApp({ settings: { SMS_URL: gateway.url, SMS_TOKEN: token, ...settings } })
  ama = await lab.signUpPatient({ fullName: 'Ama Owusu', email: 'ama@example.com', phone: '024 123 4567' })
}

const prefer = (method: string, topics: Record<string, string> = {}) =>
  lab.call('PUT', '/api/notifications/preferences', {
    by: ama,
    body: { method, topics: { visits: null, reminders: null, results: null, ...topics } },
  })

async function book(changes: Record<string, unknown> = {}): Promise<{ id: string; reference: string }> {
  const answer = await lab.call('POST', '/api/labtest/book', {
    by: ama,
    body: { ...bookingBody, ...changes },
  })
  expect(answer.statusCode).toBeLessThan(300)
  return answer.json().appointment
}

const deliver = () => deliverOutbox(lab.context)
const ledger = async () =>
  (
    await lab.pool.query(
      `select channel, state, attempts, error, body, segments, provider_id as "providerId" from outbox order by id`,
    )
  ).rows
const sms = async () => (await ledger()).filter(({ channel }) => channel === 'sms')

/** Books a visit, advances to the time of its reminder, and sends the reminder. */
async function reminded(): Promise<string> {
  await prefer('sms')
  const { id } = await book({ scheduledDate: '2026-03-11', scheduleTime: '14:00' })
  await deliver()
  lab.clock.set('2026-03-10T14:00:00Z')
  await planReminders(lab.context)
  await deliver()
  return id
}

const replyWith = (text: string, id = `r-${text}`, from = phone) => {
  const body = JSON.stringify({ id, at: lab.clock.now().toISOString(), from, text })
  return lab.call('POST', '/api/sms/replies', { body, headers: signed(token, body) })
}

describe('a patient who prefers SMS', () => {
  test('a patient who prefers SMS gets time, place and reference by SMS instead of an e-mail, without test or name', async () => {
    await open()
    expect((await prefer('sms')).json().preferences).toMatchObject({ method: 'sms', noSms: null })
    const visit = await book()
    await deliver()
    expect(lab.inbox.mails).toEqual([])
    const [received] = [...gateway.sent.values()]
    expect(received?.to).toBe(phone)
    expect(received?.text).toContain(`Ref ${visit.reference}`)
    expect(received?.text).toContain('Tue 10 Mar, 09:00')
    expect(received?.text).not.toMatch(/Blood|Sugar|FBC|Ama|Mensah/)
    expect(await ledger()).toMatchObject([
      { channel: 'email', state: 'skipped', error: 'Wanted by SMS' },
      { channel: 'sms', state: 'sent', body: received?.text, segments: 1, attempts: 1 },
    ])
  })

  test('a patient chooses the channel by kind of message', async () => {
    await open()
    await prefer('email', { visits: 'sms', reminders: 'app' })
    const { id } = await book({ scheduledDate: '2026-03-11', scheduleTime: '14:00' })
    lab.clock.set('2026-03-10T14:00:00Z')
    await planReminders(lab.context)
    const payload = { siteId: '01900000-0000-7000-8000-000000000001', visitId: id }
    await post(lab.context, { kind: 'results_ready', to: ama.email, payload })
    await deliver()
    expect(gateway.sent.size).toBe(1)
    expect(lab.inbox.mails.map(({ subject }) => subject)).toEqual(['Your results are ready'])
    const { rows: notices, unread } = (await lab.call('GET', '/api/notifications', { by: ama })).json()
    expect(unread).toBe(3)
    expect(notices.map(({ title }: { title: string }) => title)).toEqual([
      'Your results are ready',
      'Your visit is near',
      'Your visit is booked',
    ])
  })

  test('without a gateway a patient who prefers SMS gets an e-mail, and the SMS is kept to be sent later', async () => {
    lab = await openTestApp()
    ama = await lab.signUpPatient({ fullName: 'Ama', email: 'ama@example.com' })
    const manager = await lab.makeStaff('admin')
    expect((await prefer('sms')).json().preferences.noSms).toBe('This laboratory cannot send SMS yet.')
    await book()
    await deliver()
    expect(lab.inbox.mails).toHaveLength(1)
    const { rows: deliveries, smsConnected } = (
      await lab.call('GET', '/api/deliveries', { by: manager })
    ).json()
    expect(smsConnected).toBe(false)
    expect(deliveries[0]).toMatchObject({ channel: 'sms', state: 'kept', to: phone, canResend: true })
    const read = await lab.call('GET', `/api/deliveries/${deliveries[0].id}`, { by: manager })
    expect(read.json().text).toContain('Your visit is booked')
    const again = await lab.call('POST', `/api/deliveries/${deliveries[0].id}/resend`, { by: manager })
    expect(again.statusCode).toBe(409)
  })

  test('security messages are sent by e-mail and notice, whatever the patient prefers', async () => {
    await open()
    await prefer('sms', { results: 'app', visits: 'app', reminders: 'app' })
    await post(lab.context, { kind: 'password_changed', to: ama.email, payload: { fullName: 'Ama' } })
    await deliver()
    expect(gateway.asked).toEqual([])
    expect(lab.inbox.mails.map(({ subject }) => subject)).toEqual(['Your password was changed'])
    const { rows: notices } = (await lab.call('GET', '/api/notifications', { by: ama })).json()
    expect(notices).toMatchObject([{ title: 'Your password was changed', read: false }])
  })
})

describe('failures of the SMS gateway', () => {
  test.each(['busy', 'drop'] as const)(
    'an SMS is retried with the same idempotency key after the failure “%s” of the gateway',
    async (manner) => {
      await open()
      await prefer('sms')
      gateway.manner = manner
      await book()
      await deliver()
      expect(await sms()).toMatchObject([{ state: 'planned', attempts: 1 }])
      gateway.manner = 'accept'
      lab.clock.advance(minutes(1))
      await deliver()
      expect(await sms()).toMatchObject([{ state: 'sent', attempts: 2, error: null }])
      expect(new Set(gateway.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    },
  )

  test('an SMS whose answer is lost is sent once', async () => {
    await open()
    await prefer('sms')
    gateway.manner = 'mute'
    await book()
    await deliver()
    gateway.manner = 'accept'
    lab.clock.advance(minutes(1))
    await deliver()
    expect(gateway.asked).toHaveLength(2)
    expect(gateway.sent.size).toBe(1)
    expect(await sms()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('an SMS that the gateway refuses fails at once, and a manager can send it again', async () => {
    await open()
    await prefer('sms')
    const manager = await lab.makeStaff('admin')
    gateway.manner = 'refuse'
    await book()
    await deliver()
    const { rows: deliveries, counts } = (
      await lab.call('GET', '/api/deliveries?state=failed', { by: manager })
    ).json()
    expect(counts.failed).toEqual({ count: 1, exact: true })
    expect(deliveries).toMatchObject([{ state: 'failed', reason: expect.stringContaining('No such number') }])
    gateway.manner = 'accept'
    const path = `/api/deliveries/${deliveries[0].id}/resend`
    expect((await lab.call('POST', path, { by: manager })).json().message).toBe('The message goes out again.')
    expect((await lab.call('POST', path, { by: manager })).statusCode).toBe(409)
    expect((await lab.call('POST', path, { by: ama })).statusCode).toBe(403)
    await deliver()
    expect(await sms()).toMatchObject([{ state: 'sent' }])
  })

  test('messages that wait too long are counted as overdue', async () => {
    await open()
    const manager = await lab.makeStaff('admin')
    await book()
    const overdue = async () => (await lab.call('GET', '/api/deliveries', { by: manager })).json().overdue
    expect(await overdue()).toBe(0)
    lab.clock.advance(minutes(11))
    expect(await overdue()).toBe(1)
    await deliver()
    expect(await overdue()).toBe(0)
  })

  test('delivery reports may be late, repeated or out of order, and “delivered” is final', async () => {
    await open()
    await prefer('sms')
    await book()
    await deliver()
    const [id = ''] = [...gateway.sent.keys()]
    const report = (status: string, by = token) => {
      const body = JSON.stringify({ id, at: lab.clock.now().toISOString(), status, reason: 'Phone is off' })
      return lab.call('POST', '/api/sms/reports', { body, headers: signed(by, body) })
    }
    expect((await report('delivered', 'another-secret')).statusCode).toBe(403)
    expect(await sms()).toMatchObject([{ state: 'sent' }])
    expect((await report('delivered')).statusCode).toBe(200)
    await report('delivered')
    await report('failed')
    expect(await sms()).toMatchObject([{ state: 'delivered', error: null }])
  })

  test('a reported failure of an SMS is in the ledger with its reason', async () => {
    await open()
    await prefer('sms')
    await book()
    await deliver()
    const [id = ''] = [...gateway.sent.keys()]
    const body = JSON.stringify({
      id,
      at: lab.clock.now().toISOString(),
      status: 'failed',
      reason: 'Phone is off',
    })
    await lab.call('POST', '/api/sms/reports', { body, headers: signed(token, body) })
    expect(await sms()).toMatchObject([{ state: 'failed', error: 'Phone is off' }])
  })

  test('an SMS that is sent again is rendered again until it is sent', async () => {
    await open()
    await prefer('sms')
    const manager = await lab.makeStaff('admin')
    const { id: visit } = await book()
    await deliver()
    const [id = ''] = [...gateway.sent.keys()]
    const body = JSON.stringify({
      id,
      at: lab.clock.now().toISOString(),
      status: 'failed',
      reason: 'Phone is off',
    })
    await lab.call('POST', '/api/sms/reports', { body, headers: signed(token, body) })
    await lab.pool.query(`update visit set reference = 'CHANGED1' where id = $1`, [visit])
    const read = async () => (await lab.call('GET', `/api/deliveries/${id}`, { by: manager })).json()
    expect(await read()).toMatchObject({ textIs: 'kept', text: expect.not.stringContaining('CHANGED1') })
    await lab.call('POST', `/api/deliveries/${id}/resend`, { by: manager })
    const planned = await read()
    expect(planned).toMatchObject({ textIs: 'now', text: expect.stringContaining('CHANGED1') })
    await deliver()
    expect(await read()).toMatchObject({ state: 'sent', textIs: 'kept', text: planned.text })
  })
})

describe('replies by SMS', () => {
  test('STOP replaces SMS to the number by e-mail, and START resumes SMS', async () => {
    await open()
    await prefer('sms')
    await book()
    expect((await replyWith('Stop.')).statusCode).toBe(200)
    await deliver()
    expect(gateway.asked).toEqual([])
    expect(lab.inbox.mails).toHaveLength(1)
    const { noSms } = (await lab.call('GET', '/api/notifications/preferences', { by: ama })).json()
    expect(noSms).toContain('STOP')
    await replyWith('START')
    await book({ scheduleTime: '11:00' })
    await deliver()
    expect(gateway.sent.size).toBe(1)
  })

  test('the reply 1 confirms the visit of the reminder', async () => {
    await open()
    const id = await reminded()
    await replyWith('1')
    const { rows } = await lab.pool.query('select meaning, outcome, visit_id from sms_reply')
    expect(rows).toEqual([{ meaning: 'confirm', outcome: 'Confirmed', visit_id: id }])
  })

  test('a reply is shown with its visit to staff of the site that sent the SMS, and to nobody else', async () => {
    await open()
    const id = await reminded()
    await replyWith('1')
    await replyWith('STOP')
    const manager = await lab.makeStaff('admin')
    const read = async () => (await lab.call('GET', '/api/sms-replies', { by: manager })).json().rows
    const site = async (siteId: string) => {
      await lab.pool.query('delete from account_site')
      await lab.pool.query('insert into account_site (account_id, site_id) values ($1, $2)', [
        manager.accountId,
        siteId,
      ])
    }
    const both = [
      { phone, text: 'STOP', meaning: 'stop', outcome: 'No more SMS to this number', visit: null },
      { phone, text: '1', meaning: 'confirm', outcome: 'Confirmed', visit: { id } },
    ]
    expect(await read()).toMatchObject(both)
    const { rows } = await lab.pool.query('select site_id as "siteId" from visit where id = $1', [id])
    await site(rows[0].siteId)
    expect(await read()).toMatchObject(both)
    const other = '01900000-0000-7000-8000-00000000aaaa'
    await lab.pool.query(
      `insert into site (id, name, time_zone) select $1, 'Osu', time_zone from site limit 1`,
      [other],
    )
    await site(other)
    expect(await read()).toEqual([])
  })

  test('the reply C cancels the visit once, with the rules and messages of the screen', async () => {
    await open()
    const id = await reminded()
    await replyWith('c', 'once')
    await replyWith('c', 'once')
    const { rows } = await lab.pool.query('select status from visit where id = $1', [id])
    expect(rows).toEqual([{ status: 'cancelled' }])
    expect((await lab.pool.query('select outcome from sms_reply')).rows).toEqual([{ outcome: 'Cancelled' }])
    await deliver()
    expect([...gateway.sent.values()].at(-1)?.text).toContain('is cancelled')
  })

  test('the reply C after the cut-off cancels nothing, and is answered with the number to call', async () => {
    await open()
    const id = await reminded()
    lab.clock.advance(hours(23))
    await replyWith('C')
    const { rows } = await lab.pool.query('select status from visit where id = $1', [id])
    expect(rows).toEqual([{ status: 'booked' }])
    await deliver()
    expect([...gateway.sent.values()].at(-1)?.text).toContain('Please call the laboratory')
  })

  test('a call of the SMS gateway with a missing or old time of sending is refused', async () => {
    await open()
    const id = await reminded()
    const send = (body: string) =>
      lab.call('POST', '/api/sms/replies', { body, headers: signed(token, body) })
    const undated = await send(JSON.stringify({ id: 'undated', from: phone, text: 'C' }))
    expect([undated.statusCode, Object.keys(undated.json().fields)]).toEqual([400, ['at']])
    const recorded = JSON.stringify({
      id: 'recorded',
      at: lab.clock.now().toISOString(),
      from: phone,
      text: 'C',
    })
    lab.clock.advance(minutes(5) + 1)
    expect(Object.keys((await send(recorded)).json().fields)).toEqual(['at'])
    const { rows } = await lab.pool.query('select status from visit where id = $1', [id])
    expect(rows).toEqual([{ status: 'booked' }])
  })

  test('a reply of an unknown number or without a signature does nothing', async () => {
    await open()
    const id = await reminded()
    await replyWith('C', 'stranger', '+233201111111')
    const body = JSON.stringify({ id: 'forged', from: phone, text: 'C' })
    const forged = await lab.call('POST', '/api/sms/replies', {
      body,
      headers: { ...signed('wrong-secret', body) },
    })
    expect(forged.statusCode).toBe(403)
    const { rows } = await lab.pool.query('select status from visit where id = $1', [id])
    expect(rows).toEqual([{ status: 'booked' }])
  })
})

describe('supported SMS providers', () => {
  test('Hubtel gets requests in its own format, and its refusals with a success status count as refusals', async () => {
    await open({ SMS_PRESET: 'hubtel' })
    gateway.answer = () => ({ status: 0, messageId: 'h-1', rate: 0.03 })
    await prefer('sms')
    await book()
    await deliver()
    const [asked] = gateway.asked
    expect(asked?.path).toBe('/v1/messages/send')
    expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from(token).toString('base64')}`)
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ From: 'Phial', To: '233241234567' })
    expect(await sms()).toMatchObject([{ state: 'sent', providerId: 'h-1' }])
    gateway.answer = () => ({ status: 7, statusDescription: 'Blacklisted' })
    await book({ scheduleTime: '11:00' })
    await deliver()
    expect((await sms()).at(-1)).toMatchObject({ state: 'failed', error: 'Blacklisted' })
  })

  test('Twilio gets requests in its own format, and its reports are verified by its own signature', async () => {
    await open({ SMS_PRESET: 'twilio', SMS_FROM: '+15005550006' })
    gateway.answer = () => ({ sid: 'SM1' })
    await prefer('sms')
    await book()
    await deliver()
    const [asked] = gateway.asked
    expect(asked?.path).toBe('/2010-04-01/Accounts/account/Messages.json')
    const form = new URLSearchParams(asked?.body)
    expect(form.get('To')).toBe(phone)
    expect(form.get('From')).toBe('+15005550006')
    const callback = form.get('StatusCallback') ?? ''
    const fields = { MessageStatus: 'delivered', MessageSid: 'SM1' }
    const text = `${callback}MessageSidSM1MessageStatusdelivered`
    const signature = createHmac('sha1', 'a-secret').update(text).digest('base64')
    const report = (given: string) =>
      lab.call('POST', callback.replace('http://lab.test', ''), {
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': given,
        },
      })
    expect((await report('bm90IGl0')).statusCode).toBe(403)
    expect((await report(signature)).statusCode).toBe(200)
    expect(await sms()).toMatchObject([{ state: 'delivered', providerId: 'SM1' }])
  })
})

describe('notices in the product', () => {
  test('a notice is read and marked as read only by its own account', async () => {
    await open()
    const kofi = await lab.signUpPatient({ fullName: 'Kofi' })
    await book()
    await deliver()
    const read = (by: Person) => lab.call('GET', '/api/notifications', { by })
    const { rows: notices } = (await read(ama)).json()
    expect((await read(kofi)).json()).toMatchObject({ rows: [], unread: 0 })
    const mark = (by: Person) =>
      lab.call('POST', '/api/notifications/read', { by, body: { ids: [notices[0].id] } })
    await mark(kofi)
    expect((await read(ama)).json().unread).toBe(1)
    expect((await mark(ama)).json()).toEqual({ unread: 0 })
    expect((await read(ama)).json().rows).toMatchObject([{ read: true }])
  })

  test('managers get a notice of a contact message', async () => {
    await open()
    const manager = await lab.makeStaff('admin')
    await lab.call('POST', '/api/contact/laboratory', {
      body: { name: 'Esi', email: 'esi@example.com', message: 'Are you open?' },
    })
    await deliver()
    const { rows: notices } = (await lab.call('GET', '/api/notifications', { by: manager })).json()
    expect(notices).toMatchObject([{ link: '/manager-dashboard/messages', read: false }])
    expect((await lab.call('GET', '/api/notifications', { by: ama })).json().rows).toEqual([])
  })
})

describe('closures and SMS', () => {
  const times = { from: '2026-03-11T08:00', to: '2026-03-11T12:00' }
  const reason = 'Water is off'
  async function byPhoneOnly(fullName: string, contact: string) {
    const patientDetails = { ...bookingBody.patientDetails, fullName, contact, email: '' }
    const answer = await lab.call('POST', '/api/labtest/book', {
      by: await lab.makeStaff('technician'),
      body: { ...bookingBody, patientDetails, scheduledDate: '2026-03-11', scheduleTime: '09:00' },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().appointment as { id: string }
  }
  const preview = async (by: Person) =>
    (await lab.call('POST', '/api/settings/closures/preview', { by, body: times })).json().visits
  const ask = (by: Person, visits: { id: string }[]) =>
    lab.call('POST', '/api/settings/closures', {
      by,
      body: { ...times, reason, visits: visits.map(({ id }) => ({ action: 'message', id, version: 1 })) },
    })

  test.each([
    ['en', 'We are closed at the time of your visit of'],
    ['fr', "fermé à l'heure de votre visite du"],
  ])(
    'who left only a number is asked by SMS for another time, in %s, without a test or the reason',
    async (language, text) => {
      await open()
      await lab.pool.query('update laboratory set language = $1', [language])
      const manager = await lab.makeStaff('admin')
      const visit = await byPhoneOnly('Efua Phone', '0241234567')
      expect(await preview(manager)).toMatchObject([{ id: visit.id, email: '', way: 'sms' }])
      await deliver()
      gateway.sent.clear()
      const answer = await ask(manager, [visit])
      expect(answer.json()).toMatchObject({ messaged: 1 })
      await deliver()
      const [received] = [...gateway.sent.values()]
      expect(received?.to).toBe(phone)
      expect(received?.text).toContain(text)
      expect(received?.text).not.toMatch(/Blood|Sugar|FBC|Efua|Water/)
      expect(gateway.sent.size).toBe(1)
    },
  )

  test('a closure that asks a patient by an unusable number is refused as a whole, with the number to call', async () => {
    await open()
    const manager = await lab.makeStaff('admin')
    const stopped = await byPhoneOnly('Efua Stopped', '0241234567')
    await replyWith('STOP')
    expect(await preview(manager)).toMatchObject([{ id: stopped.id, way: null }])
    const answer = await ask(manager, [stopped])
    expect(answer.json().fields).toEqual({
      'visits.0.action': [
        'Efua Stopped has no address and cannot be sent an SMS: call 0241234567, or choose another time',
      ],
    })
    expect((await lab.call('GET', '/api/settings/closures', { by: manager })).json().closures).toEqual([])
  })
})
