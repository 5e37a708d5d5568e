import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiScopeNames } from '#contract/api-clients.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import { findingsOf } from './fhir-definitions.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Resource = any
type By = { headers: { authorization: string } }

let lab: TestApp
let manager: Person
let programs: ReturnType<typeof programsOf>
let all: By
let visitId: string
let taskId: string
let kumasi: string

beforeAll(async () => {
  lab = await openTestApp()
  const bench = benchOf(lab)
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  const [hana, rita] = [await bench.skilled('Hana'), await bench.skilled('Rita')]
  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 }
  kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
  const ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  const started = await bench.started(ama, hana)
  visitId = started.visitId
  taskId = started.task
  await bench.enter(taskId, normalCount, 0, hana)
  await bench.complete(taskId, hana)
  expect((await bench.release([taskId], rita)).statusCode).toBe(200)
  programs = programsOf(lab, manager)
  all = await programs.signIn(await programs.register('Watcher'))
  const read = await lab.call('GET', `/fhir/R4/DiagnosticReport/${visitId}`, { by: all })
  expect(read.statusCode).toBe(200)
})
afterAll(() => lab.close())

async function found(query: string, by = all): Promise<Resource[]> {
  const resources: Resource[] = []
  for (let next: string | undefined = `/fhir/R4/AuditEvent?${query}`; next !== undefined; ) {
    const answer = await lab.call('GET', next, { by })
    expect([query, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([query, 200, ''])
    const { entry = [], link } = answer.json()
    resources.push(...entry.map(({ resource }: { resource: Resource }) => resource))
    next = link
      .find(({ relation }: { relation: string }) => relation === 'next')
      ?.url.replace('http://lab.test', '')
  }
  return resources
}

/** What a manager of these sites reads on the screen. */
async function seenBy(by: Person): Promise<string[]> {
  const actions: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/audit?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page: { rows: { action: string; at: string }[]; nextCursor: string | null } = (
      await lab.call('GET', path, { by })
    ).json()
    actions.push(...page.rows.map(({ action, at }) => `${at} ${action}`))
    cursor = page.nextCursor
  }
  return actions.sort()
}
const deeds = (resources: readonly Resource[]) =>
  resources.map(({ recorded, subtype: [{ code }] }) => `${recorded} ${code}`).sort()

it('a program reads the entries that a manager of its sites sees, and those of a facility and without the scope read none', async () => {
  expect(deeds(await found('_count=7'))).toEqual(await seenBy(manager))
  const there = await lab.makeStaff('admin', { fullName: 'Kofi Kumasi' })
  await lab.pool.query('insert into account_site values ($1, $2)', [there.accountId, kumasi])
  const ofKumasi = await programs.signIn(await programs.register('Kumasi', { sites: [kumasi] }))
  const few = await found('_count=50', ofKumasi)
  expect(deeds(few)).toEqual(await seenBy(there))
  expect(few.length).toBeLessThan((await found('_count=200')).length)
  expect(JSON.stringify(few)).not.toContain(visitId)
  const [hidden] = await found(`entity=Appointment/${visitId}`)
  for (const [by, status] of [
    [all, 200],
    [ofKumasi, 404],
  ] as const)
    expect((await lab.call('GET', `/fhir/R4/AuditEvent/${hidden.id}`, { by })).statusCode).toBe(status)
  const facilityId = await lab.facilityOf(await lab.makeClinician())
  expect(await found('', await programs.signIn(await programs.register('Ridge', { facilityId })))).toEqual([])
  const scopes = apiScopeNames.filter((scope) => !scope.includes('AuditEvent'))
  const without = await programs.signIn(await programs.register('Without', { scopes }))
  expect((await lab.call('GET', '/fhir/R4/AuditEvent', { by: without })).statusCode).toBe(403)
})

it('each parameter finds what a filter finds, and every entry fits the definition of FHIR', async () => {
  const everything = await found('_count=200')
  for (const one of everything) expect([one.id, findingsOf(one)]).toEqual([one.id, []])
  const patientOf = (one: Resource) =>
    one.entity.find(({ role, what }: Resource) => role?.code === '1' && what.reference)?.what.reference
  const first = everything.find((one) => one.entity[0]?.what.reference === `Appointment/${visitId}`)
  const patient = patientOf(first)
  expect(patient).toMatch(/^Patient\//)
  const { recorded } = first
  const is = (one: Resource, action: string) => one.subtype[0].code === action
  const cases: [string, (one: Resource) => boolean][] = [
    [`_id=${first.id}`, (one) => one.id === first.id],
    ['_id=x', () => false],
    [`patient=${patient}`, (one) => patientOf(one) === patient],
    ['patient:missing=true', (one) => patientOf(one) === undefined],
    [
      `entity=Appointment/${visitId}`,
      (one) => one.entity.some(({ what }: Resource) => what.reference === `Appointment/${visitId}`),
    ],
    ['entity=Task/1', () => false],
    ['action=R', (one) => one.action === 'R'],
    ['action:not=R', (one) => one.action !== 'R'],
    ['subtype=visit.booked', (one) => is(one, 'visit.booked')],
    [
      `subtype=${encodeURIComponent('http://lab.test/fhir/audit-action|api_client.read')}`,
      (one) => is(one, 'api_client.read'),
    ],
    ['agent-name=watch', (one) => one.agent[0].who.display === 'Watcher'],
    ['agent-name:contains=HAN', (one) => /han/i.test(one.agent[0].who.display)],
    [`date=${recorded}`, (one) => one.recorded === recorded],
    [`date=gt${recorded}`, (one) => one.recorded > recorded],
  ]
  for (const [query, fits] of cases)
    expect([query, deeds(await found(`_count=200&${query}`))]).toEqual([
      query,
      deeds(everything.filter(fits)),
    ])
  const sorted = (await found('_count=9&_sort=-date')).map(({ recorded: at }) => at)
  expect(sorted).toEqual(sorted.toSorted().reverse())
  const { rest } = (await lab.call('GET', '/fhir/R4/metadata')).json()
  const { searchParam } = rest[0].resource.find(({ type }: { type: string }) => type === 'AuditEvent')
  const tried = cases.map(([query]) => query.split(/[:=]/)[0])
  expect(searchParam.filter(({ name }: { name: string }) => !tried.includes(name))).toEqual([])
  const included = await lab.call(
    'GET',
    `/fhir/R4/AuditEvent?entity=Appointment/${visitId}&_include=AuditEvent:entity`,
    { by: all },
  )
  expect(JSON.stringify(included.json().entry)).toContain(`/fhir/R4/Appointment/${visitId}"`)
})

it('an entry names who acted and from where, without reasons and values, and nothing of confidential tests', async () => {
  const [read] = await found('subtype=api_client.read')
  expect(read).toMatchObject({
    action: 'R',
    type: { code: '110110' },
    agent: [{ who: { display: 'Watcher' }, requestor: true, network: { type: '2' } }],
  })
  const [booked] = await found(`subtype=visit.booked&entity=Appointment/${visitId}`)
  expect(booked).toMatchObject({ action: 'E', agent: [{ who: { display: 'Ama Mensah' } }] })
  const ofTask = async () => JSON.stringify(await found('_count=200')).includes(taskId)
  expect(await ofTask()).toBe(true)
  // A test with tasks cannot become confidential otherwise.
  await lab.superuser.query(`set session_replication_role = replica;
    update test set confidential = true where code = 'FBC'; set session_replication_role = origin`)
  expect(await ofTask()).toBe(false)
})
