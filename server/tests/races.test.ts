import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chairDaysAstray } from './chair-days.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, chairClashes } from './visits.ts'

/**
 * Concurrent calls on a real database through two server processes. Each test compares the database
 * afterwards with the acknowledged answers.
 */
let lab: TestApp
let otherServer: TestApp
let patients: Person[]

beforeAll(async () => {
  lab = await openTestApp({ poolSize: 24 })
  otherServer = await openTestApp({ sameDatabaseAs: lab, poolSize: 24 })
  patients = await Promise.all(Array.from({ length: 40 }, () => lab.signUpPatient()))
})
afterAll(async () => {
  await otherServer.close()
  await lab.close()
})

const anyone = (index: number) => patients[index % patients.length]
const through = (index: number) => (index % 2 === 0 ? lab : otherServer)

function book(index: number, body: object, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return through(index).call('POST', '/api/labtest/book', {
    by: anyone(index),
    body: { ...bookingBody, ...body },
    headers,
  })
}

async function seated(startsAt: string): Promise<number> {
  const { rows } = await lab.pool.query<{ n: number }>(
    "select count(*) as n from visit where starts_at = $1 and status = 'booked'",
    [startsAt],
  )
  return rows[0]?.n ?? 0
}

describe('many at once', () => {
  it('of 200 concurrent bookings of one start as many succeed as there are chairs, and the others are refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        book(index, { scheduledDate: '2026-03-10', scheduleTime: '10:00' }),
      ),
    )
    const codes = answers.map((answer) => answer.statusCode)
    expect(codes.filter((code) => code === 201)).toHaveLength(4)
    expect(codes.filter((code) => code === 409)).toHaveLength(196)
    expect(await seated('2026-03-10T10:00:00Z')).toBe(4)
    for (const answer of answers.filter((one) => one.statusCode === 409)) {
      const { message, code, alternatives } = answer.json()
      expect({ message, code }).toEqual({ message: 'This slot is already booked.', code: 'slot_taken' })
      expect(alternatives).toHaveLength(3)
    }
    expect(await chairClashes(lab)).toEqual([])
  })

  it('30 concurrent requests with one idempotency key book once and get the same answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        through(index).call('POST', '/api/labtest/book', {
          by: anyone(0),
          body: { ...bookingBody, scheduledDate: '2026-03-10', scheduleTime: '11:00' },
          headers: { 'idempotency-key': 'thirty-times' },
        }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(await seated('2026-03-10T11:00:00Z')).toBe(1)
  })

  it('concurrent bookings each have their own tests, audit entry, message, person and answer', async () => {
    const names = ['Full Blood Count', 'Typhidot', 'Blood Sugar']
    const minutes = ['16:00', '16:15', '16:30']
    const nameOf = (index: number) => `Ama ${'ABCDEFGHI'[index]}`
    const ask = (index: number, key: string) =>
      book(
        index,
        {
          scheduledDate: '2026-03-16',
          scheduleTime: minutes[index % 3],
          testType: [names[index % 3]],
          patientDetails: { ...bookingBody.patientDetails, fullName: nameOf(index) },
        },
        key,
      )
    const earlier = await ask(0, 'key-0')
    // The key of the first booking is already used, so that the database refuses the batch that contains it.
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => ask(index, `key-${index}`)))
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(201)
    expect(answers[0]?.body).toBe(earlier.body)
    for (const [index, answer] of answers.entries()) {
      const { id } = answer.json().appointment
      const { rows } = await lab.pool.query(
        `select v.full_name as "fullName", p.full_name as person, t.name as test, m.kind, k.key,
           a.after ->> 'chair' = v.chair::text as "sameChair", a.account_id = v.account_id as "byOwner"
         from visit v join person p on p.id = v.person_id
           join visit_test vt on vt.visit_id = v.id join test t on t.code = vt.test_code
           join audit a on a.subject_id = v.id::text join outbox m on m.payload ->> 'visitId' = v.id::text
           join idempotent_answer k on k.answer -> 'appointment' ->> 'id' = v.id::text
         where v.id = $1`,
        [id],
      )
      const fullName = nameOf(index)
      expect(rows).toEqual([
        {
          fullName,
          person: fullName,
          test: names[index % 3],
          kind: 'visit_booked',
          key: `key-${index}`,
          sameChair: true,
          byOwner: true,
        },
      ])
    }
  })

  it('concurrent holds and bookings of one start share its chairs', async () => {
    const hold = (index: number) =>
      through(index).call('POST', '/api/book', {
        body: { start: '2026-03-10T12:00:00Z', end: '2026-03-10T12:30:00Z' },
        from: `10.0.0.${index}`,
      })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0 ? hold(index) : book(index, { scheduledDate: '2026-03-10', scheduleTime: '12:00' }),
      ),
    )
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(4)
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(56)
    expect(await chairClashes(lab)).toEqual([])
  })

  it('concurrent bookings with one hold make one visit', async () => {
    const at = { start: '2026-03-10T13:00:00Z', end: '2026-03-10T13:30:00Z' }
    const holds = await Promise.all(
      [1, 2, 3, 4].map((index) => lab.call('POST', '/api/book', { body: at, from: `10.1.0.${index}` })),
    )
    const holdToken: string = holds[0]?.json().token
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        book(index, { scheduledDate: '2026-03-10', scheduleTime: '13:00', holdToken }),
      ),
    )
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(19)
    expect(await seated('2026-03-10T13:00:00Z')).toBe(1)
  })

  it('expired holds block no booking before they are swept', async () => {
    const at = { start: '2026-03-10T14:00:00Z', end: '2026-03-10T14:30:00Z' }
    for (const index of [1, 2, 3, 4])
      await lab.call('POST', '/api/book', { body: at, from: `10.2.0.${index}` })
    const before = await book(0, { scheduledDate: '2026-03-10', scheduleTime: '14:00' })
    expect(before.statusCode).toBe(409)
    lab.clock.advance(11 * 60_000)
    otherServer.clock.advance(11 * 60_000)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        book(index, { scheduledDate: '2026-03-10', scheduleTime: '14:00' }),
      ),
    )
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(4)
    expect(await seated('2026-03-10T14:00:00Z')).toBe(4)
    expect(await chairClashes(lab)).toEqual([])
  })

  it('cancelling and booking at the same moment never gives a chair to two visits', async () => {
    const at = { scheduledDate: '2026-03-10', scheduleTime: '15:00' }
    const first = await Promise.all([0, 1, 2, 3].map((index) => book(index, at)))
    const ids = first.map((answer) => answer.json().appointment.id as string)
    const answers = await Promise.all([
      ...ids.map((id, index) =>
        lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by: anyone(index) }),
      ),
      ...Array.from({ length: 40 }, (_, index) => book(index, at)),
    ])
    expect(answers.slice(0, 4).map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200])
    const won = answers.slice(4).filter((answer) => answer.statusCode === 201).length
    expect(await seated('2026-03-10T15:00:00Z')).toBe(won)
    expect(await chairClashes(lab)).toEqual([])
  })
})

describe('closing an account while its owner books', () => {
  it('an account that is closed while its owner books has no upcoming visit', async () => {
    for (let round = 0; round < 6; round++) {
      const leaver = await lab.signUpPatient()
      const at = (index: number) => ({
        scheduledDate: '2026-03-13',
        scheduleTime: `${10 + round}:${['00', '15', '30', '45'][index]}`,
      })
      const answers = await Promise.all([
        ...[0, 1, 2, 3].map((index) =>
          through(index).call('POST', '/api/labtest/book', {
            by: leaver,
            body: { ...bookingBody, ...at(index) },
          }),
        ),
        otherServer.call('DELETE', '/api/auth/profile', { by: leaver, body: {} }),
      ])
      expect(answers.at(-1)?.statusCode).toBe(200)
      for (const answer of answers.slice(0, 4)) expect([201, 401, 409]).toContain(answer.statusCode)
      const { rows } = await lab.pool.query(
        "select count(*) as n from visit where account_id = $1 and status = 'booked'",
        [leaver.accountId],
      )
      expect(rows[0].n).toBe(0)
    }
  })
})

describe('32 clients with random, overlapping visits, moves and cancellations', () => {
  it('32 clients with random changes never share a chair and lose no acknowledged change', {
    timeout: 60_000,
  }, async () => {
    const random = seeded(20_260_309)
    const lengths = [
      ['Full Blood Count'],
      ['Full Blood Count', 'Urine R/E'],
      ['Urine R/E', 'Stool R/E', 'Covid 19'],
    ]
    const when = () => {
      const quarter = Math.floor(random() * 24)
      return {
        scheduledDate: '2026-03-11',
        scheduleTime: `${String(9 + Math.floor(quarter / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`,
      }
    }
    /** The expected final state of each acknowledged visit, by id. */
    const acknowledged = new Map<string, { startsAt: string; status: string }>()
    const unexpected: string[] = []

    async function client(index: number) {
      const mine: string[] = []
      for (let step = 0; step < 12; step++) {
        const body = { ...when(), testType: lengths[Math.floor(random() * lengths.length)] }
        const [id] = mine
        const dice = random()
        const server = through(index + step)
        if (id === undefined || dice < 0.5) {
          const answer = await book(index, body, `client-${index}-${step}`)
          if (answer.statusCode === 201) {
            const { appointment } = answer.json()
            mine.push(appointment.id)
            acknowledged.set(appointment.id, { startsAt: appointment.scheduledDate, status: 'booked' })
          } else if (answer.statusCode !== 409) unexpected.push(answer.body)
        } else if (dice < 0.8) {
          const answer = await server.call('PUT', `/api/labtest/update-appointments/${id}`, {
            by: anyone(index),
            body: { ...bookingBody, ...body },
          })
          if (answer.statusCode === 200) {
            acknowledged.set(id, { startsAt: answer.json().appointment.scheduledDate, status: 'booked' })
          } else if (answer.statusCode !== 409) unexpected.push(answer.body)
        } else {
          const answer = await server.call('DELETE', `/api/labtest/appointment/${id}/cancel`, {
            by: anyone(index),
          })
          if (answer.statusCode === 200) {
            acknowledged.set(id, { startsAt: answer.json().appointment.scheduledDate, status: 'cancelled' })
            mine.shift()
          } else unexpected.push(answer.body)
        }
      }
    }
    await Promise.all(Array.from({ length: 32 }, (_, index) => client(index)))

    expect(unexpected).toEqual([])
    expect(await chairClashes(lab)).toEqual([])
    expect(await chairDaysAstray(lab.pool)).toEqual([])
    const { rows } = await lab.pool.query<{ id: string; starts_at: Date; status: string; tests: number }>(
      `select v.id, v.starts_at, v.status, (select count(*) from visit_test t where t.visit_id = v.id) as tests
       from visit v where v.starts_at >= '2026-03-11' and v.starts_at < '2026-03-12'`,
    )
    const stored = new Map(
      rows.map((row) => [row.id, { startsAt: row.starts_at.toISOString(), status: row.status }]),
    )
    expect(stored).toEqual(acknowledged)
    expect(rows.every((row) => row.tests > 0)).toBe(true)
    expect(acknowledged.size).toBeGreaterThan(50)
  })
})

/** Mulberry32: a deterministic sequence, so that a failure can be reproduced. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
