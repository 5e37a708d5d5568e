import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { patients } from '#server/modules/fhir/patients.ts'
import { openDatabase } from '#server/platform/database.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'

type By = { headers: { authorization: string } }
// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Resource = any

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let manager: Person
let clinician: Person
let facility: string
let otherFacility: string
let programs: ReturnType<typeof programsOf>
let ridge: By
let harbour: By
/** A program of the laboratory, without a facility. */
let whole: By

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin')
  clinician = await lab.makeClinician(undefined, { fullName: 'Dr Ridge' })
  facility = await lab.facilityOf(clinician)
  otherFacility = await lab.facilityOf(await lab.makeClinician())
  programs = programsOf(lab, manager)
  ridge = await programs.signIn(await programs.register('Ridge', { facilityId: facility }))
  harbour = await programs.signIn(await programs.register('Harbour', { facilityId: otherFacility }))
  whole = await programs.signIn(await programs.register('Hospital'))
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const own = 'https://clinic.example/ids'
const test = 'http://lab.test/fhir/test'
let last = 0
const next = (name: string) => `${name} ${++last}`

const json = { 'content-type': 'application/fhir+json' }
const send = (
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: unknown,
  by: By = ridge,
  headers: Record<string, string> = {},
) => lab.call(method, `/fhir/R4${path}`, { by, body: JSON.stringify(body), headers: { ...json, ...headers } })
const read = async (path: string, by: By = ridge): Promise<Resource> =>
  (await lab.call('GET', `/fhir/R4/${path}`, { by })).json()

const patient = (identifier: string, changes: object = {}): Resource => ({
  resourceType: 'Patient',
  identifier: [{ system: own, value: identifier }],
  name: [{ text: 'Abena Ridgepatient' }],
  gender: 'female',
  birthDate: '1990-05-04',
  telecom: [{ system: 'phone', value: '+233 24 555 0101' }],
  ...changes,
})
const request = (identifier: string, subject: object, changes: object = {}): Resource => ({
  resourceType: 'ServiceRequest',
  identifier: [{ system: own, value: identifier }],
  status: 'active',
  intent: 'order',
  code: { coding: [{ system: test, code: 'FBC' }] },
  subject,
  ...changes,
})
const entry = (resource: Resource, fullUrl?: string, more: object = {}) => ({
  ...(fullUrl && { fullUrl }),
  resource,
  request: { method: 'POST', url: resource.resourceType, ...more },
})
const bundle = (entries: object[], type = 'transaction') => ({ resourceType: 'Bundle', type, entry: entries })

async function entered(by = ridge, changes: object = {}): Promise<string> {
  const answer = await send('POST', '/Patient', patient(next('patient'), changes), by)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
async function ordered(changes: object = {}, by = ridge): Promise<Resource> {
  const subject = { reference: `Patient/${await entered(by)}` }
  const answer = await send('POST', '/ServiceRequest', request(next('order'), subject, changes), by)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
/**
 * The number of function calls in the database when the program that entered a patient reads it. The statistics are up to date, so that
 * PostgreSQL plans for the few rows.
 */
async function callsToRead(id: string): Promise<number> {
  await lab.superuser.query('analyze api_patient')
  const { rows } = await lab.pool.query(
    `select c.id, c.facility_id as "facilityId" from api_patient e join api_client c on c.id = e.client_id where e.person_id = $1`,
    [id],
  )
  const client = {
    ...{
      ...rows[0],
      name: '',
      scopes: [],
      perMinute: 0,
      sites: null,
      lastUsedAt: null,
      person: null,
      access: null,
    },
    isProduct: true as const,
  }
  return openDatabase(lab.superuser)
    .transaction()
    .execute(async (db) => {
      await sql`set local track_functions = 'all'`.execute(db)
      const calls = async () => {
        const { rows: called } = await sql<{ calls: number }>`
          select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions`.execute(db)
        return called[0]?.calls ?? 0
      }
      const before = await calls()
      expect(await patients(lab.context.config).read({ ...lab.context, db, client }, id)).toMatchObject({
        id,
      })
      return (await calls()) - before
    })
}
const counts = async () =>
  (
    await lab.pool.query(`select (select count(*)::int from clinic_order) as orders,
      (select count(*)::int from person) as people, (select count(*)::int from api_request) as requests,
      (select count(*)::int from api_patient) as patients, (select count(*)::int from visit) as visits`)
  ).rows[0]

describe('entering a patient', () => {
  it('a retry with the same identifier enters nobody twice', async () => {
    const body = patient('once')
    const first = await send('POST', '/Patient', body)
    const absent = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'
    const name = { text: 'Abena Ridgepatient', extension: [{ url: absent, valueCode: 'unknown' }] }
    expect([first.statusCode, first.json().name]).toEqual([201, [name]])
    expect(first.json().identifier).toContainEqual({ system: own, value: 'once' })
    const many = await Promise.all(
      Array.from({ length: 6 }, () => send('POST', '/Patient', patient('at once'))),
    )
    expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(many.map((answer) => answer.json().id)).size).toBe(1)
    const again = await send('POST', '/Patient', body)
    expect([again.statusCode, again.json().id]).toEqual([200, first.json().id])
    const other = await send('POST', '/Patient', patient('once', { birthDate: '1991-05-04' }))
    expect(other.statusCode).toBe(409)
    const found = await read(`Patient?identifier=${encodeURIComponent(`${own}|once`)}`)
    expect(found.entry.map(({ resource }: Resource) => resource.id)).toEqual([first.json().id])
  })

  it('another program neither finds the identifier nor reads the patient', async () => {
    const id = await entered()
    const { identifier } = await read(`Patient/${id}`)
    const { value } = identifier.find(({ system }: Resource) => system === own)
    expect(
      await read(`Patient?identifier=${encodeURIComponent(`${own}|${value}`)}`, harbour),
    ).not.toHaveProperty('entry')
    expect((await lab.call('GET', `/fhir/R4/Patient/${id}`, { by: harbour })).statusCode).toBe(404)
  })

  it('If-None-Exist answers with the patient who matches', async () => {
    const id = await entered()
    const { identifier } = await read(`Patient/${id}`)
    const { value } = identifier.find(({ system }: Resource) => system === own)
    const search = `identifier=${encodeURIComponent(`${own}|${value}`)}`
    const matched = await send('POST', '/Patient', patient('unused'), ridge, { 'if-none-exist': search })
    expect([matched.statusCode, matched.json().id]).toEqual([200, id])
    const several = await send('POST', '/Patient', patient('unused'), ridge, {
      'if-none-exist': 'gender=female',
    })
    expect(several.statusCode).toBe(412)
  })

  it('the person number with the same date of birth and sex links the record, and discloses nothing of it', async () => {
    const booked = await bench.started(await lab.signUpPatient({ fullName: 'Secret Name' }), hana)
    await lab.superuser.query(
      `update person set birth_date = '1988-02-03', birth_precision = 'day', sex = 'female'
        where id = (select person_id from visit where id = $1)`,
      [booked.visitId],
    )
    const { identifier, id } = (await read('Patient?birthdate=1988-02-03', whole)).entry[0].resource
    const { value } = identifier[0]
    const numbered = (birthDate: string) =>
      patient(next('linked'), {
        identifier: [
          { system: own, value: next('linked') },
          { system: 'http://lab.test/fhir/person-number', value },
        ],
        birthDate,
      })
    const linked = await send('POST', '/Patient', numbered('1988-02-03'))
    expect([linked.statusCode, linked.json().id]).toEqual([201, id])
    expect(linked.body).not.toContain('Secret')
    const wrong = await send('POST', '/Patient', numbered('1988-02-04'))
    expect([wrong.statusCode, wrong.json().issue[0].expression]).toEqual([400, ['Patient.identifier']])
  })

  it('is read without looking at the other patients that the program entered', async () => {
    for (const by of [ridge, whole]) {
      const id = await entered(by)
      const before = await callsToRead(id)
      for (let count = 0; count < 12; count++) await entered(by)
      expect(await callsToRead(id)).toBe(before)
    }
  })

  it('a refused patient names the wrong element', async () => {
    for (const [changes, element] of [
      [{ resourceType: 'Person' }, 'Patient.resourceType'],
      [{ identifier: [] }, 'Patient.identifier'],
      [{ name: [] }, 'Patient.name'],
      [{ name: [{ text: 'A\u0000' }] }, 'Patient.name'],
      [{ gender: 'other' }, 'Patient.gender'],
      [{ birthDate: '1990-02-30' }, 'Patient.birthDate'],
      [{ birthDate: '2990' }, 'Patient.birthDate'],
      [{ birthDate: undefined }, 'Patient.birthDate'],
      [{ telecom: [{ system: 'phone', value: 'call me' }] }, 'Patient.telecom'],
      [{ identifier: [{ value: '\ud800' }] }, 'Patient.identifier[0].value'],
    ] as const) {
      const answer = await send('POST', '/Patient', patient(next('wrong'), changes))
      expect([element, answer.statusCode]).toEqual([element, 400])
      expect(answer.json().issue[0].expression).toEqual([element])
    }
  })
})

describe('an order', () => {
  it('becomes an order of the facility, with what the program says', async () => {
    const placed = await ordered({
      requester: { display: 'Dr Mensah' },
      priority: 'urgent',
      reasonCode: [{ text: 'Anaemia' }],
      note: [{ text: 'Pale for a month' }],
      occurrenceDateTime: '2026-03-10',
    })
    expect(placed).toMatchObject({
      ...{ status: 'active', intent: 'order', priority: 'urgent', requester: { display: 'Dr Mensah' } },
      ...{ reasonCode: [{ text: 'Anaemia' }], note: [{ text: 'Pale for a month' }] },
      occurrenceDateTime: '2026-03-10T00:00:00.000Z',
      code: { coding: [{ system: test, code: 'FBC' }] },
    })
    const [orderId] = placed.id.split('.')
    const seen = (await lab.call('GET', `/api/clinic/orders/${orderId}`, { by: clinician })).json()
    expect(seen).toMatchObject({
      ...{ patient: 'Abena Ridgepatient', tests: ['Full Blood Count'], urgent: true, state: 'expected' },
      ...{ orderedBy: 'Dr Mensah', diagnosis: 'Anaemia', wantedAt: '2026-03-10T00:00:00.000Z' },
    })
    const { rows } = await lab.pool.query(
      "select account_id, role, reason from audit where action = 'clinic_order.placed' and subject_id = $1",
      [orderId],
    )
    expect(rows).toEqual([{ account_id: null, role: null, reason: 'By the API client Ridge' }])
    const expected = (await lab.call('GET', '/api/expected-orders', { by: hana })).json()
    expect(JSON.stringify(expected)).toContain('Dr Mensah')
  })

  it('keeps its id and shows its state until the result is released', async () => {
    const placed = await ordered({ requester: { display: 'Dr Mensah' } })
    const [orderId] = placed.id.split('.')
    const checkedIn = await lab.call('POST', `/api/expected-orders/${orderId}/check-in`, { by: hana })
    expect(checkedIn.statusCode, checkedIn.body).toBe(201)
    const visitId = checkedIn.json().visit.id
    const arrived = await read(`ServiceRequest/${placed.id}`)
    expect(arrived).toMatchObject({
      id: placed.id,
      status: 'active',
      requester: { display: expect.stringMatching(/^Dr Mensah, /) },
    })
    const samples = { by: hana, body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' } }
    const taken = await lab.call('POST', `/api/labtest/appointment/${visitId}/collect`, samples)
    expect(taken.statusCode, taken.body).toBe(201)
    const [{ accession }] = taken.json().samples
    await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana, body: {} })
    const { rows } = await lab.pool.query('select id from task where visit_id = $1', [visitId])
    const task: string = rows[0].id
    await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    expect((await read(`ServiceRequest/${placed.id}`)).status).toBe('completed')
    const { entry: values } = await read(`Observation?patient=${placed.subject.reference}`)
    expect(values[0].resource.basedOn).toEqual([{ reference: `ServiceRequest/${placed.id}` }])
    const all = await read(`ServiceRequest?patient=${placed.subject.reference}`)
    expect(all.entry).toHaveLength(1)
  })

  it('a retry with the same identifier orders nothing twice', async () => {
    const subject = { reference: `Patient/${await entered()}` }
    const body = request('order once', subject)
    const many = await Promise.all(Array.from({ length: 6 }, () => send('POST', '/ServiceRequest', body)))
    expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(many.map((answer) => answer.json().id)).size).toBe(1)
    const other = await send('POST', '/ServiceRequest', { ...body, priority: 'urgent' })
    expect([other.statusCode, other.json().issue[0].code]).toEqual([409, 'conflict'])
    const elsewhere = await send('POST', '/ServiceRequest', {
      ...body,
      subject: { reference: `Patient/${await entered()}` },
    })
    expect(elsewhere.statusCode).toBe(409)
    const found = await read(`ServiceRequest?identifier=${encodeURIComponent(`${own}|order once`)}`)
    expect(found.entry).toHaveLength(1)
  })

  it('takes the patient by identifier, and the test by LOINC code', async () => {
    await send('POST', '/Patient', patient('by identifier'))
    const placed = await send(
      'POST',
      '/ServiceRequest',
      request(
        next('order'),
        { identifier: { system: own, value: 'by identifier' } },
        {
          code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
        },
      ),
    )
    expect([placed.statusCode, placed.json().code?.coding]).toEqual([
      201,
      [{ system: test, code: 'FBC', display: 'Full Blood Count' }],
    ])
  })

  it('a confidential test is refused with a sentence that says so', async () => {
    await lab.superuser.query("update test set bookable = true where code = 'CT1'")
    const { rows } = await lab.pool.query("select confidential from test where code = 'CT1'")
    expect(rows).toEqual([{ confidential: true }])
    const before = await counts()
    const answer = await send(
      'POST',
      '/ServiceRequest',
      request(
        next('order'),
        { reference: `Patient/${await entered()}` },
        {
          code: { coding: [{ system: test, code: 'CT1' }] },
        },
      ),
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json().issue[0]).toMatchObject({
      expression: ['ServiceRequest.code'],
      diagnostics: expect.stringContaining('confidential'),
    })
    expect(await counts()).toEqual({ ...before, people: before.people + 1, patients: before.patients + 1 })
  })

  it('a refused order names the wrong element', async () => {
    const subject = { reference: `Patient/${await entered()}` }
    const elsewhere = { reference: `Patient/${await entered(harbour)}` }
    const before = await counts()
    for (const [changes, element] of [
      [{ status: 'draft' }, 'ServiceRequest.status'],
      [{ intent: 'plan' }, 'ServiceRequest.intent'],
      [{ doNotPerform: true }, 'ServiceRequest.doNotPerform'],
      [{ identifier: undefined }, 'ServiceRequest.identifier'],
      [{ code: {} }, 'ServiceRequest.code.coding'],
      [{ code: { coding: [{ system: test, code: 'NONE' }] } }, 'ServiceRequest.code'],
      [{ subject: elsewhere }, 'ServiceRequest.subject'],
      [{ subject: { reference: 'urn:uuid:0' } }, 'ServiceRequest.subject'],
      [{ subject: { identifier: { value: 'nobody' } } }, 'ServiceRequest.subject'],
      [{ priority: 'soon' }, 'ServiceRequest.priority'],
      [{ occurrenceDateTime: 'tomorrow' }, 'ServiceRequest.occurrenceDateTime'],
      [{ locationReference: [{ reference: 'Location/x' }] }, 'ServiceRequest.locationReference'],
      [{ requester: { reference: `Organization/${otherFacility}` } }, 'ServiceRequest.requester'],
      [{ note: [{ text: '\u0000' }] }, 'ServiceRequest.note[0].text'],
      [{ modifierExtension: [{ url: 'x' }] }, 'ServiceRequest.modifierExtension'],
    ] as const) {
      const answer = await send('POST', '/ServiceRequest', request(next('wrong'), subject, changes))
      expect([element, answer.statusCode]).toEqual([element, 400])
      expect(answer.json()).toMatchObject({
        resourceType: 'OperationOutcome',
        issue: [{ expression: [element] }],
      })
    }
    const silent = { reference: `Patient/${await entered(ridge, { telecom: [] })}` }
    const noPhone = await send('POST', '/ServiceRequest', request(next('wrong'), silent))
    expect([noPhone.statusCode, noPhone.json().issue[0].expression]).toEqual([
      400,
      ['ServiceRequest.subject'],
    ])
    const sample = await send('POST', '/ServiceRequest', request(next('sample'), silent, { specimen: [{}] }))
    expect(sample.statusCode, sample.body).toBe(201)
    const after = await counts()
    expect(after.orders).toBe(before.orders + 1)
  })

  it('a program without a facility names the facility that orders', async () => {
    const subject = { reference: `Patient/${await entered(whole)}` }
    const unnamed = await send('POST', '/ServiceRequest', request(next('order'), subject), whole)
    expect([unnamed.statusCode, unnamed.json().issue[0].expression]).toEqual([
      400,
      ['ServiceRequest.requester'],
    ])
    const requester = { reference: `Organization/${facility}`, display: 'Dr Hospital' }
    const placed = await send(
      'POST',
      '/ServiceRequest',
      request(next('order'), subject, { requester }),
      whole,
    )
    expect(placed.statusCode, placed.body).toBe(201)
    const { statusCode } = await lab.call('GET', `/fhir/R4/ServiceRequest/${placed.json().id}`, { by: ridge })
    expect(statusCode).toBe(200)
  })

  it('a program without the scope cannot order, cancel or enter patients', async () => {
    const scopes = ['system/Patient.rs', 'system/ServiceRequest.rs']
    const reader = await programs.signIn(await programs.register('Reads', { facilityId: facility, scopes }))
    const placed = await ordered()
    for (const answer of [
      await send('POST', '/Patient', patient('x'), reader),
      await send('POST', '/ServiceRequest', request('x', placed.subject), reader),
      await send('PUT', `/ServiceRequest/${placed.id}`, { ...placed, status: 'revoked' }, reader, {
        'if-match': 'x',
      }),
      await send('POST', '', bundle([entry(patient('x'))]), reader),
    ])
      expect(answer.statusCode, answer.body).toBe(403)
  })
})

describe('cancelling', () => {
  const etagOf = async (id: string): Promise<string> =>
    String((await lab.call('GET', `/fhir/R4/ServiceRequest/${id}`, { by: ridge })).headers.etag)
  const revoke = (id: string, etag: string, by = ridge) =>
    send('PUT', `/ServiceRequest/${id}`, { resourceType: 'ServiceRequest', id, status: 'revoked' }, by, {
      'if-match': etag,
    })

  it('a program cancels an order at the version that it has read, and a retry changes nothing more', async () => {
    const placed = await ordered()
    const etag = await etagOf(placed.id)
    expect((await revoke(placed.id, 'W/"other"')).statusCode).toBe(412)
    const cancelled = await revoke(placed.id, etag)
    expect([cancelled.statusCode, cancelled.json().status]).toEqual([200, 'revoked'])
    expect((await revoke(placed.id, etag)).json().status).toBe('revoked')
    const [orderId] = placed.id.split('.')
    const seen = (await lab.call('GET', `/api/clinic/orders/${orderId}`, { by: clinician })).json()
    expect(seen.state).toBe('cancelled')
    const { rows } = await lab.pool.query(
      "select reason from audit where action = 'clinic_order.cancelled' and subject_id = $1",
      [orderId],
    )
    expect(rows).toHaveLength(1)
  })

  it('a JSON Patch of the status cancels, and other changes are refused', async () => {
    const placed = await ordered()
    const patch = (value: string, path = '/status') =>
      etagOf(placed.id).then((etag) =>
        send('PATCH', `/ServiceRequest/${placed.id}`, [{ op: 'replace', path, value }], ridge, {
          'if-match': etag,
          'content-type': 'application/json-patch+json',
        }),
      )
    expect((await patch('urgent', '/priority')).statusCode).toBe(400)
    expect((await patch('completed')).statusCode).toBe(400)
    expect((await patch('revoked')).json().status).toBe('revoked')
    expect(
      (await send('PUT', `/ServiceRequest/${placed.id}`, { ...placed, status: 'revoked' })).statusCode,
    ).toBe(428)
  })

  it('no other program cancels it, and none after the work has begun', async () => {
    const placed = await ordered()
    const etag = await etagOf(placed.id)
    const other = await programs.signIn(await programs.register(next('Other'), { facilityId: facility }))
    expect((await revoke(placed.id, etag, other)).statusCode).toBe(404)
    expect((await revoke(placed.id, etag, harbour)).statusCode).toBe(404)
    const [orderId] = placed.id.split('.')
    await lab.call('POST', `/api/expected-orders/${orderId}/check-in`, { by: hana })
    const late = await revoke(placed.id, await etagOf(placed.id))
    expect([late.statusCode, late.json().issue[0].code]).toEqual([409, 'business-rule'])
  })

  it('one test of an order is cancelled while it has no visit, and the last one cancels the order', async () => {
    const subject = { reference: `Patient/${await entered()}` }
    const codes = ['FBC', 'URE']
    const placed = (
      await send(
        'POST',
        '',
        bundle(
          codes.map((code) =>
            entry(request(next('order'), subject, { code: { coding: [{ system: test, code }] } })),
          ),
        ),
      )
    ).json()
    const [first, second] = placed.entry.map(({ response }: Resource) => response.location.split('/').at(-1))
    expect(first.split('.')[0]).toBe(second.split('.')[0])
    const etags = [await etagOf(first), await etagOf(second)]
    expect((await revoke(first, etags[0] ?? '')).json().status).toBe('revoked')
    expect((await read(`ServiceRequest/${second}`)).status).toBe('active')
    expect((await read(`ServiceRequest/${first}`)).status).toBe('revoked')
    const [orderId] = first.split('.')
    const order = async () =>
      (await lab.call('GET', `/api/clinic/orders/${orderId}`, { by: clinician })).json()
    expect(await order()).toMatchObject({ state: 'expected', tests: ['Urine R/E'] })
    expect((await revoke(second, etags[1] ?? '')).json().status).toBe('revoked')
    expect((await order()).state).toBe('cancelled')
  })
})

describe('a Bundle', () => {
  const urn = (at: number) => `urn:uuid:01900000-0000-4000-8000-00000000000${at}`
  const whole3 = (name: string) => [
    entry(request(`${name} 1`, { reference: urn(1) }), urn(2)),
    entry(patient(name), urn(1), { ifNoneExist: `identifier=${encodeURIComponent(`${own}|${name}`)}` }),
    entry(
      request(`${name} 2`, { reference: urn(1) }, { code: { coding: [{ system: test, code: 'URE' }] } }),
      urn(3),
    ),
  ]

  it('a transaction enters the patient and one order with both tests', async () => {
    const before = await counts()
    const answer = await send('POST', '', bundle(whole3('whole')))
    expect(answer.statusCode, answer.body).toBe(200)
    const { type, entry: entries } = answer.json()
    expect(type).toBe('transaction-response')
    expect(entries.map(({ response }: Resource) => response.status)).toEqual(['201', '201', '201'])
    for (const { response } of entries) {
      const found = await lab.call('GET', response.location.replace('http://lab.test', ''), { by: ridge })
      expect([found.statusCode, found.headers.etag]).toEqual([200, response.etag])
    }
    const after = await counts()
    expect(after).toMatchObject({
      orders: before.orders + 1,
      people: before.people + 1,
      requests: before.requests + 2,
    })
    const again = await send('POST', '', bundle(whole3('whole')))
    expect(again.json().entry.map(({ response }: Resource) => response.status)).toEqual(['200', '200', '200'])
    expect(again.json().entry.map(({ response }: Resource) => response.location)).toEqual(
      entries.map(({ response }: Resource) => response.location),
    )
    expect(await counts()).toEqual(after)
  })

  it('a transaction with one wrong entry writes nothing and names the entry', async () => {
    const before = await counts()
    for (const [wrong, element] of [
      [request(next('x'), { reference: urn(1) }, { priority: 'x' }), 'Bundle.entry[3].resource.priority'],
      [request(next('x'), { reference: urn(9) }), 'Bundle.entry[3].resource.subject'],
      [request('bad 1', { reference: urn(1) }), 'Bundle.entry[3].resource.identifier'],
      [patient(next('x'), { gender: 'x' }), 'Bundle.entry[3].resource.gender'],
      [{ resourceType: 'Observation' }, 'Bundle.entry[3].request'],
      [request(next('x'), { reference: urn(1) }), 'Bundle.entry[3].resource.code'],
    ] as const) {
      const answer = await send('POST', '', bundle([...whole3('bad'), entry(wrong)]))
      if (element.endsWith('code')) expect(answer.statusCode).toBe(400)
      else expect([answer.statusCode, answer.json().issue?.[0].expression]).toEqual([400, [element]])
      expect(await counts()).toEqual(before)
    }
  })

  it('concurrent transactions with the same identifiers write once', async () => {
    const before = await counts()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send('POST', '', bundle(whole3('race')))),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    expect(await counts()).toMatchObject({
      ...{ orders: before.orders + 1, people: before.people + 1, requests: before.requests + 2 },
      patients: before.patients + 1,
    })
  })

  it('a transaction cancels all tests of an order', async () => {
    const placed = (await send('POST', '', bundle(whole3('to cancel')))).json()
    const locations: string[] = placed.entry
      .map(({ response }: Resource) => response.location as string)
      .filter((location: string) => location.includes('ServiceRequest'))
    const cancelling = locations.map((location, at) => {
      const id = location.split('/').at(-1) ?? ''
      const { etag } = placed.entry[at * 2].response
      return {
        resource: { resourceType: 'ServiceRequest', id, status: 'revoked' },
        request: { method: 'PUT', url: `ServiceRequest/${id}`, ifMatch: etag },
      }
    })
    const [first, ...others] = cancelling
    for (const [ifMatch, status] of [
      [undefined, 428],
      ['W/"other"', 412],
    ] as const) {
      const changed = { ...first, request: { ...first?.request, ifMatch } }
      const refused = await send('POST', '', bundle([...others, changed]))
      expect([refused.statusCode, refused.json().issue[0].expression]).toEqual([
        status,
        [`Bundle.entry[${others.length}]`],
      ])
    }
    const answer = await send('POST', '', bundle(cancelling))
    expect(answer.statusCode, answer.body).toBe(200)
    for (const location of locations)
      expect((await read(location.replace('http://lab.test/fhir/R4/', ''))).status).toBe('revoked')
  })

  it('a batch runs each entry by itself', async () => {
    const id = await entered()
    const answer = await send(
      'POST',
      '',
      bundle(
        [
          entry(request(next('batch'), { reference: `Patient/${id}` })),
          entry(request(next('batch'), { reference: `Patient/${id}` }, { status: 'draft' })),
          { request: { method: 'GET', url: `Patient/${id}` } },
          { request: { method: 'GET', url: `ServiceRequest?patient=${id}` } },
          { request: { method: 'GET', url: 'Nothing/1' } },
          { request: { method: 'PUT', url: `Patient/${id}` }, resource: {} },
        ],
        'batch',
      ),
    )
    expect(answer.statusCode, answer.body).toBe(200)
    const { type, entry: entries } = answer.json()
    expect(type).toBe('batch-response')
    expect(entries.map(({ response }: Resource) => response.status)).toEqual([
      '201',
      '400',
      '200',
      '200',
      '400',
      '400',
    ])
    expect(entries[1].response.outcome.issue[0].expression).toEqual(['ServiceRequest.status'])
    expect(entries[2].resource.id).toBe(id)
    expect(entries[3].resource.entry).toHaveLength(1)
  })

  it('a Bundle that is too long, too deep, too large or of another kind is refused', async () => {
    const get = { request: { method: 'GET', url: 'Location' } }
    const long = await send('POST', '', bundle(Array(1001).fill(get), 'batch'))
    expect([long.statusCode, long.json().issue[0].expression]).toEqual([400, ['Bundle.entry']])
    let deep: object = {}
    for (let depth = 0; depth < 60; depth++) deep = { extension: [deep] }
    expect((await send('POST', '', bundle([entry({ ...patient('deep'), ...deep })]))).statusCode).toBe(400)
    expect((await send('POST', '/Patient', { ...patient('deep'), ...deep })).statusCode).toBe(400)
    const large = bundle([entry(patient('large', { text: { div: 'x'.repeat(6 * 1024 * 1024) } }))])
    const tooLarge = await send('POST', '', large)
    expect([tooLarge.statusCode, tooLarge.json().resourceType]).toEqual([413, 'OperationOutcome'])
    expect((await send('POST', '', bundle([], 'collection'))).json().issue[0].expression).toEqual([
      'Bundle.type',
    ])
    expect((await send('POST', '', [])).statusCode).toBe(400)
    const xml = await lab.call('POST', '/fhir/R4', {
      by: ridge,
      body: '<Bundle/>',
      headers: { 'content-type': 'application/fhir+xml' },
    })
    expect(xml.statusCode).toBe(415)
  })
})
