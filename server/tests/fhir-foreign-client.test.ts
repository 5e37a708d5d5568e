import fc from 'fast-check'
import { Client } from 'fhir-kit-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { type Program, programsOf } from './fhir-clients.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { heapMiB } from './heap.ts'
import { freePort } from './product-process.ts'

// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Resource = any
/**
 * For more resources: `FHIR_MUTATIONS=10000 npx vitest run server/tests/fhir-foreign-client.test.ts`. Each `FHIR_SEED` draws others.
 * `MUTATION_MINUTES=20` ends each test after this time, with the resources that it has sent until then.
 */
const mutations = Number(process.env.FHIR_MUTATIONS ?? 300)
const seed = Number(process.env.FHIR_SEED ?? 19)
const limit = minutes(Number(process.env.MUTATION_MINUTES ?? 0))
const longest = 60_000 + (limit > 0 ? limit + minutes(2) : mutations * 60)
const bounds = {
  ...{ seed, numRuns: mutations, endOnFailure: true },
  ...(limit > 0 && { interruptAfterTimeLimit: limit, markInterruptAsFailure: false }),
}
/** Prints what a run with a chosen number of resources has done. */
const say = (what: object) => {
  if (process.env.FHIR_MUTATIONS) process.stdout.write(`${JSON.stringify(what)}\n`)
}

type By = { headers: { authorization: string } }

let lab: TestApp
let by: By
let programs: ReturnType<typeof programsOf>
let program: Program
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
  facility = await lab.facilityOf(await lab.makeClinician())
  const started = await bench.started(ama, hana)
  visitId = started.visitId
  await bench.enter(started.task, normalCount, 0, hana)
  await bench.complete(started.task, hana)
  expect((await bench.release([started.task], rita)).statusCode).toBe(200)
  programs = programsOf(lab, await lab.makeStaff('admin'))
  program = await programs.register('Foreign')
  by = await programs.signIn(program)
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

it(
  'no resource or Bundle with changed parts causes a server error, and a refused one writes nothing',
  async () => {
    // Triggers record what is written: counting whole tables after each resource takes longer with each accepted one.
    await lab.superuser.query(`
      create unlogged table written (name text);
      grant insert, delete, select on written to public;
      create function note_written() returns trigger language plpgsql as
        'begin insert into written values (tg_table_name); return null; end'`)
    for (const table of ['person', 'clinic_order', 'api_patient', 'api_request', 'visit', 'webhook'])
      await lab.superuser.query(
        `create trigger note_written after insert or update or delete on ${table} for each row execute function note_written()`,
      )
    const takeWritten = async () =>
      (await lab.superuser.query('delete from written returning name')).rows.map(({ name }) => name)
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
    const coding = { system: 'http://loinc.org', code: '718-7' }
    const inParameters = (name: string, resource: Resource) => ({
      resourceType: 'Parameters',
      parameter: [{ name, resource }],
    })
    const originals: readonly [path: string, body: (key: string) => Resource][] = [
      ['', transaction],
      ['/Patient', (key) => patient(`m ${key}`)],
      ['/ServiceRequest', (key) => request(`m ${key}`, 'Patient/x')],
      ['/Appointment', () => appointment],
      ['/Subscription', () => subscription],
      ['/ServiceRequest/$validate', (key) => inParameters('resource', request(`m ${key}`, 'Patient/x'))],
      ['/Patient/$match', (key) => inParameters('resource', patient(`m ${key}`))],
      ['/Appointment/$hold', () => inParameters('appointment-resource', appointment)],
      ['/Appointment/$book', () => inParameters('appointment-resource', appointment)],
      [
        '/CodeSystem/$lookup',
        () => ({ resourceType: 'Parameters', parameter: [{ name: 'coding', valueCoding: coding }] }),
      ],
      [
        '/ConceptMap/$translate',
        () => ({ resourceType: 'Parameters', parameter: [{ name: 'coding', valueCoding: coding }] }),
      ],
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
    let [refused, accepted, key, heap] = [0, 0, 0, 0]
    const statuses: Record<number, number> = {}
    const property = fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.nat(),
      fc.nat(),
      part,
      part,
      fc.boolean(),
      async ([path, make], one, other, first, second, isTwice) => {
        let body: unknown = make(`${++key}`)
        const isThird = key >= mutations / 3 || (limit > 0 && performance.now() - begun > limit / 3)
        if (heap === 0 && isThird) heap = heapMiB()
        // A client makes 6,000 calls a minute, and a token lasts five minutes.
        if (key % 5_000 === 0) {
          lab.clock.advance(minutes(1))
          by = await programs.signIn(program)
        }
        for (const [at, value] of [[one, first], ...(isTwice ? [[other, second] as const] : [])] as const) {
          const places = placesIn(body)
          body = changedAt(body, places[at % places.length] ?? [], value)
        }
        const sent = JSON.stringify(body) ?? ''
        const answer = await lab.call('POST', `/fhir/R4${path}`, { by, body: sent, headers: json })
        statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
        expect([answer.statusCode < 500, answer.body]).toEqual([true, answer.body])
        const written = await takeWritten()
        if (answer.statusCode >= 300) {
          refused++
          expect(answer.json().resourceType).toBe('OperationOutcome')
          expect(written).toEqual([])
        } else accepted += written.length
      },
    )
    const begun = performance.now()
    await fc.assert(property, bounds)
    const after = heapMiB()
    say({ resources: key, statuses, rowsWritten: accepted, heapMiB: [heap, after] })
    expect(refused).toBeGreaterThan(key / 3)
    expect(accepted).toBeGreaterThan(key / 60)
    expect(after - heap).toBeLessThan(32)
    await lab.superuser.query('drop function note_written cascade; drop table written')
  },
  longest,
)

it(
  'no search with changed parameters causes a server error',
  async () => {
    const { rest } = (await lab.call('GET', '/fhir/R4/metadata')).json()
    const params: string[] = rest[0].resource.flatMap(({ type, searchParam = [] }: Resource) =>
      searchParam.map(({ name }: Resource) => `${type}?${name}`),
    )
    const value = fc.oneof(
      fc.constantFrom(
        'lt7',
        '7.0||g/dL',
        'HGB$ge7',
        'eq1e99',
        'ap-0',
        `${own}|x`,
        '|',
        '||',
        '$',
        ',',
        '\\,',
        '',
      ),
      fc.constantFrom('\0', '\ud800', '%', "'", '9999-99-99', 'ge2026-02-30', '../..', 'x'.repeat(2_000)),
      fc.constantFrom('Patient/x', visitId, `${visitId}.1`, 'http://loinc.org|718-7', 'true'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    const ending = fc.constantFrom(
      '',
      '',
      '',
      ':missing',
      ':not',
      ':exact',
      ':contains',
      '.name',
      '.identifier',
    )
    const searched = fc.asyncProperty(
      fc.constantFrom(...params),
      ending,
      value,
      value,
      async (param, more, one, other) => {
        const name = param.slice(param.indexOf('?') + 1)
        const query = `${param}${more}=${encodeURIComponent(one.toWellFormed())}&${name}=${encodeURIComponent(other.toWellFormed())}`
        if (++searches % 5_000 === 0) {
          lab.clock.advance(minutes(1))
          by = await programs.signIn(program)
        }
        const answer = await lab.call('GET', `/fhir/R4/${query}&_count=3`, { by })
        statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
        expect([query, answer.statusCode < 500, answer.body]).toEqual([query, true, answer.body])
      },
    )
    let searches = 0
    const statuses: Record<number, number> = {}
    await fc.assert(searched, bounds)
    say({ searches, statuses, heapMiB: heapMiB() })
  },
  longest,
)

it('a Patient and a ServiceRequest that are written are read back as they were sent', async () => {
  const word = fc.stringMatching(/^[A-Z][a-zé]{1,11}$/)
  const people = fc.record({
    given: word,
    family: word,
    gender: fc.constantFrom('male', 'female'),
    birthDate: fc.constantFrom('1990-05-04', '1988', '2001-02', '2024-12-31'),
    phone: fc.stringMatching(/^\+23324[1-9]\d{6}$/),
  })
  const requests = fc.record({
    code: fc.constantFrom('FBC', 'GLU', 'URE'),
    priority: fc.constantFrom('routine', 'urgent'),
    requester: word,
    reason: word,
    note: fc.option(word, { nil: undefined }),
    occurrence: fc.option(fc.constantFrom('2026-03-11T08:00:00.000Z', '2026-04-01T00:00:00.000Z'), {
      nil: undefined,
    }),
  })
  const json = { 'content-type': 'application/fhir+json' }
  const written = async (resource: Resource): Promise<Resource> => {
    const body = JSON.stringify(resource)
    const answer = await lab.call('POST', `/fhir/R4/${resource.resourceType}`, { by, body, headers: json })
    expect(answer.statusCode, answer.body).toBe(201)
    const path = `/fhir/R4/${resource.resourceType}/${answer.json().id}`
    const read = (await lab.call('GET', path, { by })).json()
    expect(read).toEqual(answer.json())
    return read
  }
  let last = 0
  const property = fc.asyncProperty(people, requests, async (person, order) => {
    const key = `equal ${++last}`
    const { given, family, gender, birthDate, phone } = person
    const sent = {
      ...{ ...patient(key), gender, birthDate, name: [{ text: `${given} ${family}` }] },
      telecom: [{ system: 'phone', value: phone }],
    }
    const entered = await written(sent)
    const { identifier, ...rest } = sent
    // A date of birth that is not known to the day is kept as an age.
    const { birthDate: _, ...ofRest } = rest
    expect(entered).toMatchObject(birthDate.length === 10 ? rest : ofRest)
    expect(entered.identifier).toContainEqual(identifier[0])
    const { code, priority, requester, reason, note, occurrence } = order
    const asked = {
      ...request(key, `Patient/${entered.id}`),
      code: { coding: [{ system: `${lab.config.publicUrl}/fhir/test`, code }] },
      ...{ priority, requester: { reference: `Organization/${facility}`, display: requester } },
      reasonCode: [{ text: reason }],
      ...(note !== undefined && { note: [{ text: note }] }),
      ...(occurrence !== undefined && { occurrenceDateTime: occurrence }),
    }
    const placed = await written(asked)
    const { identifier: own, requester: by, code: coded, ...same } = asked
    expect(placed).toMatchObject(same)
    expect(placed.identifier).toContainEqual(own[0])
    expect(placed.code.coding[0]).toMatchObject(coded.coding[0])
    expect(placed.requester.display).toBe(by.display)
  })
  await fc.assert(property, { seed: 19, numRuns: 25, endOnFailure: true })
})

it('a Bundle with more than 1,000 entries, of more than 5 MiB or 40 levels is refused, one within these limits is run', async () => {
  const json = { 'content-type': 'application/fhir+json' }
  const send = (body: unknown, headers: Record<string, string> = json) =>
    lab.call('POST', '/fhir/R4', { by, body: JSON.stringify(body), headers })
  const gets = (count: number, length = 0) => ({
    resourceType: 'Bundle',
    type: 'batch',
    entry: Array.from({ length: count }, () => ({
      request: { method: 'GET', url: `Location/${'x'.repeat(length)}` },
    })),
  })
  const most = await send(gets(1_000))
  expect([most.statusCode, most.json().entry.length]).toEqual([200, 1_000])
  expect((await send(gets(1_001))).statusCode).toBe(400)
  expect((await send(gets(1_000, 6_000))).statusCode).toBe(413)
  let deep: unknown = 'x'
  for (let level = 0; level < 41; level++) deep = [deep]
  expect((await send({ ...gets(1), extension: deep })).statusCode).toBe(400)
  expect((await send({ resourceType: 'Parameters', parameter: deep })).statusCode).toBe(400)
  const xml = await send(gets(1), { ...json, accept: 'application/fhir+xml' })
  expect([xml.statusCode, xml.json().issue[0].diagnostics]).toEqual([406, expect.stringContaining('JSON')])
})
