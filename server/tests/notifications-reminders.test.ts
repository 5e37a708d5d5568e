import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverOutbox, planReminders } from '#server/modules/notifications/index.ts'
import { minutes } from '#server/platform/clock.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { withSomebody } from './somebody.ts'
import { bookingBody } from './visits.ts'

const siteId = '01900000-0000-7000-8000-000000000001'

let lab: TestApp
let ama: Person
beforeAll(async () => {
  lab = await openTestApp()
})
beforeEach(async () => {
  await lab.renew()
  ama = await lab.signUpPatient({ fullName: 'Ama Owusu', email: 'ama@example.com' })
})
afterAll(() => lab.close())

/** A visit of Ama's, written directly, so that its time may be outside the opening hours. */
async function visitAt(startsAt: string, tests = ['FBC']): Promise<string> {
  const id = uuidv7(lab.clock)
  const start = new Date(startsAt)
  const end = new Date(start.getTime() + minutes(15))
  await lab.pool.query(
    `${withSomebody}
      insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id, full_name, age,
       gender, contact, email, priority, created_at, person_id)
     values ($1, $2, 'booked', 1, $3, $4, tstzrange($3, $4), $5, $6, 'Ama Owusu', 34, 'female', '+233 24 123 4567',
       'ama@example.com', 'low', $7,
       (select person_id from somebody))`,
    [siteId, id, start, end, id.slice(-8), ama.accountId, lab.clock.now()],
  )
  for (const test of tests) {
    await lab.pool.query(
      'insert into visit_test (site_id, visit_id, starts_at, test_code) values ($1, $2, $3, $4)',
      [siteId, id, start, test],
    )
  }
  return id
}

/** Advances the clock to `until` in steps, running the jobs at each; returns what was sent and when. */
async function run(until: string, step = 10): Promise<string[]> {
  const sent: string[] = []
  const end = new Date(until)
  while (lab.clock.now() < end) {
    lab.clock.advance(minutes(step))
    const before = lab.inbox.mails.length
    await planReminders(lab.context)
    await deliverOutbox(lab.context)
    // Mails that are due at the same time are sent in any order.
    const subjects = lab.inbox.mails.slice(before).map(({ subject }) => subject)
    sent.push(...subjects.sort().map((one) => `${lab.clock.now().toISOString().slice(0, 16)} ${one}`))
  }
  return sent
}

const near = 'Your laboratory visit is near'
const before = 'Before your laboratory visit'

describe('planning reminders', () => {
  test('reminders are sent a day and two hours before a visit, each once, also by three processes', async () => {
    await visitAt('2026-03-11T14:00:00Z')
    lab.clock.set('2026-03-10T13:55:00Z')
    const [first] = await run('2026-03-10T14:05:00Z', 5)
    expect(first).toBe(`2026-03-10T14:00 ${near}`)
    await Promise.all([1, 2, 3].map(() => planReminders(lab.context)))
    expect(await run('2026-03-11T15:00:00Z')).toEqual([`2026-03-11T12:05 ${near}`])
  })

  test('a fasting reminder is sent if a test of the visit requires fasting', async () => {
    await visitAt('2026-03-11T08:30:00Z', ['FBC', 'GLU'])
    expect(await run('2026-03-12T00:00:00Z')).toEqual([
      `2026-03-10T08:30 ${near}`,
      `2026-03-10T20:30 ${before}`,
      `2026-03-11T07:00 ${near}`,
    ])
    const [, fasting] = lab.inbox.mails
    expect(fasting?.text).toContain('eat nothing from Tuesday')
    expect(fasting?.text).toContain('22:30')
  })

  test('a reminder that was due before the booking is not sent', async () => {
    const { body } = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: { ...bookingBody, scheduledDate: '2026-03-09', scheduleTime: '15:00' },
    })
    expect(JSON.parse(body)).toHaveProperty('appointment')
    await deliverOutbox(lab.context)
    expect(lab.inbox.mails.map(({ subject }) => subject)).toEqual(['Your laboratory visit is booked'])
    const sent = await run('2026-03-09T19:00:00Z')
    expect(sent).toEqual([`2026-03-09T13:00 ${near}`])
  })
})

describe('reminders of a changed visit', () => {
  test('a moved visit has reminders for its new time, and none for the old time', async () => {
    const id = await visitAt('2026-03-11T14:00:00Z')
    expect(await run('2026-03-10T15:00:00Z')).toEqual([`2026-03-10T14:00 ${near}`])
    const start = new Date('2026-03-13T10:00:00Z')
    const end = new Date('2026-03-13T10:15:00Z')
    await lab.pool.query(
      'update visit set starts_at = $2, ends_at = $3, during = tstzrange($2, $3) where id = $1',
      [id, start, end],
    )
    expect(await run('2026-03-13T12:00:00Z')).toEqual([
      `2026-03-12T10:00 ${near}`,
      `2026-03-13T08:00 ${near}`,
    ])
  })

  test('a planned reminder of a visit that was moved, cancelled or checked in is skipped, with the reason in the ledger', async () => {
    const ids = await Promise.all(
      ['12:00', '13:00', '14:00'].map((time) => visitAt(`2026-03-10T${time}:00Z`, ['FBC'])),
    )
    const [moved = '', cancelled = '', come = ''] = ids
    lab.clock.set('2026-03-09T14:00:00Z')
    await planReminders(lab.context)
    await lab.pool.query(
      `update visit set starts_at = starts_at + interval '3 h', ends_at = ends_at + interval '3 h',
         during = tstzrange(starts_at + interval '3 h', ends_at + interval '3 h') where id = $1`,
      [moved],
    )
    await lab.pool.query(`update visit set status = 'cancelled' where id = $1`, [cancelled])
    await lab.pool.query(`update visit set status = 'arrived' where id = $1`, [come])
    await deliverOutbox(lab.context)
    expect(lab.inbox.mails).toEqual([])
    const rows = await lab.db.selectFrom('outbox').select(['state', 'error']).orderBy('id').execute()
    expect(rows.map(({ state, error }) => `${state}: ${error}`).sort()).toEqual([
      'skipped: The visit was cancelled, or they have come',
      'skipped: The visit was cancelled, or they have come',
      'skipped: The visit was moved',
    ])
  })

  test('a visit that passed while no server ran has no reminder', async () => {
    await visitAt('2026-03-10T14:00:00Z')
    lab.clock.set('2026-03-10T14:00:00Z')
    await planReminders(lab.context)
    expect(await lab.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('a reminder that was missed while no server ran is sent late, but not in quiet hours', async () => {
    await visitAt('2026-03-11T08:00:00Z')
    lab.clock.set('2026-03-10T22:00:00Z')
    await planReminders(lab.context)
    expect(await lab.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await run('2026-03-11T09:00:00Z')).toEqual([`2026-03-11T07:00 ${near}`])
  })

  test('a reminder that the mail server deferred into quiet hours is sent in the morning', async () => {
    await visitAt('2026-03-11T19:30:00Z')
    lab.clock.set('2026-03-10T20:50:00Z')
    lab.inbox.manner = 'defer'
    expect(await run('2026-03-10T21:30:00Z', 5)).toEqual([])
    lab.inbox.manner = 'accept'
    expect(await run('2026-03-11T08:00:00Z')).toEqual([`2026-03-11T07:00 ${near}`])
  })
})

describe('reminders around a clock change', () => {
  beforeEach(() => lab.pool.query(`update site set time_zone = 'Europe/Berlin'`))

  test('reminders around the spring clock change are sent once, and none in quiet hours', async () => {
    lab.clock.set('2026-03-27T12:00:00Z')
    // 07:30 and 10:00 local time, on the Sunday whose night is an hour shorter.
    await visitAt('2026-03-29T05:30:00Z', ['FBC'])
    await visitAt('2026-03-29T08:00:00Z', ['FBC', 'GLU'])
    expect(await run('2026-03-29T12:00:00Z')).toEqual([
      `2026-03-28T06:00 ${near}`,
      `2026-03-28T08:00 ${near}`,
      `2026-03-28T19:30 ${before}`,
      `2026-03-28T19:30 ${near}`,
      `2026-03-29T06:00 ${near}`,
    ])
  })

  test('reminders around the autumn clock change are sent once, and none in quiet hours', async () => {
    lab.clock.set('2026-10-23T12:00:00Z')
    await visitAt('2026-10-25T06:15:00Z', ['FBC'])
    await visitAt('2026-10-25T09:00:00Z', ['FBC', 'GLU'])
    expect(await run('2026-10-25T12:00:00Z')).toEqual([
      `2026-10-24T06:20 ${near}`,
      `2026-10-24T09:00 ${near}`,
      `2026-10-24T18:30 ${before}`,
      `2026-10-24T18:30 ${near}`,
      `2026-10-25T07:00 ${near}`,
    ])
  })
})

describe('the settings of reminders', () => {
  test('managers set the times of reminders, and patients cannot', async () => {
    const manager = await lab.makeStaff('admin')
    const rules = {
      leadMinutes: [60],
      fasting: false,
      fastingHours: 8,
      quietFrom: '20:00',
      quietUntil: '06:00',
    }
    const save = (by: Person, body: unknown) => lab.call('PUT', '/api/reminder-settings', { by, body })
    expect((await save(ama, rules)).statusCode).toBe(403)
    expect((await save(manager, { ...rules, leadMinutes: [60, 60] })).statusCode).toBe(400)
    expect((await lab.call('GET', '/api/fasting')).json()).toEqual({ hours: 10 })
    expect((await save(manager, rules)).json().rules).toEqual(rules)
    // The hours of fasting apply even if the reminder of fasting is off.
    expect((await lab.call('GET', '/api/fasting')).json()).toEqual({ hours: 8 })
    await visitAt('2026-03-10T07:30:00Z', ['GLU'])
    expect(await run('2026-03-10T09:00:00Z')).toEqual([`2026-03-10T06:30 ${near}`])
  })
})
