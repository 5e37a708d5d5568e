import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#contract/queue.ts'
import * as deskCalls from '#contract/queue-desk.ts'
import * as managerCalls from '#contract/queue-manager.ts'
import type { MyState } from '#contract/queue-views.ts'
import { minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite, queueOf } from './queue-day.ts'

let lab: TestApp
let queue: ReturnType<typeof queueOf>
let ama: Person
let kofi: Person
let pat: Person
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
  queue = queueOf(lab)
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Owusu' })
  pat = await lab.makeStaff('technician', { fullName: 'Pat Phlebotomist' })
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
})
afterAll(() => lab.close())

const mine = (by: Person) => queue.ok<MyState>(lab.call('GET', '/api/queue/mine', { by }))
const kiosk = (body: object, from?: string) =>
  lab.call('POST', '/api/queue/check-in', { body, ...(from && { from }) })

describe('every call of the queue', () => {
  const all = [...Object.values(calls), ...Object.values(deskCalls), ...Object.values(managerCalls)].filter(
    (call) => typeof call === 'object' && 'access' in call,
  )
  const path = (pattern: string) =>
    pattern.replace(':id', '01900000-0000-7000-8000-00000000000f').replace(':number', '1')

  it('each call of the queue is refused to other roles before its input is validated', async () => {
    let refused = 0
    for (const call of all) {
      if (call.access === 'public') continue
      const signedOut = await lab.call(call.method, path(call.path))
      expect([call.path, signedOut.statusCode]).toEqual([call.path, 401])
      for (const person of [ama, pat, manager]) {
        if ((call.access as readonly string[]).includes(person.role)) continue
        const answer = await lab.call(call.method, path(call.path), { by: person })
        expect([call.path, person.role, answer.statusCode]).toEqual([call.path, person.role, 403])
        refused++
      }
    }
    expect(refused).toBeGreaterThan(25)
  })

  it('every queue call for managers is open to technicians with a permission', () => {
    const ofManager = Object.values(managerCalls).filter(
      (call) => typeof call === 'object' && 'access' in call,
    )
    for (const call of [...ofManager, calls.queueFloor, calls.queueFloorStream]) {
      expect(call).toMatchObject({ access: ['technician', 'admin'], permission: expect.any(String) })
    }
  })
})

describe('a patient', () => {
  it('a patient sees their place and the tickets before it by reason, and no other patient', async () => {
    const [own, other] = [await queue.booked(ama, '09:00'), await queue.booked(kofi, '09:00')]
    const urgent = await queue.walkedIn(pat, { urgent: true })
    await queue.checkIn(pat, other.id)
    lab.clock.advance(minutes(1))
    await queue.checkIn(pat, own.id)
    const { places } = await mine(ama)
    expect(places).toHaveLength(1)
    expect(places[0]).toMatchObject({
      code: 'A-003',
      status: 'waiting',
      peopleBefore: 2,
      before: { urgent: 1, appointments: 1, others: 0 },
      wait: { kind: 'unknown' },
      visit: { id: own.id, reference: own.reference },
    })
    const text = JSON.stringify(places)
    for (const foreign of ['Kofi', other.id, other.reference, urgent.code, urgent.id]) {
      expect(text).not.toContain(foreign)
    }
    expect((await mine(kofi)).places.map(({ code }) => code)).toEqual(['A-002'])
    await queue.open(pat, 1)
    const first = await queue.called(pat, 1)
    expect(first.id).toBe(urgent.id)
    await queue.ticket(pat, urgent.id, 'finish')
    expect(await queue.called(pat, 1)).toMatchObject({ code: 'A-002' })
    expect((await mine(kofi)).places[0]).toMatchObject({ status: 'called', desk: 'Chair 1', peopleBefore: 0 })
    expect((await mine(ama)).places[0]).toMatchObject({ status: 'waiting', peopleBefore: 0 })
  })

  it('a patient’s ended tickets of today are listed after the live ones', async () => {
    const patient = await lab.signUpPatient({ fullName: 'Yaw Boateng' })
    const [first, second] = [await queue.booked(patient, '09:30'), await queue.booked(patient, '09:45')]
    const { id } = (await queue.checkIn(pat, first.id)).json().ticket
    await queue.ticket(pat, id, 'leave')
    await queue.checkIn(pat, second.id)
    expect((await mine(patient)).places.map(({ status }) => status)).toEqual(['waiting', 'left'])
  })
})

describe('the board', () => {
  it('the board shows codes and desks, and no name, id, reference or test', async () => {
    await queue.walkedIn(pat)
    await queue.ticket(pat, (await queue.state(pat)).waiting[0]?.id ?? '', 'urgent', {
      urgent: true,
      reason: 'Faint',
    })
    const board = await queue.board()
    expect(board.calls.length).toBeGreaterThan(0)
    expect(board.waiting.length).toBeGreaterThan(0)
    expect(board.desks).toMatchObject([{ name: 'Chair 1', state: 'open', status: 'called' }])
    const text = JSON.stringify({ ...board, site: null })
    const { rows } = await lab.pool.query(
      `select full_name, reference, id::text, contact, email from visit union all
       select full_name, email, id::text, phone, role from account`,
    )
    const secrets = rows.flatMap((row) => Object.values(row) as string[]).filter((word) => word.length > 3)
    expect(secrets.length).toBeGreaterThan(20)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(text).not.toContain('Blood')
    const unknown = await lab.call('GET', '/api/queue/board/01900000-0000-7000-8000-00000000000f')
    expect(unknown.statusCode).toBe(404)
  })
})

describe('the kiosk', () => {
  let visit: { id: string; reference: string }
  beforeAll(async () => {
    visit = await queue.booked(ama, '10:00')
  })

  it('the kiosk gives the same answer for a wrong reference and a wrong surname', async () => {
    const [wrongName, wrongReference, half] = [
      await kiosk({ code: visit.reference, surname: 'Owusu' }),
      await kiosk({ code: 'ZZZZZZZZ', surname: 'Mensah' }),
      await kiosk({ code: visit.reference.slice(0, 7), surname: 'Mensah' }),
    ]
    const seen = [wrongName, wrongReference, half].map((answer) => {
      const { requestId: _, ...body } = answer.json()
      return [answer.statusCode, body]
    })
    expect(seen[0]).toEqual([404, { message: 'A visit with these details was not found', code: 'not_found' }])
    expect([seen[1], seen[2]]).toEqual([seen[0], seen[0]])
    expect(await queue.visitStatus(visit.id)).toBe('booked')
    expect((await kiosk({ code: visit.reference })).json().fields).toEqual({
      surname: ['Surname is required'],
    })
  })

  it('the kiosk issues a ticket for reference and surname, idempotently and without a name', async () => {
    const typed = `${visit.reference.slice(0, 4)} ${visit.reference.slice(4).toLowerCase()}`
    const first = await kiosk({ code: typed, surname: 'mensah' })
    expect(first.statusCode, first.body).toBe(200)
    const { place, message } = first.json()
    expect(message).toMatch(
      /^Your ticket is A-\d{3}\. (You are next|\d+ (person is|people are) before you)\.$/,
    )
    expect(place.visit).toBeNull()
    expect(first.body).not.toContain('Mensah')
    const again = await kiosk({ code: visit.reference, surname: 'Mensah' })
    expect(again.json().place.code).toBe(place.code)
    expect(await queue.visitStatus(visit.id)).toBe('arrived')
  })

  it('the kiosk accepts the QR code alone, which also shows the place without a session', async () => {
    const other = await queue.booked(kofi, '10:15')
    const { passCode } = (await queue.checkIn(pat, other.id)).json()
    expect(passCode.slice(0, 8)).toBe(other.reference)
    expect((await kiosk({ code: passCode })).statusCode).toBe(200)
    const forged = `${passCode.slice(0, 17)}${passCode.endsWith('0') ? '1' : '0'}`
    expect((await kiosk({ code: forged })).statusCode).toBe(404)
    const place = (code: string) => lab.call('GET', '/api/queue/place', { headers: { 'x-pass-code': code } })
    const shown = (await place(passCode)).json()
    expect(shown.places).toMatchObject([{ status: 'waiting', visit: null }])
    expect(JSON.stringify(shown)).not.toContain('Kofi')
    expect([(await place(forged)).statusCode, (await place(other.reference)).statusCode]).toEqual([404, 404])
    const found = await lab.call('GET', `/api/Labtask/find?code=${passCode}`, { by: pat })
    expect(found.json()).toEqual({ kind: 'visit', id: other.id })
  })

  it('the kiosk explains a refused check-in only after a correct reference and surname', async () => {
    const late = await queue.booked(ama, '15:00')
    const tomorrow = await queue.booked(ama, '09:00', { scheduledDate: '2026-03-10' })
    const say = async (visit: { reference: string }) =>
      (await kiosk({ code: visit.reference, surname: 'Mensah' })).json().message
    expect(await say(late)).toBe('Your visit is at 15:00. You can check in from 13:00.')
    expect(await say(tomorrow)).toBe('Your visit is on 2026-03-10 at 09:00. Please ask at the desk.')
    await lab.call('DELETE', `/api/labtest/appointment/${late.id}/cancel`, { by: ama })
    expect(await say(late)).toBe('Your visit was cancelled. Please ask at the desk.')
  })

  it('the kiosk limits the attempts of a network, successful or not', async () => {
    const tries = await Promise.all(
      Array.from({ length: 130 }, () => kiosk({ code: 'ZZZZZZZZ', surname: 'Mensah' }, '10.9.8.7')),
    )
    const codes = tries.map((answer) => answer.statusCode)
    expect(codes.filter((code) => code === 404)).toHaveLength(120)
    expect(codes.filter((code) => code === 429)).toHaveLength(10)
    expect((await kiosk({ code: visit.reference, surname: 'Mensah' }, '10.9.8.7')).statusCode).toBe(429)
  })
})

describe('a walk-in', () => {
  it('a walk-in becomes an arrived visit with a ticket and without a chair', async () => {
    const answer = await queue.walkIn(pat, { testType: ['Blood Sugar'] })
    expect(answer.statusCode, answer.body).toBe(201)
    const { visit, ticket, message } = answer.json()
    expect(message).toBe(`${ticket.patient.fullName} has ticket ${ticket.code}.`)
    expect(ticket).toMatchObject({ class: 'walk-in', visitId: visit.id, tests: ['Blood Sugar'] })
    const { rows } = await lab.pool.query(
      'select status, chair, walk_in, reference from visit where id = $1',
      [visit.id],
    )
    expect(rows).toEqual([{ status: 'arrived', chair: null, walk_in: true, reference: visit.reference }])
  })

  it('walk-ins take no booked chairs, whatever their number', async () => {
    for (let count = 0; count < 6; count++) await queue.walkedIn(pat)
    const now = lab.clock.now()
    const start = new Date(Math.ceil(now.getTime() / 900_000) * 900_000)
    await queue.booked(ama, start.toISOString().slice(11, 16))
  })

  it('a walk-in is registered once for an idempotency key, completely or not at all', async () => {
    const before = await lab.pool.query('select count(*) as n from visit')
    const body = {
      patientDetails: { fullName: 'Esi Once', age: 20, gender: 'female', contact: '+233 20 111 1111' },
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => queue.walkIn(pat, body, { 'idempotency-key': 'once' })),
    )
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
    const other = await queue.walkIn(pat, {}, { 'idempotency-key': 'once' })
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
    expect((await queue.walkIn(pat, { testType: ['Palmistry'] })).json().fields.testType[0]).toMatch(
      /Palmistry/,
    )
    const after = await lab.pool.query('select count(*) as n from visit')
    expect(after.rows[0].n).toBe(before.rows[0].n + 1)
    await queue.expectReplayed()
  })
})

describe('the manager', () => {
  it('managers see the floor: desks, staff, figures and late visits', async () => {
    const floor = (await lab.call('GET', '/api/queue/floor', { by: manager })).json()
    expect(floor.today).toMatchObject({ issued: expect.any(Number), left: 1, noShow: 0 })
    expect(floor.people).toMatchObject([{ name: 'Pat Phlebotomist', desk: 'Chair 1', finished: 1 }])
    expect(floor.late).toEqual([])
    lab.clock.advance(minutes(29))
    const later = (await lab.call('GET', '/api/queue/floor', { by: manager })).json()
    expect(later.late).toMatchObject([{ fullName: 'Ama Mensah', startsAt: '2026-03-09T08:45:00.000Z' }])
  })

  it('changed queue rules apply from the next call on, and both versions are audited', async () => {
    const settings = (await lab.call('GET', '/api/queue/settings', { by: manager })).json()
    const { site: _site, desks: _desks, ...rule } = settings
    const bad = await lab.call('PUT', '/api/queue/settings', {
      by: manager,
      body: { ...rule, aboveStatMinutes: rule.ageingMinutes },
    })
    expect(bad.statusCode).toBe(400)
    const after = { noShowMinutes: 1, ageingMinutes: 30 }
    const save = () => lab.call('PUT', '/api/queue/settings', { by: manager, body: { ...rule, ...after } })
    await queue.ok(save())
    const again = (await lab.call('GET', '/api/queue/settings', { by: manager })).json()
    expect(again).toMatchObject({ ...rule, ...after, version: expect.not.stringContaining(rule.version) })
    expect((await save()).json().code).toBe('changed_meanwhile')
    const { rows } = await lab.pool.query("select before, after from audit where action = 'queue.settings'")
    const before = { noShowMinutes: rule.noShowMinutes, ageingMinutes: rule.ageingMinutes }
    expect(rows).toEqual([{ before, after }])
  })

  it('a desk is added, and an open desk cannot be changed', async () => {
    const add = (name: string) =>
      lab.call('POST', '/api/queue/desks', { by: manager, body: { name, room: 'private' } })
    const { desk } = await queue.ok<{ desk: { number: number } }>(add('Room 7'))
    expect(desk).toMatchObject({ number: 502, name: 'Room 7', state: 'closed' })
    expect((await add('room 7')).json().code).toBe('conflict')
    const settings = (await lab.call('GET', '/api/queue/settings', { by: manager })).json()
    const versions = new Map(
      settings.desks.map((one: { number: number; version: string }) => [one.number, one.version]),
    )
    const change = (number: number, body: object) =>
      lab.call('PUT', `/api/queue/desks/${number}`, {
        by: manager,
        body: { ...body, version: versions.get(number) },
      })
    expect((await change(1, { name: 'Chair 1', room: 'private', active: true })).json().message).toBe(
      'Pat Phlebotomist sits at Chair 1. Close it first.',
    )
    await queue.ok(change(502, { name: 'Room 8', room: 'private', active: false }))
    const late = await change(502, { name: 'Room 9', room: 'private', active: true })
    expect(late.json().code).toBe('changed_meanwhile')
    expect((await queue.state(pat)).desks.map(({ number }) => number)).not.toContain(502)
    expect((await queue.open(manager, 502)).json().message).toBe('Room 8 is out of use.')
  })

  it('managers list the queue events of a day', async () => {
    const stored = await queue.expectReplayed()
    const told = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { rows: { seq: number; kind: string }[]; nextCursor: string | null } = (
        await lab.call('GET', `/api/queue/day?day=2026-03-09&limit=7${cursor && `&cursor=${cursor}`}`, {
          by: manager,
        })
      ).json()
      told.push(...page.rows)
      cursor = page.nextCursor
    }
    expect(told.map(({ seq, kind }) => [seq, kind])).toEqual(stored.map(({ seq, kind }) => [seq, kind]))
    const { rows } = await lab.superuser
      .query("update queue_event set kind = 'left' where site_id = $1", [mainSite])
      .catch((error: Error) => ({ rows: [error.message] }))
    expect(rows).toEqual(['rows of queue_event are never changed or removed'])
  })
})
