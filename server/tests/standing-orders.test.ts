import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellDueTests } from '#server/modules/booking/index.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'

/** Standing orders: entered by staff, announced before each due day, booked by the patient, missed, ended. */
let lab: TestApp
let manager: Person
let plain: Person
let kumasi: Person
let ama: Person
let kofi: Person
let amasRecord: string
beforeAll(async () => {
  lab = await openTestApp({ poolSize: 20 })
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  plain = await lab.makeStaff('technician', { fullName: 'Tom Technician' })
  kumasi = await lab.makeStaff('admin', { fullName: 'Kojo Kumasi' })
  const site = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 1 },
  })
  await lab.pool.query('insert into account_site values ($1, $2)', [kumasi.accountId, site.json().id])
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah', email: 'ama@example.com' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Other', email: 'kofi@example.com' })
  amasRecord = await recordOf(ama, { fullName: 'Ama Mensah' })
  await lab.mailsTo('ama@example.com')
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const nextStart = separateStarts('2026-03-10')
const details = bookingBody.patientDetails
const book = (by: Person, change: object = {}) =>
  lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...nextStart(), ...change } })

async function recordOf(by: Person, patient: object): Promise<string> {
  const answer = await book(by, { patientDetails: { ...details, ...patient }, relation: 'self' })
  expect(answer.statusCode, answer.body).toBe(201)
  const { rows } = await lab.pool.query('select person_id from visit where id = $1', [
    answer.json().appointment.id,
  ])
  return rows[0].person_id
}

const monthly = {
  testType: ['Blood Sugar', 'Malaria Package'],
  every: 1,
  unit: 'month',
  from: '2026-03-16',
  requestedBy: 'Dr Ama Boateng',
}
const add = (body: object = {}, by: Person = manager, person = amasRecord) =>
  lab.call('POST', `/api/people/${person}/standing-orders`, { by, body: { ...monthly, ...body } })
const ofPerson = async (by: Person = manager) =>
  (await lab.call('GET', `/api/people/${amasRecord}/standing-orders`, { by })).json().orders
const own = async (by: Person = ama) =>
  (await lab.call('GET', '/api/standing-orders/own', { by })).json().orders
const missed = async (by: Person = manager) =>
  (await lab.call('GET', '/api/standing-orders/missed', { by })).json().rows
const end = (id: string, by: Person) => lab.call('POST', `/api/standing-orders/${id}/end`, { by })
const on = (day: string) => lab.clock.set(new Date(`${day}T08:00:00Z`))
/** A manager who signs in on that day: sessions end while the clock is moved. */
async function managerOn(day: string): Promise<Person> {
  on(day)
  return lab.makeStaff('admin')
}

/** A standing order of Ama's from the 16th on; its id. Earlier ones are ended. */
async function standing(body: object = {}): Promise<string> {
  for (const { id, ended } of await ofPerson()) if (!ended) await end(id, manager)
  const answer = await add(body)
  expect(answer.statusCode, answer.body).toBe(201)
  return (await ofPerson())[0].id
}

describe('a standing order', () => {
  it('a standing order is entered by staff who manage patients, and shown to them and the patient', async () => {
    const id = await standing({ until: '2026-04-30' })
    const expected = {
      id,
      tests: ['Malaria Package', 'Blood Sugar'],
      every: 1,
      unit: 'month',
      from: '2026-03-16',
      until: '2026-04-30',
      asked: 'Dr Ama Boateng',
      due: null,
      next: '2026-03-16',
      ended: null,
    }
    expect((await ofPerson())[0]).toMatchObject(expected)
    expect((await own())[0]).toMatchObject({
      ...expected,
      person: { id: amasRecord, fullName: 'Ama Mensah' },
    })
    const { rows } = await lab.pool.query(
      `select after from audit where action = 'standing.added' and subject_id = $1 order by id desc limit 1`,
      [amasRecord],
    )
    expect(rows[0].after).toMatchObject({ items: ['PKG-MAL', 'GLU'], from: '2026-03-16' })
  })

  it('an invalid standing order is refused with errors at its fields', async () => {
    const fields = async (body: object) => Object.keys((await add(body)).json().fields ?? {})
    expect(await fields({ testType: ['Snake Oil'] })).toEqual(['testType'])
    expect(await fields({ testType: [] })).toEqual(['testType'])
    expect(await fields({ from: '2026-03-08' })).toEqual(['from'])
    expect(await fields({ until: '2026-03-01' })).toEqual(['until'])
    expect(await fields({ every: 53 })).toEqual(['every'])
    expect(await fields({ unit: 'week', remindDays: 7 })).toEqual(['remindDays'])
    expect(await fields({ referrerId: '01900000-0000-7000-8000-00000000000f' })).toEqual(['requestedBy'])
    expect(await fields({ requestedBy: '', referrerId: '01900000-0000-7000-8000-00000000000f' })).toEqual([
      'requestedBy',
    ])
  })

  it('a standing order is out of reach for other patients and for staff of other sites or without the permission', async () => {
    const id = await standing()
    expect((await add({}, plain)).statusCode).toBe(403)
    expect((await add({}, ama)).statusCode).toBe(403)
    expect((await add({}, kumasi)).statusCode).toBe(404)
    expect(await own(kofi)).toEqual([])
    for (const by of [kofi, kumasi]) expect((await end(id, by)).statusCode).toBe(404)
    expect((await end(id, plain)).statusCode).toBe(403)
    expect((await lab.call('GET', `/api/standing-orders/${id}`, { by: kumasi })).statusCode).toBe(404)
    expect((await lab.call('GET', `/api/standing-orders/${id}`, { by: kofi })).statusCode).toBe(403)
    expect((await book(kofi, { standing: id })).statusCode).toBe(404)
    expect((await ofPerson()).find((one: { id: string }) => one.id === id).ended).toBe(null)
  })

  it('the patient can end a standing order, once', async () => {
    const id = await standing()
    expect((await end(id, ama)).statusCode).toBe(200)
    expect((await end(id, manager)).statusCode).toBe(404)
    expect(await own()).toEqual([])
    const later = await managerOn('2026-03-20')
    await tellDueTests(lab.context)
    expect((await ofPerson(later))[0]).toMatchObject({ ended: '2026-03-09', due: null, next: null })
  })
})

describe('the message before a due day', () => {
  const messages = async () =>
    (await lab.pool.query(`select recipient, payload from outbox where kind = 'tests_due' order by id`)).rows

  it('one message is sent for each due day, also by two processes, and names no test', async () => {
    const before = (await messages()).length
    const id = await standing()
    await tellDueTests(lab.context)
    // The 16th is seven days ahead of the 9th.
    expect((await messages()).slice(before)).toMatchObject([{ recipient: 'ama@example.com' }])
    on('2026-04-10')
    await Promise.all(Array.from({ length: 8 }, () => tellDueTests(lab.context)))
    expect((await messages()).slice(before)).toHaveLength(2)
    const { rows } = await lab.pool.query(
      'select due_on::text, told_at is not null as told from standing_due where standing_id = $1 order by 1',
      [id],
    )
    expect(rows).toEqual([
      { due_on: '2026-03-16', told: true },
      { due_on: '2026-04-16', told: true },
    ])
    const mail = (await lab.mailsTo('ama@example.com')).at(-1)
    const text = JSON.stringify(mail)
    expect(text).toContain(`/patient-dashboard/appointment-page?standing=`)
    expect(text).not.toMatch(/Blood|Malaria|Package/)
  })

  it('no message is sent for due days that have passed or for a person who has died', async () => {
    const before = (await messages()).length
    await standing()
    on('2026-04-01')
    await tellDueTests(lab.context)
    expect((await messages()).slice(before)).toEqual([])
    on('2026-03-09')
    await standing()
    await lab.pool.query('update person set deceased = true where id = $1', [amasRecord])
    await tellDueTests(lab.context)
    expect((await messages()).slice(before)).toEqual([])
    expect((await add()).json().code).toBe('not_possible_now')
    await lab.pool.query('update person set deceased = false where id = $1', [amasRecord])
  })
})

describe('a booking from a standing order', () => {
  it('a visit from a standing order has its requester and due day; after its cancellation the day is due again, then missed', async () => {
    const id = await standing()
    await tellDueTests(lab.context)
    expect((await own())[0].due).toEqual({ on: '2026-03-16', state: 'due', visitId: null })
    const booked = await book(ama, { personId: amasRecord, standing: id, testType: monthly.testType })
    expect(booked.statusCode, booked.body).toBe(201)
    const visitId = booked.json().appointment.id
    expect((await own())[0].due).toEqual({ on: '2026-03-16', state: 'booked', visitId })
    const order = await lab.call('GET', `/api/labtest/appointment/${visitId}/order`, { by: manager })
    expect(order.json()).toMatchObject({ asked: 'Dr Ama Boateng' })
    expect(await missed(await managerOn('2026-03-17'))).toEqual([])
    on('2026-03-09')
    await lab.call('DELETE', `/api/labtest/appointment/${visitId}/cancel`, { by: ama })
    expect((await own())[0].due.state).toBe('due')
    const later = await managerOn('2026-03-17')
    expect(await missed(later)).toMatchObject([{ id, dueOn: '2026-03-16', person: { id: amasRecord } }])
    await lab.pool.query(
      'insert into account_site select $1, site_id from account_site where account_id = $2',
      [later.accountId, kumasi.accountId],
    )
    expect((await missed(later)).length).toBe(0)
    expect(
      (await lab.call('GET', '/api/standing-orders/missed', { by: await lab.makeStaff('technician') }))
        .statusCode,
    ).toBe(403)
    // The next due day takes its place.
    const afterwards = await managerOn('2026-04-12')
    await tellDueTests(lab.context)
    expect(await missed(afterwards)).toEqual([])
  })

  it('a standing order can be booked for its own person only, also before the message', async () => {
    const id = await standing()
    const forOther = await book(manager, {
      patientDetails: { ...details, fullName: 'Yaw Other', gender: 'male' },
      standing: id,
    })
    expect(forOther.json().fields).toHaveProperty('standing')
    const early = await book(ama, { personId: amasRecord, standing: id })
    expect(early.statusCode, early.body).toBe(201)
    await tellDueTests(lab.context)
    expect((await own())[0]).toMatchObject({ due: { on: '2026-03-16', state: 'booked' }, next: '2026-04-16' })
    const read = await lab.call('GET', `/api/standing-orders/${id}`, { by: manager })
    expect(read.json()).toMatchObject({ person: { id: amasRecord }, requestedBy: 'Dr Ama Boateng' })
  })

  it('is refused once the standing order is ended, also for a due day that was told', async () => {
    const id = await standing()
    await tellDueTests(lab.context)
    expect((await end(id, ama)).statusCode).toBe(200)
    const refused = await book(ama, { personId: amasRecord, standing: id })
    expect(refused.json().fields).toEqual({ standing: ['This standing order has no due day left'] })
  })

  it('concurrent bookings from a standing order take different due days', async () => {
    const id = await standing({ unit: 'week', remindDays: 3 })
    const answers = await Promise.all([0, 1, 2].map(() => book(ama, { personId: amasRecord, standing: id })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    const { rows } = await lab.pool.query(
      'select due_on::text from standing_due where standing_id = $1 and visit_id is not null order by 1',
      [id],
    )
    expect(rows.map(({ due_on }) => due_on)).toEqual(['2026-03-16', '2026-03-23', '2026-03-30'])
  })
})
