import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts'
import { programsOf } from './fhir-clients.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody, chairClashes } from './visits.ts'

let lab: TestApp
let proxy: CuttingProxy
let ama: Person
let manager: Person

beforeAll(async () => {
  proxy = await openCuttingProxy()
  lab = await openTestApp({ through: proxy })
  ama = await lab.signUpPatient()
  manager = await lab.makeStaff('admin')
})
afterEach(async () => {
  proxy.mend()
  expect(await chairClashes(lab)).toEqual([])
})
afterAll(async () => {
  await lab.close()
  await proxy.close()
})

const nothingChanged = 'The laboratory cannot be reached for a moment. Nothing was changed; please try again.'
const commit = /^commit$/
const bookingStatement = /insert into idempotent_answer/

let minutes = 7 * 60
/** A start that no other test uses. */
function nextStart() {
  minutes += 15
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return { scheduledDate: '2026-03-12', scheduleTime: time, at: `2026-03-12T${time}:00.000Z` }
}

type Ask = () => Promise<LightMyRequestResponse>
/** A call that changes data, the statement that commits it, and the number of its effects in the database. */
type Verb = {
  name: string
  statement: RegExp
  prepare: () => Promise<{ ask: Ask; done: () => Promise<number> }>
}

const count = async (text: string, values: unknown[]) =>
  (await lab.pool.query<{ n: number }>(`select count(*) as n from ${text}`, values)).rows[0]?.n ?? 0

async function booked() {
  const { at: _, ...when } = nextStart()
  const answer = await lab.call('POST', '/api/labtest/book', { by: ama, body: { ...bookingBody, ...when } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment as { id: string; version: number }
}

async function heldToken(at: string) {
  const end = new Date(Date.parse(at) + 15 * 60_000).toISOString()
  return (await lab.call('POST', '/api/book', { body: { start: at, end } })).json().token as string
}

async function bookingOf(when: ReturnType<typeof nextStart>, more: object = {}) {
  const { at, ...start } = when
  const body = { ...bookingBody, ...start, ...more }
  const headers = { 'idempotency-key': randomUUID() }
  return {
    ask: () => lab.call('POST', '/api/labtest/book', { by: ama, body, headers }),
    done: () => count(`visit where starts_at = $1 and status = 'booked'`, [at]),
  }
}

const audited = (id: string, action: string) => () =>
  count('audit where subject_id = $1 and action = $2', [id, action])

const booking: Verb = {
  name: 'a booking',
  statement: bookingStatement,
  prepare: () => bookingOf(nextStart()),
}
const bookingOfProgram: Verb = {
  name: 'a booking of a program',
  statement: bookingStatement,
  async prepare() {
    await booked()
    const programs = programsOf(lab, manager)
    const by = await programs.signIn(await programs.register(randomUUID()))
    const { at } = nextStart()
    const patient = (await lab.call('GET', '/fhir/R4/Patient', { by })).json().entry[0].resource.id
    const body = JSON.stringify({
      ...{ resourceType: 'Appointment', status: 'booked', identifier: [{ value: randomUUID() }] },
      slot: [{ reference: `Slot/${mainSite}.${Date.parse(at) / 60_000}` }],
      serviceType: [{ coding: [{ system: 'http://lab.test/fhir/test', code: 'FBC' }] }],
      participant: [{ actor: { reference: `Patient/${patient}` }, status: 'accepted' }],
    })
    const headers = { 'content-type': 'application/fhir+json' }
    return {
      ask: () => lab.call('POST', '/fhir/R4/Appointment', { by, body, headers }),
      done: () => count(`visit where starts_at = $1 and status = 'booked'`, [at]),
    }
  },
}
const bookingFromHold: Verb = {
  name: 'a booking of a held time',
  statement: commit,
  async prepare() {
    const start = nextStart()
    return bookingOf(start, { holdToken: await heldToken(start.at) })
  },
}
const move: Verb = {
  name: 'a move',
  statement: commit,
  async prepare() {
    const { id, version } = await booked()
    const { at: _, ...when } = nextStart()
    const body = { ...bookingBody, ...when, version }
    return {
      ask: () => lab.call('PUT', `/api/labtest/update-appointments/${id}`, { by: ama, body }),
      done: audited(id, 'visit.changed'),
    }
  },
}
const reschedule: Verb = {
  name: 'a move by a manager',
  statement: commit,
  async prepare() {
    const { id, version } = await booked()
    const body = { start: nextStart().at, version, reason: 'Asked by phone' }
    return {
      ask: () => lab.call('PUT', `/api/labtest/appointment/${id}/reschedule`, { by: manager, body }),
      done: audited(id, 'visit.changed'),
    }
  },
}
const cancel: Verb = {
  name: 'a cancellation',
  statement: commit,
  async prepare() {
    const { id, version } = await booked()
    return {
      ask: () => lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by: ama, body: { version } }),
      done: audited(id, 'visit.cancelled'),
    }
  },
}
const hold: Verb = {
  name: 'a hold',
  statement: commit,
  async prepare() {
    const { at } = nextStart()
    const end = new Date(Date.parse(at) + 15 * 60_000).toISOString()
    return {
      ask: () => lab.call('POST', '/api/book', { body: { start: at, end } }),
      done: () => count(`visit where starts_at = $1 and status = 'held'`, [at]),
    }
  },
}
const repeatable = [booking, bookingOfProgram, bookingFromHold, move, reschedule, cancel]

describe('when the connection to the database is lost', () => {
  it.for(repeatable)(
    '$name succeeds if it was committed although the connection was lost, and a retry is idempotent',
    async ({ statement, prepare }) => {
      const { ask, done } = await prepare()
      const before = proxy.cuts()
      proxy.cut(statement, 'before its answer')
      for (const _ of ['lost', 'asked again']) {
        const answer = await ask()
        expect(proxy.cuts()).toBe(before + 1)
        expect([200, 201], answer.body).toContain(answer.statusCode)
        expect(await done()).toBe(1)
      }
    },
  )

  it.for([bookingFromHold, move, reschedule, cancel])(
    '$name is run again by the server if its commit never reached the database',
    async ({ statement, prepare }) => {
      const { ask, done } = await prepare()
      const before = proxy.cuts()
      proxy.cut(statement, 'before it')
      const answer = await ask()
      expect(proxy.cuts()).toBe(before + 1)
      expect([200, 201], answer.body).toContain(answer.statusCode)
      expect(await done()).toBe(1)
    },
  )

  it.for(repeatable)(
    '$name that is sent twice at once is made once, and both requests are answered as done',
    async ({ prepare }) => {
      const { ask, done } = await prepare()
      for (const answer of await Promise.all([ask(), ask()])) {
        expect([200, 201], answer.body).toContain(answer.statusCode)
      }
      expect(await done()).toBe(1)
    },
  )

  it('a hold, which is not idempotent, fails with nothing changed if its commit never reached the database', async () => {
    const { ask, done } = await hold.prepare()
    proxy.cut(commit, 'before it')
    const answer = await ask()
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '2',
      { code: 'unavailable', message: nothingChanged, requestId: expect.any(String) },
    ])
    expect(await done()).toBe(0)
    expect((await ask()).statusCode).toBe(201)
    expect(await done()).toBe(1)
  })

  it('a hold succeeds if it was committed although the connection was lost', async () => {
    const { ask, done } = await hold.prepare()
    proxy.cut(commit, 'before its answer')
    expect((await ask()).statusCode).toBe(201)
    expect(await done()).toBe(1)
  })

  it('a booking that never reached the database is run again under its idempotency key', async () => {
    const { ask, done } = await booking.prepare()
    proxy.cut(bookingStatement, 'before it')
    expect((await ask()).statusCode).toBe(201)
    expect(await done()).toBe(1)
  })

  it.for([booking, cancel])(
    'the outcome of $name is unknown if the connection stays lost, and a later retry is idempotent',
    async ({ statement, prepare }) => {
      const { ask, done } = await prepare()
      proxy.cutForGood(statement, 'before its answer')
      const answer = await ask()
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
        503,
        '2',
        { code: 'outcome_unknown', message: messages.outcomeUnknown, requestId: expect.any(String) },
      ])
      proxy.mend()
      expect(await done()).toBe(1)
      const again = await ask()
      expect([200, 201], again.body).toContain(again.statusCode)
      expect(await done()).toBe(1)
    },
  )

  it('the outcome of a booking without an idempotency key is unknown if the connection is lost', async () => {
    const { at, ...when } = nextStart()
    proxy.cut(bookingStatement, 'before its answer')
    const answer = await lab.call('POST', '/api/labtest/book', { by: ama, body: { ...bookingBody, ...when } })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'outcome_unknown'])
    expect(await count('visit where starts_at = $1', [at])).toBe(1)
  })

  it('the outcome is unknown if a read for the answer fails after a commit', async () => {
    const by = await lab.makeStaff('admin')
    proxy.cut(/as "live".* from "queue"/s, 'before it')
    const answer = await lab.call('POST', '/api/queue/desk/1/open', { by, body: {} })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'outcome_unknown'])
    expect(await count("desk where number = 1 and state = 'open' and staff_id = $1", [by.accountId])).toBe(1)
  })

  it('a read whose connection is lost is run again, also if it was recording the reading', async () => {
    const by = await lab.makeStaff('admin')
    const before = proxy.cuts()
    proxy.cut(/insert into audit/, 'before its answer')
    const answer = await lab.call('GET', `/api/patients/${ama.accountId}`, { by })
    expect([answer.statusCode, proxy.cuts()]).toEqual([200, before + 1])
  })
})
