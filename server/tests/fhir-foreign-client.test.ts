import fc from 'fast-check'
import { Client } from 'fhir-kit-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { benchOf, normalCount } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { freePort } from './product-process.ts'

// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Resource = any
type By = { headers: { authorization: string } }

let lab: TestApp
let by: By
let client: Client
let facility: string
let visitId: string

beforeAll(async () => {
  // The links of the server begin with PUBLIC_URL, so the port must be known before the server starts.
  const port = await freePort()
  lab = await openTestApp({ settings: { PUBLIC_URL: `http://127.0.0.1:${port}` } })
  const bench = benchOf(lab)
  const [hana, rita] = [await bench.skilled('Hana'), await bench.skilled('Rita')]
  const ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  const clinician = await lab.makeClinician()
  const { rows } = await lab.pool.query('select facility_id from account where id = $1', [
    clinician.accountId,
  ])
  facility = rows[0].facility_id
  const started = await bench.started(ama, hana)
  visitId = started.visitId
  await bench.enter(started.task, normalCount, 0, hana)
  await bench.complete(started.task, hana)
  expect((await bench.release([started.task], rita)).statusCode).toBe(200)
  const programs = programsOf(lab, await lab.makeStaff('admin'))
  by = await programs.signIn(await programs.register('Foreign'))
  await lab.app.listen({ host: '127.0.0.1', port })
  client = new Client({
    baseUrl: `http://127.0.0.1:${port}/fhir/R4`,
    customHeaders: by.headers,
  })
})
afterAll(() => lab.close())

const own = 'https://clinic.example/ids'
const patient = (value: string): Resource => ({
  resourceType: 'Patient',
  identifier: [{ system: own, value }],
  name: [{ text: 'Abena Foreign', family: 'Foreign', given: ['Abena'] }],
  gender: 'female',
  birthDate: '1990-05-04',
  telecom: [{ system: 'phone', value: '+233 24 555 0101' }],
})
const request = (value: string, reference: string): Resource => ({
  resourceType: 'ServiceRequest',
  identifier: [{ system: own, value }],
  status: 'active',
  intent: 'order',
  priority: 'routine',
  code: { coding: [{ system: `${client.baseUrl.replace('/R4', '')}/test`, code: 'FBC' }] },
  subject: { reference },
  requester: { reference: `Organization/${facility}`, display: 'Dr Mensah' },
})
const transaction = (key: string): Resource => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: 'urn:uuid:7d1c0f4e-58a3-4b62-9f0e-3c2b1a908d76',
      resource: patient(`p ${key}`),
      request: { method: 'POST', url: 'Patient' },
    },
    {
      resource: request(`r ${key}`, 'urn:uuid:7d1c0f4e-58a3-4b62-9f0e-3c2b1a908d76'),
      request: { method: 'POST', url: 'ServiceRequest' },
    },
  ],
})

it('the client fhir-kit-client reads, searches page by page, and writes', async () => {
  const statement: Resource = await client.capabilityStatement()
  expect(statement.fhirVersion).toBe('4.0.1')
  const { tokenUrl } = await client.smartAuthMetadata()
  expect(tokenUrl?.href).toBe(`${lab.config.publicUrl}/fhir/auth/token`)

  const read: Resource = await client.read({ resourceType: 'DiagnosticReport', id: visitId })
  expect(await client.vread({ resourceType: 'DiagnosticReport', id: visitId, version: '1' })).toEqual(read)
  const history: Resource = await client.history({ resourceType: 'DiagnosticReport', id: visitId })
  expect(history.entry.map(({ resource }: Resource) => resource)).toEqual([read])

  const whole: Resource = await client.search({ resourceType: 'Observation', searchParams: { _count: 200 } })
  const paged: Resource[] = []
  for (
    let page: Resource = await client.search({ resourceType: 'Observation', searchParams: { _count: 3 } });
    page !== undefined;
    page = await client.nextPage({ bundle: page })
  )
    paged.push(...page.entry)
  expect(paged.length).toBeGreaterThan(6)
  expect(paged.map(({ fullUrl }) => fullUrl)).toEqual(whole.entry.map(({ fullUrl }: Resource) => fullUrl))

  const made: Resource = await client.create({
    resourceType: 'Patient',
    body: patient('one'),
    options: { headers: { 'If-None-Exist': `identifier=${own}|one` } },
  })
  const again: Resource = await client.create({
    resourceType: 'Patient',
    body: patient('two'),
    options: { headers: { 'If-None-Exist': `identifier=${own}|one` } },
  })
  expect(again.id).toBe(made.id)

  const answer: Resource = await client.transaction({ body: transaction('kit') })
  expect(answer.entry.map(({ response }: Resource) => response.status)).toEqual(['201', '201'])
  const id = answer.entry[1].response.location.split('/').at(-1)
  const placed: Resource = await client.read({ resourceType: 'ServiceRequest', id })
  const etag = Client.httpFor(placed).response?.headers.get('etag') ?? ''
  const patch = [{ op: 'replace' as const, path: '/status', value: 'revoked' }]
  await expect(client.patch({ resourceType: 'ServiceRequest', id, jsonPatch: patch })).rejects.toMatchObject({
    response: { status: 428, data: { resourceType: 'OperationOutcome' } },
  })
  const revoked: Resource = await client.patch({
    resourceType: 'ServiceRequest',
    id,
    jsonPatch: patch,
    options: { headers: { 'If-Match': etag } },
  })
  expect(revoked.status).toBe('revoked')

  const everything: Resource = await client.operation({
    name: 'everything',
    resourceType: 'Patient',
    id: read.subject.reference.split('/')[1],
    method: 'GET',
  })
  expect(everything.entry.map(({ resource }: Resource) => resource.resourceType)).toContain(
    'DiagnosticReport',
  )
})

/** The places of a value: the keys on the way to each of its parts. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Array.isArray(value) ? value.map((one, at) => [at, one] as const) : Object.entries(value)
  return [path, ...inside.flatMap(([key, one]) => placesIn(one, [...path, key]))]
}

function changedAt(value: Resource, path: readonly (string | number)[], part: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return part
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[key] = changedAt(value[key], rest, part)
  return copy
}

it('no resource or Bundle with changed parts causes a server error, and a refused one writes nothing', async () => {
  const counts = async () =>
    (
      await lab.pool.query(`select (select count(*) from person) as people, (select count(*) from clinic_order) as orders,
        (select count(*) from api_patient) as patients, (select count(*) from api_request) as requests,
        (select count(*) from visit) as visits, (select count(*) from webhook) as webhooks`)
    ).rows[0]
  const subscription = {
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'x',
    criteria: 'DiagnosticReport?status=final',
    channel: { type: 'rest-hook', endpoint: 'https://clinic.example', extension: [{ url: 'x' }] },
  }
  const appointment = {
    resourceType: 'Appointment',
    status: 'booked',
    identifier: [{ system: own, value: 'a' }],
    slot: [{ reference: 'Slot/01900000-0000-7000-8000-000000000001.29549000' }],
    serviceType: [{ coding: [{ code: 'FBC' }] }],
    participant: [{ actor: { reference: 'Patient/x' }, status: 'accepted' }],
  }
  const originals: readonly [path: string, body: (key: string) => Resource][] = [
    ['', transaction],
    ['/Patient', (key) => patient(`m ${key}`)],
    ['/ServiceRequest', (key) => request(`m ${key}`, 'Patient/x')],
    ['/Appointment', () => appointment],
    ['/Subscription', () => subscription],
  ]
  const part = fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      '',
      0,
      -1,
      1e308,
      true,
      [],
      {},
      [[]],
      [null],
      'x'.repeat(2_000),
    ),
    fc.constantFrom(
      '\0',
      '\ud800',
      'Patient/x',
      'Patient?identifier=%',
      '../..',
      '__proto__',
      '9999-99-99',
      'booked',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const json = { 'content-type': 'application/fhir+json' }
  let [refused, key] = [0, 0]
  const property = fc.asyncProperty(
    fc.constantFrom(...originals),
    fc.nat(),
    fc.nat(),
    part,
    part,
    async ([path, make], one, other, first, second) => {
      let body: unknown = make(`${++key}`)
      for (const [at, value] of [
        [one, first],
        [other, second],
      ] as const) {
        const places = placesIn(body)
        body = changedAt(body, places[at % places.length] ?? [], value)
      }
      const before = await counts()
      const sent = JSON.stringify(body) ?? ''
      const answer = await lab.call('POST', `/fhir/R4${path}`, { by, body: sent, headers: json })
      expect([answer.statusCode < 500, answer.body]).toEqual([true, answer.body])
      if (answer.statusCode < 300) return
      refused++
      expect(answer.json().resourceType).toBe('OperationOutcome')
      expect(await counts()).toEqual(before)
    },
  )
  await fc.assert(property, { seed: 19, numRuns: 200, endOnFailure: true })
  expect(refused).toBeGreaterThan(100)
})
