import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateGroups } from '#contract/visit-states.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
let technician: Person
let ama: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  technician = await lab.makeStaff('technician')
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
})
afterAll(() => lab.close())

async function booked(change: object = {}, by: Person = ama) {
  const answer = await lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...change } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment
}

const list = async (query: Record<string, string>, by: Person = manager) => {
  const answer = await lab.call(
    'GET',
    `/api/Labtask/appointments-tasks?${new URLSearchParams({ limit: '5', pages: 'around', ...query })}`,
    { by },
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const names = (page: { appointments: { patientDetails: { fullName: string } }[] }) =>
  page.appointments.map((visit) => visit.patientDetails.fullName)

const person = (fullName: string, change: object = {}) => ({
  patientDetails: { ...bookingBody.patientDetails, fullName, ...change },
})
const quarter = (index: number) =>
  `${String(7 + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`

describe('the manager’s list of appointments', () => {
  const day = '2026-04-01'
  const ofDay = { from: day, to: day, order: 'soonest' }

  beforeAll(async () => {
    for (let index = 0; index < 23; index++) {
      await booked({
        ...person(`Visitor ${String(index + 1).padStart(2, '0')}`),
        scheduledDate: day,
        scheduleTime: quarter(index),
      })
    }
  })

  it('the list has numbered pages and cursors of the pages around', async () => {
    const first = await list(ofDay)
    expect(first).toMatchObject({ page: 1, total: { count: 23, exact: true } })
    expect(first.around.map((one: { page: number }) => one.page)).toEqual([2, 3, 4, 5])
    const last = await list({ ...ofDay, cursor: first.around.at(-1).cursor })
    expect(names(last)).toEqual(['Visitor 21', 'Visitor 22', 'Visitor 23'])
    expect(last).toMatchObject({ page: 5, nextCursor: null })
    expect(last.around.map((one: { page: number }) => one.page)).toEqual([1, 2, 3, 4])
    const third = await list({ ...ofDay, cursor: last.around[2].cursor })
    expect(names(third)[0]).toBe('Visitor 11')
    const back = await list(ofDay)
    expect(names(back)[0]).toBe('Visitor 01')
    expect(last.around[0].cursor).toBeNull()
  })

  it('the pages of the list show every visit once', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list({ ...ofDay, order: 'latest', ...(cursor && { cursor }) })
      seen.push(...names(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(23)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  it('a cursor keeps its place when a visit on an earlier page is cancelled', async () => {
    const gone = await booked({ scheduledDate: day, scheduleTime: '07:00', ...person('Visitor 00') })
    const [, third] = (await list({ ...ofDay, status: 'booked' })).around
    const before = names(await list({ ...ofDay, status: 'booked', cursor: third.cursor }))
    await lab.call('DELETE', `/api/labtest/appointment/${gone.id}/cancel`, { by: ama })
    const after = await list({ ...ofDay, status: 'booked', cursor: third.cursor })
    expect(names(after)).toEqual(before)
    expect(after.page).toBe(3)
  })

  it('the list refuses a cursor of another list', async () => {
    const answer = await lab.call('GET', '/api/Labtask/appointments-tasks?cursor=2_now', { by: manager })
    expect(answer.json().fields).toEqual({ cursor: ['This is not the cursor of a page of this list'] })
  })

  it('the list is refused to patients and needs a sign-in', async () => {
    const path = '/api/Labtask/appointments-tasks'
    expect((await lab.call('GET', path, { by: ama })).statusCode).toBe(403)
    expect((await lab.call('GET', path)).statusCode).toBe(401)
  })
})

describe('a group of states', () => {
  it('a group of states lists the visits in any of them', async () => {
    const of = async (status: string) => {
      const { appointments, total } = await list({ status, limit: '200' })
      expect(total).toEqual({ count: appointments.length, exact: true })
      return appointments.map(({ id }: { id: string }) => id).sort()
    }
    const visits = [
      ...(await of('booked')),
      ...(await of('arrived')),
      ...(await of('collected')),
      ...(await of('completed')),
    ]
    expect(visits.length).toBeGreaterThan(7)
    const states = ['booked', 'arrived', 'collected', 'in_progress', 'completed', 'cancelled', 'no_show']
    for (const [index, state] of states.entries()) {
      await lab.pool.query('update visit set status = $2 where id = $1', [visits[index], state])
    }
    for (const [group, members] of Object.entries(stateGroups)) {
      const each = (await Promise.all(members.map(of))).flat().sort()
      expect(each.length, group).toBeGreaterThan(1)
      expect(await of(group), group).toEqual(each)
    }
    await lab.pool.query(`update visit set status = 'booked' where id = any($1)`, [visits])
  })
})

describe('searching appointments', () => {
  let efua: { id: string; reference: string }
  beforeAll(async () => {
    efua = await booked({
      ...person('Efua Adu-Boateng', { contact: '+233 20 987 6543', email: 'efua.ab@home.test' }),
      scheduledDate: '2026-04-02',
    })
    await booked({
      ...person('Kwame Adu', { contact: '024 555 0000', email: '' }),
      scheduledDate: '2026-04-02',
    })
    await booked({ ...person('Ɛsi Nkrumah'), scheduledDate: '2026-04-02', scheduleTime: '10:00' })
  })
  const found = async (search: string) => names(await list({ search })).sort()

  it('a search finds names by the beginnings of words, in any order and case', async () => {
    expect(await found('ADU')).toEqual(['Efua Adu-Boateng', 'Kwame Adu'])
    expect(await found('boat ef')).toEqual(['Efua Adu-Boateng'])
    expect(await found('ɛs')).toEqual(['Ɛsi Nkrumah'])
    expect(await found('teng')).toEqual([])
  })

  it('a search finds a phone number in any notation', async () => {
    for (const typed of ['+233 20 987 6543', '0209876543', '20 987', '6543']) {
      expect(await found(typed), typed).toEqual(['Efua Adu-Boateng'])
    }
    expect(await found('+233 24 555 0000')).toEqual(['Kwame Adu'])
  })

  it('a search finds an address and a reference', async () => {
    expect(await found('efua.ab@')).toEqual(['Efua Adu-Boateng'])
    expect(await found(efua.reference.toLowerCase())).toEqual(['Efua Adu-Boateng'])
    expect(await found(efua.reference.slice(0, 5))).toEqual(['Efua Adu-Boateng'])
  })

  it('a search combines with state and day, and has a count', async () => {
    expect(await list({ search: 'adu', status: 'cancelled' })).toMatchObject({ total: { count: 0 } })
    expect(await list({ search: 'adu', from: '2026-04-02', to: '2026-04-02', limit: '1' })).toMatchObject({
      total: { count: 2, exact: true },
      around: [{ page: 2 }],
    })
  })

  it('a search without a word finds nothing', async () => {
    expect(await list({ search: '%' })).toMatchObject({ appointments: [], total: { count: 0, exact: true } })
    expect(await found(`x' | 'adu`)).toEqual([])
  })
})

const put = (path: string, body: object, by: Person = manager) =>
  lab.call('PUT', `/api/labtest/appointment/${path}`, { by, body })
const history = async (id: string) => {
  const answer = await lab.call('GET', `/api/labtest/appointment/${id}/history`, { by: manager })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const calendar = async (day: string) =>
  (await lab.call('GET', `/api/labtest/calendar?day=${day}`, { by: manager })).json()
type InCalendar = { id: string; chair: number; start: string; version: number; fullName: string }

/** Books every chair at this time. */
async function fill(day: string, time: string) {
  const visits = []
  for (let chair = 1; chair <= 4; chair++) {
    visits.push(await booked({ ...person(`Full ${chair}`), scheduledDate: day, scheduleTime: time }))
  }
  return visits
}

describe('a booking by a manager for a patient', () => {
  it('a manager’s booking for an account belongs to it and is mailed to it', async () => {
    const esi = await lab.signUpPatient({ fullName: 'Esi Owner' })
    const visit = await booked(
      {
        ...person('Esi Owner', { email: '' }),
        accountId: esi.accountId,
        scheduledDate: '2026-04-03',
        scheduleTime: '09:00',
      },
      manager,
    )
    const own = await lab.call('GET', `/api/labtest/appointment/${visit.id}`, { by: esi })
    expect(own.json().reference).toBe(visit.reference)
    expect((await lab.lastMailTo(esi.email)).text).toContain(visit.reference)
    expect(await lab.mailsTo(manager.email)).toEqual([])
  })

  it('a manager’s booking without an account is visible to staff only', async () => {
    const visit = await booked({ scheduledDate: '2026-04-03', scheduleTime: '09:15' }, manager)
    expect((await history(visit.id)).account).toBeNull()
    expect((await lab.call('GET', `/api/labtest/appointment/${visit.id}`, { by: ama })).statusCode).toBe(404)
  })

  it('a patient cannot book for another account, and nobody for an account of staff', async () => {
    const kofi = await lab.signUpPatient()
    const body = { ...bookingBody, scheduledDate: '2026-04-03', scheduleTime: '10:00' }
    const book = (accountId: string, by: Person) =>
      lab.call('POST', '/api/labtest/book', { by, body: { ...body, accountId } })
    expect((await book(kofi.accountId, ama)).statusCode).toBe(403)
    expect((await book(technician.accountId, manager)).json().fields).toEqual({
      accountId: ['There is no patient with this account'],
    })
  })
})

describe('overbooking', () => {
  const day = '2026-04-07'
  const overbook = (scheduleTime: string, by: Person, change: object = {}) =>
    lab.call('POST', '/api/labtest/book', {
      by,
      body: {
        ...bookingBody,
        ...person('Squeezed In'),
        scheduledDate: day,
        scheduleTime,
        overbook: { reason: 'Sent by the ward' },
        ...change,
      },
    })

  it('overbooking takes an extra place and keeps its reason once every chair is taken', async () => {
    await fill(day, '09:00')
    const answer = await overbook('09:00', manager)
    expect(answer.statusCode, answer.body).toBe(201)
    const { events, chair } = await history(answer.json().appointment.id)
    expect(chair).toEqual({ number: 491, name: 'Extra 1', overflow: true })
    expect(events[0]).toMatchObject({
      action: 'visit.booked',
      reason: 'Sent by the ward',
      by: { fullName: manager.fullName, role: 'admin' },
    })
  })

  it('an extra place gets another name if a chair has its usual one', async () => {
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 1 },
    })
    const siteId = added.json().id
    const named = await lab.call('POST', `/api/settings/sites/${siteId}/chairs`, {
      by: manager,
      body: { name: 'EXTRA 1' },
    })
    expect(named.statusCode, named.body).toBe(201)
    for (let place = 0; place < 4; place++) {
      const answer = await overbook('09:00', manager, { siteId })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    const { rows } = await lab.pool.query(
      'select number, name from chair where site_id = $1 and overflow order by number',
      [siteId],
    )
    expect(rows).toEqual([
      { number: 491, name: 'Extra 2' },
      { number: 492, name: 'Extra 3' },
    ])
  })

  it('overbooking takes a chair while one is free', async () => {
    const answer = await overbook('13:00', manager)
    expect((await history(answer.json().appointment.id)).chair).toMatchObject({ overflow: false })
  })

  it('overbooking keeps the limit of the laboratory, also under concurrent calls', async () => {
    await fill(day, '10:00')
    const answers = await Promise.all(Array.from({ length: 8 }, () => overbook('10:00', manager)))
    const codes = answers.map((answer) => answer.statusCode).sort()
    expect(codes).toEqual([201, 201, 409, 409, 409, 409, 409, 409])
    const refused = answers.find((answer) => answer.statusCode === 409)?.json()
    expect(refused.code).toBe('slot_taken')
    expect(refused.alternatives).toHaveLength(3)
  })

  it('overbooking needs the permission and a reason, and does not change what is offered', async () => {
    await fill(day, '11:00')
    expect((await overbook('11:00', technician)).statusCode).toBe(403)
    expect((await overbook('11:00', ama)).statusCode).toBe(403)
    expect((await overbook('11:00', manager, { overbook: { reason: ' ' } })).json().fields).toHaveProperty([
      'overbook.reason',
    ])
    expect((await overbook('11:00', manager)).statusCode).toBe(201)
    const { days } = (await lab.call('GET', `/api/availability?from=${day}&to=${day}`)).json()
    const times = days[0].starts.map((start: { time: string }) => start.time)
    expect(times).not.toContain('11:00')
    expect(times).toContain('11:15')
  })

  it('overbooking is refused outside opening hours', async () => {
    expect((await overbook('20:00', manager)).json().fields).toEqual({
      scheduleTime: ['The laboratory is closed at this time'],
    })
  })

  it('an overbooked visit keeps its place when the name is corrected, and gets a chair when it moves', async () => {
    const all = await calendar(day)
    const visit = all.visits.find((one: InCalendar) => one.chair === 491)
    const { start } = visit
    const at = { scheduledDate: start, scheduleTime: start.slice(11, 16) }
    const body = { ...bookingBody, ...at, reason: 'Misspelt' }
    const answer = await lab.call('PUT', `/api/labtest/update-appointments/${visit.id}`, {
      by: manager,
      body,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await history(visit.id)).chair.number).toBe(491)
    const { version } = answer.json().appointment
    const moved = await put(`${visit.id}/reschedule`, {
      start: `${day}T15:00:00Z`,
      reason: 'Can come later',
      version,
    })
    expect(moved.statusCode, moved.body).toBe(200)
    expect((await history(visit.id)).chair.overflow).toBe(false)
  })
})

describe('moving a visit in the calendar', () => {
  const day = '2026-04-08'
  const at = (time: string) => `${day}T${time}:00Z`
  let visit: InCalendar
  beforeAll(async () => {
    const { id } = await booked({ ...person('Moved About'), scheduledDate: day, scheduleTime: '09:00' })
    visit = (await calendar(day)).visits.find((one: InCalendar) => one.id === id)
  })
  const move = (body: object, by: Person = manager) => put(`${visit.id}/reschedule`, body, by)
  const now = async () =>
    (await calendar(day)).visits.find((one: InCalendar) => one.id === visit.id) as InCalendar

  it('moving a visit to another chair needs no reason and sends no message', async () => {
    const mails = (await lab.mailsTo('ama@example.com')).length
    const chair = visit.chair === 2 ? 3 : 2
    expect((await move({ start: at('09:00'), chair, version: visit.version })).statusCode).toBe(200)
    expect(await now()).toMatchObject({ chair, start: '2026-04-08T09:00:00.000Z' })
    expect((await lab.mailsTo('ama@example.com')).length).toBe(mails)
  })

  it('moving a visit to another time needs a reason, keeps the tests and sends a message', async () => {
    const { version } = await now()
    expect((await move({ start: at('10:15'), chair: 1, version })).json().fields).toHaveProperty('reason')
    const answer = await move({ start: at('10:15'), chair: 1, version, reason: 'Asked by phone' })
    expect(answer.json().appointment).toMatchObject({
      testType: ['Full Blood Count', 'Blood Sugar'],
      scheduleTime: '10:15',
    })
    expect(await now()).toMatchObject({ chair: 1 })
    expect((await lab.lastMailTo('ama@example.com')).subject).toBe('Your laboratory visit was changed')
  })

  it('moving a visit to a taken time is refused with the three nearest free starts', async () => {
    await fill(day, '11:00')
    const { version } = await now()
    const answer = await move({ start: at('11:00'), chair: 3, version, reason: 'Earlier' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'slot_taken' })
    expect(answer.json().alternatives).toHaveLength(3)
    expect(await now()).toMatchObject({ chair: 1, version })
  })

  it('of two concurrent moves of a visit one is refused', async () => {
    const { version } = await now()
    const answers = await Promise.all([
      move({ start: at('12:00'), version, reason: 'One' }),
      move({ start: at('13:00'), version, reason: 'Other' }),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('changed_meanwhile')
  })

  it('a move is refused outside hours, steps and chairs, and for a visit that is not booked', async () => {
    const { version } = await now()
    const fields = async (body: object) => (await move({ version, reason: 'Why not', ...body })).json().fields
    expect(await fields({ start: at('06:00') })).toEqual({ start: ['The laboratory is closed at this time'] })
    expect(await fields({ start: at('14:05') })).toHaveProperty('start')
    expect(await fields({ start: at('14:00'), chair: 9 })).toEqual({
      chair: ['There is no such chair in use'],
    })
    expect(await fields({ start: at('14:00'), chair: 491 })).toHaveProperty('chair')
    const gone = await booked({ scheduledDate: day, scheduleTime: '16:00' })
    await lab.call('DELETE', `/api/labtest/appointment/${gone.id}/cancel`, { by: ama })
    const answer = await put(`${gone.id}/reschedule`, { start: at('16:30'), reason: 'Again', version: 2 })
    expect(answer.json().code).toBe('not_possible_now')
  })

  it('moving visits and the calendar need the permission', async () => {
    const { version } = await now()
    for (const by of [technician, ama]) {
      expect((await move({ start: at('15:00'), version, reason: 'Mine' }, by)).statusCode).toBe(403)
      expect((await lab.call('GET', '/api/labtest/calendar', { by })).statusCode).toBe(403)
      expect((await lab.call('GET', `/api/labtest/appointment/${visit.id}/history`, { by })).statusCode).toBe(
        403,
      )
      expect((await put(`${visit.id}/no-show`, {}, by)).statusCode).toBe(403)
    }
  })
})

describe('the calendar of a day', () => {
  it('the calendar shows hours, chairs, visits and holds, but no cancelled visits and no holders', async () => {
    const day = '2026-04-09'
    const visit = await booked({ scheduledDate: day, scheduleTime: '09:00' })
    const gone = await booked({ scheduledDate: day, scheduleTime: '09:00' })
    await lab.call('DELETE', `/api/labtest/appointment/${gone.id}/cancel`, { by: ama })
    await lab.call('POST', '/api/book', { body: { start: `${day}T10:00:00Z`, end: `${day}T10:15:00Z` } })
    const answer = await calendar(day)
    expect(answer).toMatchObject({
      day,
      start: '2026-04-09T00:00:00.000Z',
      end: '2026-04-10T00:00:00.000Z',
      open: [{ start: '2026-04-09T07:00:00.000Z', end: '2026-04-09T19:00:00.000Z' }],
      stepMinutes: 15,
      visits: [{ id: visit.id, whyNotMovable: null, testType: ['Full Blood Count', 'Blood Sugar'] }],
      holds: [{ start: '2026-04-09T10:00:00.000Z', end: '2026-04-09T10:15:00.000Z' }],
    })
    expect(answer.chairs.map((chair: { name: string }) => chair.name)).toEqual([
      'Chair 1',
      'Chair 2',
      'Chair 3',
      'Chair 4',
    ])
  })

  it('the calendar of a day with a clock change has 23 or 25 hours', async () => {
    await lab.pool.query("update site set time_zone = 'Europe/Berlin'")
    const hours = async (day: string) => {
      const { start, end } = await calendar(day)
      return (Date.parse(end) - Date.parse(start)) / 3_600_000
    }
    expect([await hours('2026-03-29'), await hours('2026-10-25'), await hours('2026-04-09')]).toEqual([
      23, 25, 24,
    ])
    await lab.pool.query("update site set time_zone = 'Africa/Accra'")
  })
})

describe('the history of a visit', () => {
  it('the history of a visit has its changes, by whom, from and to which values, and its messages', async () => {
    const visit = await booked({ scheduledDate: '2026-04-10', scheduleTime: '09:00' })
    await lab.call('PUT', `/api/labtest/update-appointments/${visit.id}`, {
      by: manager,
      body: {
        ...bookingBody,
        patientDetails: { ...bookingBody.patientDetails, age: 35 },
        testType: ['Typhidot'],
        scheduledDate: '2026-04-10',
        scheduleTime: '10:00',
        reason: 'Asked by phone',
      },
    })
    await lab.call('DELETE', `/api/labtest/appointment/${visit.id}/cancel`, {
      by: technician,
      body: { reason: 'Ill' },
    })
    const { appointment, events, messages, whyNotCancel } = await history(visit.id)
    expect(appointment.status).toBe('cancelled')
    expect(whyNotCancel).toContain('can no longer be cancelled')
    expect(events.map((event: { action: string }) => event.action)).toEqual([
      'visit.booked',
      'visit.changed',
      'visit.cancelled',
    ])
    expect(events[0].by).toEqual({ fullName: ama.fullName, role: 'user' })
    expect(events[1].changes).toEqual(
      expect.arrayContaining([
        { field: 'age', before: '34', after: '35' },
        { field: 'tests', before: 'Full Blood Count, Blood Sugar', after: 'Typhidot' },
        { field: 'startsAt', before: '2026-04-10T09:00:00.000Z', after: '2026-04-10T10:00:00.000Z' },
      ]),
    )
    expect(events[2]).toMatchObject({ reason: 'Ill', by: { fullName: technician.fullName } })
    expect(messages.map((message: { kind: string }) => message.kind)).toEqual([
      'visit_booked',
      'visit_changed',
      'visit_called_off',
    ])
  })

  it('the history of an unknown visit is not found', async () => {
    const answer = await lab.call(
      'GET',
      '/api/labtest/appointment/00000000-0000-7000-8000-000000000000/history',
      {
        by: manager,
      },
    )
    expect(answer.statusCode).toBe(404)
  })
})

describe('marking a no-show', () => {
  it('a no-show is marked after the start only, frees the chair and is idempotent', async () => {
    const visit = await booked({ scheduledDate: '2026-03-09', scheduleTime: '08:45' })
    expect((await put(`${visit.id}/no-show`, {})).json().message).toBe('Its time has not come yet.')
    lab.clock.set('2026-03-09T08:50:00Z')
    expect((await put(`${visit.id}/no-show`, {})).json().appointment.status).toBe('no_show')
    expect((await put(`${visit.id}/no-show`, {})).statusCode).toBe(200)
    expect((await calendar('2026-03-09')).visits).toEqual([])
    lab.clock.set('2026-03-09T08:30:00Z')
  })
})
