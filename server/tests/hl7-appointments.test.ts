import type { Socket } from 'node:net'
import { Server } from 'node-hl7-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { shareOutEvents } from '#server/modules/fhir/webhooks/deliver-webhooks.ts'
import { programsOf } from './fhir-clients.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { addConnection, head, holdHospitals, lines, pid, receiver } from './hl7.ts'
import { dial, sendHl7 } from './instruments.ts'
import { freePort } from './product-process.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody, chairClashes } from './visits.ts'

let lab: TestApp
let manager: Person
let programs: ReturnType<typeof programsOf>
let links: ReturnType<typeof holdHospitals>
let line: Awaited<ReturnType<typeof connect>>
let socket: Socket

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  programs = programsOf(lab, manager)
  line = await connect('Ridge')
  links = holdHospitals(lab)
  socket = await dial(line.port)
}, 60_000)
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(async () => {
  socket?.destroy()
  await links?.stop()
  await lab?.close()
})

/** A connection with the codes of its hospital. */
async function connect(name: string, changes: object = {}) {
  const client = await programs.register(name)
  const added = await addConnection(lab, manager, client.id, changes)
  for (const body of [
    { kind: 'test', code: 'FBC-R', means: 'FBC' },
    { kind: 'location', code: 'LABMAIN', means: mainSite },
  ]) {
    const set = await lab.call('PUT', `/api/hl7-connections/${added.id}/codes`, { by: manager, body })
    expect(set.statusCode, set.body).toBe(200)
  }
  return { ...added, client }
}

const schedule = (placer: string, start: string, { test = 'FBC-R', location = 'LABMAIN' } = {}) => [
  `SCH|${placer}^RIDGE||||||||||^^^${start}`,
  pid(`of-${placer}`),
  'RGS|1',
  ...(test === '' ? [] : [`AIS|1||${test}`]),
  ...(location === '' ? [] : [`AIL|1||${location}`]),
]
const send = (...segments: string[]) => sendHl7(socket, lines(...segments))
const outcome = (answer: string) =>
  `${/MSA\|(\w\w)/.exec(answer)?.[1]} ${/ERR\|\|([^|]*)\|/.exec(answer)?.[1] ?? ''}`.trim()
const visit = async (placer: string) =>
  (
    await lab.pool.query(
      `select v.id, v.status, to_char(v.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as starts, v.full_name,
        (select array_agg(t.test_code order by t.test_code) from visit_test t where t.visit_id = v.id) as tests
      from api_appointment a join visit v on v.site_id = a.site_id and v.id = a.visit_id where a.identifier = $1`,
      [`RIDGE|${placer}`],
    )
  ).rows[0]

it('an appointment is booked, moved, changed and cancelled, by the rules of all bookings', async () => {
  const message = [head('SIU^S12', { id: 'BOOK' }), ...schedule('a1', '20260311090000')]
  const first = await send(...message)
  expect(first).toMatch(/\|ACK\^S12\^ACK\|/)
  expect(outcome(first)).toBe('AA')
  expect(await visit('a1')).toMatchObject({
    ...{ status: 'booked', starts: '2026-03-11 09:00', full_name: 'Abena Ridgepatient', tests: ['FBC'] },
  })
  const { id } = await visit('a1')
  await send(...message)
  await send(head('SIU^S12'), ...schedule('a1', '20260311090000'))
  expect(await visit('a1')).toMatchObject({ id })
  expect(outcome(await send(head('SIU^S12'), ...schedule('a1', '20260312090000')))).toMatch(/^AE/)

  expect(outcome(await send(head('SIU^S13'), ...schedule('a1', '20260311100000', { test: '' })))).toBe('AA')
  expect(await visit('a1')).toMatchObject({ id, starts: '2026-03-11 10:00', tests: ['FBC'] })
  const changed = await send(
    head('SIU^S14'),
    ...schedule('a1', '', { test: 'GLU^Glucose^PHIAL', location: '' }),
  )
  expect(outcome(changed)).toBe('AA')
  expect(await visit('a1')).toMatchObject({ id, starts: '2026-03-11 10:00', tests: ['GLU'] })
  expect(outcome(await send(head('SIU^S26'), ...schedule('a1', '')))).toBe('AE SCH^1^1')
  expect(outcome(await send(head('SIU^S15'), ...schedule('a1', '')))).toBe('AA')
  expect(outcome(await send(head('SIU^S17'), ...schedule('a1', '')))).toBe('AA')
  expect(await visit('a1')).toMatchObject({ status: 'cancelled' })
  expect(outcome(await send(head('SIU^S15'), ...schedule('none', '')))).toBe('AE SCH^1^1')

  await send(head('SIU^S12'), ...schedule('a2', '20260309093000'))
  lab.clock.advance(3 * 3_600_000)
  expect(outcome(await send(head('SIU^S26'), ...schedule('a2', '')))).toBe('AA')
  expect(await visit('a2')).toMatchObject({ status: 'no_show' })
})

it('by SIU and by FHIR the same appointment is the same row', async () => {
  await send(head('SIU^S12'), ...schedule('same', '20260318090000'))
  const { id } = await visit('same')
  const { rows } = await lab.pool.query(`select person_id from api_patient where value = 'of-same'`)
  const body = {
    ...{ resourceType: 'Appointment', status: 'booked', identifier: [{ system: 'RIDGE', value: 'same' }] },
    slot: [{ reference: `Slot/${mainSite}.${Date.parse('2026-03-18T09:00:00Z') / 60_000}` }],
    serviceType: [{ coding: [{ system: 'http://lab.test/fhir/test', code: 'FBC' }] }],
    participant: [{ actor: { reference: `Patient/${rows[0].person_id}` }, status: 'accepted' }],
  }
  const booked = await lab.call('POST', '/fhir/R4/Appointment', {
    ...{ by: await programs.signIn(line.client), headers: { 'content-type': 'application/fhir+json' } },
    body: JSON.stringify(body),
  })
  expect([booked.statusCode, booked.json().id]).toEqual([200, id])
})

it('a start, a test, a site or a patient that cannot be booked is refused with its field', async () => {
  for (const [segments, expected] of [
    [schedule('b1', ''), 'AE SCH^1^11'],
    [schedule('b1', '2026031X'), 'AE SCH^1^11'],
    [schedule('b1', '20260311030000'), 'AE SCH^1^11'],
    [schedule('b1', '20260311090000', { test: 'NONE' }), 'AE AIS^1^3'],
    [schedule('b1', '20260311090000', { test: '' }), 'AE AIS^1^3'],
    [schedule('b1', '20260311090000', { test: 'CT1^Test^PHIAL' }), 'AE AIS^1^3'],
    [schedule('b1', '20260311090000', { location: 'WARD' }), 'AE AIL^1^3'],
    [schedule('', '20260311090000'), 'AE SCH^1^1'],
    [[pid('b1')], 'AE SCH^1^'],
  ] as const)
    expect([segments[0], outcome(await send(head('SIU^S12'), ...segments))]).toEqual([segments[0], expected])
  expect(outcome(await send(head('SIU^S18'), ...schedule('b1', '')))).toBe('AR MSH^1^9')
  const { rows } = await lab.pool.query(`select 1 from api_patient where value like 'of-b%'`)
  expect(rows).toEqual([])
  const facilityId = await lab.facilityOf(await lab.makeClinician())
  const limited = await programs.register('Limited', { facilityId })
  const { port } = await addConnection(lab, manager, limited.id)
  const own = await dial(port)
  const answer = await sendHl7(own, lines(head('SIU^S12'), ...schedule('b2', '20260311090000')))
  expect(outcome(answer)).toBe('AR MSH^1^9')
  own.destroy()
})

it('hospitals and patients who book the same time at once take no chair twice', async () => {
  const hospitals = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => connect(name)))
  const sockets = await Promise.all(hospitals.map(({ port }) => dial(port)))
  const patients = await Promise.all([1, 2, 3, 4].map(() => lab.signUpPatient()))
  const [answers, booked] = await Promise.all([
    Promise.all(
      sockets.map((own, at) => sendHl7(own, lines(head('SIU^S12'), ...schedule(`c${at}`, '20260313090000')))),
    ),
    Promise.all(
      patients.map((by) =>
        lab.call('POST', '/api/labtest/book', {
          by,
          body: { ...bookingBody, scheduledDate: '2026-03-13', scheduleTime: '09:00' },
        }),
      ),
    ),
  ])
  for (const own of sockets) own.destroy()
  const taken = answers.filter((answer) => outcome(answer) === 'AA').length
  const free = booked.filter(({ statusCode }) => statusCode === 201).length
  const { rows } = await lab.pool.query(
    `select count(*)::int as n from visit where starts_at = '2026-03-13T09:00:00Z' and status = 'booked'`,
  )
  expect(rows).toEqual([{ n: taken + free }])
  expect(taken + free).toBeLessThan(8)
  expect(
    answers.filter((answer) => outcome(answer) !== 'AA').every((one) => one.includes('nearest free')),
  ).toBe(true)
  expect(await chairClashes(lab)).toEqual([])
})

it('a foreign HL7 server that this server connects to receives an appointment', async () => {
  const port = await freePort()
  const server = new Server({ bindAddress: '127.0.0.1' })
  let inbound: ReturnType<typeof server.createInbound> | undefined
  const received = new Promise<string>((done) => {
    inbound = server.createInbound({ port }, async (request, response) => {
      done(request.getMessage().toString())
      await response.sendResponse('AA')
    })
  })
  const { id } = await connect('Foreign', {
    way: 'connect',
    host: '127.0.0.1',
    port,
    sendsAppointments: true,
  })
  const body = { ...bookingBody, siteId: mainSite, scheduledDate: '2026-03-17' }
  expect((await lab.call('POST', '/api/labtest/book', { by: manager, body })).statusCode).toBe(201)
  await shareOutEvents(lab.context)
  expect(await received).toMatch(/\|SIU\^S12\^SIU_S12\|/)
  await expect
    .poll(async () => {
      const path = `/api/hl7-connections/${id}/messages`
      return (await lab.call('GET', path, { by: manager })).json().rows[0]
    })
    .toMatchObject({ type: 'SIU^S12', state: 'sent' })
  await inbound?.close()
})

it('appointments are sent to a hospital that wants them, without visits only for confidential tests', async () => {
  await lab.pool.query(`update test set bookable = true where code = 'CT1'`)
  const { port, client } = await connect('Scheduler', { sendsAppointments: true })
  const own = await dial(port)
  const hospital = receiver(own)
  const heard = async () => {
    await shareOutEvents(lab.context)
    return hospital.next()
  }
  const book = async (testType: string[], scheduleTime: string) => {
    const body = { ...bookingBody, testType, siteId: mainSite, scheduledDate: '2026-03-16', scheduleTime }
    const answer = await lab.call('POST', '/api/labtest/book', { by: manager, body })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().appointment
  }
  await book(['Retro screen for HIV'], '09:00')
  const { id, reference } = await book(['Full Blood Count', 'Retro screen for HIV'], '09:30')
  const first = await heard()
  expect(first).toMatch(/\|SIU\^S12\^SIU_S12\|/)
  expect(first).toContain(`SCH||${reference}^PHIAL||||^Booked|`)
  expect(first).toMatch(/SCH.*\^20260316093000\+0000\^.*\|Booked\r/)
  expect(first).toContain('AIS|1||FBC-R^Full Blood Count^L^FBC^Full Blood Count^PHIAL|20260316093000+0000')
  expect(first).toMatch(/AIL\|1\|\|LABMAIN\|/)
  expect(first).not.toMatch(/HIV|CT1|Confidential/)
  await lab.call('PUT', `/api/labtest/appointment/${id}/reschedule`, {
    by: manager,
    body: { start: '2026-03-16T11:00:00Z', reason: 'Asked', version: 1 },
  })
  expect(await heard()).toMatch(/\|SIU\^S13\^[\s\S]*SCH.*\^20260316110000/)
  await lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, {
    by: manager,
    body: { reason: 'Asked' },
  })
  expect(await heard()).toMatch(/\|SIU\^S15\^[\s\S]*\|Cancelled\r/)
  const answer = await sendHl7(own, lines(head('SIU^S12'), ...schedule('d1', '20260316120000')))
  expect(outcome(answer)).toBe('AA')
  await shareOutEvents(lab.context)
  await expect.poll(() => hospital.heard.at(-1)).toMatch(/SIU\^S12[\s\S]*SCH\|d1\^RIDGE\|\w{8}\^PHIAL\|/)
  expect(hospital.heard.join('')).not.toMatch(/HIV|CT1|Confidential/)
  const { rows } = await lab.pool.query(
    `select count(*)::int as n from audit where action = 'api_client.read' and after ->> 'client' = $1`,
    [client.id],
  )
  expect(rows[0].n).toBeGreaterThan(0)
  own.destroy()
})
