import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { withSomebody } from './somebody.ts'
import { bookingBody, chairClashes } from './visits.ts'

let lab: TestApp
let ama: Person
let kofi: Person

beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Owusu' })
})
afterAll(() => lab.close())

let quarters = 0
/** A separate start for each visit, from tomorrow 07:00 on. */
function nextStart() {
  const quarter = quarters++
  const day = 10 + Math.floor(quarter / 40)
  const minute = 7 * 60 + (quarter % 40) * 15
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return { scheduledDate: `2026-03-${day}`, scheduleTime: time }
}

const book = (by: Person, change: object = {}, headers: Record<string, string> = {}) =>
  lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...nextStart(), ...change }, headers })

async function booked(by: Person, change: object = {}) {
  const answer = await book(by, change)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment
}

const change = (by: Person, id: string, body: object) =>
  lab.call('PUT', `/api/labtest/update-appointments/${id}`, { by, body: { ...bookingBody, ...body } })
const cancel = (by: Person, id: string, body?: object) =>
  lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by, ...(body && { body }) })
const read = (by: Person, id: string) => lab.call('GET', `/api/labtest/appointment/${id}`, { by })

async function auditOf(id: string) {
  const { rows } = await lab.pool.query(
    "select action, account_id, reason, before, after from audit where subject_kind = 'visit' and subject_id = $1 order by id",
    [id],
  )
  return rows
}

describe('booking an appointment', () => {
  it('booking answers with the requested appointment', async () => {
    const answer = await book(ama, { scheduledDate: '2026-03-20', scheduleTime: '09:15' })
    expect(answer.statusCode).toBe(201)
    const { message, appointment } = answer.json()
    expect(message).toBe('Appointment booked successfully!')
    expect(appointment).toMatchObject({
      _id: appointment.id,
      status: 'booked',
      priority: 'low',
      patientDetails: bookingBody.patientDetails,
      testType: ['Full Blood Count', 'Blood Sugar'],
      scheduledDate: '2026-03-20T09:15:00.000Z',
      scheduleTime: '09:15',
      durationMinutes: 15,
      changeableUntil: '2026-03-20T07:15:00.000Z',
      whyNotChangeable: null,
    })
    expect(appointment.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(appointment.preparation).toEqual([expect.stringContaining('Eat nothing for 8 to 12 hours')])
    expect((await read(ama, appointment.id)).json()).toEqual(appointment)
  })

  it('a booking can give its start as an instant only', async () => {
    const { appointment } = (
      await lab.call('POST', '/api/labtest/book', {
        by: ama,
        body: {
          patientDetails: bookingBody.patientDetails,
          testType: ['Urine R/E', 'Full Blood Count'],
          scheduledDate: '2026-03-20T10:00:00+01:00',
        },
      })
    ).json()
    expect(appointment).toMatchObject({
      scheduledDate: '2026-03-20T09:00:00.000Z',
      scheduleTime: '09:00',
      durationMinutes: 20,
    })
  })

  it('a test can be booked by its name, label or alias', async () => {
    const { testType } = await booked(ama, {
      testType: [
        'BUE & Cr (LFT)',
        'liver function test (LFT',
        'ESR',
        'BUE & Cr',
        'Sickle Cell (sickling test)',
      ],
    })
    expect(testType).toEqual([
      'Sickle Cell',
      'Erythrocyte Sedimentation Rate (ESR)',
      'Liver Function Test (LFT)',
      'BUE & Cr',
    ])
  })

  it('a patient books for another person', async () => {
    const child = { fullName: 'Efua Mensah', age: 0, gender: 'Female', contact: '', email: 'ama@example.com' }
    const appointment = await booked(ama, { patientDetails: child })
    expect(appointment.patientDetails).toEqual({ ...child, gender: 'female' })
    expect((await read(ama, appointment.id)).statusCode).toBe(200)
  })

  it('a booking writes an audit entry and a message', async () => {
    const { id, reference } = await booked(ama, {
      patientDetails: { ...bookingBody.patientDetails, email: 'told@example.com' },
    })
    const { rows } = await lab.pool.query(
      'select v.chair, s.name as site from visit v join site s on s.id = v.site_id where v.id = $1',
      [id],
    )
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'visit.booked',
        account_id: ama.accountId,
        after: { ...rows[0], account: ama.accountId, priority: 'low' },
      },
    ])
    const mail = await lab.lastMailTo('told@example.com')
    expect(mail.text).toContain(reference)
  })

  it('a retry with the same idempotency key gets the first answer, and another request with it is refused', async () => {
    const body = { ...bookingBody, ...nextStart() }
    const headers = { 'idempotency-key': 'one' }
    const first = await lab.call('POST', '/api/labtest/book', { by: ama, body, headers })
    await cancel(ama, first.json().appointment.id)
    const again = await lab.call('POST', '/api/labtest/book', { by: ama, body, headers })
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    const other = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: { ...body, priority: 'high' },
      headers,
    })
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
    const somebodyElse = await lab.call('POST', '/api/labtest/book', { by: kofi, body, headers })
    expect(somebodyElse.json().appointment.id).not.toBe(first.json().appointment.id)
  })

  it('a retry is answered even after the start has passed or the chairs are full', async () => {
    const body = { ...bookingBody, ...nextStart() }
    const headers = { 'idempotency-key': 'full' }
    const first = await lab.call('POST', '/api/labtest/book', { by: ama, body, headers })
    for (const _ of [2, 3, 4])
      expect((await lab.call('POST', '/api/labtest/book', { by: kofi, body })).statusCode).toBe(201)
    expect((await lab.call('POST', '/api/labtest/book', { by: ama, body })).statusCode).toBe(409)
    expect((await lab.call('POST', '/api/labtest/book', { by: ama, body, headers })).body).toBe(first.body)
  })

  it('a refused booking can be retried with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'refused-first' }
    expect((await book(ama, { testType: ['Astrology'] }, headers)).statusCode).toBe(400)
    expect((await book(ama, {}, headers)).statusCode).toBe(201)
  })

  it('an account can have at most fifty upcoming visits', async () => {
    const eager = await lab.signUpPatient()
    await lab.pool.query(
      `${withSomebody}
      insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id, full_name, age,
         gender, contact, email, priority, created_at, person_id)
       select s.id, gen_random_uuid(), 'booked', 1, t, t + interval '15 minutes', tstzrange(t, t + interval '15 minutes'),
         'EAGER' || n, $1, 'Eager', 30, 'male', '0241234567', '', 'low', t,
         (select person_id from somebody)
       from site s, generate_series(1, 50) n, lateral (select timestamptz '2026-06-01 07:00Z' + n * interval '1 day') at (t)`,
      [eager.accountId],
    )
    const answer = await book(eager)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'not_possible_now'])
  })
})

describe('a hold', () => {
  let networks = 0
  /** Holds a time; from a new network unless `from` is given. */
  const hold = (body: object, from = `10.3.0.${++networks}`, by?: Person) =>
    lab.call('POST', '/api/book', { body, from, by })
  const at = { start: '2026-04-01T09:00:00Z', end: '2026-04-01T09:30:00Z' }

  it('a hold needs no sign-in, is shown as booked, and becomes the visit', async () => {
    const made = await hold(at)
    expect(made.statusCode).toBe(201)
    const { token, expiresAt, message } = made.json()
    expect(message).toBe('Appointment booked!')
    expect(expiresAt).toBe('2026-03-09T08:40:00.000Z')
    const seen = await lab.call('GET', '/api/booked?from=2026-04-01&to=2026-04-01')
    expect(seen.json()).toEqual([
      {
        start: '2026-04-01T09:00:00.000Z',
        end: '2026-04-01T09:30:00.000Z',
        title: 'Booked',
        free: 3,
        capacity: 4,
      },
    ])
    const appointment = await booked(ama, {
      scheduledDate: '2026-04-01',
      scheduleTime: '09:00',
      holdToken: token,
    })
    expect(appointment.durationMinutes).toBe(15)
    const after = await lab.call('GET', '/api/booked?from=2026-04-01&to=2026-04-01')
    expect(after.json()).toMatchObject([{ end: '2026-04-01T09:15:00.000Z', free: 3 }])
  })

  it('a hold keeps its time for its holder when every other chair is taken', async () => {
    const { token } = (await hold({ start: '2026-04-02T09:00:00Z', end: '2026-04-02T09:30:00Z' })).json()
    const others = { scheduledDate: '2026-04-02', scheduleTime: '09:00' }
    for (const _ of [1, 2, 3]) await booked(kofi, others)
    expect((await book(kofi, others)).statusCode).toBe(409)
    await booked(ama, { ...others, holdToken: token })
  })

  it('a hold is kept when its visit is refused', async () => {
    const { token } = (await hold({ start: '2026-04-03T09:00:00Z', end: '2026-04-03T09:15:00Z' })).json()
    const before = { scheduledDate: '2026-04-03', scheduleTime: '09:15' }
    for (const _ of [1, 2, 3, 4]) await booked(kofi, before)
    // Needs 30 minutes, of which only the held 15 are free.
    const long = { testType: ['Full Blood Count', 'Urine R/E', 'Stool R/E', 'Covid 19'] }
    const refused = await book(ama, {
      scheduledDate: '2026-04-03',
      scheduleTime: '09:00',
      holdToken: token,
      ...long,
    })
    expect(refused.statusCode).toBe(409)
    for (const _ of [1, 2, 3]) await booked(kofi, { scheduledDate: '2026-04-03', scheduleTime: '09:00' })
    await booked(ama, { scheduledDate: '2026-04-03', scheduleTime: '09:00', holdToken: token })
  })

  it('a hold can be released, and replaced by another in one step', async () => {
    const first = (await hold({ start: '2026-04-04T09:00:00Z', end: '2026-04-04T09:30:00Z' })).json()
    const second = await hold({
      start: '2026-04-04T10:00:00Z',
      end: '2026-04-04T10:30:00Z',
      replaces: first.token,
    })
    const seen = () => lab.call('GET', '/api/booked?from=2026-04-04&to=2026-04-04')
    expect((await seen()).json()).toMatchObject([{ start: '2026-04-04T10:00:00.000Z' }])
    await lab.call('POST', '/api/book/release', { body: { token: second.json().token } })
    expect((await seen()).json()).toEqual([])
  })

  it('a hold expires', async () => {
    const made = await hold({ start: '2026-04-05T09:00:00Z', end: '2026-04-05T09:30:00Z' })
    lab.clock.advance(minutes(11))
    const seen = await lab.call('GET', '/api/booked?from=2026-04-05&to=2026-04-05')
    expect(seen.json()).toEqual([])
    const appointment = await booked(ama, {
      scheduledDate: '2026-04-05',
      scheduleTime: '09:00',
      holdToken: made.json().token,
    })
    expect(appointment.scheduleTime).toBe('09:00')
  })

  it('a hold is refused in the past, outside opening hours, too long, backwards, and beyond the horizon', async () => {
    const refusals = [
      [{ start: '2026-03-09T08:00:00Z', end: '2026-03-09T08:30:00Z' }, 'start', 'This time has passed'],
      [
        { start: '2026-04-06T03:00:00Z', end: '2026-04-06T03:30:00Z' },
        'start',
        'The laboratory is closed at this time',
      ],
      [
        { start: '2026-04-06T18:45:00Z', end: '2026-04-06T19:15:00Z' },
        'start',
        'The visit would last beyond closing time',
      ],
      [
        { start: '2026-04-06T09:00:00Z', end: '2026-04-06T12:00:00Z' },
        'end',
        'At most 60 minutes can be held',
      ],
      [
        { start: '2026-04-06T09:00:00Z', end: '2026-04-06T09:00:00Z' },
        'end',
        'The end must come after the start',
      ],
      [
        { start: '2026-10-01T09:00:00Z', end: '2026-10-01T09:30:00Z' },
        'start',
        'Appointments can be booked up to 180 days ahead',
      ],
      [{ start: '2026-04-06T09:00:30Z', end: '2026-04-06T09:30:00Z' }, 'start', 'Give a whole minute'],
    ] as const
    for (const [body, field, message] of refusals) {
      const answer = await hold(body, '10.9.9.9')
      expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: [message] }])
    }
  })

  it('holds from one network are rate-limited', async () => {
    const codes: number[] = []
    for (let index = 0; index < 61; index++) {
      codes.push((await hold({ ...at, replaces: 'x'.repeat(43) }, '10.8.8.8')).statusCode)
    }
    expect(codes.at(-1)).toBe(429)
    expect(
      (await hold({ start: '2026-04-07T09:00:00Z', end: '2026-04-07T09:30:00Z' }, '10.8.8.9')).statusCode,
    ).toBe(201)
  })

  const quarterAt = (day: string, n: number, length = 15) => {
    const start = Date.parse(`${day}T07:00:00Z`) + n * 15 * 60_000
    return { start: new Date(start).toISOString(), end: new Date(start + length * 60_000).toISOString() }
  }
  const heldBy = async (network: string) => {
    const { rows } = await lab.pool.query<{ n: number }>(
      `select count(*) as n from visit where hold_network = sha256(convert_to('hold' || chr(10) || $1, 'UTF8'))`,
      [network],
    )
    return rows[0]?.n
  }

  it('a network can have at most three holds without sign-in, also under concurrent calls', async () => {
    const network = '10.4.0.1'
    const asked = Array.from({ length: 200 }, (_, n) =>
      hold(quarterAt(`2026-05-0${4 + (n % 4)}`, n % 40), network),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(197)
    expect(await heldBy(network)).toBe(3)
    lab.clock.advance(minutes(10))
    const again = await hold(quarterAt('2026-05-04', 0), network)
    const [second, third, fourth] = [
      await hold(quarterAt('2026-05-04', 1), network),
      await hold(quarterAt('2026-05-04', 2), network),
      await hold(quarterAt('2026-05-04', 3), network),
    ]
    expect([again, second, third, fourth].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 429])
    expect(fourth?.json()).toMatchObject({
      code: 'too_many_requests',
      message: messages.calendar.tooManyHeld,
    })
    expect(fourth?.headers['retry-after']).toBe('600')
    // Exchanging a hold stays possible, and holds of signed-in callers are not counted.
    const exchanged = { ...quarterAt('2026-05-04', 3), replaces: again.json().token }
    expect((await hold(exchanged, network)).statusCode).toBe(201)
    expect((await hold(quarterAt('2026-05-04', 4), network, ama)).statusCode).toBe(201)
  })

  it('holds without sign-in leave a quarter of the day free, also under concurrent calls of many networks', async () => {
    const hours = Array.from({ length: 48 }, (_, n) => quarterAt('2026-05-11', (n % 12) * 4, 60))
    const answers = await Promise.all(hours.map((hour, n) => hold(hour, `10.5.0.${n}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(36)
    const [refused] = answers.filter(({ statusCode }) => statusCode !== 201)
    expect([refused?.statusCode, refused?.json().message]).toEqual([409, messages.calendar.lastPlaces])
    // Signed-in callers book and hold the rest.
    const start = answers.findIndex(({ statusCode }) => statusCode !== 201)
    const free = hours[start] ?? quarterAt('2026-05-11', 0)
    expect((await hold(free, '10.5.1.1', ama)).statusCode).toBe(201)
  })

  describe('the last minute of a hold without sign-in', () => {
    const day = { scheduledDate: '2026-05-18', scheduleTime: '09:00' }
    const place = quarterAt('2026-05-18', 8, 30)
    beforeEach(async () => {
      await lab.pool.query("delete from visit where status = 'held'")
      await lab.pool.query("update visit set status = 'cancelled' where starts_at >= '2026-05-18'")
    })

    it('a hold without sign-in is displaced by a signed-in booking in its last minute, and not before', async () => {
      for (const _ of [1, 2, 3, 4]) await hold(place)
      lab.clock.advance(minutes(9) - 1)
      expect((await book(ama, day)).json().code).toBe('slot_taken')
      lab.clock.advance(1)
      expect((await hold(place)).json().code).toBe('slot_taken')
      const seen = await lab.call('GET', '/api/availability?from=2026-05-18&to=2026-05-18', { by: ama })
      expect(JSON.stringify(seen.json().days[0].starts)).toContain('"09:00"')
      await booked(ama, day)
      // One hold was displaced, the others remain.
      const { rows } = await lab.pool.query("select count(*) as n from visit where status = 'held'")
      expect(rows[0].n).toBe(3)
    })

    it('concurrent bookings displace a hold once, and so does a visit that is moved', async () => {
      for (const _ of [1, 2, 3, 4]) await hold(place)
      const { id } = await booked(kofi, { scheduledDate: '2026-05-18', scheduleTime: '11:00' })
      lab.clock.advance(minutes(9))
      expect((await change(kofi, id, day)).statusCode).toBe(200)
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => book(n % 2 ? ama : kofi, day)))
      expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
      expect(await chairClashes(lab)).toEqual([])
    })

    it('the booking of a displaced hold gets another chair, or is refused with the nearest free times', async () => {
      const tokens: string[] = []
      for (const _ of [1, 2, 3, 4]) tokens.push((await hold(place)).json().token)
      lab.clock.advance(minutes(9))
      for (const _ of [1, 2, 3, 4]) await booked(ama, day)
      const late = await book(kofi, { ...day, holdToken: tokens[0] })
      expect([late.statusCode, late.json().message]).toEqual([409, messages.calendar.conflict])
      expect(late.json().alternatives).toHaveLength(3)
    })

    it('a hold of a signed-in caller is not displaced', async () => {
      for (const n of [1, 2, 3, 4]) await hold(place, `10.6.0.${n}`, ama)
      lab.clock.advance(minutes(9))
      expect((await book(kofi, day)).json().code).toBe('slot_taken')
    })
  })
})

describe('changing an appointment', () => {
  it('a change moves the visit in one step and frees the old time', async () => {
    const appointment = await booked(ama, { scheduledDate: '2026-04-10', scheduleTime: '09:00' })
    const moved = await change(ama, appointment.id, { scheduledDate: '2026-04-10', scheduleTime: '11:30' })
    expect(moved.statusCode).toBe(200)
    expect(moved.json()).toMatchObject({
      message: 'Appointment updated successfully!',
      appointment: {
        id: appointment.id,
        reference: appointment.reference,
        scheduleTime: '11:30',
        version: 2,
      },
    })
    const seen = await lab.call('GET', '/api/booked?from=2026-04-10&to=2026-04-10')
    expect(seen.json()).toMatchObject([
      { start: '2026-04-10T11:30:00.000Z', end: '2026-04-10T11:45:00.000Z' },
    ])
    expect(await auditOf(appointment.id)).toMatchObject([
      {},
      { action: 'visit.changed', before: { startsAt: '2026-04-10T09:00:00.000Z' } },
    ])
  })

  it('a change takes the payload of the specification: an instant and no time of day', async () => {
    const appointment = await booked(ama)
    const { patientDetails, testType } = bookingBody
    const answer = await lab.call('PUT', `/api/labtest/update-appointments/${appointment.id}`, {
      by: ama,
      body: { patientDetails, testType, scheduledDate: '2026-04-11T09:00:00.000Z', priority: 'high' },
    })
    expect(answer.json().appointment).toMatchObject({ scheduleTime: '09:00', priority: 'high' })
  })

  it('changing the tests changes the length of the visit', async () => {
    const { id } = await booked(ama, { scheduledDate: '2026-04-12', scheduleTime: '09:00' })
    const longer = await change(ama, id, {
      scheduledDate: '2026-04-12',
      scheduleTime: '09:00',
      testType: ['Urine R/E', 'ESR'],
    })
    expect(longer.json().appointment).toMatchObject({
      testType: ['Erythrocyte Sedimentation Rate (ESR)', 'Urine R/E'],
      durationMinutes: 20,
    })
  })

  it('moving to a full time is refused with three alternatives and changes nothing', async () => {
    const at = { scheduledDate: '2026-04-13', scheduleTime: '09:00' }
    for (const _ of [1, 2, 3, 4]) await booked(kofi, at)
    const mine = await booked(ama, { scheduledDate: '2026-04-13', scheduleTime: '12:00' })
    const answer = await change(ama, mine.id, {
      ...at,
      patientDetails: { ...bookingBody.patientDetails, age: 99 },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      message: 'This slot is already booked.',
      alternatives: ['2026-04-13T08:45:00.000Z', '2026-04-13T09:15:00.000Z', '2026-04-13T08:30:00.000Z'],
    })
    expect((await read(ama, mine.id)).json()).toEqual(mine)
  })

  it('a visit can be moved to a time that overlaps its old one', async () => {
    const at = {
      scheduledDate: '2026-04-14',
      scheduleTime: '09:00',
      testType: ['Urine R/E', 'Stool R/E', 'ESR'],
    }
    for (const _ of [1, 2, 3]) await booked(kofi, at)
    const { id } = await booked(ama, at)
    expect((await change(ama, id, { ...at, scheduleTime: '08:45' })).statusCode).toBe(200)
  })

  it('a change that follows an outdated version is refused', async () => {
    const { id, version } = await booked(ama)
    const start = { scheduledDate: '2026-04-15', scheduleTime: '09:00' }
    expect((await change(ama, id, { ...start, version })).statusCode).toBe(200)
    const late = await change(ama, id, { ...start, scheduleTime: '10:00', version })
    expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile'])
  })

  it('patients can change a visit until two hours before it; staff can later, with a reason', async () => {
    const soon = await booked(ama, { scheduledDate: '2026-03-09', scheduleTime: '11:00' })
    const before = lab.clock.now()
    lab.clock.set('2026-03-09T09:00:01Z')
    const later = { scheduledDate: '2026-03-09', scheduleTime: '12:00' }
    const late = await change(ama, soon.id, later)
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe(
      'Changes were possible until 2 hours before the visit. Please call the laboratory.',
    )
    expect((await cancel(ama, soon.id)).statusCode).toBe(409)
    expect((await read(ama, soon.id)).json().whyNotChangeable).toContain('Please call the laboratory')

    const technician = await lab.makeStaff('technician')
    const silent = await change(technician, soon.id, later)
    expect([silent.statusCode, Object.keys(silent.json().fields)]).toEqual([400, ['reason']])
    expect((await change(technician, soon.id, { ...later, reason: 'Patient called' })).statusCode).toBe(200)
    expect(await auditOf(soon.id)).toMatchObject([
      {},
      { account_id: technician.accountId, reason: 'Patient called' },
    ])
    lab.clock.set(before)
  })
})

describe('cancelling an appointment', () => {
  it('a cancelled visit stays on record and frees its chair', async () => {
    const { id } = await booked(ama, { scheduledDate: '2026-04-20', scheduleTime: '09:00' })
    const answer = await cancel(ama, id)
    expect(answer.json()).toMatchObject({
      message: 'Appointment deleted successfully.',
      appointment: { status: 'cancelled' },
    })
    expect((await lab.call('GET', '/api/booked?from=2026-04-20&to=2026-04-20')).json()).toEqual([])
    expect((await read(ama, id)).json()).toMatchObject({ status: 'cancelled' })
  })

  it('of concurrent cancellations of a visit one succeeds', async () => {
    const { id } = await booked(ama)
    const answers = await Promise.all([1, 2, 3].map(() => cancel(ama, id)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
    expect((await change(ama, id, nextStart())).json().message).toBe(
      'This appointment is cancelled and can no longer be changed.',
    )
  })

  it('staff cancel with a reason', async () => {
    const { id } = await booked(ama)
    const manager = await lab.makeStaff('admin')
    expect((await cancel(manager, id)).statusCode).toBe(400)
    expect((await cancel(manager, id, { reason: 'Machine is down' })).statusCode).toBe(200)
  })

  it('the database refuses to delete a visit', async () => {
    const { id } = await booked(ama)
    await expect(
      lab.pool
        .query('delete from visit_test where visit_id = $1', [id])
        .then(() => lab.pool.query('delete from visit where id = $1', [id])),
    ).rejects.toThrow('never removed')
  })
})

describe('another patient’s appointment', () => {
  it('another patient’s visit cannot be read, changed, cancelled or downloaded: it is not found', async () => {
    const { id } = await booked(ama)
    const missing = '01900000-0000-7000-8000-00000000dead'
    for (const target of [id, missing]) {
      for (const answer of [
        await read(kofi, target),
        await change(kofi, target, nextStart()),
        await cancel(kofi, target),
        await lab.call('GET', `/api/labtest/appointment/${target}/calendar.ics`, { by: kofi }),
        await lab.call('GET', `/api/labtest/appointment/${target}/qr.svg`, { by: kofi }),
      ]) {
        expect([answer.statusCode, answer.json().message]).toEqual([404, 'This appointment was not found'])
      }
    }
    expect((await read(ama, id)).json().status).toBe('booked')
  })

  it('a visit is not in another patient’s list', async () => {
    const { id } = await booked(ama)
    const ids = (await lab.call('GET', '/api/labtest/appointments?limit=200', { by: kofi }))
      .json()
      .map((one: { id: string }) => one.id)
    expect(ids).not.toContain(id)
  })

  it('appointments need a sign-in, and the staff list is refused to patients', async () => {
    const { id } = await booked(ama)
    expect((await lab.call('GET', `/api/labtest/appointment/${id}`)).statusCode).toBe(401)
    expect((await lab.call('POST', '/api/labtest/book', { body: bookingBody })).statusCode).toBe(401)
    expect((await lab.call('GET', '/api/labtest/appointments')).statusCode).toBe(401)
    expect((await lab.call('GET', '/api/Labtask/appointments-tasks')).statusCode).toBe(401)
    expect((await lab.call('GET', '/api/Labtask/appointments-tasks', { by: ama })).statusCode).toBe(403)
  })
})

describe('lists', () => {
  it('a patient’s list pages through all appointments, each once, latest first', async () => {
    const esi = await lab.signUpPatient()
    for (let index = 0; index < 7; index++) await booked(esi)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await lab.call(
        'GET',
        `/api/labtest/appointments?limit=3${cursor && `&cursor=${cursor}`}`,
        { by: esi },
      )
      seen.push(...page.json().map((one: { scheduledDate: string }) => one.scheduledDate))
      cursor = String(page.headers['x-next-cursor'] ?? '')
    } while (cursor !== '')
    expect(seen).toHaveLength(7)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  it('the upcoming list has neither cancelled nor past visits, soonest first', async () => {
    const yaw = await lab.signUpPatient()
    const [first, second, gone] = [await booked(yaw), await booked(yaw), await booked(yaw)]
    await cancel(yaw, gone.id)
    const answer = await lab.call('GET', '/api/labtest/appointments?when=upcoming', { by: yaw })
    expect(answer.json().map((one: { id: string }) => one.id)).toEqual([first.id, second.id])
  })

  it('the upcoming list has neither visits under way nor no-shows', async () => {
    const yaw = await lab.signUpPatient()
    const [next, ...over] = await Promise.all(Array.from({ length: 5 }, () => booked(yaw)))
    const states = ['arrived', 'collected', 'completed', 'no_show']
    for (const [at, { id }] of over.entries()) {
      await lab.pool.query('update visit set status = $2 where id = $1', [id, states[at]])
    }
    const answer = await lab.call('GET', '/api/labtest/appointments?when=upcoming', { by: yaw })
    expect(answer.json().map((one: { id: string }) => one.id)).toEqual([next?.id])
  })

  it('the staff list filters by state, priority, test, day and words, with a count', async () => {
    const at = { scheduledDate: '2026-05-05', scheduleTime: '09:00' }
    const one = await booked(ama, {
      ...at,
      priority: 'high',
      testType: ['Typhidot'],
      patientDetails: { ...bookingBody.patientDetails, fullName: 'Abena 100%_Test' },
    })
    const two = await booked(kofi, { ...at, scheduleTime: '10:00' })
    await cancel(kofi, two.id)
    const technician = await lab.makeStaff('technician')
    const find = async (query: string) =>
      (
        await lab.call('GET', `/api/Labtask/appointments-tasks?from=2026-05-05&to=2026-05-05&${query}`, {
          by: technician,
        })
      ).json()
    expect(await find('')).toMatchObject({ total: { count: 2, exact: true }, nextCursor: null })
    const ids = async (query: string) =>
      (await find(query)).appointments.map((visit: { id: string }) => visit.id)
    expect(await ids('order=soonest')).toEqual([one.id, two.id])
    expect(await ids('status=cancelled')).toEqual([two.id])
    expect(await ids('priority=high')).toEqual([one.id])
    expect(await ids('test=Typhidot')).toEqual([one.id])
    expect(await ids(`search=${encodeURIComponent('100%_')}`)).toEqual([one.id])
    expect(await ids(`search=${one.reference}`)).toEqual([one.id])
    expect(await ids(`search=${encodeURIComponent('%_')}`)).toEqual([])
    const page = await find('limit=1&order=soonest')
    expect(await ids(`limit=1&order=soonest&cursor=${page.nextCursor}`)).toEqual([two.id])
  })
})

describe('the files of a visit', () => {
  it('the calendar file of a visit names no test', async () => {
    const { id, reference } = await booked(ama, { scheduledDate: '2026-05-06', scheduleTime: '09:00' })
    const answer = await lab.call('GET', `/api/labtest/appointment/${id}/calendar.ics`, { by: ama })
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.body).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(answer.body).toContain('DTSTART:20260506T090000Z')
    expect(answer.body).toContain(reference)
    expect(answer.body).not.toMatch(/Full Blood Count|Blood Sugar/)
  })

  it('a visit has a QR code for the desk', async () => {
    const { id } = await booked(ama)
    const answer = await lab.call('GET', `/api/labtest/appointment/${id}/qr.svg`, { by: ama })
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(answer.body).toMatch(/^<svg/)
  })

  it('the files of a visit are not cached', async () => {
    const { id } = await booked(ama)
    expect((await read(ama, id)).headers['cache-control']).toBe('no-store')
  })
})

describe('availability', () => {
  const ask = async (query: string) => (await lab.call('GET', `/api/availability?${query}`)).json()

  it('availability offers every quarter of an hour of an empty day, without full times', async () => {
    const [day] = (await ask('from=2026-06-01&to=2026-06-01&tests=Full%20Blood%20Count')).days
    expect(day.starts).toHaveLength(48)
    expect([day.starts[0].time, day.starts.at(-1).time, day.taken]).toEqual(['07:00', '18:45', 0])
    for (const _ of [1, 2, 3, 4]) await booked(kofi, { scheduledDate: '2026-06-01', scheduleTime: '09:00' })
    const [after] = (await ask('from=2026-06-01&to=2026-06-01&tests=Full%20Blood%20Count')).days
    expect(after.starts.map((start: { time: string }) => start.time)).not.toContain('09:00')
    expect(after.taken).toBeCloseTo(1 / 48)
  })

  it('availability gives length, preparation and the advice to fast in the morning', async () => {
    const answer = await ask('from=2026-06-02&to=2026-06-02&tests=Blood%20Sugar&tests=Urine%20R/E')
    expect(answer).toMatchObject({ durationMinutes: 20, morningFirst: true })
    expect(answer.preparation).toHaveLength(2)
  })

  it('availability gives the reason for a day without starts', async () => {
    const { rows } = await lab.pool.query('select id from site')
    await lab.pool.query(
      "insert into closure values ($1, gen_random_uuid(), tstzrange('2026-08-20', '2026-08-21'), 'Public holiday')",
      [rows[0].id],
    )
    expect((await ask('from=2026-08-20&to=2026-08-20')).days).toEqual([
      { day: '2026-08-20', closed: 'Public holiday', taken: 0, starts: [] },
    ])
    const refused = await book(ama, { scheduledDate: '2026-08-20', scheduleTime: '09:00' })
    expect(refused.json().fields).toEqual({
      scheduleTime: ['The laboratory is closed at this time: Public holiday'],
    })
  })

  it('availability offers nothing beyond the horizon and refuses windows that are too long or backwards', async () => {
    expect(
      (await ask('from=2026-09-04&to=2026-09-06')).days.map(
        (day: { starts: unknown[] }) => day.starts.length,
      ),
    ).toEqual([48, 48, 0])
    expect((await ask('from=2026-06-01&to=2026-07-15')).fields).toEqual({
      to: ['Ask for at most 31 days at once'],
    })
    expect((await ask('from=2026-06-02&to=2026-06-01')).fields).toEqual({
      to: ['The last day is before the first'],
    })
    expect((await ask('from=2026-02-30')).fields).toEqual({ from: ['This date does not exist'] })
    expect((await ask('tests=Astrology')).fields).toEqual({ tests: ['We do not offer the test “Astrology”'] })
  })

  it('availability offers only future starts today', async () => {
    lab.clock.set('2026-03-09T12:01:00Z')
    const [day] = (await ask('from=2026-03-09&to=2026-03-09')).days
    expect(day.starts[0].time).toBe('12:15')
    lab.clock.advance(-hours(3))
  })
})
