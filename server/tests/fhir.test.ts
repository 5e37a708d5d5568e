import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiScopeNames } from '#contract/api-clients.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import { findingsOf } from './fhir-definitions.ts'
import { findingsByProfile, rulesOfProfiles } from './fhir-profiles.ts'
import { figure } from './figures.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { moneyCalls } from './money-day.ts'
import { mainSite } from './queue-day.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

/** Resources as programs read them. */
type Resource = {
  resourceType: string
  id: string
  status: string
  meta?: { versionId?: string; lastUpdated?: string; profile?: string[] }
  // biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
  [element: string]: any
}
type By = { headers: { authorization: string } }

let lab: TestApp
let bench: Bench
let manager: Person
let hana: Person
let rita: Person
let ridge: Person
let ridgeFacility: string
let kumasi: string
let programs: ReturnType<typeof programsOf>
/** A program of the laboratory that reads everything. */
let all: By
let ofKumasi: By
let ofRidge: By

const base = 'http://lab.test/fhir/R4'
const aboutPatients = [
  ...['Appointment', 'Encounter', 'ServiceRequest', 'Task', 'Specimen', 'Observation', 'DiagnosticReport'],
  ...['DocumentReference', 'Provenance', 'RelatedPerson', 'Coverage', 'Invoice', 'ChargeItem'],
]
const withPatients = ['Patient', ...aboutPatients]
/** Types that are the same at all sites. */
const ofLaboratory = [
  ...['Organization', 'Practitioner', 'PractitionerRole', 'CodeSystem', 'ValueSet', 'ConceptMap'],
  ...['ActivityDefinition', 'PlanDefinition'],
]
const ofSites = ['Slot', 'Schedule', 'Location', 'HealthcareService', 'Device', 'Subscription']
const types = [...withPatients, ...ofLaboratory, ...ofSites]

const get = (path: string, by: By = all, headers: Record<string, string> = {}) =>
  lab.call('GET', `/fhir/R4/${path}`, { by, headers })

/** All pages of a search. */
async function found(path: string, by: By = all): Promise<Resource[]> {
  const resources: Resource[] = []
  let next: string | undefined = `${base}/${path}`
  for (let pages = 0; next !== undefined; pages++) {
    expect(pages).toBeLessThan(500)
    const answer = await lab.call('GET', next.replace('http://lab.test', ''), { by })
    expect([path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([path, 200, ''])
    const bundle = answer.json()
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'searchset' })
    for (const { resource, fullUrl } of bundle.entry ?? []) {
      expect(fullUrl).toBe(`${base}/${resource.resourceType}/${resource.id}`)
      resources.push(resource)
    }
    next = bundle.link.find((one: { relation: string }) => one.relation === 'next')?.url
  }
  return resources
}
const ids = (resources: readonly Resource[]) => resources.map(({ id }) => id).sort()

const remembered = new Map<string, string[]>()
/**
 * The ids of all resources of a type that a client reads, in their order. They do not change between the tests, so each type is searched
 * once.
 */
async function allIds(type: string, by: By = all): Promise<readonly string[]> {
  const key = `${type} ${by.headers.authorization}`
  const known = remembered.get(key) ?? (await found(`${type}?_count=200`, by)).map(({ id }) => id)
  remembered.set(key, known)
  return known
}

/** Six at a time, so that the database works while the server does. */
async function forEach<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 6) await Promise.all(items.slice(at, at + 6).map(run))
}

/**
 * What the CapabilityStatement lists about each type. Every search adds to the audit trail, so that `fhir-audit.test.ts` tests AuditEvents.
 */
const listedTypes = async (): Promise<Resource[]> =>
  (await get('metadata'))
    .json()
    .rest[0].resource.filter(({ type }: { type: string }) => type !== 'AuditEvent')

const count = 'Full Blood Count'
async function finish(task: string, values: object = normalCount): Promise<void> {
  const { resultsRevision } = await bench.form(task, hana)
  const entered = await bench.enter(task, values, resultsRevision, hana)
  expect(entered.statusCode, entered.body).toBe(200)
  await bench.complete(task, hana)
  const released = await bench.release([task], rita)
  expect(released.statusCode, released.body).toBe(200)
}

type Made = { visitId: string; task: string; tasks: Map<string, string> }
const made = {} as Record<'final' | 'unreleased' | 'corrected' | 'retracted' | 'partial' | 'correcting', Made>
let ridgeVisit: string

beforeAll(async () => {
  lab = await openTestApp()
  bench = benchOf(lab)
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  hana = await bench.skilled('Hana Haematologist')
  rita = await bench.skilled('Rita Reviewer')
  programs = programsOf(lab, manager)
  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 }
  kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
  const money = moneyCalls(lab, { manager, cashier: manager, ama: manager })
  expect((await money.setRules({ on: true })).statusCode).toBe(200)
  await money.setPrice(count, 6_000)
  await story()
  await besidesVisits()
  all = await programs.signIn(await programs.register('Everything'))
  await subscribe('DiagnosticReport?status=final', all)
  await subscribe('Appointment?status=booked', all)
  ofKumasi = await programs.signIn(await programs.register('Kumasi', { sites: [kumasi] }))
  ofRidge = await programs.signIn(await programs.register('Ridge', { facilityId: ridgeFacility }))
  await subscribe('Specimen', ofKumasi)
})
afterAll(() => lab.close())

async function subscribe(criteria: string, by: By): Promise<void> {
  const channel = { type: 'rest-hook', endpoint: `https://clinic.example/${encodeURIComponent(criteria)}` }
  const body = { resourceType: 'Subscription', status: 'requested', reason: 'Results', criteria, channel }
  expect((await lab.call('POST', '/fhir/R4/Subscription', { by, body })).statusCode).toBe(201)
}

/** Visits with reports in each state, one of a clinic, and one of another site. */
async function story(): Promise<void> {
  const [ama, kofi] = [
    await lab.signUpPatient({ fullName: 'Ama Mensah' }),
    await lab.signUpPatient({ fullName: 'Kofi Boateng' }),
  ]
  const of = async (patient: Person, tests = [count], details: object = {}) => {
    lab.clock.advance(minutes(3))
    return bench.started(patient, hana, tests, details)
  }
  const male = { fullName: 'Kofi Boateng', age: 52, gender: 'male' }
  made.final = await of(ama)
  await finish(made.final.task)
  made.unreleased = await of(kofi, [count], male)
  await bench.enter(made.unreleased.task, { ...normalCount, HGB: 13.7 }, 0, hana)
  await bench.complete(made.unreleased.task, hana)
  made.corrected = await of(kofi, [count], male)
  await finish(made.corrected.task)
  lab.clock.advance(minutes(3))
  await bench.correct(made.corrected.task, 'The wrong tube was measured', rita)
  await finish(made.corrected.task, { ...normalCount, HGB: 9.9 })
  made.retracted = await of(ama)
  await finish(made.retracted.task, { ...normalCount, HGB: 13.3 })
  lab.clock.advance(minutes(3))
  const retract = { tasks: [made.retracted.task], reason: 'Another patient’s tube' }
  expect((await lab.call('POST', '/api/Labtask/retract', { by: manager, body: retract })).statusCode).toBe(
    200,
  )
  made.partial = await of(ama, [count, 'BUE & Cr'])
  await finish(made.partial.tasks.get(count) ?? '')
  made.correcting = await of(ama)
  await finish(made.correcting.task)
  await bench.correct(made.correcting.task, 'Looked at again', rita)

  ridge = await lab.makeClinician(undefined, { fullName: 'Dr Ridge' })
  ridgeFacility = await lab.facilityOf(ridge)
  const patient = {
    fullName: 'Abena Ridge',
    gender: 'female',
    bornOn: '1990-05-04',
    contact: '+233245550101',
  }
  const order = { patient, testType: [count], way: 'sample', diagnosis: 'Anaemia' }
  const placed = await lab.call('POST', '/api/clinic/orders', { by: ridge, body: order })
  expect(placed.statusCode, placed.body).toBe(201)
  const samples = { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' }
  const path = `/api/clinic/orders/${placed.json().id}/samples`
  const [accession] = (await lab.call('POST', path, { by: ridge, body: samples })).json().accessions
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana, body: {} })
  const work = await lab.pool.query(
    'select k.id, k.visit_id from task k join sample s on s.id = k.sample_id where s.accession = $1',
    [accession],
  )
  ridgeVisit = work.rows[0].visit_id
  const inProgress = { by: hana, body: { status: 'in_progress' } }
  await lab.call('PUT', `/api/Labtask/task/${work.rows[0].id}/status`, inProgress)
  await finish(work.rows[0].id, { ...normalCount, HGB: 11.2 })

  const hours = Array.from({ length: 5 }, (_, weekday) => ({
    weekday: weekday + 1,
    opens: '08:00',
    closes: '12:00',
  }))
  await lab.call('PUT', `/api/settings/sites/${kumasi}/hours`, { by: manager, body: { hours } })
  const booked = await lab.call('POST', '/api/labtest/book', {
    by: manager,
    body: {
      siteId: kumasi,
      patientDetails: { fullName: 'Yaa Kumasi', age: 20, gender: 'female', contact: '+233 24 777 0000' },
      testType: [count],
      scheduledDate: '2026-03-20',
      scheduleTime: '09:00',
    },
  })
  expect(booked.statusCode, booked.body).toBe(201)
}

/** An analyser at each site, a package, a mother, and a facility that pays. */
async function besidesVisits(): Promise<void> {
  for (const [at, site] of [mainSite, kumasi].entries())
    await lab.superuser.query(
      `insert into instrument (site_id, id, name, profile, protocol, way, host, port, allowed, encoding, checksum,
          acknowledged, sample_at, code_at, control_pattern, state, serial_number)
        values ($1, gen_random_uuid(), $2, 'generic', 'astm', 'listen', '', $3, '{}', 'utf8', true, true, '', 0, '', 'off', $2)`,
      [site, `Counter ${at + 1}`, 4100 + at],
    )
  await lab.superuser.query(
    `insert into test_package (code, name, about, tests) values ('CHECK', 'Check-up', 'A first look', '{FBC,BUE}')`,
  )
  await lab.superuser.query(
    `update person set mother_id = (select person_id from visit where id = $1) where id = (select person_id from visit where id = $2)`,
    [made.final.visitId, made.corrected.visitId],
  )
  await lab.superuser.query(
    `update person set family_name = 'Mensah', given_names = 'Ama', email = 'ama@mail.example' where id = (select person_id from visit where id = $1)`,
    [made.final.visitId],
  )
  await lab.superuser.query(
    `insert into payer (id, kind, name, facility_id) values (gen_random_uuid(), 'facility', '', $1) on conflict do nothing`,
    [ridgeFacility],
  )
  for (const visit of [ridgeVisit, made.partial.visitId])
    await lab.superuser.query(
      `update visit_account set payer_id = (select id from payer where facility_id = $1), member_number = 'M-1'
        where visit_id = $2`,
      [ridgeFacility, visit],
    )
}

const observationsOf = async (visit: string, by = all) =>
  (await found('Observation?_count=200', by)).filter(({ id }) => id.startsWith(visit))
const key = ({ resourceType, id }: Resource) => `${resourceType}/${id}`
const membersOf = (one: Resource): string[] =>
  (one.hasMember ?? []).map(({ reference }: { reference: string }) => reference)
const haemoglobin = (resources: readonly Resource[]) =>
  resources.find((one) => one.code.coding.some(({ code }: { code: string }) => code === 'HGB'))

describe('released results', () => {
  it('a value is an Observation with LOINC, UCUM, interval and interpretation', async () => {
    const hgb = haemoglobin(await observationsOf(made.final.visitId))
    expect(hgb).toMatchObject({
      resourceType: 'Observation',
      status: 'final',
      basedOn: [{ reference: `ServiceRequest/${made.final.visitId}.FBC` }],
      valueQuantity: { value: 12.9, unit: 'g/dL', system: 'http://unitsofmeasure.org', code: 'g/dL' },
      interpretation: [{ coding: [{ code: 'N' }] }],
      referenceRange: [{ low: { value: expect.any(Number), code: 'g/dL' } }],
    })
    expect(hgb?.code.coding).toContainEqual({ system: 'http://loinc.org', code: '718-7' })
  })

  it('no search and no read returns an unreleased value', async () => {
    expect(await observationsOf(made.unreleased.visitId)).toEqual([])
    expect((await get(`DiagnosticReport/${made.unreleased.visitId}`)).statusCode).toBe(404)
    for (const type of types)
      expect(JSON.stringify(await found(`${type}?_count=200`))).not.toMatch(figure('13.7'))
    const request = (await get(`ServiceRequest/${made.unreleased.visitId}.FBC`)).json()
    expect(request.status).toBe('active')
  })

  it('a report has its state, its values, its comments and its PDF', async () => {
    for (const [name, status] of [
      ['final', 'final'],
      ['corrected', 'corrected'],
      ['retracted', 'entered-in-error'],
      ['partial', 'partial'],
      ['correcting', 'final'],
    ] as const) {
      const { visitId } = made[name]
      const answer = await get(`DiagnosticReport/${visitId}`)
      expect(answer.statusCode, answer.body).toBe(200)
      const report: Resource = answer.json()
      expect([name, report.status]).toEqual([name, status])
      const values = (await observationsOf(visitId)).filter((one) => one.status !== 'entered-in-error')
      const members = values.flatMap(membersOf)
      const top = values.map(key).filter((one) => !members.includes(one))
      expect((report.result ?? []).map(({ reference }: { reference: string }) => reference).sort()).toEqual(
        top.sort(),
      )
      const [{ url, contentType }] = report.presentedForm
      expect(contentType).toBe('application/pdf')
      const pdf = await lab.call('GET', url.replace('http://lab.test', ''), {
        by: all,
        headers: { accept: 'application/pdf' },
      })
      expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
      const binary = (
        await lab.call('GET', url.replace('http://lab.test', ''), {
          by: all,
          headers: { accept: 'application/fhir+json' },
        })
      ).json()
      expect(binary).toMatchObject({ resourceType: 'Binary', contentType: 'application/pdf' })
      expect(Buffer.from(binary.data, 'base64').equals(pdf.rawPayload)).toBe(true)
    }
  })

  it('a test with several values is a panel with them as its members, and a report is read with all of them at once', async () => {
    const all = await observationsOf(made.partial.visitId)
    const [panel, ...others] = all.filter((one) => one.hasMember)
    expect(others).toEqual([])
    expect(panel).toMatchObject({
      status: 'final',
      code: { coding: [{ system: 'http://lab.test/fhir/test', code: 'FBC' }], text: count },
      specimen: haemoglobin(all)?.specimen,
    })
    expect(panel).not.toHaveProperty('dataAbsentReason')
    expect(membersOf(panel as Resource).sort()).toEqual(
      all
        .filter((one) => one !== panel)
        .map(key)
        .sort(),
    )
    const path = 'DiagnosticReport?_include=DiagnosticReport:result&_include:iterate=Observation:has-member'
    const bundle = (await get(`${path}&_id=${made.partial.visitId}`)).json()
    const included = bundle.entry.slice(1).map(({ resource }: { resource: Resource }) => key(resource))
    expect(included.sort()).toEqual(all.map(key).sort())
    // The members are followed although the reports that lead to them come later.
    const longer =
      'DocumentReference?_include=DocumentReference:related&_include:iterate=Observation:has-member&_include:iterate=DiagnosticReport:result'
    const { entry } = (await get(`${longer}&_id=${made.partial.visitId}`)).json()
    expect(
      entry
        .map(({ resource }: { resource: Resource }) => key(resource))
        .slice(1)
        .sort(),
    ).toEqual([`DiagnosticReport/${made.partial.visitId}`, ...included].sort())
    for (const value of ['Nothing:x', 'Observation:shoe'])
      expect((await get(`Observation?_count=1&_include:iterate=${value}`)).statusCode).toBe(400)
    const { status, ...gone } = (await observationsOf(made.retracted.visitId)).find(
      ({ code }) => code.text === count,
    ) as Resource
    expect(status).toBe('entered-in-error')
    expect(gone).not.toHaveProperty('hasMember')
  })

  it('a corrected value has the status corrected; a withdrawn value has the status entered-in-error and no value', async () => {
    const corrected = haemoglobin(await observationsOf(made.corrected.visitId))
    expect(corrected).toMatchObject({ status: 'corrected', valueQuantity: { value: 9.9 } })
    const retracted = await observationsOf(made.retracted.visitId)
    expect(retracted.length).toBeGreaterThanOrEqual(7)
    for (const one of retracted) {
      expect(one).toMatchObject({
        status: 'entered-in-error',
        dataAbsentReason: { coding: [{ code: 'error' }] },
      })
      expect(one).not.toHaveProperty('valueQuantity')
      expect(one).not.toHaveProperty('interpretation')
    }
    expect(JSON.stringify(retracted)).not.toMatch(figure('13.3'))
    const report = (await get(`DiagnosticReport/${made.retracted.visitId}`)).json()
    expect(report).not.toHaveProperty('result')
    expect(report.conclusion).toContain('Another patient’s tube')
  })

  it('the PDF of an earlier version cannot be read', async () => {
    expect((await get(`Binary/${made.corrected.visitId}.1`)).statusCode).toBe(404)
    expect((await get(`Binary/${made.corrected.visitId}.2`)).statusCode).toBe(200)
  })

  it('a value keeps its printed unit without UCUM and LOINC codes if the catalogue has changed the unit', async () => {
    await lab.superuser.query("update analyte set unit = 'g/L' where code = 'HGB'")
    try {
      const hgb = haemoglobin(await observationsOf(made.final.visitId))
      expect(hgb?.valueQuantity).toEqual({ value: 12.9, unit: 'g/dL' })
      expect(JSON.stringify(hgb?.code)).not.toContain('loinc')
    } finally {
      await lab.superuser.query("update analyte set unit = 'g/dL' where code = 'HGB'")
    }
  })

  it('results that wait for the payment cannot be read', async () => {
    await lab.superuser.query('update money_settings set hold_results = true')
    try {
      expect(await observationsOf(made.final.visitId)).toEqual([])
      expect((await get(`DiagnosticReport/${made.final.visitId}`)).statusCode).toBe(404)
      expect((await get(`Binary/${made.final.visitId}.1`)).statusCode).toBe(404)
      for (const type of ['DocumentReference', 'Provenance'])
        expect(JSON.stringify(await found(type))).not.toContain(made.final.visitId)
    } finally {
      await lab.superuser.query('update money_settings set hold_results = false')
    }
    expect((await get(`DiagnosticReport/${made.final.visitId}`)).statusCode).toBe(200)
  })
})

it('every resource, the Bundle of a search and that of a history fit the definitions of FHIR', async () => {
  const statement: Resource = (await get('metadata')).json()
  const outcome: Resource = (await get('Patient/x')).json()
  const bundles = ['Observation', `DiagnosticReport/${made.corrected.visitId}/_history`]
  const others = [statement, outcome]
  for (const path of bundles) others.push((await get(path)).json())
  for (const resource of others) expect(findingsOf(resource)).toEqual([])
  for (const type of types)
    for (const resource of await found(`${type}?_count=200${type === 'Slot' ? '&start=2026-03-12' : ''}`))
      expect([type, resource.id, findingsOf(resource)]).toEqual([type, resource.id, []])
})

it('a resource meets the profiles that it names, and the laboratory fills what they want to be supported', async () => {
  const named = new Map<string, Resource[]>()
  for (const { type, supportedProfile = [] } of await listedTypes()) {
    for (const url of supportedProfile) named.set(url, [])
    if (supportedProfile.length === 0) continue
    for (const one of await found(`${type}?_count=200`))
      for (const url of one.meta?.profile ?? []) {
        expect([key(one), url, findingsByProfile(one, url)]).toEqual([key(one), url, []])
        named.get(url)?.push(one)
      }
  }
  expect([...named.keys()].sort()).toEqual(Object.keys(rulesOfProfiles).sort())
  for (const [url, resources] of named)
    for (const name of rulesOfProfiles[url]?.mustSupport ?? [])
      expect([url, name, resources.some((one) => one[name] !== undefined)]).toEqual([url, name, true])
  const results = await found('Observation?_count=200')
  const us = 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-observation-lab'
  expect(named.get(us)).toHaveLength(results.length)
})

describe('the reach of a client', () => {
  it('no search and no read returns data of another site', async () => {
    for (const type of types.filter((one) => !ofLaboratory.includes(one))) {
      const [everything, here] = [await allIds(type), await allIds(type, ofKumasi)]
      expect([type, everything.length]).not.toEqual([type, 0])
      const known = new Set(here)
      expect(here.length).toBeLessThan(everything.length)
      for (const id of type === 'Slot' ? everything.slice(0, 20) : everything) {
        const answer = await get(`${type}/${id}`, ofKumasi)
        expect([type, id, answer.statusCode]).toEqual([type, id, known.has(id) ? 200 : 404])
      }
    }
    expect(await found('Patient', ofKumasi)).toMatchObject([{ name: [{ text: 'Yaa Kumasi' }] }])
    expect(await found('Appointment', ofKumasi)).toHaveLength(1)
    expect((await get(`Binary/${made.final.visitId}.1`, ofKumasi)).statusCode).toBe(404)
  })

  it('a program of a facility reads only orders of the facility, and its patients as the facility entered them', async () => {
    await lab.superuser.query(`update person set full_name = 'Name of the record' where id =
      (select person_id from visit where id = '${ridgeVisit}')`)
    const patients = await found('Patient', ofRidge)
    expect(patients).toMatchObject([{ name: [{ text: 'Abena Ridge' }], birthDate: '1990-05-04' }])
    expect(await found('Appointment', ofRidge)).toMatchObject([{ id: ridgeVisit }])
    expect(await found('DiagnosticReport', ofRidge)).toMatchObject([{ id: ridgeVisit, status: 'final' }])
    expect(haemoglobin(await found('Observation', ofRidge))?.valueQuantity.value).toBe(11.2)
    expect(await found('ServiceRequest', ofRidge)).toMatchObject([
      { reasonCode: [{ text: 'Anaemia' }], requester: { display: 'Dr Ridge' }, status: 'completed' },
    ])
    for (const type of withPatients) {
      const known = new Set(await allIds(type, ofRidge))
      for (const id of await allIds(type)) {
        expect((await get(`${type}/${id}`, ofRidge)).statusCode).toBe(known.has(id) ? 200 : 404)
      }
    }
  })

  it('a client without the scope of a type cannot read or search it', async () => {
    for (const type of types) {
      const others = apiScopeNames.filter((scope) => !scope.startsWith(`system/${type}.`))
      const by = await programs.signIn(await programs.register(`Without ${type}`, { scopes: others }))
      for (const path of [type, `${type}/x`]) expect((await get(path, by)).statusCode).toBe(403)
    }
  })

  it('readings are audited once an hour with the name of the client, and the patient sees them', async () => {
    const entries = async () =>
      (
        await lab.pool.query(
          `select a.reason, a.after, a.account_id from audit a
            where action = 'api_client.read' and subject_id = $1 and after ->> 'name' = 'Audited'`,
          [made.final.visitId],
        )
      ).rows
    const client = await programs.register('Audited')
    const by = await programs.signIn(client)
    await get(`DiagnosticReport/${made.final.visitId}`, by)
    await get('DiagnosticReport', by)
    expect(await entries()).toEqual([
      {
        reason: 'By the API client Audited',
        after: { client: client.id, name: 'Audited', resource: 'DiagnosticReport' },
        account_id: null,
      },
    ])
    await get('Observation', by)
    expect(await entries()).toHaveLength(2)
    const { rows } = await lab.pool.query('select account_id from visit where id = $1', [made.final.visitId])
    const { token } = await (await import('#server/modules/access/index.ts')).openSession(lab.context, {
      id: rows[0].account_id,
      role: 'user',
    })
    const seen = await lab.call('GET', `/api/audit/mine?visit=${made.final.visitId}`, {
      by: { headers: { authorization: `Bearer ${token}` } },
    })
    expect(seen.json().rows).toContainEqual(
      expect.objectContaining({ action: 'api_client.read', about: 'Audited', by: null }),
    )
  })
})

describe('a search', () => {
  it('the pages of a search have every row once at any page length', async () => {
    const listed = types.filter((one) => one !== 'Slot')
    await forEach(listed, async (type) => {
      const whole = (await allIds(type)).toSorted()
      expect(new Set(whole).size).toBe(whole.length)
      // A page longer than the list is the page of `allIds`.
      for (const size of [1, 3, 10].filter((one) => one <= whole.length))
        expect(ids(await found(`${type}?_count=${size}`))).toEqual(whole)
    })
    const slots = (await allIds('Slot')).toSorted()
    expect(slots.length).toBeGreaterThan(200)
    expect(ids(await found('Slot?_count=50'))).toEqual(slots)
  })

  type Naive = readonly [query: string, fits: (one: Resource) => boolean]
  const at = (text: string) => new Date(text).getTime()
  const on = (text: string, day: string) => text.startsWith(day)
  const has = (one: Resource, code: string) =>
    one.code.coding.some((coding: { code: string }) => coding.code === code)

  /** Each search with the equivalent filter. */
  function searches(everything: Record<string, Resource[]>): Record<string, Naive[]> {
    const first = (type: string) => everything[type]?.[1] as Resource
    const everyPatient = everything.Patient ?? []
    const patient = first('DiagnosticReport').subject.reference as string
    const patientOf = (one: Resource): string =>
      one.resourceType === 'Provenance'
        ? everything.DiagnosticReport?.find(({ id }) => one.id.startsWith(id))?.subject.reference
        : (one.subject ?? one.for ?? one.beneficiary ?? one.patient ?? one.participant[0].actor).reference
    const ofPatient = (one: Resource) => patientOf(one) === patient
    const updated = first('DiagnosticReport').meta?.lastUpdated as string
    const byId = (type: string): Naive => [`_id=${first(type).id}`, (one) => one.id === first(type).id]
    const byPatient: Naive[] = [
      [`patient=${patient}`, ofPatient],
      [`patient=${patient.slice(8)}`, ofPatient],
      [`patient=${encodeURIComponent(`${base}/${patient}`)}`, ofPatient],
      ['patient=Patient/01900000-0000-7000-8000-00000000dead', () => false],
      ['patient:missing=true', () => false],
      ['patient:missing=false', () => true],
      ...everyPatient.map(
        ({ id, identifier: [{ value }] }): Naive => [
          `patient.identifier=${value}`,
          (one) => patientOf(one) === `Patient/${id}`,
        ],
      ),
      ['patient.identifier=P000000000', () => false],
      [
        'patient.gender=male',
        (one) => everyPatient.find(({ id }) => patientOf(one) === `Patient/${id}`)?.gender === 'male',
      ],
    ]
    const bySubject: Naive[] = [
      [`subject=${patient}`, ofPatient],
      [
        `subject.identifier=${everyPatient.find(({ id }) => patient.endsWith(id))?.identifier[0].value}`,
        ofPatient,
      ],
    ]
    const references = (one: Resource, element: string): string[] =>
      [one[element] ?? []].flat().map(({ reference }: { reference: string }) => reference)
    const byReference = (type: string, name: string, element: string): Naive[] =>
      [...new Set((everything[type] ?? []).flatMap((one) => references(one, element)))]
        .slice(0, 4)
        .flatMap((text): Naive[] => [
          [`${name}=${text}`, (one) => references(one, element).includes(text)],
          [`${name}=${text.split('/')[1]}`, (one) => references(one, element).includes(text)],
        ])
    const byUpdate: Naive[] = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb'].map((prefix) => [
      `_lastUpdated=${prefix}${updated}`,
      (one) => {
        const [is, than] = [at(one.meta?.lastUpdated ?? ''), at(updated)]
        return {
          ...{ eq: is === than, ne: is !== than, gt: is > than, lt: is < than },
          ...{ ge: is >= than, le: is <= than, sa: is > than, eb: is < than },
        }[prefix] as boolean
      },
    ])
    const byStatus = (type: string): Naive[] =>
      [...new Set(everything[type]?.map(({ status }) => status))].map((status) => [
        `status=${status}`,
        (one) => one.status === status,
      ])
    const byOtherStatus = (type: string): Naive[] =>
      [...new Set(everything[type]?.map(({ status }) => status))].map((status) => [
        `status:not=${status}`,
        (one) => one.status !== status,
      ])
    const byFirstId = (type: string): Naive => {
      const id = everything[type]?.[0]?.id
      return [`_id=${id}`, (one) => one.id === id]
    }
    const byCategory = (system: string, code: string): Naive[] => [
      [`category=${code}`, () => true],
      [`category=${encodeURIComponent(`${system}|${code}`)}`, () => true],
      [`category=${encodeURIComponent(`http://other.example|${code}`)}`, () => false],
      ['category=radiology', () => false],
      [`category:not=${code}`, () => false],
    ]
    const panel = everything.Observation?.find((one) => one.hasMember) as Resource
    const [member = ''] = membersOf(panel)
    const quantityOf = (one: Resource): number => one.valueQuantity?.value ?? Number.NaN
    const isIn = (one: Resource, unit: string) =>
      one.valueQuantity?.code === unit || one.valueQuantity?.unit === unit
    const ucum = encodeURIComponent('http://unitsofmeasure.org|')
    const asksGram = '||g%2FdL'
    const low = quantityOf(
      everything.Observation?.find((one) => has(one, 'HGB') && one.valueQuantity) as Resource,
    )
    const compared: Record<string, (value: number) => boolean> = {
      ...{ '': (value) => value === low, eq: (value) => value === low },
      ...{ ne: (value) => value !== low && !Number.isNaN(value), gt: (value) => value > low },
      ...{ lt: (value) => value < low, ge: (value) => value >= low, le: (value) => value <= low },
      ...{ sa: (value) => value > low, eb: (value) => value < low },
      ap: (value) => Math.abs(value - low) <= low / 10,
    }
    const byQuantity = Object.entries(compared).flatMap(([prefix, fits]): Naive[] => {
      const value = `${prefix}${low.toFixed(1)}`
      const fitsHaemoglobin = (one: Resource) => has(one, 'HGB') && fits(quantityOf(one))
      return [
        [`value-quantity=${value}`, (one) => fits(quantityOf(one))],
        [`combo-value-quantity=${value}&combo-code=HGB`, fitsHaemoglobin],
        [`code=718-7&value-quantity=${value}${asksGram}`, fitsHaemoglobin],
        [`code-value-quantity=HGB$${value}`, fitsHaemoglobin],
        [
          `combo-code-value-quantity=${encodeURIComponent('http://loinc.org|718-7$')}${value}`,
          fitsHaemoglobin,
        ],
      ]
    })
    byQuantity.push(
      ['combo-code=HGB', (one) => has(one, 'HGB')],
      ['value-quantity:missing=true', (one) => one.valueQuantity === undefined],
      ['value-quantity:missing=false&code=HGB', (one) => has(one, 'HGB') && one.valueQuantity !== undefined],
      [`value-quantity=gt0${asksGram}`, (one) => isIn(one, 'g/dL')],
      [`value-quantity=gt0|${ucum}g%2FdL`, (one) => one.valueQuantity?.code === 'g/dL'],
      ['value-quantity=gt0||10*3%2FuL', (one) => isIn(one, '10*3/uL')],
      [`value-quantity=gt0||${encodeURIComponent('10³/µL')}`, (one) => isIn(one, '10³/µL')],
      ['value-quantity=gt0|http://other.example|g%2FdL', () => false],
      ['value-quantity=1e1', (one) => quantityOf(one) >= 5 && quantityOf(one) < 15],
      [
        'code=HGB,WBC&value-quantity=lt7,ge12',
        (one) => (has(one, 'HGB') || has(one, 'WBC')) && (quantityOf(one) < 7 || quantityOf(one) >= 12),
      ],
      ['code=FBC&value-quantity=gt0', () => false],
      ['code:not=HGB&value-quantity=gt12', (one) => !has(one, 'HGB') && quantityOf(one) > 12],
    )
    const byUrl = (type: string): Naive[] => [
      [`url=${everything[type]?.[0]?.url}`, (one) => one.id === everything[type]?.[0]?.id],
      ['url=http://other.example', () => false],
    ]
    const byTitle = (type: string): Naive[] => [
      ...byUrl(type),
      ['name:contains=E', (one) => /e/i.test(one.title)],
      ['name=l', (one) => /(^| )l/i.test(one.title)],
      ['name:exact=x', () => false],
    ]
    const identifierOf = (one: Resource) => one.identifier[0].value as string
    const byIdentifier = (type: string): Naive[] => [
      [`identifier=${identifierOf(first(type))}`, (one) => identifierOf(one) === identifierOf(first(type))],
      [
        `identifier=${encodeURIComponent(`${first(type).identifier[0].system}|${identifierOf(first(type))}`)}`,
        (one) => identifierOf(one) === identifierOf(first(type)),
      ],
      [`identifier=${encodeURIComponent(`http://other.example|${identifierOf(first(type))}`)}`, () => false],
    ]
    return {
      Patient: [
        byId('Patient'),
        ...byIdentifier('Patient'),
        ['gender=male', (one) => one.gender === 'male'],
        ['gender=male,female', () => true],
        ['birthdate=1990-05-04', (one) => one.birthDate === '1990-05-04'],
        ['birthdate:missing=true', (one) => one.birthDate === undefined],
        ['birthdate:missing=false', (one) => one.birthDate !== undefined],
        ['gender:not=male', (one) => one.gender !== 'male'],
        ['gender:not=male,female', () => false],
        ['name=ama', (one) => /(^| )ama/i.test(one.name[0].text)],
        ['name=mensah', (one) => /(^| )mensah/i.test(one.name[0].text)],
        ['name=ama%20men', (one) => /(^| )ama men/i.test(one.name[0].text)],
        ['name=mensah%20ama', () => false],
        ['name=%20', (one) => one.name[0].text.includes('  ')],
        ["name=ama'", () => false],
        ['name=en', (one) => /(^| )en/i.test(one.name[0].text)],
        ['name:contains=EN', (one) => /en/i.test(one.name[0].text)],
        ['name:contains=%25', () => false],
        ['name:exact=Ama%20Mensah', (one) => one.name[0].text === 'Ama Mensah'],
        ['name:exact=ama%20mensah', () => false],
        ['family=men', (one) => /(^| )men/i.test(one.name[0].family ?? '')],
        ['family:exact=Mensah', (one) => one.name[0].family === 'Mensah'],
        ['given=am', (one) => /(^| )am/i.test((one.name[0].given ?? []).join(' '))],
        ['given:contains=M', (one) => /m/i.test((one.name[0].given ?? []).join(' '))],
        ['birthdate=lt1991', (one) => one.birthDate !== undefined && one.birthDate < '1991'],
      ],
      Appointment: [
        byId('Appointment'),
        ...byPatient,
        ...byStatus('Appointment'),
        ...byIdentifier('Appointment'),
        ['date=2026-03-10', (one) => on(one.start, '2026-03-10')],
        ['date=ge2026-03-11', (one) => at(one.start) >= at('2026-03-11')],
        [
          'date=ge2026-03-10T07:30&date=lt2026-03-10T08:00Z',
          (one) => at(one.start) >= at('2026-03-10T07:30Z') && at(one.start) < at('2026-03-10T08:00Z'),
        ],
        [`location=Location/${kumasi}`, (one) => one.participant[1].actor.reference === `Location/${kumasi}`],
        ...byOtherStatus('Appointment'),
        ['status=booked,noshow', (one) => ['booked', 'noshow'].includes(one.status)],
      ],
      ServiceRequest: [
        byId('ServiceRequest'),
        ...byPatient,
        ...byStatus('ServiceRequest'),
        ...byIdentifier('ServiceRequest'),
        ...bySubject,
        ...byOtherStatus('ServiceRequest'),
        ['occurrence:missing=true', (one) => one.occurrenceDateTime === undefined],
        ...byCategory('http://snomed.info/sct', '108252007'),
        ['code:not=FBC', (one) => !has(one, 'FBC')],
        ['code=FBC', (one) => has(one, 'FBC')],
        [`code=${encodeURIComponent('http://lab.test/fhir/test|BUE')}`, (one) => has(one, 'BUE')],
        ['authored=2026-03-09', (one) => on(one.authoredOn, '2026-03-09')],
        ['occurrence=gt2026-03-10', (one) => at(one.occurrenceDateTime) >= at('2026-03-11')],
      ],
      Specimen: [
        byId('Specimen'),
        ...byPatient,
        ...byUpdate,
        ...byStatus('Specimen'),
        ...byIdentifier('Specimen'),
        [
          `accession=${identifierOf(first('Specimen'))}`,
          (one) => identifierOf(one) === identifierOf(first('Specimen')),
        ],
        ...bySubject,
        ['collected=2026-03-09', (one) => on(one.collection.collectedDateTime, '2026-03-09')],
      ],
      Observation: [
        byId('Observation'),
        ...byPatient,
        ...byUpdate,
        ...byStatus('Observation'),
        ...bySubject,
        ...byOtherStatus('Observation'),
        ...byReference('Observation', 'based-on', 'basedOn'),
        ...byReference('Observation', 'specimen', 'specimen'),
        ...byCategory('http://terminology.hl7.org/CodeSystem/observation-category', 'laboratory'),
        ['specimen:missing=true', (one) => one.specimen === undefined],
        ['code=FBC', (one) => has(one, 'FBC')],
        [`has-member=${member}`, (one) => membersOf(one).includes(member)],
        [`has-member=${panel.id}`, () => false],

        ['code:not=HGB', (one) => !has(one, 'HGB')],
        ['code=HGB', (one) => has(one, 'HGB')],
        [`code=${encodeURIComponent('http://loinc.org|718-7')}`, (one) => has(one, '718-7')],
        [`code=${encodeURIComponent('http://other.example|718-7')}`, () => false],
        ['code=718-7,WBC', (one) => has(one, '718-7') || has(one, 'WBC')],
        ['date=2026-03', () => true],
        ['date=gt2026-03-09T08:38', (one) => at(one.effectiveDateTime) >= at('2026-03-09T08:39Z')],
        ['code=HGB&status=corrected', (one) => has(one, 'HGB') && one.status === 'corrected'],
        ...byQuantity,
      ],
      DiagnosticReport: [
        byId('DiagnosticReport'),
        ...byPatient,
        ...byUpdate,
        ...byStatus('DiagnosticReport'),
        ...byIdentifier('DiagnosticReport'),
        ...bySubject,
        ...byOtherStatus('DiagnosticReport'),
        ...byReference('DiagnosticReport', 'based-on', 'basedOn'),
        ...byReference('DiagnosticReport', 'specimen', 'specimen'),
        ...byReference('DiagnosticReport', 'result', 'result'),
        ...byCategory('http://terminology.hl7.org/CodeSystem/v2-0074', 'LAB'),
        [
          `result=${member}`,
          (one) => one.result?.some((r: { reference: string }) => r.reference === key(panel)),
        ],
        ['code=11502-2', () => true],
        ['code=1-8', () => false],
        ['date=le2026-03-09T08:38', (one) => at(one.effectiveDateTime) < at('2026-03-09T08:39Z')],
        [`issued=${updated}`, (one) => one.issued === updated],
      ],
      Organization: [
        [`_id=${everything.Organization?.[0]?.id}`, (one) => one.id === everything.Organization?.[0]?.id],
        ['active=true', (one) => one.active === true],
        ['active=false', (one) => one.active === false],
        ['name:contains=lin', (one) => /lin/i.test(one.name)],
        ['name=clinic', (one) => /(^| )clinic/i.test(one.name)],
      ],
      Location: [
        ['name=kum', (one) => one.name === 'Kumasi'],
        byId('Location'),
        ['status=active', () => true],
        ['status=inactive', () => false],
      ],
      Subscription: [
        byId('Subscription'),
        ['status=requested', () => true],
        ['status=off', () => false],
        ['status:not=requested', () => false],
        ['criteria=appointment', (one) => one.criteria.startsWith('Appointment')],
        ['criteria:contains=FINAL', (one) => one.criteria.includes('final')],
        [
          `url=${encodeURIComponent(first('Subscription').channel.endpoint)}`,
          (one) => one.id === first('Subscription').id,
        ],
        ['url=https://clinic.example', () => false],
      ],
      Schedule: [byId('Schedule'), [`actor=Location/${kumasi}`, (one) => one.id === kumasi]],
      HealthcareService: [
        byId('HealthcareService'),
        ['active=true', (one) => one.active],
        ['name=kum', (one) => one.name === 'Kumasi'],
        [`location=${kumasi}`, (one) => one.id === kumasi],
      ],
      Device: [
        byId('Device'),
        ...byStatus('Device'),
        ['device-name=counter', () => true],
        ['device-name:contains=2', (one) => one.deviceName[0].name.includes('2')],
        [`location=${kumasi}`, (one) => one.location.reference === `Location/${kumasi}`],
      ],
      Practitioner: [
        byFirstId('Practitioner'),
        ['active=true', (one) => one.active],
        ['name=dr', (one) => /(^| )dr/i.test(one.name[0].text)],
        ['identifier=none', () => false],
      ],
      PractitionerRole: [
        byFirstId('PractitionerRole'),
        ['active=false', (one) => !one.active],
        [
          `practitioner=${everything.PractitionerRole?.[0]?.id}`,
          (one) => one.id === everything.PractitionerRole?.[0]?.id,
        ],
        [
          `organization=Organization/${ridgeFacility}`,
          (one) => one.organization.reference === `Organization/${ridgeFacility}`,
        ],
      ],
      CodeSystem: [
        byId('CodeSystem'),
        ...byTitle('CodeSystem'),
        ...byStatus('CodeSystem'),
        ['system=http://lab.test/fhir/test', (one) => one.id === 'test'],
        ['code=HGB', (one) => one.concept.some(({ code }: { code: string }) => code === 'HGB')],
        ['code=NONE', () => false],
      ],
      ValueSet: [byId('ValueSet'), ...byTitle('ValueSet'), ...byStatus('ValueSet')],
      ConceptMap: [byId('ConceptMap'), ...byTitle('ConceptMap'), ...byStatus('ConceptMap')],
      ActivityDefinition: [
        byId('ActivityDefinition'),
        ...byStatus('ActivityDefinition'),
        ...byIdentifier('ActivityDefinition'),
        ...byUrl('ActivityDefinition'),
        ['title=full', (one) => /(^| )full/i.test(one.title)],
      ],
      PlanDefinition: [
        byFirstId('PlanDefinition'),
        ...byStatus('PlanDefinition'),
        ...byUrl('PlanDefinition'),
        ['title=check', (one) => /(^| )check/i.test(one.title)],
        ...['FBC', 'URE'].map(
          (code): Naive => [
            `definition=ActivityDefinition/${code}`,
            (one) => JSON.stringify(one.action).includes(`ActivityDefinition/${code}"`),
          ],
        ),
      ],
      Encounter: [
        byId('Encounter'),
        ...byPatient,
        ...bySubject,
        ...byStatus('Encounter'),
        ...byIdentifier('Encounter'),
        [`location=${mainSite}`, (one) => one.location[0].location.reference.endsWith(mainSite)],
        [`appointment=${made.final.visitId}`, (one) => one.id === made.final.visitId],
        ['date=2026-03-09', (one) => one.period !== undefined && on(one.period.start, '2026-03-09')],
        ['date:missing=true', (one) => one.period === undefined],
      ],
      Task: [
        byId('Task'),
        ...byPatient,
        ...bySubject,
        ...byStatus('Task'),
        ...byOtherStatus('Task'),
        ['code=FBC', (one) => has(one, 'FBC')],
        ['authored-on=2026-03-09', (one) => on(one.authoredOn, '2026-03-09')],
        [`focus=ServiceRequest/${first('Task').id}`, (one) => one.id === first('Task').id],
      ],
      DocumentReference: [
        byId('DocumentReference'),
        ...byPatient,
        ...bySubject,
        ...byUpdate,
        ...byStatus('DocumentReference'),
        ...byIdentifier('DocumentReference'),
        [`date=${updated}`, (one) => one.date === updated],
        ['type=11502-2', () => true],
        [`related=${made.final.visitId}`, (one) => one.id === made.final.visitId],
      ],
      Provenance: [
        byId('Provenance'),
        ...byPatient,
        [
          `target=DiagnosticReport/${made.corrected.visitId}`,
          (one) => one.id.startsWith(made.corrected.visitId),
        ],
        [`recorded=${updated}`, (one) => one.recorded === updated],
      ],
      RelatedPerson: [
        byFirstId('RelatedPerson'),
        ...byPatient,
        ['name=ama', (one) => /(^| )ama/i.test(one.name[0].text)],
        ['name=kofi', (one) => /(^| )kofi/i.test(one.name[0].text)],
      ],
      Coverage: [
        byFirstId('Coverage'),
        ...byPatient,
        ...byStatus('Coverage'),
        [`beneficiary=${patient}`, ofPatient],
        [`payor=${ridgeFacility}`, (one) => one.payor[0].reference === `Organization/${ridgeFacility}`],
      ],
      Invoice: [
        byId('Invoice'),
        ...byPatient,
        ...bySubject,
        ...byStatus('Invoice'),
        ...byIdentifier('Invoice'),
      ],
      ChargeItem: [
        byId('ChargeItem'),
        ...byPatient,
        ...bySubject,
        ['code=FBC', (one) => has(one, 'FBC')],
        ['occurrence=2026-03-09', (one) => on(one.occurrenceDateTime, '2026-03-09')],
      ],
    }
  }

  it('each parameter finds the same resources as a filter over all resources', async () => {
    const everything: Record<string, Resource[]> = {}
    for (const type of types.filter((one) => one !== 'Slot'))
      everything[type] = await found(`${type}?_count=200`)
    expect(everything.Encounter?.some(({ period }) => period !== undefined)).toBe(true)
    const searched = searches(everything)
    for (const [type, cases] of Object.entries(searched))
      await forEach(cases, async ([query, fits]) => {
        const naive = ids((everything[type] ?? []).filter(fits))
        expect([type, query, ids(await found(`${type}?_count=200&${query}`))]).toEqual([type, query, naive])
      })
    for (const { type, searchParam } of await listedTypes()) {
      const tried = (searched[type] ?? []).map(([query]) => query.split('=')[0])
      const known = (searchParam ?? []).map(({ name }: { name: string }) => name)
      if (type !== 'Slot')
        expect([type, known.filter((name: string) => !tried.includes(name))]).toEqual([type, []])
    }
  })

  it('a search is sorted by each parameter in both ways, on pages of any length', async () => {
    const sortedBy: Record<string, (one: Resource) => string> = {
      'Appointment date': (one) => one.start,
      'ServiceRequest authored': (one) => one.authoredOn,
      'Specimen _lastUpdated': (one) => one.meta?.lastUpdated ?? '',
      'Specimen collected': (one) => one.collection.collectedDateTime,
      'Observation _lastUpdated': (one) => one.meta?.lastUpdated ?? '',
      'Observation date': (one) => one.effectiveDateTime,
      'DiagnosticReport _lastUpdated': (one) => one.meta?.lastUpdated ?? '',
      'DiagnosticReport issued': (one) => one.issued,
      'DiagnosticReport date': (one) => one.effectiveDateTime,
      'DocumentReference date': (one) => one.date,
      'Task authored-on': (one) => one.authoredOn,
    }
    for (const [name, value] of Object.entries(sortedBy)) {
      const [type = '', by = ''] = name.split(' ')
      const everything = (await allIds(type)).toSorted()
      for (const way of ['', '-'])
        for (const size of [Math.ceil(everything.length / 5), 50]) {
          const sorted = await found(`${type}?_sort=${way}${by}&_count=${size}`)
          const values = sorted.map(value)
          const right = way === '' ? values.toSorted() : values.toSorted().reverse()
          expect([name, way, size, values]).toEqual([name, way, size, right])
          expect(ids(sorted)).toEqual(everything)
        }
    }
  })

  type Entry = { resource: Resource; search: { mode: string } }
  const entriesOf = async (path: string, by = all): Promise<Entry[]> => {
    const answer = await get(path, by)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().entry ?? []
  }
  const modes = (entries: readonly Entry[], mode: string) =>
    entries.filter(({ search }) => search.mode === mode).map(({ resource }) => resource)
  it('_include returns what the page refers to, and _revinclude what refers to the page', async () => {
    let included = 0
    for (const { type, searchInclude, searchRevInclude } of await listedTypes()) {
      for (const name of searchInclude ?? []) {
        const entries = await entriesOf(
          `${type}?_count=200&_include=${name}${type === 'Slot' ? '&start=2026-03-12' : ''}`,
        )
        const text = JSON.stringify(modes(entries, 'match'))
        const found = modes(entries, 'include').map(key)
        included += found.length
        for (const one of found) expect(text).toMatch(new RegExp(`${one}["/]`))
        expect(new Set(found).size).toBe(found.length)
      }
      for (const name of searchRevInclude ?? []) {
        if (/^(Slot|AuditEvent)/.test(name)) continue
        const entries = await entriesOf(`${type}?_revinclude=${name}`)
        const [source = '', param = ''] = name.split(':')
        const matches = modes(entries, 'match')
        const referring = await found(`${source}?${param}=${matches.map(({ id }) => id).join(',')}`)
        const onPage = matches.map(key)
        const naive = referring.filter((one) => !onPage.includes(key(one)))
        expect([name, modes(entries, 'include').map(key).sort()]).toEqual([name, naive.map(key).sort()])
        included += naive.length
      }
    }
    expect(included).toBeGreaterThan(100)
  })

  it('what is included is within reach and needs the scope of its type', async () => {
    const entries = await entriesOf(
      'Patient?_revinclude=Observation:patient&_revinclude=Appointment:patient',
      ofRidge,
    )
    expect(modes(entries, 'match')).toHaveLength(1)
    for (const one of modes(entries, 'include')) expect(one.id.startsWith(ridgeVisit), key(one)).toBe(true)
    const scopes = ['system/Observation.rs']
    const narrow = await programs.signIn(await programs.register('Observations only', { scopes }))
    for (const path of [
      'Observation?_include=Observation:subject',
      'Observation?patient.gender=male',
      'Observation?_revinclude=DiagnosticReport:result',
    ])
      expect([path, (await get(path, narrow)).statusCode]).toEqual([path, 403])
    const [match] = modes(await entriesOf('Patient?_count=1'), 'match')
    const chained = await found(`Observation?patient.identifier=${match?.identifier[0].value}`, ofRidge)
    expect(chained.every(({ id }) => id.startsWith(ridgeVisit))).toBe(true)
  })

  it('_total, _summary and _elements count and shorten the resources', async () => {
    const listed = types.filter((one) => one !== 'Slot')
    await forEach(listed, async (type) => {
      const { length } = await allIds(type)
      for (const total of ['accurate', 'estimate'])
        expect((await get(`${type}?_total=${total}&_count=1`)).json().total).toBe(length)
      expect((await get(`${type}?_total=none`)).json()).not.toHaveProperty('total')
      const counted = (await get(`${type}?_summary=count`)).json()
      expect([counted.total, counted.entry]).toEqual([length, undefined])
      const [short] = modes(await entriesOf(`${type}?_summary=true&_count=1`), 'match')
      expect(short?.meta).toMatchObject({ tag: [{ code: 'SUBSETTED' }] })
      const [whole] = modes(await entriesOf(`${type}?_summary=false&_count=1`), 'match')
      expect(whole?.meta ?? {}).not.toHaveProperty('tag')
    })
    const [part] = modes(await entriesOf('Observation?_elements=valueQuantity&_count=1'), 'match')
    expect(Object.keys(part ?? {}).sort()).toEqual([
      'code',
      'id',
      'meta',
      'resourceType',
      'status',
      'subject',
      'valueQuantity',
    ])
    const filtered = (await get('Observation?code=HGB&_total=accurate&_count=1')).json()
    expect(filtered.total).toBe((await found('Observation?code=HGB')).length)
  })

  it('POST _search finds the same as GET', async () => {
    const post = (path: string, body: string) =>
      lab.call('POST', `/fhir/R4/${path}`, {
        by: all,
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const posted = await post('Observation/_search?_count=100', 'code=HGB&_sort=-date')
    expect(posted.statusCode, posted.body).toBe(200)
    const got = await get('Observation?_count=100&code=HGB&_sort=-date')
    expect(posted.json()).toEqual(got.json())
    expect((await post('Observation/_search', 'date=x')).json().issue[0].expression).toEqual(['date'])
  })

  it('the free times of a search can be booked', async () => {
    const day = 'start=ge2026-03-12&start=lt2026-03-13'
    const slots = await found(`Slot?schedule=Schedule/${mainSite}&${day}&status=free`)
    const offered = await lab.call(
      'GET',
      `/api/availability?siteId=${mainSite}&from=2026-03-12&to=2026-03-12`,
    )
    expect(slots.length).toBeGreaterThan(10)
    expect(slots.map(({ start }) => start)).toEqual(
      offered.json().days[0].starts.map(({ at: start }: { at: string }) => start),
    )
    const [slot] = slots
    expect((await get(`Slot/${slot?.id}`)).json()).toEqual(slot)
    expect(ids(await found(`Slot?_id=${slot?.id}`))).toEqual([slot?.id])
    expect(slot).toMatchObject({ schedule: { reference: `Schedule/${mainSite}` }, status: 'free' })
    const long = await found(`Slot?schedule=${mainSite}&${day}&service-type=FBC,URE`)
    expect(at(long[0]?.end) - at(long[0]?.start)).toBeGreaterThan(at(slot?.end) - at(slot?.start))
    const everywhere = await found(`Slot?${day}`)
    expect(new Set(everywhere.map(({ schedule }) => schedule.reference)).size).toBe(2)
  })

  it('unknown parameters are ignored, or refused with Prefer: handling=strict', async () => {
    const lenient = await get('Patient?shoe-size=41&gender=male')
    expect(lenient.statusCode).toBe(200)
    expect(lenient.json().link[0].url).toBe(`${base}/Patient?gender=male`)
    const strict = await get('Patient?shoe-size=41', all, { prefer: 'handling=strict' })
    expect(strict.statusCode).toBe(400)
    expect(strict.json().issue[0]).toMatchObject({ severity: 'error', expression: ['shoe-size'] })
    expect((await get('Patient?gender:text=male')).statusCode).toBe(400)
  })

  it('an invalid value is refused with an OperationOutcome that names its parameter', async () => {
    for (const [path, element] of [
      ['Patient?birthdate=yesterday', 'birthdate'],
      ['Patient?gender=other', 'gender'],
      ['Patient?identifier=x|', 'identifier'],
      ['Appointment?date=2026-02-30', 'date'],
      ['Appointment?date=ap2026', 'date'],
      ['Appointment?status=maybe', 'status'],
      ['Observation?_lastUpdated=x', '_lastUpdated'],
      ['Observation?code=', null],
      ['Observation?code=%00', 'code'],
      ['Observation?code=%00&value-quantity=7', 'code'],
      ['Observation?value-quantity=seven', 'value-quantity'],
      ['Observation?value-quantity=7|g', 'value-quantity'],
      ['Observation?code-value-quantity=HGB', 'code-value-quantity'],
      ['Observation?code-value-quantity=HGB$x', 'code-value-quantity'],
      ['Observation?_count=0', '_count'],
      ['Observation?_count=x', '_count'],
      ['Observation?cursor=x', 'cursor'],
      ['DiagnosticReport?cursor=W10', 'cursor'],
      ['Slot?start=x', 'start'],
      ['Slot?status=busy', 'status'],
      ['Slot?service-type=NOTEST', 'service-type'],
      ['Slot?cursor=x', 'cursor'],
      ['Slot?start:missing=true', 'start:missing'],
      ['Slot?_sort=start', '_sort'],
      ['Patient?gender:missing=maybe', 'gender:missing'],
      ['Patient?gender:exact=male', 'gender:exact'],
      ['Patient?_sort=name', '_sort'],
      ['Patient?_summary=text', '_summary'],
      ['Patient?_summary=true&_elements=name', '_elements'],
      ['Patient?_total=x', '_total'],
      ['Patient?_count=1&_count=2', '_count'],
      ['Observation?_include=Observation:performer', '_include'],
      ['Observation?_include=Observation', '_include'],
      ['Observation?_include=Patient:subject', '_include'],
      ['Patient?_revinclude=Observation:code', '_revinclude'],
      ['Patient?_revinclude=Nothing:patient', '_revinclude'],
      ['Observation?patient.shoe=1', 'shoe'],
      ['Observation?patient.link.x=1', 'patient.link.x'],
      ['Appointment?date:not=2026', 'date:not'],
    ] as const) {
      const answer = await get(path)
      expect([path, answer.statusCode]).toEqual([path, element === null ? 200 : 400])
      if (element === null) continue
      expect(answer.headers['content-type']).toContain('application/fhir+json')
      expect(answer.json()).toMatchObject({
        resourceType: 'OperationOutcome',
        issue: [{ severity: 'error', expression: [element], diagnostics: expect.any(String) }],
      })
    }
  })

  it('no parameter value causes a server error', async () => {
    const values = [
      'x',
      '%00',
      '%ED%A0%80',
      '%25',
      "'%20or%201=1--",
      '9'.repeat(400),
      '9999-12-31',
      '0001',
      '|',
      ',',
      '%5C',
      '-1',
    ]
    for (const { type, searchParam } of await listedTypes()) {
      if (type === 'Binary') continue
      // A count has the conditions of the search, without the columns and pages, which take most of the time.
      for (const { name } of searchParam)
        await forEach(values, async (value) => {
          const path = `/fhir/R4/${type}?_summary=count&${name}=${value}`
          const { statusCode } = await lab.callAtOnce('GET', path, { by: all })
          expect([type, name, value, [200, 400].includes(statusCode)]).toEqual([type, name, value, true])
        })
      for (const value of values) {
        const { statusCode } = await get(`${type}/${encodeURIComponent(value)}`)
        expect([404, 400].includes(statusCode)).toBe(true)
      }
    }
  })
})

describe('versions', () => {
  const history = async (path: string, by = all): Promise<Resource[]> => {
    const answer = await get(`${path}/_history`, by)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ resourceType: 'Bundle', type: 'history' })
    return answer.json().entry.map(({ resource }: { resource: Resource }) => resource)
  }

  it('a corrected report and its values have their former version', async () => {
    const { visitId } = made.corrected
    const reports = await history(`DiagnosticReport/${visitId}`)
    expect(reports.map(({ status, meta }) => [status, meta?.versionId])).toEqual([
      ['corrected', '2'],
      ['final', '1'],
    ])
    expect(reports[0]).toEqual((await get(`DiagnosticReport/${visitId}`)).json())
    expect(reports[1]).not.toHaveProperty('presentedForm')
    const { id = '' } = haemoglobin(await observationsOf(visitId)) ?? {}
    const values = await history(`Observation/${id}`)
    expect(values.map(({ status, valueQuantity }) => [status, valueQuantity.value])).toEqual([
      ['corrected', 9.9],
      ['final', 12.9],
    ])
    for (const one of values) {
      const read = await get(`Observation/${id}/_history/${one.meta?.versionId}`)
      expect([read.json(), read.headers.etag]).toEqual([one, `W/"${one.meta?.versionId}"`])
    }
    const first = (await get(`DiagnosticReport/${visitId}/_history?_count=1`)).json()
    const next = first.link.find(({ relation }: { relation: string }) => relation === 'next').url
    expect((await get(next.slice(base.length + 1))).json().entry).toMatchObject([
      { resource: reports[1], request: { method: 'POST' }, response: { status: '201', etag: 'W/"1"' } },
    ])
    const since = `DiagnosticReport/${visitId}/_history?_since=${reports[0]?.meta?.lastUpdated}`
    expect((await get(since)).json().entry).toHaveLength(1)
  })

  it('a value that was withdrawn is in no version', async () => {
    const { visitId } = made.retracted
    const reports = await history(`DiagnosticReport/${visitId}`)
    expect(reports.map(({ status }) => status)).toEqual(['entered-in-error', 'final'])
    const { id = '' } = haemoglobin(await observationsOf(visitId)) ?? {}
    const values = await history(`Observation/${id}`)
    expect(values.map(({ status }) => status)).toEqual(['entered-in-error', 'entered-in-error'])
    expect(JSON.stringify([reports, values])).not.toMatch(figure('13.3'))
  })

  it('the history of each resource within reach begins with its present version', async () => {
    for (const type of types) {
      const page = await get(`${type}?_count=1${type === 'Slot' ? '&start=2026-03-12' : ''}`)
      const one: Resource | undefined = page.json().entry?.[0].resource
      expect([type, (await history(`${type}/${one?.id}`))[0]]).toEqual([type, one])
      const version = one?.meta?.versionId
      const vread = await get(`${type}/${one?.id}/_history/${version ?? 1}`)
      expect([type, vread.statusCode]).toEqual([type, version === undefined ? 404 : 200])
    }
    const report = `DiagnosticReport/${made.corrected.visitId}/_history`
    for (const path of [report, `${report}/1`, `${report}/2`])
      expect([path, (await get(path, ofKumasi)).statusCode]).toEqual([path, 404])
    const unknown = ['0', '3', 'x', '99999999999', '%00'].map((version) => `${report}/${version}`)
    for (const path of [...unknown, `DiagnosticReport/${made.unreleased.visitId}/_history`])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    for (const [query, element] of [
      ['_count=x', '_count'],
      ['_since=x', '_since'],
      ['cursor=x', 'cursor'],
    ])
      expect((await get(`${report}?${query}`)).json().issue[0].expression).toEqual([element])
  })
})

describe('bulk', () => {
  const exported = async (query = '', by = all) => {
    const begun = await lab.call('GET', `/fhir/R4/$export${query}`, {
      by,
      headers: { prefer: 'respond-async' },
    })
    expect([begun.statusCode, begun.body]).toEqual([202, ''])
    const status = String(begun.headers['content-location']).replace('http://lab.test', '')
    const answer = await lab.call('GET', status, { by })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ requiresAccessToken: true, error: [] })
    return { status, manifest: answer.json() }
  }
  type File = { type: string; url: string }
  const linesOf = async ({ url }: File, by = all): Promise<Resource[]> => {
    const file = await lab.call('GET', url.replace('http://lab.test', ''), { by })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/fhir+ndjson'])
    return file.body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  }

  it('an export has the same resources as the searches, for each client', async () => {
    for (const by of [all, ofKumasi, ofRidge]) {
      const { manifest } = await exported('', by)
      const files: File[] = manifest.output
      expect(files.map(({ type }) => type).sort()).toEqual(
        types.filter((type) => !['Slot', 'Subscription'].includes(type)).sort(),
      )
      for (const file of files) {
        const lines = await linesOf(file, by)
        expect([file.type, ids(lines)]).toEqual([file.type, (await allIds(file.type, by)).toSorted()])
      }
    }
  })

  it('an export has the types and the time that are asked for, and only its client reads it, until it is deleted', async () => {
    const since = (await get(`DiagnosticReport/${made.corrected.visitId}`)).json().meta.lastUpdated
    const { status, manifest } = await exported(`?_type=DiagnosticReport,Location&_since=${since}`)
    const [reports, locations] = manifest.output
    const later = (await found('DiagnosticReport')).filter(({ meta }) => (meta?.lastUpdated ?? '') >= since)
    expect(ids(await linesOf(reports))).toEqual(ids(later))
    expect(later.length).toBeLessThan((await found('DiagnosticReport')).length)
    expect(ids(await linesOf(locations))).toEqual(ids(await found('Location')))
    const file = reports.url.replace('http://lab.test', '')
    for (const path of [status, file])
      expect((await lab.call('GET', path, { by: ofKumasi })).statusCode).toBe(404)
    expect((await lab.call('DELETE', status, { by: ofKumasi })).statusCode).toBe(404)
    expect((await lab.call('GET', file.replace('DiagnosticReport', 'Patient'), { by: all })).statusCode).toBe(
      404,
    )
    expect((await lab.call('DELETE', status, { by: all })).statusCode).toBe(202)
    for (const path of [status, file]) expect((await lab.call('GET', path, { by: all })).statusCode).toBe(404)
    const narrow = await programs.signIn(
      await programs.register('Exports locations', { scopes: ['system/Location.rs'] }),
    )
    expect((await exported('', narrow)).manifest.output).toHaveLength(1)
    expect((await get('$export?_type=Patient', narrow)).statusCode).toBe(403)
    for (const [query, element] of [
      ['_since=x', '_since'],
      ['_type=Slot', '_type'],
      ['_outputFormat=csv', '_outputFormat'],
      ['_typeFilter=x', '_typeFilter'],
    ]) {
      const answer = await get(`$export?${query}`)
      expect([answer.statusCode, answer.json().issue[0].expression]).toEqual([400, [element]])
    }
    const answers = await Promise.all(Array.from({ length: 12 }, () => get('$export', narrow)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(9).fill(202), 429, 429, 429])
  })

  it('a client reads at most four files at the same time, also when its requests arrive together', async () => {
    const [{ url }] = (await exported('?_type=Patient')).manifest.output
    const read = () => lab.call('GET', url.replace('http://lab.test', ''), { by: all })
    const blocker = await lab.superuser.connect()
    await blocker.query('begin')
    await blocker.query('lock table person in access exclusive mode')
    const answers = Array.from({ length: 5 }, read)
    try {
      await expect.poll(() => waitingForLocks(lab)).toBe(4)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array(4).fill(200),
      429,
    ])
    expect((await Promise.all(Array.from({ length: 4 }, read))).map(({ statusCode }) => statusCode)).toEqual(
      Array(4).fill(200),
    )
  })

  it('$everything has a patient and all that is about them, on pages of any length', async () => {
    for (const by of [all, ofRidge]) {
      for (const { id } of await found('Patient', by)) {
        const naive = [`Patient/${id}`]
        for (const type of aboutPatients)
          naive.push(...(await found(`${type}?patient=${id}`, by)).map((one) => `${type}/${one.id}`))
        for (const query of ['?_count=200', '?_count=7']) {
          const everything = await found(`Patient/${id}/$everything${query}`, by)
          expect(everything.map((one) => `${one.resourceType}/${one.id}`).sort()).toEqual(naive.sort())
        }
      }
    }
    const [there] = await found('Patient', ofKumasi)
    const [elsewhere] = (await found('Patient')).filter(({ id }) => id !== there?.id)
    expect((await get(`Patient/${elsewhere?.id}/$everything`, ofKumasi)).statusCode).toBe(404)
    const few = await found(`Patient/${there?.id}/$everything?_type=Appointment`, ofKumasi)
    expect(few.map(({ resourceType }) => resourceType)).toEqual(['Patient', 'Appointment'])
    for (const [query, element] of [
      ['_type=Location', '_type'],
      ['_since=x', '_since'],
      ['cursor=x', 'cursor'],
    ])
      expect((await get(`Patient/${there?.id}/$everything?${query}`)).json().issue[0].expression).toEqual([
        element,
      ])
  })
})

describe('an answer', () => {
  it('a program that accepts only XML is refused', async () => {
    for (const [path, headers] of [
      ['metadata', { accept: 'application/fhir+xml' }],
      ['Patient', { accept: 'application/xml' }],
      ['Patient?_format=xml', {}],
    ] as const) {
      const answer = await get(path, all, headers)
      expect(answer.statusCode).toBe(406)
      expect(answer.json().issue[0].diagnostics).toContain('JSON')
    }
    for (const accept of [
      'application/fhir+json',
      'application/json',
      '*/*',
      'text/html, application/fhir+json;q=0.9',
    ]) {
      const answer = await get('Location', all, { accept })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'application/fhir+json; charset=utf-8',
      ])
    }
  })

  it('an answer has ETag and Last-Modified, and an unchanged resource is not sent again', async () => {
    const path = `DiagnosticReport/${made.corrected.visitId}`
    const answer = await get(path)
    expect(answer.headers.etag).toBe('W/"2"')
    expect(new Date(String(answer.headers['last-modified'])).getTime()).toBe(
      Math.floor(at(answer.json().issued) / 1000) * 1000,
    )
    const again = await get(path, all, { 'if-none-match': 'W/"2"' })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const location = await get(`Location/${mainSite}`)
    expect(
      (await get(`Location/${mainSite}`, all, { 'if-none-match': String(location.headers.etag) })).statusCode,
    ).toBe(304)
    expect(location.headers['cache-control']).toBe('no-store')
  })

  it('an unknown address is refused with an OperationOutcome', async () => {
    for (const [path, status] of [
      ['Patient/01900000-0000-7000-8000-00000000dead', 404],
      ['Medication', 404],
      ['Patient/_history/1/2', 404],
    ] as const) {
      const answer = await get(path)
      expect([path, answer.statusCode]).toEqual([path, status])
      expect(answer.json()).toMatchObject({
        resourceType: 'OperationOutcome',
        issue: [{ code: 'not-found' }],
      })
    }
  })
})
const at = (text: string) => new Date(text).getTime()

it('the CapabilityStatement lists exactly what is registered', async () => {
  const statement = (await lab.call('GET', '/fhir/R4/metadata')).json()
  expect(statement).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' })
  type Listed = { type: string; interaction: { code: string }[]; operation?: { name: string }[] }
  const listed = statement.rest[0].resource as Listed[]
  expect(listed.map(({ type }) => type).sort()).toEqual([...types, 'AuditEvent', 'Binary'].sort())
  for (const { type, interaction, operation = [] } of listed) {
    const does = (code: string) => interaction.some((one) => one.code === code)
    const serves = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) =>
      lab.app.hasRoute({ method, url: `/fhir/R4/${url}` })
    expect([type, serves('GET', `${type}/:id`)]).toEqual([type, does('read')])
    expect([type, serves('GET', `${type}/:id/_history/:version`)]).toEqual([type, does('vread')])
    expect([type, serves('GET', `${type}/:id/_history`)]).toEqual([type, does('history-instance')])
    expect([type, serves('GET', type)]).toEqual([type, does('search-type')])
    expect([type, serves('POST', type)]).toEqual([type, does('create')])
    expect([type, serves('PUT', `${type}/:id`)]).toEqual([type, does('update')])
    expect(serves('DELETE', `${type}/:id`)).toBe(does('delete'))
    for (const { name } of operation)
      expect([
        type,
        name,
        serves('POST', `${type}/$${name}`) || serves('POST', `${type}/:id/$${name}`),
      ]).toEqual([type, name, true])
  }
})
