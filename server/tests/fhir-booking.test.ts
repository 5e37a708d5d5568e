import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { programsOf } from './fhir-clients.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { moneyCalls } from './money-day.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody, chairClashes } from './visits.ts'

type By = { headers: { authorization: string } }

let lab: TestApp
let manager: Person
let programs: ReturnType<typeof programsOf>
let by: By
let patient: string
let kumasi: string

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  programs = programsOf(lab, manager)
  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 1 }
  kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
  const booked = await lab.call('POST', '/api/labtest/book', {
    by: manager,
    body: { ...bookingBody, siteId: mainSite },
  })
  expect(booked.statusCode, booked.body).toBe(201)
  by = await programs.signIn(await programs.register('Books'))
  patient = (await lab.call('GET', '/fhir/R4/Patient', { by })).json().entry[0].resource.id
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const freeSlots = async (day: string): Promise<{ id: string; start: string; end: string }[]> => {
  const path = `/fhir/R4/Slot?schedule=${mainSite}&start=${day}&service-type=FBC&_count=200`
  const { entry } = (await lab.call('GET', path, { by })).json()
  return entry.map(({ resource }: { resource: object }) => resource)
}
const appointment = (slot: string, identifier: string, changes: object = {}) => ({
  resourceType: 'Appointment',
  identifier: [{ system: 'http://clinic.example/bookings', value: identifier }],
  status: 'booked',
  slot: [{ reference: `Slot/${slot}` }],
  serviceType: [{ coding: [{ system: 'http://lab.test/fhir/test', code: 'FBC' }] }],
  participant: [{ actor: { reference: `Patient/${patient}` }, status: 'accepted' }],
  ...changes,
})
const json = 'application/fhir+json'
const post = (body: object, caller = by) =>
  lab.call('POST', '/fhir/R4/Appointment', {
    by: caller,
    body: JSON.stringify(body),
    headers: { 'content-type': json },
  })
const cancel = (id: string, ifMatch: string | null, changes: object = {}, caller = by) =>
  lab.call('PUT', `/fhir/R4/Appointment/${id}`, {
    by: caller,
    body: JSON.stringify({ resourceType: 'Appointment', id, status: 'cancelled', ...changes }),
    headers: { 'content-type': json, ...(ifMatch !== null && { 'if-match': ifMatch }) },
  })

describe('booking', () => {
  it('a client books a free time, and a retry with the same identifier gets the same appointment', async () => {
    const [slot] = await freeSlots('2026-03-11')
    const booked = await post(appointment(slot?.id ?? '', 'one'))
    expect(booked.statusCode, booked.body).toBe(201)
    const { id, start, end, status } = booked.json()
    expect({ start, end, status }).toEqual({ start: slot?.start, end: slot?.end, status: 'booked' })
    expect(booked.headers.location).toBe(`http://lab.test/fhir/R4/Appointment/${id}`)
    expect(booked.headers.etag).toBe('W/"1"')
    expect(booked.json().participant[0].actor.reference).toBe(`Patient/${patient}`)
    const again = await post(appointment(slot?.id ?? '', 'one'))
    expect([again.statusCode, again.json().id]).toEqual([200, id])
    const other = await post(
      appointment(slot?.id ?? '', 'one', { status: 'booked', slot: [{ reference: 'Slot/x' }] }),
    )
    expect([other.statusCode, other.json().issue[0].code]).toEqual([409, 'conflict'])
    const { rows } = await lab.pool.query(
      "select account_id, role, reason from audit where action = 'visit.booked' and subject_id = $1",
      [id],
    )
    expect(rows).toEqual([{ account_id: null, role: null, reason: 'By the API client Books' }])
  })

  it('concurrent requests take no chair twice and book no identifier twice', async () => {
    const [, slot] = await freeSlots('2026-03-11')
    const same = await Promise.all(Array.from({ length: 4 }, () => post(appointment(slot?.id ?? '', 'same'))))
    expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(same.map((answer) => answer.json().id)).size).toBe(1)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => post(appointment(slot?.id ?? '', `many ${at}`))),
    )
    const codes = new Set(many.map(({ statusCode }) => statusCode))
    expect([...codes].sort()).toEqual([201, 409])
    for (const refused of many.filter(({ statusCode }) => statusCode === 409))
      expect(refused.json()).toMatchObject({
        resourceType: 'OperationOutcome',
        issue: [{ code: 'conflict' }],
      })
    expect(await chairClashes(lab)).toEqual([])
    expect((await freeSlots('2026-03-11')).map(({ id }) => id)).not.toContain(slot?.id)
  })

  it('bookings of programs that arrive together share a statement, and one that was made before fails alone', async () => {
    const slots = (await freeSlots('2026-03-17')).slice(0, 12)
    expect(slots).toHaveLength(12)
    const bodies = slots.map(({ id }, at) => appointment(id, `together ${at}`))
    const [first] = bodies
    expect((await post(first ?? {})).statusCode).toBe(201)
    const answers = await Promise.all(bodies.map((body) => post(body)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, ...bodies.slice(1).map(() => 201)])
    const { rows } = await lab.superuser.query(
      `select count(*)::int as visits, count(distinct v.xmin::text)::int as commits,
         count(distinct k.id)::int as entries
       from api_appointment a join visit v on v.site_id = a.site_id and v.id = a.visit_id
         left join audit k on k.subject_id = v.id::text and k.action = 'visit.booked'
       where a.identifier like '%|together %' and a.xmin = v.xmin`,
    )
    expect(rows).toEqual([{ visits: 12, commits: expect.any(Number), entries: 12 }])
    expect(rows[0].commits).toBeLessThan(12)
  })

  it('a refused booking names the wrong element', async () => {
    const [slot] = await freeSlots('2026-03-12')
    const id = slot?.id ?? ''
    for (const [changes, element] of [
      [{ resourceType: 'Patient' }, 'Appointment.resourceType'],
      [{ status: 'proposed' }, 'Appointment.status'],
      [{ identifier: undefined }, 'Appointment.identifier'],
      [{ identifier: [{ value: '' }] }, 'Appointment.identifier[0].value'],
      [{ slot: [] }, 'Appointment.slot'],
      [{ slot: [{ reference: 'Slot/x' }] }, 'Appointment.slot[0].reference'],
      [{ slot: [{ reference: `Slot/${mainSite}.10000000` }] }, 'Appointment.slot[0].reference'],
      [{ serviceType: [] }, 'Appointment.serviceType'],
      [{ serviceType: [{ coding: [{ code: 'FBC' }] }] }, 'Appointment.serviceType[0].coding'],
      [{ participant: [] }, 'Appointment.participant'],
      [{ participant: [{ actor: { reference: 'Patient/x' } }] }, 'Appointment.participant[0].actor'],
      [{ modifierExtension: [{ url: 'x' }] }, 'Appointment.modifierExtension'],
    ] as const) {
      const answer = await post(appointment(id, 'wrong', changes))
      expect([element, answer.statusCode]).toEqual([element, 400])
      expect(answer.json()).toMatchObject({
        resourceType: 'OperationOutcome',
        issue: [{ expression: [element] }],
      })
    }
    const noJson = await lab.call('POST', '/fhir/R4/Appointment', {
      by,
      body: '{',
      headers: { 'content-type': json },
    })
    expect([noJson.statusCode, noJson.json().resourceType]).toEqual([400, 'OperationOutcome'])
    const xml = { 'content-type': 'application/fhir+xml' }
    expect(
      (await lab.call('POST', '/fhir/R4/Appointment', { by, body: '<a/>', headers: xml })).statusCode,
    ).toBe(415)
  })

  it('a client without the scope, of another site or of a facility cannot book', async () => {
    const [slot] = await freeSlots('2026-03-12')
    const body = appointment(slot?.id ?? '', 'reach')
    const reader = await programs.signIn(
      await programs.register('Reads', { scopes: ['system/Appointment.rs'] }),
    )
    expect((await post(body, reader)).statusCode).toBe(403)
    const elsewhere = await programs.signIn(await programs.register('Kumasi', { sites: [kumasi] }))
    const refused = await post(body, elsewhere)
    expect([refused.statusCode, refused.json().issue[0].expression]).toEqual([
      400,
      ['Appointment.slot[0].reference'],
    ])
    const facility = { name: 'Ridge', kind: 'clinic', phone: '', email: '', resultsBy: 'collect' }
    await lab.call('POST', '/api/facilities', { by: manager, body: facility })
    const [{ id: facilityId }] = (await lab.call('GET', '/api/referrers', { by: manager })).json().facilities
    const clinic = await programs.signIn(await programs.register('Ridge', { facilityId }))
    expect((await post(body, clinic)).statusCode).toBe(403)
  })

  it('in a laboratory with prices, the visit is charged without an account', async () => {
    const money = moneyCalls(lab, { manager, cashier: manager, ama: manager })
    expect((await money.setRules({ on: true })).statusCode).toBe(200)
    await money.setPrice('Full Blood Count', 6_000)
    const [slot] = await freeSlots('2026-03-13')
    const booked = await post(appointment(slot?.id ?? '', 'priced'))
    expect(booked.statusCode, booked.body).toBe(201)
    const { id } = booked.json()
    expect((await cancel(id, 'W/"1"')).statusCode).toBe(200)
    const { rows } = await lab.pool.query(
      'select kind, by_id from ledger_posting where visit_id = $1 order by id',
      [id],
    )
    expect(rows).toEqual([
      { kind: 'charge', by_id: null },
      { kind: 'reversal', by_id: null },
    ])
    expect((await money.setRules({ on: false })).statusCode).toBe(200)
  })
})

describe('cancelling', () => {
  const booked = async (identifier: string): Promise<string> => {
    const [slot] = await freeSlots('2026-03-16')
    const answer = await post(appointment(slot?.id ?? '', identifier))
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id
  }

  it('a client cancels the version that it has read, and a retry changes nothing more', async () => {
    const id = await booked('to cancel')
    for (const answer of [
      await cancel(id, 'W/"1"', { cancelationReason: { text: 'Moved away' } }),
      await cancel(id, 'W/"1"', { cancelationReason: { text: 'Moved away' } }),
    ]) {
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({ id, status: 'cancelled' })
      expect(answer.headers.etag).toBe('W/"2"')
    }
    const { rows } = await lab.pool.query(
      "select account_id, reason from audit where action = 'visit.cancelled' and subject_id = $1",
      [id],
    )
    expect(rows).toEqual([{ account_id: null, reason: 'By the API client Books: Moved away' }])
    expect((await cancel(id, 'W/"2"')).statusCode).toBe(409)
  })

  it('a cancellation without If-Match, of another version or with another change is refused', async () => {
    const id = await booked('kept')
    expect((await cancel(id, null)).statusCode).toBe(428)
    expect((await cancel(id, 'x')).statusCode).toBe(428)
    expect((await cancel(id, 'W/"7"')).statusCode).toBe(412)
    const moved = await cancel(id, 'W/"1"', { status: 'booked' })
    expect([moved.statusCode, moved.json().issue[0].expression]).toEqual([400, ['Appointment.status']])
    const wrong = await cancel(id, 'W/"1"', { id: patient })
    expect([wrong.statusCode, wrong.json().issue[0].expression]).toEqual([400, ['Appointment.id']])
    expect((await lab.call('GET', `/fhir/R4/Appointment/${id}`, { by })).json().status).toBe('booked')
  })

  it('a client cannot cancel an appointment that it has not booked', async () => {
    const id = await booked('mine')
    const other = await programs.signIn(await programs.register('Another program'))
    expect((await cancel(id, 'W/"1"', {}, other)).statusCode).toBe(404)
    const { rows } = await lab.pool.query(
      "select id from visit where full_name = 'Ama Mensah' order by id limit 1",
    )
    expect((await cancel(rows[0].id, 'W/"1"')).statusCode).toBe(404)
    expect((await cancel('x', 'W/"1"')).statusCode).toBe(404)
  })

  it('a program cannot cancel an appointment whose patient has arrived', async () => {
    const id = await booked('arrived')
    const tech = await lab.makeStaff('technician')
    await lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by: tech })
    expect((await cancel(id, 'W/"2"')).statusCode).toBe(409)
  })
})
