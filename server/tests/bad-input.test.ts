import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let ama: Person
let id: string

beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient()
  const answer = await lab.call('POST', '/api/labtest/book', { by: ama, body: bookingBody })
  id = answer.json().appointment.id
})
afterAll(() => lab.close())

/** All rows that a booking call could change, to compare before and after. */
async function everything(): Promise<unknown> {
  const { rows } = await lab.pool.query(
    `select (select jsonb_agg(v order by v.id) from visit v) as visits, (select jsonb_agg(t order by t) from visit_test t) as tests,
       (select count(*) from audit) as audit, (select count(*) from outbox) as outbox,
       (select count(*) from idempotent_answer) as answers`,
  )
  return rows[0]
}

const patient = bookingBody.patientDetails
const withPatient = (change: object) => ({ patientDetails: { ...patient, ...change } })

/** The error, the field that the answer must name, and a part of its message. */
const badBookings: [string, object, string, string][] = [
  ['no test', { testType: [] }, 'testType', 'Choose at least one test'],
  ['tests that are no list', { testType: 'Full Blood Count' }, 'testType', 'Choose at least one test'],
  [
    'an unknown test',
    { testType: ['Full Blood Count', 'Astrology'] },
    'testType',
    'We do not offer the test “Astrology”',
  ],
  ['21 tests', { testType: Array(21).fill('Typhidot') }, 'testType', 'at most 20'],
  ['no patient', { patientDetails: undefined }, 'patientDetails', 'JSON object'],
  ['a patient who is a list', { patientDetails: [] }, 'patientDetails', 'JSON object'],
  ['no name', withPatient({ fullName: '   ' }), 'patientDetails.fullName', 'Full name is required'],
  ['a name that is a number', withPatient({ fullName: 7 }), 'patientDetails.fullName', 'must be text'],
  [
    'a name of 10,000 characters',
    withPatient({ fullName: 'A'.repeat(10_000) }),
    'patientDetails.fullName',
    'at most 200 characters',
  ],
  [
    'a NUL byte',
    withPatient({ fullName: 'Ama\u0000Mensah' }),
    'patientDetails.fullName',
    'cannot be printed',
  ],
  [
    'a name that turns the writing around',
    withPatient({ fullName: 'Ama \u202ehasneM' }),
    'patientDetails.fullName',
    'cannot be printed',
  ],
  [
    'a separator of lines in a name',
    withPatient({ fullName: 'Ama\u2028Mensah' }),
    'patientDetails.fullName',
    'cannot be printed',
  ],
  [
    'a line break in a name',
    withPatient({ fullName: 'Ama\r\nBcc: x@y.z' }),
    'patientDetails.fullName',
    'cannot be printed',
  ],
  ['age 131', withPatient({ age: 131 }), 'patientDetails.age', 'between 0 and 130'],
  ['age -1', withPatient({ age: -1 }), 'patientDetails.age', 'between 0 and 130'],
  ['age 3.5', withPatient({ age: 3.5 }), 'patientDetails.age', 'whole number'],
  ['an age in words', withPatient({ age: 'forty' }), 'patientDetails.age', 'must be a number'],
  ['no age', withPatient({ age: undefined }), 'patientDetails.age', 'Age is required'],
  ['another gender word', withPatient({ gender: 'lizard' }), 'patientDetails.gender', 'male or female'],
  [
    'no way of contact',
    withPatient({ contact: '', email: '' }),
    'patientDetails.contact',
    'phone number or an e-mail',
  ],
  [
    'a phone number of letters',
    withPatient({ contact: 'call me' }),
    'patientDetails.contact',
    '7 to 15 digits',
  ],
  ['an address without a domain', withPatient({ email: 'ama@' }), 'patientDetails.email', 'name@example.com'],
  ['30 February', { scheduledDate: '2026-02-30' }, 'scheduledDate', 'does not exist'],
  ['29 February of no leap year', { scheduledDate: '2027-02-29' }, 'scheduledDate', 'does not exist'],
  [
    '30 February as an instant',
    { scheduledDate: '2026-02-30T09:00:00Z', scheduleTime: undefined },
    'scheduledDate',
    'does not exist',
  ],
  ['a date in words', { scheduledDate: 'tomorrow' }, 'scheduledDate', 'does not exist'],
  ['no date', { scheduledDate: undefined }, 'scheduledDate', 'Date is required'],
  ['a day without a time', { scheduleTime: undefined }, 'scheduleTime', 'Time is required'],
  ['25 o’clock', { scheduleTime: '25:00' }, 'scheduleTime', 'time like 08:30'],
  ['a time between two starts', { scheduleTime: '09:07' }, 'scheduleTime', 'every 15 minutes'],
  ['a time before opening', { scheduleTime: '06:45' }, 'scheduleTime', 'closed at this time'],
  ['a time after closing', { scheduleTime: '19:00' }, 'scheduleTime', 'closed at this time'],
  [
    'a visit that lasts beyond closing',
    { scheduleTime: '18:45', testType: ['Urine R/E', 'ESR'] },
    'scheduleTime',
    'beyond closing',
  ],
  ['yesterday', { scheduledDate: '2026-03-08' }, 'scheduleTime', 'has passed'],
  ['next year', { scheduledDate: '2027-03-10' }, 'scheduleTime', '180 days ahead'],
  ['the year 99999', { scheduledDate: '99999-03-10' }, 'scheduledDate', 'does not exist'],
  ['an unknown priority', { priority: 'urgent' }, 'priority', 'low, normal, high'],
  ['an unknown field', { status: 'completed' }, 'status', 'not known'],
  ['an unknown field of the patient', withPatient({ role: 'admin' }), 'patientDetails.role', 'not known'],
  ['a site that is no id', { siteId: 'here' }, 'siteId', 'not one of ours'],
  ['a site that is not there', { siteId: '01900000-0000-7000-8000-00000000dead' }, 'siteId', ' site'],
]

describe('a bad booking is refused at its field and changes nothing', () => {
  it.each(badBookings)(
    'a bad booking is refused at its field and changes nothing: %s',
    async (_what, change, field, message) => {
      const before = await everything()
      const body = { ...bookingBody, scheduleTime: '15:00', ...change }
      const calls = [
        lab.call('POST', '/api/labtest/book', { by: ama, body, headers: { 'idempotency-key': 'bad' } }),
        lab.call('PUT', `/api/labtest/update-appointments/${id}`, { by: ama, body }),
      ]
      for (const answer of await Promise.all(calls)) {
        expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 'invalid_input'])
        expect(answer.json().fields[field]?.join(' ')).toContain(message)
        expect(answer.json().message).not.toBe('')
      }
      expect(await everything()).toEqual(before)
    },
  )
})

describe('a malformed request', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: payload,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it('a request with broken JSON is refused with that reason', async () => {
    const answer = await post('{"patientDetails":')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'bad_request', message: 'The body is not valid JSON' },
    ])
  })

  it('a request cannot pollute a prototype', async () => {
    for (const key of ['__proto__', 'constructor']) {
      const answer = await post(
        `{"${key}":{"prototype":{"isAdmin":true}},${JSON.stringify(bookingBody).slice(1)}`,
      )
      expect(answer.statusCode).toBe(400)
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('a huge request is refused', async () => {
    const answer = await post(JSON.stringify({ ...bookingBody, note: 'x'.repeat(100_000) }))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
  })

  it('a body that is not JSON, not an object or empty is refused', async () => {
    expect((await post('a=1', { 'content-type': 'text/plain' })).json().code).toBe('unsupported_type')
    for (const body of ['[]', '"text"', '7', 'null', '']) {
      const answer = await post(body)
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        { body: ['This must be a JSON object'] },
      ])
    }
  })

  it('a malformed id is refused at its field', async () => {
    for (const bad of ['7', 'undefined', "1'%20or%20'1'='1", '01900000-0000-7000-8000-00000000000g']) {
      for (const [method, path] of [
        ['GET', `/api/labtest/appointment/${bad}`],
        ['DELETE', `/api/labtest/appointment/${bad}/cancel`],
      ] as const) {
        const answer = await lab.call(method, path, { by: ama })
        expect([answer.statusCode, answer.json().fields]).toEqual([
          400,
          { id: ['This id is not one of ours'] },
        ])
      }
    }
  })

  it('an invalid idempotency key, page size or cursor is refused at its field', async () => {
    const key = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: bookingBody,
      headers: { 'idempotency-key': 'two words' },
    })
    expect(Object.keys(key.json().fields)).toEqual(['idempotency-key'])
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=1000', 'limit'],
      ['limit=all', 'limit'],
      ['cursor=1', 'cursor'],
      ['page=2', 'page'],
    ]) {
      const answer = await lab.call('GET', `/api/labtest/appointments?${query}`, { by: ama })
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
    }
  })

  it('an unknown address is answered with JSON', async () => {
    for (const path of ['/api/nothing', '/api/labtest/book', '/api/labtask/appointments-tasks']) {
      const answer = await lab.call('GET', path)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
  })

  it('an address with a broken percent-encoding is refused without a server error', async () => {
    const answer = await lab.call('GET', '/api/labtest/appointment/%E0%A4%A')
    expect(answer.statusCode).toBe(400)
  })
})

describe('names of all kinds are stored unchanged', () => {
  it.each([
    'Ama 🧪 Mensah',
    'محمد بن سلمان',
    'José Ñandú',
    'O’Brien-Smith, Jr.',
    '李小龍',
    "Robert'); drop table visit;--",
    '<b>Ama</b>',
    'A'.repeat(200),
  ])('the name %s is stored unchanged', async (fullName) => {
    const answer = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: {
        ...bookingBody,
        ...withPatient({ fullName }),
        scheduledDate: '2026-03-12',
        ...start(),
      },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const read = await lab.call('GET', `/api/labtest/appointment/${answer.json().appointment.id}`, {
      by: ama,
    })
    expect(read.json().patientDetails.fullName).toBe(fullName)
  })

  let quarter = 0
  const start = () => ({
    scheduleTime: `1${Math.floor(quarter / 4)}:${['00', '15', '30', '45'][quarter++ % 4]}`,
  })
})
