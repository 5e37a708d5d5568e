import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EventType, webhookEventNames } from '#contract/webhooks.ts'
import { shareOutEvents } from '#server/modules/fhir/webhooks/deliver-webhooks.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { type Program, programsOf } from './fhir-clients.ts'
import type { Person } from './harness.ts'
import { openMoney } from './money-day.ts'
import { mainSite } from './queue-day.ts'

type Limits = { sites: string[]; facilityId: string | null; scopes: string[]; events: EventType[] }
/** `connection`: its HL7 connection, which sends everything. */
type Hearer = Limits & { program: Program; webhook: string; connection?: string }

let money: Awaited<ReturnType<typeof openMoney>>
let hana: Person
const hearers: Hearer[] = []

beforeAll(async () => {
  money = await openMoney()
  const { lab, manager, post } = money
  hana = await benchOf(lab).skilled('Hana Haematologist')
  await lab.pool.query(`update test set bookable = true where code = 'CT1'`)
  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 }
  const kumasi = (await post('/api/settings/sites', site)).json().id
  const ridge = await lab.makeClinician(undefined, { fullName: 'Dr Ridge' })
  await makeHearers([mainSite, kumasi], await lab.facilityOf(ridge))
  await story({ kumasi, ridge, manager })
})
afterAll(() => money.lab.close())

/** Clients with all kinds of limits, chosen at random from a fixed seed, each with a webhook. */
async function makeHearers(sites: readonly string[], facilityId: string) {
  const limits = fc.record({
    sites: fc.subarray([...sites]),
    facilityId: fc.constantFrom(null, null, facilityId),
    scopes: fc
      .subarray(['system/Appointment.rs', 'system/Specimen.rs', 'system/DiagnosticReport.rs'])
      .map((some) => [...some, 'system/Observation.rs', 'system/Patient.rs', 'system/Subscription.cruds']),
    events: fc.subarray([...webhookEventNames], { minLength: 4 }),
  })
  const all = { sites: [], facilityId: null, events: [...webhookEventNames] }
  const read = ['system/Appointment.rs', 'system/Specimen.rs', 'system/DiagnosticReport.rs']
  const scopes = [...read, 'system/Observation.rs', 'system/Subscription.cruds']
  const chosen = [
    { ...all, scopes },
    { ...all, scopes, facilityId },
    ...fc.sample(limits, { seed: 19, numRuns: 24 }),
  ]
  const programs = programsOf(money.lab, money.manager)
  for (const [at, { events: wanted, ...client }] of chosen.entries()) {
    const program = await programs.register(`Program ${at}`, client)
    const path = `/api/api-clients/${program.id}/webhooks`
    const allowed = (await money.get(path)).json().client.events as EventType[]
    const events = wanted.filter((one) => allowed.includes(one))
    if (events.length === 0) continue
    const added = await money.post(path, { address: `https://clinic.example/${at}`, events })
    expect(added.statusCode, added.body).toBe(201)
    const connection = await connect(program)
    hearers.push({ ...client, events, program, webhook: added.json().id, connection })
    await subscribe(program, { ...client, events })
  }
  expect(hearers.length).toBeGreaterThan(12)
}

/** Adds an HL7 connection by files. Whether its client has the permissions is checked when messages are made, too. */
async function connect(program: Program): Promise<string> {
  const { rows } = await money.lab.superuser.query(
    `insert into hl7_connection (id, client_id, name, way, host, allowed, tls, encoding, processing, hl7_version, application, facility,
      sends_results, sends_appointments, is_on, created_by, created_at)
    values (uuidv7(), $1::uuid, $1::uuid::text, 'file', '', '{}', false, 'utf8', 'P', '2.5.1', '', '', true, true, false, $2, now()) returning id`,
    [program.id, money.manager.accountId],
  )
  return rows[0].id
}

/** Adds the client’s Subscriptions to all of a type. Their receivers do not exist, so the handshake is written here. */
async function subscribe(program: Program, client: Limits): Promise<void> {
  const { lab, manager } = money
  const by = await programsOf(lab, manager).signIn(program)
  for (const [type, family] of Object.entries(families)) {
    const heard = webhookEventNames.filter((name) => name.startsWith(family))
    if (!client.scopes.includes(`system/${type}.rs`)) continue
    const channel = { type: 'rest-hook', endpoint: 'https://clinic.example/subscribed' }
    const body = { resourceType: 'Subscription', status: 'requested', reason: 'x', criteria: type, channel }
    const made = await lab.call('POST', '/fhir/R4/Subscription', { by, body })
    expect(made.statusCode, made.body).toBe(201)
    hearers.push({ ...client, events: heard, program, webhook: made.json().id })
  }
  await lab.superuser.query(`update api_subscription set shaken_at = now();`)
  await lab.superuser.query(`delete from webhook_delivery where type = 'subscription.handshake'`)
}
const families = { Appointment: 'visit.', Specimen: 'sample.', DiagnosticReport: 'report.' }

/** Visits of both sites and of a clinic, for usual and for confidential tests, with paid and unpaid reports. */
async function story({ kumasi, ridge, manager }: { kumasi: string; ridge: Person; manager: Person }) {
  const { lab, post, book, ama } = money
  const bench = benchOf(lab)
  const rita = await bench.skilled('Rita Reviewer')
  const finish = async (task: string) => {
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    const released = await bench.release([task], rita)
    expect(released.statusCode, released.body).toBe(200)
  }
  const usual = await bench.started(ama, hana)
  await finish(usual.task)
  await book(manager, { testType: ['Retro screen for HIV'] })
  await bench.started(ama, hana, ['Retro screen for HIV'])
  await bench.started(ama, hana, ['Full Blood Count', 'Retro screen for HIV'])
  await money.setRules({ holdResults: true })
  const unpaid = await bench.started(ama, hana)
  await finish(unpaid.task)

  const patient = {
    fullName: 'Abena Ridge',
    gender: 'female',
    bornOn: '1990-05-04',
    contact: '+233245550101',
  }
  const order = { patient, testType: ['Full Blood Count'], way: 'sample', diagnosis: 'Anaemia' }
  const placed = await post('/api/clinic/orders', order, ridge)
  expect(placed.statusCode, placed.body).toBe(201)
  const samples = { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' }
  const drawn = await post(`/api/clinic/orders/${placed.json().id}/samples`, samples, ridge)
  await post(`/api/Labtask/sample/${drawn.json().accessions[0]}/receive`, {}, hana)

  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '12:00' }))
  await lab.call('PUT', `/api/settings/sites/${kumasi}/hours`, { by: manager, body: { hours } })
  const there = { siteId: kumasi, scheduledDate: '2026-03-20', scheduleTime: '09:00' }
  await book(manager, there)
}

type Row = { webhook: string; type: EventType; visit: string; sample: string | null; state: string }
async function heard(): Promise<Row[]> {
  await shareOutEvents(money.lab.context)
  const { rows } =
    await money.lab.pool.query(`select webhook_id as webhook, type, visit_id as visit, sample_id as sample, state
    from webhook_delivery order by seq`)
  return rows
}

/** What the client reads through FHIR is the measure of what it may hear of. Several clients and events ask for the same. */
function mayRead({ program }: Hearer, { type, visit, sample }: Row): Promise<boolean> {
  const path = sample
    ? `Specimen/${sample}`
    : `${type.startsWith('report') ? 'DiagnosticReport' : 'Appointment'}/${visit}`
  return once(`${program.id} ${path}`, async () => {
    const by = await once(program.id, () => programsOf(money.lab, money.manager).signIn(program))
    return (await money.lab.call('GET', `/fhir/R4/${path}`, { by })).statusCode === 200
  })
}
const asked = new Map<string, Promise<unknown>>()
function once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answer = (asked.get(key) as Promise<Answer> | undefined) ?? ask()
  asked.set(key, answer)
  return answer
}

/** Visits and samples that are for confidential tests only. */
async function hidden(): Promise<Set<string>> {
  const { rows } = await money.lab.pool.query(`
    select o.visit_id::text as id from visit_test o join test t on t.code = o.test_code group by 1 having bool_and(t.confidential)
    union all select k.sample_id::text from task k join test t on t.code = k.test_code where k.sample_id is not null
    group by 1 having bool_and(t.confidential)`)
  return new Set(rows.map(({ id }) => id))
}

it('a client hears of exactly those events whose resources it can read, and of none for confidential tests only', async () => {
  const rows = await heard()
  const first = hearers[0]
  if (!first) throw new Error('There are no clients')
  const confidential = await hidden()
  expect(confidential.size).toBeGreaterThanOrEqual(3)
  // Every event there was, as the client without limits hears them, and the hidden ones.
  const known = rows.filter(({ webhook }) => webhook === first.webhook)
  expect(new Set(known.map(({ type }) => type)).size).toBeGreaterThanOrEqual(5)
  for (const { visit, sample } of rows) {
    expect(confidential.has(visit)).toBe(false)
    expect(sample !== null && confidential.has(sample)).toBe(false)
  }
  let [told, untold] = [0, 0]
  for (const hearer of hearers) {
    const own = rows.filter(({ webhook }) => webhook === hearer.webhook)
    for (const row of known) {
      const isTold = own.some(
        (one) =>
          one.type === row.type &&
          one.visit === row.visit &&
          one.sample === row.sample &&
          one.state !== 'unpaid',
      )
      const expected = hearer.events.includes(row.type) && (await mayRead(hearer, row))
      expect({ ...row, hearer, isTold }).toEqual({ ...row, hearer, isTold: expected })
      if (isTold) told++
      else untold++
    }
  }
  expect(told).toBeGreaterThan(50)
  expect(untold).toBeGreaterThan(50)
})

it('a hospital is sent exactly the results and appointments that its client can read', async () => {
  const rows = await heard()
  const known = rows.filter(({ webhook, sample }) => webhook === hearers[0]?.webhook && sample === null)
  const { rows: messages } = await money.lab.pool.query(
    'select connection_id as connection, type, visit_id as visit, state from hl7_message',
  )
  const confidential = await hidden()
  expect(messages.filter(({ visit }) => confidential.has(visit))).toEqual([])
  let [sent, unsent] = [0, 0]
  for (const hearer of hearers.filter(({ connection }) => connection !== undefined)) {
    const own = messages.filter(({ connection }) => connection === hearer.connection)
    for (const row of known) {
      const type = row.type.startsWith('report') ? 'ORU' : 'SIU'
      const isSent = own.some(
        (one) => one.visit === row.visit && one.type.startsWith(type) && one.state !== 'unpaid',
      )
      expect({ ...row, hearer, isSent }).toEqual({ ...row, hearer, isSent: await mayRead(hearer, row) })
      if (isSent) sent++
      else unsent++
    }
  }
  expect(sent).toBeGreaterThan(20)
  expect(unsent).toBeGreaterThan(20)
})

it('a report that waits for the payment is heard of after the payment', async () => {
  const before = (await heard()).filter(({ state }) => state === 'unpaid')
  expect(before.length).toBeGreaterThan(0)
  expect(new Set(before.map(({ type }) => type))).toEqual(new Set(['report.released']))
  const [visit] = new Set(before.map((row) => row.visit))
  if (visit === undefined) throw new Error('No report waits')
  await money.openTill()
  const results = async () => {
    const text = `select distinct state from hl7_message where visit_id = $1 and type = 'ORU^R01'`
    return (await money.lab.pool.query(text, [visit])).rows
  }
  expect(await results()).toEqual([{ state: 'unpaid' }])
  const { owed } = await money.account(visit)
  expect((await money.pay(visit, owed)).statusCode).toBe(201)
  const after = (await heard()).filter((row) => row.visit === visit && row.type === 'report.released')
  expect(new Set(after.map(({ state }) => state))).toEqual(new Set(['planned']))
  expect(await results()).toEqual([{ state: 'waiting' }])
})
