import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverOutbox, planReminders } from '#server/modules/notifications/index.ts'
import { after, days, minutes, systemClock } from '#server/platform/clock.ts'
import { post } from '#server/platform/outbox.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { follow } from './live-reader.ts'
import { type Browser, openPushService, type PushService } from './push-service.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let service: PushService
let ama: Person
let log: string[] = []
beforeAll(async () => {
  lab = await openTestApp({ settings: { PUSH_TO_PRIVATE: '1' }, onLog: (line) => log.push(line) })
})
beforeEach(async () => {
  await lab.renew()
  log = []
  service = await openPushService(systemClock)
  ama = await lab.signUpPatient({ fullName: 'Ama Owusu', email: 'ama@example.com' })
})
afterEach(() => service.close())
afterAll(() => lab.close())

const keyOf = async (by: Person) => (await lab.call('GET', '/api/push', { by })).json().key as string
const devicesOf = async (by: Person) =>
  (await lab.call('GET', '/api/push', { by })).json().devices as { id: string; endpoint: string }[]
const add = (by: Person, { endpoint, keys }: Pick<Browser, 'endpoint' | 'keys'>, name = 'Firefox on Linux') =>
  lab.call('POST', '/api/push/devices', { by, body: { endpoint, keys, name } })

/** A browser of this person, registered for push. */
async function browserOf(by: Person): Promise<Browser> {
  const browser = service.subscribe(await keyOf(by))
  expect((await add(by, browser)).statusCode).toBe(200)
  return browser
}

const prefer = (by: Person, method: string, topics: Record<string, string> = {}) =>
  lab.call('PUT', '/api/notifications/preferences', {
    by,
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
  (await lab.pool.query('select kind, channel, state, attempts, error, recipient from outbox order by id'))
    .rows
const pushes = async () => (await ledger()).filter(({ channel }) => channel === 'push')
const mails = async () => (await ledger()).filter(({ channel }) => channel === 'email')
const heard = (browser: Browser) => [...browser.heard.values()]

describe('a patient who prefers push', () => {
  test('a patient who prefers push gets a notification without details in each browser instead of an e-mail', async () => {
    const [phone, desk] = [await browserOf(ama), await browserOf(ama)]
    expect((await prefer(ama, 'push')).json().preferences).toMatchObject({ method: 'push', noPush: null })
    await book()
    await deliver()
    await deliver()
    expect(lab.inbox.mails).toEqual([])
    for (const browser of [phone, desk]) {
      expect(heard(browser)).toEqual([
        {
          id: expect.any(String),
          title: expect.any(String),
          body: expect.stringContaining('Main laboratory'),
          link: '/patient-dashboard/appointments',
        },
      ])
      expect(JSON.stringify(heard(browser))).not.toMatch(/Blood|Sugar|Ama|Mensah/)
      expect(browser.asked).toMatchObject([{ urgency: 'normal', ttl: String(28 * 24 * 3600) }])
    }
    expect(await mails()).toMatchObject([{ state: 'skipped', error: 'Wanted by push' }])
    expect(await pushes()).toMatchObject([
      { state: 'sent', recipient: 'ama@example.com' },
      { state: 'sent', recipient: 'ama@example.com' },
    ])
    // Messages of all kinds have the same encrypted length.
    await lab.call('GET', '/api/notifications', { by: ama })
    expect(
      new Set([phone, desk].flatMap(({ asked }) => asked.map((one) => one['content-length']))).size,
    ).toBe(1)
  })

  test('a patient who prefers push and has no browser registered gets an e-mail', async () => {
    expect((await prefer(ama, 'push')).json().preferences.noPush).toMatch(/not on in any browser/)
    await book()
    await deliver()
    expect(lab.inbox.mails).toHaveLength(1)
    expect(await pushes()).toEqual([])
  })

  test('push can be chosen for one kind of message only', async () => {
    const phone = await browserOf(ama)
    await prefer(ama, 'email', { reminders: 'push' })
    await book({ scheduledDate: '2026-03-11', scheduleTime: '14:00' })
    await deliver()
    expect(heard(phone)).toEqual([])
    lab.clock.set('2026-03-10T14:00:00Z')
    await planReminders(lab.context)
    await deliver()
    expect(heard(phone)).toMatchObject([{ title: 'Your visit is near' }])
    // The message expires when the visit begins.
    expect(phone.asked).toMatchObject([{ urgency: 'high', ttl: String(24 * 3600) }])
    expect(lab.inbox.mails).toHaveLength(1)
  })

  test('security messages are sent by push and by e-mail', async () => {
    const phone = await browserOf(ama)
    await prefer(ama, 'push')
    await post(lab.context, { kind: 'password_changed', to: ama.email, payload: { fullName: 'Ama' } })
    await deliver()
    expect(heard(phone)).toMatchObject([{ title: 'Your password was changed', link: '/profile' }])
    expect(lab.inbox.mails).toHaveLength(1)
  })

  test('a manager gets a push notification of a contact message', async () => {
    const manager = await lab.makeStaff('admin')
    const desk = await browserOf(manager)
    await prefer(manager, 'push')
    const id = '01900000-0000-7000-8000-000000000009'
    await lab.pool.query(
      `insert into contact_message values ($1, 'Kofi', 'kofi@example.com', 'Hello', '10.0.0.1', $2)`,
      [id, lab.clock.now()],
    )
    await post(lab.context, {
      kind: 'contact_message',
      to: 'lab@example.com',
      payload: { contactMessageId: id },
    })
    await deliver()
    expect(heard(desk)).toMatchObject([{ link: '/manager-dashboard/messages' }])
    expect(JSON.stringify(heard(desk))).not.toMatch(/Kofi|Hello/)
    expect(lab.inbox.mails).toHaveLength(1)
  })
})

describe('failures of the push service', () => {
  let phone: Browser
  beforeEach(async () => {
    phone = await browserOf(ama)
    await prefer(ama, 'push')
    await book()
  })

  test('a push subscription that is gone is deleted, and the e-mail is sent at once', async () => {
    phone.manner = 'gone'
    await deliver()
    await deliver()
    expect(await devicesOf(ama)).toEqual([])
    expect(await pushes()).toMatchObject([{ state: 'skipped', attempts: 1 }])
    expect(await mails()).toMatchObject([{ state: 'sent', error: null }])
    expect(lab.inbox.mails).toHaveLength(1)
  })

  test('a push to a busy service is retried after 1, 5 and 15 minutes, then the e-mail is sent, and the subscription stays', async () => {
    phone.manner = 'busy'
    for (const pause of [1, 5, 15]) {
      await deliver()
      expect(await pushes()).toMatchObject([{ state: 'planned' }])
      lab.clock.advance(minutes(pause))
    }
    expect(lab.inbox.mails).toEqual([])
    await deliver()
    expect(await pushes()).toMatchObject([{ state: 'failed', attempts: 4 }])
    await deliver()
    expect(lab.inbox.mails).toHaveLength(1)
    expect(await devicesOf(ama)).toHaveLength(1)
  })

  test('a push service with Retry-After gets no request before that time', async () => {
    phone.manner = 'busy'
    phone.retryAfter = '600'
    await deliver()
    lab.clock.advance(minutes(9))
    await deliver()
    expect(phone.asked).toHaveLength(1)
    phone.manner = 'accept'
    lab.clock.advance(minutes(1))
    await deliver()
    expect(heard(phone)).toHaveLength(1)
    expect(lab.inbox.mails).toEqual([])
  })

  test('a date in Retry-After is compared with the real time, whatever the clock of the laboratory says', async () => {
    phone.manner = 'busy'
    phone.retryAfter = after(systemClock.now(), minutes(10)).toUTCString()
    await deliver()
    lab.clock.advance(minutes(9))
    await deliver()
    expect(phone.asked).toHaveLength(1)
    phone.manner = 'accept'
    lab.clock.advance(minutes(1))
    await deliver()
    expect(heard(phone)).toHaveLength(1)
  })

  test('if Retry-After is beyond the expiry of a message, the e-mail is sent at once', async () => {
    phone.manner = 'busy'
    phone.retryAfter = '3600'
    await deliver()
    await deliver()
    expect(await pushes()).toMatchObject([{ state: 'failed', attempts: 1 }])
    expect(lab.inbox.mails).toHaveLength(1)
  })

  test('a push subscription is deleted after ten failures in a row over several days', async () => {
    phone.manner = 'refuse'
    const again = async (times: number) => {
      for (let n = 0; n < times; n++) {
        await post(lab.context, { kind: 'password_changed', to: ama.email, payload: { fullName: 'Ama' } })
        await deliver()
      }
    }
    // The visit’s message is one of the ten failures. Many failures in one hour are not enough, nor are several days alone.
    await again(10)
    expect(await devicesOf(ama)).toHaveLength(1)
    phone.manner = 'accept'
    await again(1)
    lab.clock.advance(days(4))
    phone.manner = 'refuse'
    await again(9)
    expect(await devicesOf(ama)).toHaveLength(1)
    await again(1)
    expect(await devicesOf(ama)).toEqual([])
  })

  test('an unreachable push service does not count as a failure of the subscription', async () => {
    await lab.pool.query(`update push_subscription set failures = 99, created_at = $1`, [
      new Date(lab.clock.now().getTime() - days(9)),
    ])
    phone.manner = 'mute'
    for (const pause of [0, 1, 5, 15]) {
      lab.clock.advance(minutes(pause))
      await deliver()
    }
    expect(await pushes()).toMatchObject([{ state: 'failed', attempts: 4 }])
    expect(await devicesOf(ama)).toHaveLength(1)
  })

  test('a push whose answer is lost is sent again as the same message, and shown once', async () => {
    phone.manner = 'mute'
    await deliver()
    phone.manner = 'accept'
    lab.clock.advance(minutes(1))
    await deliver()
    expect(phone.asked).toHaveLength(2)
    expect(new Set(phone.asked.map(({ topic }) => topic)).size).toBe(1)
    expect(heard(phone)).toHaveLength(1)
    expect(lab.inbox.mails).toEqual([])
  })

  test('a push message that the service refuses is not retried, and the e-mail is sent', async () => {
    phone.manner = 'refuse'
    await deliver()
    await deliver()
    expect(await pushes()).toMatchObject([{ state: 'failed', attempts: 1 }])
    expect(lab.inbox.mails).toHaveLength(1)
  })

  test('a redirect of a push service is not followed', async () => {
    phone.manner = 'lead'
    await deliver()
    expect(phone.asked).toHaveLength(1)
    expect((await pushes())[0]).toMatchObject({ state: 'planned', error: expect.stringContaining('307') })
  })

  test('address, key and secret of a push subscription are never logged', async () => {
    phone.manner = 'busy'
    await deliver()
    const all = log.join('\n')
    expect(all).toContain('a message was not sent')
    expect(all).not.toContain(phone.endpoint)
    expect(all).not.toContain(phone.keys.auth)
  })
})

test('with two browsers the e-mail is sent only after both pushes failed, also when they fail at once', async () => {
  const [phone, desk] = [await browserOf(ama), await browserOf(ama)]
  await prefer(ama, 'push')
  await book()
  phone.manner = 'gone'
  await deliver()
  await deliver()
  expect(heard(desk)).toHaveLength(1)
  expect(lab.inbox.mails).toEqual([])
  const other = await browserOf(ama)
  desk.manner = 'gone'
  other.manner = 'gone'
  await book({ scheduleTime: '10:00' })
  await deliver()
  await deliver()
  expect(lab.inbox.mails).toHaveLength(1)
  expect(await mails()).toMatchObject([{ state: 'skipped' }, { state: 'sent' }])
})

test('concurrent deliverers send one push to each browser', async () => {
  const phone = await browserOf(ama)
  await prefer(ama, 'push')
  for (const scheduleTime of ['09:00', '10:00', '11:00', '12:00']) await book({ scheduleTime })
  await Promise.all([deliver(), deliver(), deliver()])
  expect(phone.asked).toHaveLength(4)
  expect(heard(phone)).toHaveLength(4)
})

describe('a push subscription', () => {
  test('registering a browser twice is idempotent, and keeps its latest name', async () => {
    const phone = await browserOf(ama)
    const [first] = await devicesOf(ama)
    await add(ama, phone, 'Chrome on Android')
    expect(await devicesOf(ama)).toMatchObject([{ id: first?.id, name: 'Chrome on Android' }])
  })

  test('a browser belongs to the last account that registered it, which needs its keys', async () => {
    const phone = await browserOf(ama)
    const kofi = await lab.signUpPatient({ fullName: 'Kofi' })
    const other = service.subscribe(await keyOf(kofi))
    expect((await add(kofi, { ...other, endpoint: phone.endpoint })).statusCode).toBe(409)
    expect(await devicesOf(ama)).toHaveLength(1)
    expect((await add(kofi, phone)).statusCode).toBe(200)
    expect(await devicesOf(ama)).toEqual([])
    expect(await devicesOf(kofi)).toHaveLength(1)
  })

  test('the push subscription of another account cannot be seen, removed or tested', async () => {
    await browserOf(ama)
    const [own] = await devicesOf(ama)
    for (const other of [
      await lab.signUpPatient(),
      await lab.makeStaff('technician'),
      await lab.makeStaff('admin'),
    ]) {
      expect(await devicesOf(other)).toEqual([])
      const path = `/api/push/devices/${own?.id}`
      expect((await lab.call('DELETE', path, { by: other })).statusCode).toBe(404)
      expect((await lab.call('POST', `${path}/test`, { by: other })).statusCode).toBe(404)
      const known = await lab.call('POST', '/api/push/devices/here', {
        by: other,
        body: { endpoint: own?.endpoint },
      })
      expect(known.json()).toEqual({ known: false })
    }
    expect(await devicesOf(ama)).toHaveLength(1)
    expect((await lab.call('GET', '/api/push')).statusCode).toBe(401)
    expect((await lab.call('GET', '/api/notifications/live')).statusCode).toBe(401)
  })

  test('an account has at most ten push subscriptions, also under concurrent calls', async () => {
    const key = await keyOf(ama)
    for (let n = 0; n < 9; n++) await add(ama, service.subscribe(key))
    const both = await Promise.all([add(ama, service.subscribe(key)), add(ama, service.subscribe(key))])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await devicesOf(ama)).toHaveLength(10)
  })

  test('a test push is sent on request, a few times', async () => {
    const phone = await browserOf(ama)
    const [own] = await devicesOf(ama)
    const ask = () => lab.call('POST', `/api/push/devices/${own?.id}/test`, { by: ama })
    expect((await ask()).statusCode).toBe(200)
    await deliver()
    expect(heard(phone)).toMatchObject([{ body: 'Push works in this browser' }])
    const more = []
    for (let n = 0; n < 5; n++) more.push((await ask()).statusCode)
    expect(more.at(-1)).toBe(429)
  })

  test('log-out deletes the push subscription of the browser, and its pending messages go by e-mail', async () => {
    const phone = await browserOf(ama)
    await prefer(ama, 'push')
    await book()
    phone.manner = 'busy'
    await deliver()
    await lab.call('POST', '/api/auth/logout', { by: ama })
    lab.clock.advance(minutes(1))
    await deliver()
    await deliver()
    expect(phone.asked).toHaveLength(1)
    expect(lab.inbox.mails).toHaveLength(1)
    expect((await lab.pool.query('select from push_subscription')).rowCount).toBe(0)
  })

  test('closing the account deletes its push subscriptions', async () => {
    const password = 'seven-green-tubes'
    const kofi = await lab.signUpPatient({ password })
    await browserOf(kofi)
    const closed = await lab.call('DELETE', '/api/auth/profile', {
      by: kofi,
      body: { currentPassword: password },
    })
    expect(closed.statusCode).toBeLessThan(300)
    expect((await lab.pool.query('select from push_subscription')).rowCount).toBe(0)
  })

  test('a new password deletes push subscriptions except that of the current browser', async () => {
    const password = 'seven-green-tubes'
    const kofi = await lab.signUpPatient({ password })
    await browserOf(kofi)
    const logIn = await lab.call('POST', '/api/auth/login', { body: { email: kofi.email, password } })
    const here = { ...kofi, headers: { authorization: `Bearer ${logIn.json().token}` } }
    const desk = await browserOf(here)
    const changed = await lab.call('PUT', '/api/auth/profile', {
      by: here,
      body: { password: 'eight-blue-vials', currentPassword: password },
    })
    expect(changed.statusCode).toBe(200)
    expect(await devicesOf(here)).toMatchObject([{ endpoint: desk.endpoint }])
  })

  test('a push subscription at an address that is not public, not by HTTPS or with a log-in is refused', async () => {
    const strict = await openTestApp({ sameDatabaseAs: lab })
    const { keys } = service.subscribe(await keyOf(ama))
    for (const [endpoint, why] of [
      ['http://push.example.com/x', /https/],
      ['https://127.0.0.1/x', /internet/],
      ['https://localhost/x', /internet/],
      ['https://169.254.169.254/latest/meta-data', /internet/],
      ['https://[::1]/x', /internet/],
      ['https://[::ffff:10.0.0.1]/x', /internet/],
      ['https://router/x', /internet/],
      ['https://user:word@push.example.com/x', /log-in/],
      ['ftp://push.example.com/x', /https/],
      ['nothing', /no address/],
    ] as const) {
      const answer = await strict.call('POST', '/api/push/devices', {
        by: ama,
        body: { endpoint, keys, name: 'Firefox' },
      })
      expect(answer.statusCode, endpoint).toBe(400)
      expect(answer.json().fields.endpoint[0], endpoint).toMatch(why)
    }
    await strict.close()
  })

  test('a push subscription with invalid keys is refused', async () => {
    const { endpoint, keys } = service.subscribe(await keyOf(ama))
    const off = { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
    expect((await add(ama, { endpoint, keys: off })).statusCode).toBe(400)
    expect((await add(ama, { endpoint, keys: { ...keys, auth: 'short' } })).statusCode).toBe(400)
  })
})

test('a push endpoint whose name resolves to a private address is not connected to, although it was accepted', async () => {
  await browserOf(ama)
  // DNS rebinding: the name is accepted, and then resolves to the loopback.
  await lab.pool.query(`update push_subscription set endpoint = $1`, [
    service.url.replace('http://127.0.0.1', 'https://localhost'),
  ])
  await prefer(ama, 'push')
  await book()
  const strict = { ...lab.context, config: { ...lab.config, push: { toPrivate: false } } }
  await deliverOutbox(strict)
  await deliverOutbox(strict)
  expect(await pushes()).toMatchObject([{ state: 'failed', attempts: 1 }])
  expect(lab.inbox.mails).toHaveLength(1)
})

test('processes that need the signing key at the same time create one', async () => {
  const other = await openTestApp({ sameDatabaseAs: lab })
  const keys = await Promise.all(
    [lab, other, lab, other].map(async (one) => (await one.call('GET', '/api/push', { by: ama })).json().key),
  )
  expect(new Set(keys).size).toBe(1)
  expect(Buffer.from(keys[0], 'base64url')).toHaveLength(65)
  expect(log.join('\n')).not.toContain(keys[0])
  await other.close()
})

describe('the stream of notices', () => {
  test('the stream of notices signals a new notice and its reading to the sessions of its account only', async () => {
    const url = await lab.listen()
    const kofi = await lab.signUpPatient({ fullName: 'Kofi' })
    const own = await follow(url, '/api/notifications/live', { headers: ama.headers })
    const second = await follow(url, '/api/notifications/live', { headers: ama.headers })
    const his = await follow(url, '/api/notifications/live', { headers: kofi.headers })
    const rings = (reader: typeof own, times: number) =>
      reader.until(() => reader.messages.filter(({ event }) => event === 'changed').length >= times)
    await Promise.all([rings(own, 1), rings(second, 1), rings(his, 1)])
    await book()
    await deliver()
    await Promise.all([rings(own, 2), rings(second, 2)])
    expect(own.messages.at(-1)?.data).toBe('{}')
    await lab.call('POST', '/api/notifications/read', { by: ama, body: {} })
    await Promise.all([rings(own, 3), rings(second, 3)])
    expect(his.messages).toHaveLength(1)
    await lab.call('POST', '/api/auth/logout', { by: ama })
    await own.ended
    for (const one of [own, second, his]) one.cut()
  })
})
