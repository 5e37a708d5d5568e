import { MedplumClient } from '@medplum/core'
import { Client } from 'fhir-kit-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import { findingsOf } from './fhir-definitions.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { freePort } from './product-process.ts'
import { mainSite } from './queue-day.ts'
import { chairClashes } from './visits.ts'

// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Resource = any
type By = { headers: { authorization: string } }

let lab: TestApp
let programs: ReturnType<typeof programsOf>
let by: By
let kit: Client
let medplum: MedplumClient
let url: string
let patient: string
let visitId: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  lab = await openTestApp({ settings: { PUBLIC_URL: url } })
  const bench = benchOf(lab)
  const [hana, rita] = [await bench.skilled('Hana'), await bench.skilled('Rita')]
  const started = await bench.started(await lab.signUpPatient({ fullName: 'Ama Mensah' }), hana)
  visitId = started.visitId
  await bench.enter(started.task, normalCount, 0, hana)
  await bench.complete(started.task, hana)
  expect((await bench.release([started.task], rita)).statusCode).toBe(200)
  programs = programsOf(lab, await lab.makeStaff('admin'))
  by = await programs.signIn(await programs.register('Operations'))
  await lab.app.listen({ host: '127.0.0.1', port })
  kit = new Client({ baseUrl: `${url}/fhir/R4`, customHeaders: by.headers })
  medplum = new MedplumClient({
    baseUrl: `${url}/`,
    fhirUrlPath: 'fhir/R4',
    accessToken: by.headers.authorization.replace('Bearer ', ''),
    cacheTime: 0,
  })
  patient = (await read('Patient')).entry[0].resource.id
})
afterAll(() => lab.close())

const send = (path: string, body: unknown, headers: Record<string, string> = {}, caller = by) =>
  lab.call('POST', `/fhir/R4/${path}`, {
    by: caller,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/fhir+json', ...headers },
  })
const read = async (path: string, caller = by): Promise<Resource> =>
  (await lab.call('GET', `/fhir/R4/${path}`, { by: caller })).json()
const parameters = (parameter: object[]) => ({ resourceType: 'Parameters', parameter })
const valueIn = (answer: Resource, name: string) => {
  const { name: _, ...value } = answer.parameter.find((one: Resource) => one.name === name) ?? {}
  return Object.values(value)[0]
}

it('fhir-kit-client and MedplumClient look up, check, expand and translate the codes of the catalogue', async () => {
  const test = `${url}/fhir/test`
  const found: Resource = await kit.operation({
    name: 'lookup',
    resourceType: 'CodeSystem',
    method: 'GET',
    input: { system: `${url}/fhir/analyte`, code: 'HGB' },
  })
  expect(findingsOf(found)).toEqual([])
  expect(valueIn(found, 'display')).toBe('HGB')
  expect(JSON.stringify(found)).toContain('718-7')
  const coding = [{ name: 'coding', valueCoding: { system: test, code: 'FBC' } }]
  const lookedUp = (await send('CodeSystem/$lookup', parameters(coding))).json()
  expect(valueIn(lookedUp, 'display')).toBe('Full Blood Count')

  const expanded: Resource = await medplum.valueSetExpand({
    url: `${url}/fhir/ValueSet/tests`,
    filter: 'blood c',
  })
  expect(findingsOf(expanded)).toEqual([])
  expect(expanded.expansion.contains).toContainEqual({
    system: test,
    code: 'FBC',
    display: 'Full Blood Count',
  })
  const whole = await read('ValueSet/tests/$expand')
  expect(whole.expansion.contains).toHaveLength(whole.expansion.total)
  const page = await read('ValueSet/tests/$expand?count=2&offset=1')
  expect(page.expansion.contains).toEqual(whole.expansion.contains.slice(1, 3))

  for (const [path, result] of [
    [`CodeSystem/$validate-code?url=${test}&code=FBC`, true],
    [`CodeSystem/$validate-code?url=${test}&code=NONE`, false],
    ['CodeSystem/analyte/$validate-code?code=HGB&display=hgb', true],
    ['CodeSystem/analyte/$validate-code?code=HGB&display=Iron', false],
    ['CodeSystem/test/$validate-code?coding=http://loinc.org|FBC', false],
    [`ValueSet/tests/$validate-code?system=${test}&code=FBC`, true],
    ['ValueSet/tests/$validate-code?system=http://loinc.org&code=FBC', false],
    ['ValueSet/loinc/$validate-code?system=http://loinc.org&code=718-7', true],
  ] as const)
    expect([path, valueIn(await read(path), 'result')]).toEqual([path, result])

  const translated = await read('ConceptMap/$translate?system=http://loinc.org&code=718-7')
  expect(findingsOf(translated)).toEqual([])
  const [, { part }] = translated.parameter
  expect(part).toContainEqual({ name: 'equivalence', valueCode: 'wider' })
  expect(JSON.stringify(part)).toContain('"FBC"')
  const reversed = await read(
    'ConceptMap/analyte-to-loinc/$translate?system=http://loinc.org&code=718-7&reverse=true',
  )
  expect(JSON.stringify(reversed)).toContain('"HGB"')
  expect(valueIn(await read('ConceptMap/$translate?system=http://loinc.org&code=1'), 'result')).toBe(false)

  for (const [path, status] of [
    [`CodeSystem/$lookup?system=${test}&code=NONE`, 404],
    ['CodeSystem/$lookup?system=http://other.example&code=FBC', 400],
    ['CodeSystem/$lookup', 400],
    ['CodeSystem/none/$lookup?code=FBC', 404],
    ['CodeSystem/test/$lookup?system=http://loinc.org&code=FBC', 404],
    [`CodeSystem/$lookup?system=${test}&code=%00`, 400],
    ['ValueSet/$expand?url=http://other.example', 400],
    ['ValueSet/none/$expand', 404],
    ['ValueSet/tests/$expand?count=x', 400],
    ['ConceptMap/none/$translate?code=1', 404],
  ] as const) {
    const answer = await lab.call('GET', `/fhir/R4/${path}`, { by })
    expect([path, answer.statusCode]).toEqual([path, status])
    expect(answer.json().resourceType).toBe('OperationOutcome')
  }
})

it('the codes of a confidential test, of what only it measures and of its packages are in no list', async () => {
  const { rows } = await lab.pool.query(
    `select t.code, t.catalogue_name as name, array_agg(p.analyte_code) as analytes from test t
      join test_analyte p on p.test_code = t.code where t.confidential group by t.code`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { code, name, analytes } of rows) {
    for (const type of ['CodeSystem', 'ValueSet', 'ConceptMap', 'ActivityDefinition', 'PlanDefinition']) {
      const text = JSON.stringify(await read(`${type}?_count=200`))
      expect([type, text.includes(`"${code}"`), text.includes(name)]).toEqual([type, false, false])
      for (const analyte of analytes) expect([type, text.includes(`"${analyte}"`)]).toEqual([type, false])
    }
    const answer = await lab.call('GET', `/fhir/R4/CodeSystem/test/$lookup?code=${code}`, { by })
    expect(answer.statusCode).toBe(404)
    expect((await lab.call('GET', `/fhir/R4/ActivityDefinition/${code}`, { by })).statusCode).toBe(404)
  }
})

it('$validate says what a create would refuse, and writes nothing', async () => {
  const person = {
    resourceType: 'Patient',
    identifier: [{ system: 'https://clinic.example/ids', value: 'v1' }],
    name: [{ text: 'Abena Valid' }],
    gender: 'female',
    birthDate: '1990-05-04',
  }
  const counts = async () =>
    (
      await lab.pool.query(
        'select (select count(*) from person) as p, (select count(*) from clinic_order) as o',
      )
    ).rows[0]
  const before = await counts()
  const good: Resource = await medplum.validateResource(person as Resource)
  expect(good.issue).toMatchObject([{ severity: 'information' }])
  const sent = await send(
    'Patient/$validate',
    parameters([{ name: 'resource', resource: { ...person, gender: 'x' } }]),
  )
  expect([sent.statusCode, sent.json().issue[0].expression]).toEqual([200, ['Patient.gender']])
  const wrong = { resourceType: 'ServiceRequest', status: 'active', intent: 'order' }
  expect((await send('ServiceRequest/$validate', wrong)).json().issue[0].severity).toBe('error')
  for (const type of ['Appointment', 'Subscription']) {
    const answer = await send(`${type}/$validate`, { resourceType: type })
    expect([answer.statusCode, findingsOf(answer.json())]).toEqual([200, []])
    expect(answer.json().issue[0].severity).toBe('error')
  }
  expect(await counts()).toEqual(before)
  const reader = await programs.signIn(await programs.register('Reads', { scopes: ['system/Patient.rs'] }))
  expect((await send('Patient/$validate', person, {}, reader)).statusCode).toBe(403)
})

it('$match finds a patient by number, or by name and date of birth, within reach only', async () => {
  const { rows } = await lab.pool.query(
    `update person set birth_date = '1991-02-03', birth_precision = 'day' where id = $1 returning sex`,
    [patient],
  )
  const { identifier } = await read(`Patient/${patient}`)
  const match = async (described: object, more: object[] = [], caller = by): Promise<Resource> => {
    const resource = { resourceType: 'Patient', ...described }
    const answer = await send(
      'Patient/$match',
      parameters([{ name: 'resource', resource }, ...more]),
      {},
      caller,
    )
    expect(answer.statusCode, answer.body).toBe(200)
    expect(findingsOf(answer.json())).toEqual([])
    return answer.json()
  }
  const grades = (bundle: Resource) =>
    (bundle.entry ?? []).map(({ resource, search }: Resource) => [resource.id, search.extension[0].valueCode])
  const [{ system, value }] = identifier
  const known = { birthDate: '1991-02-03', gender: rows[0].sex }
  expect(grades(await match({ identifier: [{ system, value }], ...known }))).toEqual([[patient, 'certain']])
  expect(grades(await match({ identifier: [{ value }], birthDate: '1950-01-01' }))).toEqual([
    [patient, 'possible'],
  ])
  const named = { name: [{ family: 'MENSAH', given: ['Ama'] }], ...known }
  expect(grades(await match(named))).toEqual([[patient, 'probable']])
  const certain = [{ name: 'onlyCertainMatches', valueBoolean: true }]
  expect(grades(await match(named, certain))).toEqual([])
  expect(grades(await match({ ...named, birthDate: '1991-02-04' }))).toEqual([])
  const facilityId = await lab.facilityOf(await lab.makeClinician())
  const elsewhere = await programs.register('Clinic', { facilityId })
  expect(grades(await match(named, [], await programs.signIn(elsewhere)))).toEqual([])
  const empty = await send('Patient/$match', { resourceType: 'Patient', name: [{ text: 'Ama' }] })
  expect([empty.statusCode, empty.json().issue[0].expression]).toEqual([400, ['resource']])
})

it('$summary is a document with the released results, and says what the laboratory does not know', async () => {
  const summary: Resource = await kit.operation({
    name: 'summary',
    resourceType: 'Patient',
    id: patient,
    method: 'GET',
  })
  expect(findingsOf(summary)).toEqual([])
  for (const { resource } of summary.entry) expect(findingsOf(resource)).toEqual([])
  const [composition, ...rest] = summary.entry.map(({ resource }: Resource) => resource)
  expect([summary.type, composition.resourceType]).toEqual(['document', 'Composition'])
  const results = composition.section.find(({ title }: Resource) => title === 'Results')
  expect(results.entry.map(({ reference }: Resource) => reference)).toEqual(
    rest
      .filter(({ resourceType }: Resource) => /^(Observation|DiagnosticReport)$/.test(resourceType))
      .map(({ resourceType, id }: Resource) => `${resourceType}/${id}`),
  )
  expect(results.entry.length).toBeGreaterThan(6)
  expect(composition.section.filter(({ emptyReason }: Resource) => emptyReason)).toHaveLength(3)
  const narrow = await programs.signIn(await programs.register('Patients', { scopes: ['system/Patient.rs'] }))
  const refused = await lab.call('GET', `/fhir/R4/Patient/${patient}/$summary`, { by: narrow })
  expect(refused.statusCode).toBe(403)
})

it('MedplumClient reads, searches and creates', async () => {
  const report: Resource = await medplum.readResource('DiagnosticReport', visitId)
  expect(report).toEqual(await read(`DiagnosticReport/${visitId}`))
  const values: Resource[] = await medplum.searchResources('Observation', { code: 'HGB', _count: '5' })
  expect(values.map(({ valueQuantity }) => valueQuantity.value)).toEqual([normalCount.HGB])
  const everything: Resource = await medplum.readPatientEverything(patient)
  expect(everything.entry.map(({ resource }: Resource) => resource.resourceType)).toContain('Encounter')
  const made: Resource = await medplum.createResource({
    resourceType: 'Patient',
    identifier: [{ system: 'https://clinic.example/ids', value: 'medplum' }],
    name: [{ text: 'Abena Medplum' }],
    gender: 'female',
    birthDate: '1990-05-04',
  })
  expect(await read(`Patient/${made.id}`)).toMatchObject({ name: [{ text: 'Abena Medplum' }] })
  await expect(medplum.readResource('Patient', 'none')).rejects.toThrow()
})

const day = { start: '2026-03-12T00:00:00Z', end: '2026-03-13T00:00:00Z' }
const finds = async (): Promise<Resource[]> => {
  const found: Resource = await kit.operation({
    name: 'find',
    resourceType: 'Appointment',
    method: 'GET',
    input: { ...day, 'service-type': 'FBC', location: `Location/${mainSite}`, _count: 200 },
  })
  expect(findingsOf(found)).toEqual([])
  return (found.entry ?? []).map(({ resource }: Resource) => resource)
}
const withPatient = (appointment: Resource, identifier: string) =>
  parameters([
    {
      name: 'appointment-resource',
      resource: {
        ...appointment,
        identifier: [
          { system: 'https://clinic.example/bookings', value: identifier },
          ...(appointment.identifier ?? []),
        ],
      },
    },
    { name: 'patient-reference', valueReference: { reference: `Patient/${patient}` } },
  ])

it('$find, $hold, $book and $cancel book a free time and cancel the appointment', async () => {
  const [proposed, other] = await finds()
  expect(proposed).toMatchObject({ status: 'proposed', serviceType: [{ text: 'Full Blood Count' }] })
  const held = await send(
    'Appointment/$hold',
    parameters([{ name: 'appointment-resource', resource: proposed }]),
  )
  expect(held.statusCode, held.body).toBe(200)
  expect(findingsOf(held.json())).toEqual([])
  expect(held.json()).toMatchObject({ status: 'pending', start: proposed.start, end: proposed.end })

  const booked = await send('Appointment/$book', withPatient(held.json(), 'b1'))
  expect(booked.statusCode, booked.body).toBe(200)
  const [{ resource }] = booked.json().entry
  expect(resource).toMatchObject({ status: 'booked', start: proposed.start, end: proposed.end })
  expect(await read(`Appointment/${resource.id}`)).toEqual(resource)
  const again = await send('Appointment/$book', withPatient(held.json(), 'b1'))
  expect(again.json().entry[0].resource.id).toBe(resource.id)
  expect((await lab.pool.query("select from visit where status = 'held'")).rowCount).toBe(0)

  const cancel = (headers: Record<string, string>) =>
    send(
      `Appointment/${resource.id}/$cancel`,
      parameters([{ name: 'reason', valueString: 'Moved away' }]),
      headers,
    )
  expect((await cancel({})).statusCode).toBe(428)
  expect((await cancel({ 'if-match': 'W/"7"' })).statusCode).toBe(412)
  const cancelled = await cancel({ 'if-match': 'W/"1"' })
  expect([cancelled.statusCode, cancelled.json().status]).toEqual([200, 'cancelled'])

  const refused = await send('Appointment/$book', withPatient({ ...other, slot: [] }, 'b2'))
  expect([refused.statusCode, refused.json().issue[0].expression]).toEqual([400, ['Appointment.slot']])
  const reader = await programs.signIn(await programs.register('Finds', { scopes: ['system/Slot.rs'] }))
  expect((await send('Appointment/$book', withPatient(other, 'b3'), {}, reader)).statusCode).toBe(403)
  expect((await lab.call('GET', '/fhir/R4/Appointment/$hold', { by })).statusCode).toBe(404)
})

it('a held time is not free for others, and simultaneous bookings of one time get different chairs', async () => {
  const chairs = (
    await lab.pool.query('select count(*)::int as n from chair where site_id = $1 and active', [mainSite])
  ).rows[0].n
  const [proposed] = await finds()
  const resource = [{ name: 'appointment-resource', resource: proposed }]
  for (let taken = 0; taken < chairs; taken++)
    expect((await send('Appointment/$hold', parameters(resource))).statusCode).toBe(200)
  expect((await finds()).map(({ start }) => start)).not.toContain(proposed.start)
  expect((await send('Appointment/$hold', parameters(resource))).statusCode).toBe(409)
  const [next] = await finds()
  const answers = await Promise.all(
    Array.from({ length: chairs + 4 }, (_, at) => send('Appointment/$book', withPatient(next, `many ${at}`))),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(chairs)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  expect(await chairClashes(lab)).toEqual([])
})

it('a reading is recorded again an hour after its last entry, also if a search has written that entry', async () => {
  const client = await programs.register('Audited')
  const entriesAfter = async (path: string) => {
    const answer = await lab.call('GET', `/fhir/R4/${path}`, { by: await programs.signIn(client) })
    expect(answer.statusCode, answer.body).toBe(200)
    const { rowCount } = await lab.pool.query(
      `select from audit where action = 'api_client.read' and subject_id = $1 and after ->> 'client' = $2`,
      [visitId, client.id],
    )
    return rowCount
  }
  expect(await entriesAfter('DiagnosticReport')).toBe(1)
  lab.clock.advance(minutes(50))
  expect(await entriesAfter(`DiagnosticReport/${visitId}`)).toBe(1)
  lab.clock.advance(minutes(20))
  expect(await entriesAfter(`DiagnosticReport/${visitId}`)).toBe(2)
})
