import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { tendQueues } from '#server/modules/queue/index.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { queueOf } from './queue-day.ts'

let lab: TestApp
let queue: ReturnType<typeof queueOf>
let ama: Person
let pat: Person
let efua: Person
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
})
beforeEach(async () => {
  await lab.renew()
  queue = queueOf(lab)
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  pat = await lab.makeStaff('technician', { fullName: 'Pat Phlebotomist' })
  efua = await lab.makeStaff('technician', { fullName: 'Efua Evening' })
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
})
afterAll(() => lab.close())

/** Renews a session that has expired. */
async function signInAgain(person: Person) {
  const { token } = await openSession(lab.context, { id: person.accountId, role: person.role })
  person.headers.authorization = `Bearer ${token}`
}

describe('a desk', () => {
  it('a desk serves one ticket after another with the Next key alone', async () => {
    const [one, two] = [await queue.walkedIn(pat), await queue.walkedIn(pat)]
    await queue.open(pat, 1)
    expect(await queue.called(pat, 1)).toMatchObject({
      code: one.code,
      status: 'called',
      desk: { number: 1, name: 'Chair 1' },
      staff: { name: 'Pat Phlebotomist' },
    })
    await queue.ticket(pat, one.id, 'start')
    expect((await queue.called(pat, 1)).code).toBe(two.code)
    const { desks, recent, waiting } = await queue.state(pat)
    expect(desks[0]).toMatchObject({ state: 'open', ticket: { code: two.code } })
    expect(recent).toMatchObject([{ code: one.code, status: 'finished' }])
    expect(waiting).toEqual([])
    await queue.expectReplayed()
  })

  it('a desk cannot call the next ticket while a called patient has not come', async () => {
    const [one] = [await queue.walkedIn(pat), await queue.walkedIn(pat)]
    await queue.open(pat, 1)
    await queue.called(pat, 1)
    const again = await queue.next(pat, 1)
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      `${one.code} has been called to Chair 1 and has not come yet. Start, call again or skip.`,
    ])
  })

  it('a refused call of the next ticket says why: the desk is closed, paused or another person’s, or the queue is empty', async () => {
    const why = async (by: Person) => (await queue.next(by, 1)).json().message
    expect(await why(pat)).toBe('Chair 1 is closed. Open it first.')
    await queue.open(pat, 1)
    expect(await why(efua)).toBe('Pat Phlebotomist sits at Chair 1.')
    expect(await why(pat)).toBe('Nobody is waiting.')
    await queue.desk(pat, 1, 'pause')
    expect(await why(pat)).toBe('Chair 1 is paused. Resume it first.')
    await queue.desk(pat, 1, 'resume')
    expect(await why(manager)).toBe('Nobody is waiting.')
    expect((await queue.next(pat, 99)).statusCode).toBe(404)
  })

  it('a desk has one person, and a person has one desk', async () => {
    await queue.open(pat, 1)
    expect((await queue.open(efua, 1)).json().message).toBe('Pat Phlebotomist sits at Chair 1.')
    expect((await queue.open(pat, 2)).json().message).toBe('You sit at Chair 1. Close it first.')
    expect((await queue.open(efua, 1, { takeOver: true })).json().desk.staff.name).toBe('Efua Evening')
    expect((await queue.open(pat, 2)).statusCode).toBe(200)
    await queue.expectReplayed()
  })

  it('a desk with a ticket cannot be closed, and tickets waiting for a closed desk return to their room', async () => {
    const [one, two] = [await queue.walkedIn(pat), await queue.walkedIn(pat)]
    await queue.open(pat, 1)
    await queue.called(pat, 1)
    expect((await queue.desk(pat, 1, 'close')).json().message).toBe(
      `${one.code} is at Chair 1. Finish or transfer it first.`,
    )
    await queue.ticket(pat, one.id, 'finish')
    await queue.ticket(pat, two.id, 'transfer', { desk: 1 })
    await queue.open(efua, 2)
    expect((await queue.next(efua, 2)).json().message).toBe('Nobody is waiting.')
    await queue.desk(pat, 1, 'close')
    expect((await queue.called(efua, 2)).code).toBe(two.code)
    await queue.expectReplayed()
  })
})

describe('the order of calling', () => {
  it('urgent tickets are called first, then due appointments, then others by arrival, and the order is explained', async () => {
    const early = await queue.booked(ama, '10:00')
    const due = await queue.booked(ama, '08:30')
    const first = await queue.walkedIn(pat)
    lab.clock.advance(minutes(1))
    const earlyTicket = (await queue.checkIn(pat, early.id)).json().ticket
    lab.clock.advance(minutes(1))
    const dueTicket = (await queue.checkIn(pat, due.id)).json().ticket
    lab.clock.advance(minutes(1))
    const urgent = await queue.walkedIn(pat, { urgent: true })
    const { waiting } = await queue.state(pat)
    expect(waiting.map(({ code, position, standing }) => [position, code, standing])).toEqual([
      [1, urgent.code, 'Urgent'],
      [2, dueTicket.code, 'Appointment 08:30'],
      [3, first.code, 'In line since 08:30'],
      [4, earlyTicket.code, 'Early for 10:00'],
    ])
    expect([first.code, earlyTicket.code, dueTicket.code, urgent.code]).toEqual([
      'W-001',
      'A-002',
      'A-003',
      'S-004',
    ])
    expect(waiting.map(({ whyBeforeNext }) => whyBeforeNext)).toEqual([
      expect.stringContaining('Urgent'),
      expect.stringContaining('appointment'),
      expect.stringContaining('earlier'),
      null,
    ])

    const { position, before } = (await lab.call('GET', `/api/queue/ticket/${first.id}`, { by: pat })).json()
    expect(position).toBe(3)
    expect(before.map(({ code }: { code: string }) => code)).toEqual([urgent.code, dueTicket.code])
    await queue.open(pat, 1)
    const order = []
    for (let turn = 0; turn < 4; turn++) {
      const { code, id } = await queue.called(pat, 1)
      order.push(code)
      await queue.ticket(pat, id, 'finish')
    }
    expect(order).toEqual(waiting.map(({ code }) => code))
  })

  it('the priority that a patient chose is ignored: only staff make a ticket urgent', async () => {
    const wished = await queue.booked(ama, '09:00', { priority: 'high' })
    const byStaff = await queue.booked(pat, '09:00', { priority: 'high' })
    expect((await queue.checkIn(pat, wished.id)).json().ticket).toMatchObject({ class: 'appointment' })
    expect((await queue.checkIn(pat, byStaff.id)).json().ticket).toMatchObject({ class: 'stat' })
    const { id } = (await queue.checkIn(pat, wished.id)).json().ticket
    const made = await queue.ticket(pat, id, 'urgent', { urgent: true, reason: 'Short of breath' })
    expect(made.json().ticket).toMatchObject({ class: 'stat', code: 'A-001' })
    const history = (await lab.call('GET', `/api/queue/ticket/${id}`, { by: pat })).json().history
    expect(history.at(-1)).toMatchObject({ kind: 'urgent', note: 'Short of breath', by: 'Pat Phlebotomist' })
  })

  it('a skipped ticket goes to the end of the line, and a transferred ticket to its old place', async () => {
    const one = await queue.walkedIn(pat)
    lab.clock.advance(minutes(1))
    const two = await queue.walkedIn(pat)
    lab.clock.advance(minutes(1))
    await queue.open(pat, 1)
    await queue.called(pat, 1)
    await queue.ticket(pat, one.id, 'skip')
    expect((await queue.state(pat)).waiting.map(({ code }) => code)).toEqual([two.code, one.code])
    await queue.called(pat, 1)
    await queue.ticket(pat, two.id, 'transfer', { room: 'reception' })
    await queue.open(efua, 501)
    expect(await queue.called(efua, 501)).toMatchObject({ code: two.code, room: 'reception' })
    await queue.ticket(efua, two.id, 'transfer', { room: 'collection' })
    expect((await queue.state(pat)).waiting.map(({ code }) => code)).toEqual([two.code, one.code])
    await queue.expectReplayed()
  })
})

describe('a call that the patient does not answer', () => {
  it('a no-show can be recorded only after the grace period, and the visit can still arrive', async () => {
    const { id: visitId } = await queue.booked(ama, '08:30')
    const { id, code } = (await queue.checkIn(pat, visitId)).json().ticket
    await queue.open(pat, 1)
    await queue.called(pat, 1)
    lab.clock.advance(minutes(2))
    expect((await queue.ticket(pat, id, 'no-show')).json().message).toBe(
      `Wait another 60 seconds for ${code}.`,
    )
    expect(await queue.visitStatus(visitId)).toBe('arrived')
    await queue.ticket(pat, id, 'recall')
    lab.clock.advance(minutes(3))
    const gone = await queue.ticket(pat, id, 'no-show')
    expect([gone.statusCode, gone.json().ticket.status]).toEqual([200, 'no_show'])
    expect(await queue.visitStatus(visitId)).toBe('no_show')
    const back = (await queue.checkIn(pat, visitId)).json().ticket
    expect([back.status, back.code, await queue.visitStatus(visitId)]).toEqual([
      'waiting',
      'A-002',
      'arrived',
    ])
    await queue.expectReplayed()
  })

  it('an unanswered call ends once, whatever the number of processes', async () => {
    const { id: visitId } = await queue.booked(ama, '08:30')
    await queue.checkIn(pat, visitId)
    await queue.open(pat, 1)
    const { id } = await queue.called(pat, 1)
    lab.clock.advance(minutes(14))
    await tendQueues(lab.context)
    expect((await queue.state(pat)).desks[0]?.ticket?.id).toBe(id)
    lab.clock.advance(minutes(2))
    await Promise.all([tendQueues(lab.context), tendQueues(lab.context), tendQueues(lab.context)])
    expect(await queue.visitStatus(visitId)).toBe('no_show')
    const events = await queue.expectReplayed()
    expect(events.filter((event) => event.kind === 'no_show')).toHaveLength(1)
  })

  it('a no-show releases the chair, and gets none at a late arrival', async () => {
    const { id: visitId } = await queue.booked(ama, '09:00')
    const { rows } = await lab.pool.query('select chair from visit where id = $1', [visitId])
    lab.clock.advance(hours(2) + minutes(45))
    await tendQueues(lab.context)
    await signInAgain(pat)
    expect(await queue.visitStatus(visitId)).toBe('no_show')
    await queue.checkIn(pat, visitId)
    const after = await lab.pool.query('select chair, status from visit where id = $1', [visitId])
    expect([rows[0].chair, after.rows[0]]).toEqual([expect.any(Number), { chair: null, status: 'arrived' }])
  })
})

describe('an undo', () => {
  it('the events of a ticket are undone one by one, and its history shows the undo', async () => {
    const { id: visitId } = await queue.booked(ama, '08:30')
    const { id } = (await queue.checkIn(pat, visitId)).json().ticket
    await queue.open(pat, 1)
    const undo = async () => {
      const { ticket } = (await lab.call('GET', `/api/queue/ticket/${id}`, { by: pat })).json()
      return queue.ticket(pat, id, 'undo', { event: ticket.lastEvent.seq })
    }
    await queue.called(pat, 1)
    await queue.ticket(pat, id, 'start')
    await queue.ticket(pat, id, 'leave', { reason: 'Called away' })
    expect(await queue.visitStatus(visitId)).toBe('no_show')
    const seen = []
    for (let step = 0; step < 3; step++) {
      const answer = await undo()
      expect(answer.statusCode, answer.body).toBe(200)
      seen.push(answer.json().ticket.status)
    }
    expect(seen).toEqual(['serving', 'called', 'waiting'])
    expect(await queue.visitStatus(visitId)).toBe('arrived')
    expect((await undo()).json().message).toBe(
      'A ticket that was given out cannot be taken back. Let the person leave the queue instead.',
    )
    const events = await queue.expectReplayed()
    expect(events.filter((event) => event.kind === 'undone')).toHaveLength(3)
  })

  it('an earlier event, and an event whose desk has another ticket, cannot be undone', async () => {
    const [one, two] = [await queue.walkedIn(pat), await queue.walkedIn(pat)]
    await queue.open(pat, 1)
    const called = await queue.called(pat, 1)
    const started = (await queue.ticket(pat, one.id, 'start')).json().ticket
    const stale = await queue.ticket(pat, one.id, 'undo', { event: called.lastEvent.seq })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'changed_meanwhile'])
    expect((await queue.ticket(pat, two.id, 'undo', { event: started.lastEvent.seq })).statusCode).toBe(409)
    await queue.called(pat, 1)
    const { recent } = await queue.state(pat)
    expect(recent[0]?.lastEvent.whyNotUndone).toBe(`Chair 1 has ${two.code} now.`)
    const back = await queue.ticket(pat, one.id, 'undo', { event: recent[0]?.lastEvent.seq })
    expect([back.statusCode, back.json().message]).toEqual([409, `Chair 1 has ${two.code} now.`])
    await queue.expectReplayed()
  })
})

describe('collecting', () => {
  const collect = (id: string, body: object = {}) =>
    lab.call('POST', `/api/labtest/appointment/${id}/collect`, {
      by: pat,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes', ...body },
    })

  it('the service of a ticket finishes once all samples are collected', async () => {
    const ticket = await queue.walkedIn(pat, { testType: ['Full Blood Count', 'Urine R/E'] })
    await queue.open(pat, 1)
    await queue.called(pat, 1)
    await queue.ticket(pat, ticket.id, 'start')
    expect((await collect(ticket.visitId, { collections: ['blood'] })).statusCode).toBe(201)
    expect((await queue.state(pat)).desks[0]?.ticket?.status).toBe('serving')
    expect((await collect(ticket.visitId)).statusCode).toBe(201)
    const { desks, recent } = await queue.state(pat)
    expect([desks[0]?.ticket, recent[0]?.status]).toEqual([null, 'finished'])
    await queue.expectReplayed()
  })

  it('a visit that arrives at the desk of the bench gets a ticket', async () => {
    const { id } = await queue.booked(ama, '09:00')
    const arrived = await lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by: pat })
    expect(arrived.json()).toEqual({ message: 'Ama Mensah: arrived.', status: 'arrived' })
    expect((await queue.state(pat)).waiting.map(({ code }) => code)).toEqual(['A-001'])
    await collect(id)
    expect((await queue.state(pat)).waiting).toEqual([])
    await queue.expectReplayed()
  })
})

describe('the change of day', () => {
  it('forgotten tickets of the day before are ended and excluded from learning, and the numbers restart', async () => {
    const [one, two] = [await queue.walkedIn(pat), await queue.walkedIn(pat)]
    await queue.open(pat, 1)
    await queue.called(pat, 1)
    await queue.ticket(pat, one.id, 'start')
    lab.clock.advance(hours(20))
    await tendQueues(lab.context)
    for (const person of [efua, manager]) await signInAgain(person)
    const { rows } = await lab.pool.query('select status, end_seen from ticket order by number')
    expect(rows).toEqual([
      { status: 'finished', end_seen: false },
      { status: 'left', end_seen: true },
    ])
    expect(await queue.visitStatus(two.visitId)).toBe('no_show')
    expect((await queue.state(manager)).desks.every((desk) => desk.state === 'closed')).toBe(true)
    expect((await queue.walkedIn(efua)).code).toBe('W-001')
    await queue.expectReplayed()
  })

  it('the ticket of a cancelled visit ends and is not called', async () => {
    const ticket = await queue.walkedIn(pat)
    await queue.open(pat, 1)
    await lab.call('DELETE', `/api/labtest/appointment/${ticket.visitId}/cancel`, {
      by: manager,
      body: { reason: 'Registered twice' },
    })
    expect((await queue.next(pat, 1)).json().message).toBe('Nobody is waiting.')
    await tendQueues(lab.context)
    const events = await queue.expectReplayed()
    expect(events.at(-1)).toMatchObject({ kind: 'left', detail: { cause: 'visit cancelled' } })
  })
})
