import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyScopeNames } from '#contract/key-scopes.ts'
import { permissionNames } from '#contract/permissions.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { callName, everyCall, forStaff } from './contract-calls.ts'
import { coli, urineGrowth } from './culture-bench.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { addAnalyser, count } from './instruments.ts'
import { follow } from './live-reader.ts'
import { mainSite } from './queue-day.ts'
import { pngFile } from './sample-files.ts'
import { bookingBody } from './visits.ts'

/**
 * Two sites: Abena is a patient of the main one only. Staff of Kumasi read every list and every detail
 * of the contract, none of which may show her.
 */
let lab: TestApp
let all: Person
let kumasiManager: Person
let kumasiTech: Person
let kumasi: string
/** A program with an API key for Kumasi. */
let kumasiKey: Pick<Person, 'headers' | 'role'>
let abena: Person
/** The values of path parameters for Abena’s records. */
const abenas = {
  visit: '',
  person: '',
  booked: '',
  reference: '',
  task: '',
  accession: '',
  sample: '',
  ticket: '',
  attachment: '',
  orderPage: '',
  closure: '',
  standing: '',
  instrument: '',
  hl7: '',
  verification: '',
  breakdown: '',
  message: '',
  measured: '',
  nonconformity: '',
  stockItem: '',
  stockLot: '',
  order: '',
  place: '',
  reading: '',
  eqaScheme: '',
  eqaRound: '',
  eqaResult: '',
  culture: '',
  manifest: '',
  sentBox: '',
  unit: '',
  rack: '',
  disposal: '',
  downtimeForm: '',
  erasure: '',
  hold: '',
}
let laboratory = ''
const phone = '+233 24 777 1234'
const cultureBody = { values: urineGrowth, isolates: [], stage: 'reading', revision: 0 }

beforeAll(async () => {
  lab = await openTestApp()
  all = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  const added = await lab.call('POST', '/api/settings/sites', {
    by: all,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  kumasi = added.json().id
  kumasiManager = await lab.makeStaff('admin', { fullName: 'Kojo Kumasi' })
  const bench = benchOf(lab)
  kumasiTech = await bench.skilled('Tina Kumasi')
  await lab.pool.query('update account set permissions = $2 where id = $1', [
    kumasiTech.accountId,
    [...permissionNames],
  ])
  for (const { accountId } of [kumasiManager, kumasiTech]) {
    await lab.pool.query('insert into account_site values ($1, $2)', [accountId, kumasi])
  }
  const key = {
    name: 'Kumasi app',
    signsInBy: 'api_key',
    scopes: keyScopeNames,
    validDays: 1,
    perMinute: 6000,
  }
  const body = { ...key, sites: [kumasi] }
  const { secret } = (await lab.call('POST', '/api/api-clients', { by: all, body })).json()
  kumasiKey = { role: 'technician', headers: { authorization: `Bearer ${secret}` } }
  await storyOfAbena(bench)
})
afterAll(() => lab.close())

async function storyOfAbena(bench: ReturnType<typeof benchOf>): Promise<void> {
  const [hana, ravi] = [await bench.skilled('Hana Haematology'), await bench.skilled('Ravi Release')]
  abena = await lab.signUpPatient({ fullName: 'Abena Mainsite', email: 'abena@example.com', phone })
  const details = { fullName: 'Abena Mainsite', contact: phone, email: 'abena@example.com' }
  const { visitId, task } = await bench.started(abena, hana, ['Full Blood Count'], details)
  const attached = await lab.call('POST', `/api/Labtask/task/${task}/attachments`, {
    by: hana,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'abena-mainsite.png' },
    body: pngFile(),
  })
  expect(attached.statusCode, attached.body).toBe(200)
  const page = await lab.call('POST', `/api/labtest/appointment/${visitId}/order/pages`, {
    by: hana,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'request-form.png' },
    body: pngFile(),
  })
  expect(page.statusCode, page.body).toBe(200)
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], ravi)).statusCode).toBe(200)
  const waiting = await bench.started(abena, hana, ['Full Blood Count'], details)
  await bench.enter(waiting.task, normalCount, 0, hana)
  await bench.complete(waiting.task, hana)
  await bench.started(abena, hana, ['Full Blood Count'], details)
  const walkedIn = await lab.call('POST', '/api/queue/walk-in', {
    by: hana,
    body: { patientDetails: { ...bookingBody.patientDetails, ...details }, testType: ['Full Blood Count'] },
  })
  const booked = await lab.call('POST', '/api/labtest/book', {
    by: abena,
    body: {
      ...bookingBody,
      scheduledDate: '2026-03-20',
      patientDetails: { ...bookingBody.patientDetails, ...details },
    },
  })
  await lab.pool.query(
    `insert into closure (site_id, id, during, reason) values ($1, '01900000-0000-7000-8000-0000000000c1',
      tstzrange('2026-03-20T00:00Z', '2026-03-21T00:00Z'), 'Mainsite stocktaking')`,
    [mainSite],
  )
  const { rows } = await lab.pool.query('select id, accession from sample where visit_id = $1', [visitId])
  const analyser = await addAnalyser(lab, all, 'sysmex-xn', { name: 'Mainsite counter', siteId: mainSite })
  const message = '01900000-0000-7000-8000-0000000000e1'
  const measured = '01900000-0000-7000-8000-0000000000e2'
  await lab.pool.query(
    `insert into instrument_message (site_id, id, instrument_id, received_at, peer, bytes, digest, state, last_at)
      values ($1, $2, $3, now(), '', $4, sha256($4), 'read', now())`,
    [mainSite, message, analyser.id, Buffer.from(count(rows[0].accession, { WBC: '6.1' }))],
  )
  await lab.pool.query(
    `insert into measured_value (site_id, id, instrument_id, message_id, position, sample, code, name, value, unit, flags,
        sent_time, operator, comment, is_control, is_missing, measured_at, state, reason)
      values ($1, $2, $3, $4, 0, $5, 'WBC', 'Abena', '6.1', '', '{}', '', '', '', false, false, now(), 'held', 'released')`,
    [mainSite, measured, analyser.id, message, rows[0].accession],
  )
  abenas.hl7 = await hospitalOf(message)
  abenas.breakdown = '01900000-0000-7000-8000-0000000000e3'
  await lab.pool.query(
    `insert into instrument_breakdown (site_id, id, instrument_id, started_at, fault, reported_by, reported_at)
      values ($1, $2, $3, $4, 'Mainsite fault', $5, $4)`,
    [mainSite, abenas.breakdown, analyser.id, '2026-03-09T08:29:00Z', hana.accountId],
  )
  const verification = await lab.call('POST', `/api/instruments/${analyser.id}/verifications`, { by: all })
  const reported = await lab.call('POST', '/api/nonconformities', {
    by: hana,
    body: { kind: 'delay', harm: 'none', description: 'Abena Mainsite waited for an hour', visitId },
  })
  const item = { name: 'Mainsite reagent', kind: 'reagent', unit: 'tests', reorderLevel: 0, deliveryDays: 0 }
  const stocked = await lab.call('POST', '/api/stock', { by: all, body: { ...item, siteId: mainSite } })
  await lab.call('POST', `/api/stock/${stocked.json().id}/receive`, {
    by: hana,
    body: { number: 'Mainsite lot', expiresOn: '2027-03-09', amount: 10 },
  })
  const stock = (await lab.call('GET', `/api/stock/${stocked.json().id}`, { by: hana })).json()
  const ordered = await lab.call('POST', '/api/clinic/orders', {
    by: await lab.makeClinician(),
    body: {
      patient: { fullName: 'Abena Mainsite', gender: 'female', age: 30, contact: phone },
      ...{ testType: ['Full Blood Count'], way: 'visit', siteId: mainSite },
    },
  })
  expect(ordered.statusCode, ordered.body).toBe(201)
  const room = { name: 'Mainsite room', kind: 'room', unit: '°C', low: 18, high: 28, everyHours: 12 }
  await lab.pool.query(`update test set bookable = true where code = 'UCUL'`)
  const culture = await bench.started(abena, hana, ['Urine Culture'], details)
  const read = await lab.call('PUT', `/api/Labtask/cultures/${culture.task}`, {
    by: hana,
    body: { ...cultureBody, isolates: [coli] },
  })
  expect(read.statusCode, read.body).toBe(200)
  const placed = await lab.call('POST', '/api/temperatures', { by: all, body: { ...room, siteId: mainSite } })
  const place = placed.json().id
  const entered = await lab.call('POST', `/api/temperatures/${place}/readings`, {
    by: hana,
    body: { value: 22 },
  })
  const programme = { name: 'Mainsite scheme', provider: 'Provider', siteId: mainSite }
  const { id: eqaScheme } = (await lab.call('POST', '/api/eqa/schemes', { by: all, body: programme })).json()
  const rounds = { schemeId: eqaScheme, name: '1', receivedOn: '2026-03-09', dueOn: '2026-03-12' }
  const { id: eqaRound } = (
    await lab.call('POST', '/api/eqa/rounds', {
      by: all,
      body: { ...rounds, samples: ['Mainsite'], analytes: ['HGB'] },
    })
  ).json()
  const eqaResult = (await lab.call('GET', `/api/eqa/rounds/${eqaRound}`, { by: all })).json().list[0].id
  const clinician = await lab.makeClinician()
  const sent = await lab.call('POST', '/api/clinic/orders', {
    by: clinician,
    body: {
      patient: { fullName: 'Abena Mainsite', gender: 'female', age: 30, contact: phone },
      ...{ testType: ['Full Blood Count'], way: 'sample', siteId: mainSite },
    },
  })
  const taken = await lab.call('POST', `/api/clinic/orders/${sent.json().id}/samples`, {
    by: clinician,
    body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' },
  })
  const box = await lab.call('POST', '/api/clinic/manifests', {
    by: clinician,
    body: { accessions: taken.json().accessions, courier: 'Mainsite rider' },
  })
  expect(box.statusCode, box.body).toBe(201)
  const [tube] = taken.json().accessions
  const checked = `/api/manifests/${box.json().id}`
  await lab.call('POST', `${checked}/arrive`, { by: hana, body: {} })
  await lab.call('POST', `${checked}/tubes`, { by: hana, body: { accession: tube } })
  const [toRefer] = (await lab.call('GET', `/api/Labtask/tasks?search=${tube}`, { by: hana })).json().rows
  const elsewhere = { name: 'Korle Bu', days: 5 }
  const added = await lab.call('POST', '/api/referrals/laboratories', { by: all, body: elsewhere })
  const laboratoryId: string = added.json().id
  laboratory = laboratoryId
  await lab.call('PUT', `/api/referrals/tasks/${toRefer.id}`, { by: hana, body: { laboratoryId } })
  const packing = { laboratoryId, accessions: [tube] }
  const sentBox = await lab.call('POST', '/api/referrals/boxes', { by: hana, body: packing })
  expect(sentBox.statusCode, sentBox.body).toBe(201)
  const cold = { name: 'Mainsite freezer', kind: 'freezer', siteId: mainSite }
  const unit = (await lab.call('POST', '/api/storage/units', { by: all, body: cold })).json().id
  const size = { unitId: unit, name: 'Mainsite rack', rows: 8, columns: 12 }
  const rack = (await lab.call('POST', '/api/storage/racks', { by: all, body: size })).json().id
  const stored = { accession: rows[0].accession }
  const put = await lab.call('POST', `/api/storage/racks/${rack}/tubes`, { by: hana, body: stored })
  expect(put.statusCode, put.body).toBe(200)
  const forms = await lab.call('POST', '/api/downtime', { by: all, body: { count: 1, siteId: mainSite } })
  expect(forms.statusCode, forms.body).toBe(201)
  const blank = await lab.call('GET', '/api/downtime', { by: all })
  const disposal = '01900000-0000-7000-8000-0000000000e3'
  await lab.pool.query('insert into disposal (site_id, id, made_by, made_at) values ($1, $2, $3, now())', [
    mainSite,
    disposal,
    all.accountId,
  ])
  await lab.pool.query('insert into disposal_tube (site_id, disposal_id, sample_id) values ($1, $2, $3)', [
    mainSite,
    disposal,
    rows[0].id,
  ])
  const history = await lab.call('GET', `/api/labtest/appointment/${visitId}/history`, { by: all })
  const person: string = history.json().personId
  const { fullName, sex, birth, version } = (
    await lab.call('GET', `/api/people/${person}`, { by: all })
  ).json()
  const changed = await lab.call('PATCH', `/api/people/${person}`, {
    by: all,
    body: { fullName, sex, birth, version, note: 'Known at Mainsite' },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const standing = await lab.call('POST', `/api/people/${person}/standing-orders`, {
    by: all,
    body: { testType: ['Full Blood Count'], every: 1, unit: 'month', from: '2026-03-09', siteId: mainSite },
  })
  expect(standing.statusCode, standing.body).toBe(201)
  const kept = await lab.call('GET', `/api/people/${person}/standing-orders`, { by: all })
  const wish = { personId: person, way: 'paper', identifiedBy: ['Identity card'] }
  const erasure = await lab.call('POST', '/api/erasure-wishes', { by: all, body: wish })
  expect(erasure.statusCode, erasure.body).toBe(201)
  const held = { personId: person, kind: 'dispute', reason: 'A lawsuit at Mainsite' }
  const hold = await lab.call('POST', '/api/legal-holds', { by: all, body: held })
  expect(hold.statusCode, hold.body).toBe(201)
  Object.assign(abenas, {
    hold: hold.json().id,
    erasure: erasure.json().id,
    standing: kept.json().orders[0].id,
    visit: visitId,
    person,
    task,
    booked: booked.json().appointment.id,
    reference: booked.json().appointment.reference,
    accession: rows[0].accession,
    sample: rows[0].id,
    ticket: walkedIn.json().ticket.id,
    attachment: attached.json().attachment.id,
    orderPage: page.json().page.id,
    closure: '01900000-0000-7000-8000-0000000000c1',
    instrument: analyser.id,
    message,
    measured,
    verification: verification.json().id,
    nonconformity: reported.json().id,
    stockItem: stock.id,
    stockLot: stock.lots[0].id,
    order: ordered.json().id,
    place,
    reading: entered.json().id,
    eqaScheme,
    eqaRound,
    eqaResult,
    culture: culture.task,
    manifest: box.json().id,
    sentBox: sentBox.json().id,
    unit,
    rack,
    disposal,
    downtimeForm: blank.json().rows[0].id,
  })
  await lab.mailsTo('abena@example.com')
}

/** An HL7 connection of a hospital of the main site, with a held message about Abena and a file, both with this id. */
async function hospitalOf(message: string): Promise<string> {
  const client = { name: 'Mainsite hospital', scopes: ['system/Patient.c'], sites: [mainSite] }
  const { id: clientId } = (await lab.call('POST', '/api/api-clients', { by: all, body: client })).json()
  const settings = { name: 'Mainsite HIS', way: 'listen', host: '', port: 5191, allowed: '' }
  const body = { clientId, ...settings }
  const { id } = (await lab.call('POST', '/api/hl7-connections', { by: all, body })).json()
  await lab.pool.query(
    `insert into hl7_message (id, connection_id, direction, control_id, type, at, peer, bytes, digest, state, reason, last_at)
      values ($1, $2, 'in', 'M1', 'ADT^A04', now(), '', $3, sha256($3), 'held', 'PID-7: Abena has another date of birth', now())`,
    [message, id, Buffer.from('MSH|^~\\&|HIS\rPID|1||1||Mainsite^Abena')],
  )
  await lab.pool.query(
    `insert into hl7_file (id, connection_id, direction, name, at, account_id, messages, bytes)
      values ($1, $2, 'out', 'Mainsite.hl7', now(), $3, 1, 'Abena'::bytea)`,
    [message, id, all.accountId],
  )
  return id
}

const secrets = () => ['Abena', 'abena@', phone, 'Mainsite', ...Object.values(abenas)]

/** Required query parameters. */
const queries: Readonly<Record<string, string>> = {
  '/api/Labtask/labels.pdf': 'accessions=ACCESSION',
  '/api/Labtask/reports': 'day=2026-03-09',
  '/api/Labtask/reports.pdf': 'visits=VISIT',
  '/api/auth/patients-to-book': 'search=Abena',
  '/api/people': 'search=Abena',
  '/api/Labtask/find': 'code=REFERENCE',
  '/api/nonconformities/review': 'month=2026-03',
  '/api/Labtask/quality/lots/:id/values': 'analyte=WBC',
  '/api/Labtask/worklist': 'test=Full%20Blood%20Count',
  '/api/queue/planner/day': 'day=2026-03-09',
  '/api/queue/day': 'day=2026-03-09',
  '/api/stock/lots-used': 'task=TASK',
  '/api/instruments/marks': 'site=01900000-0000-7000-8000-0000000000a1&analyte=WBC',
  '/api/live': 'topics=bench',
  '/api/money/entries.csv': 'from=2026-03-01&to=2026-03-31',
  '/api/money/quote': 'tests=Full%20Blood%20Count',
  '/api/money/claims.csv': 'payerId=01900000-0000-7000-8000-0000000000a1&from=2026-03-01&to=2026-03-31',
  '/api/money/payers/:id/statement.pdf': 'from=2026-03-01&to=2026-03-31',
  '/api/people/:id/join': 'other=PATIENT',
  ...Object.fromEntries(
    [
      '',
      '/tasks',
      '/waits',
      '/clinics',
      '/rejections',
      '/samples',
      '/served',
      '/booked',
      '/report.pdf',
      '/csv',
    ].map((part) => [`/api/insights${part}`, 'from=2026-03-01&to=2026-03-31']),
  ),
  '/api/shifts': 'from=2026-03-09',
  '/api/storage/find': 'code=ACCESSION',
  '/api/downtime/forms.pdf': 'numbers=1',
  '/api/downtime/:id/tubes': 'tests=Full%20Blood%20Count',
  '/api/referrals/tubes': 'laboratoryId=LABORATORY',
  '/api/insights/referrals': 'from=2026-03-01&to=2026-03-31',
  '/api/insights/antibiogram': 'from=2026-03-01&to=2026-03-31',
  '/api/transfer/whonet.csv': 'from=2026-03-01&to=2026-03-31&names=true',
}

const ids = () => [
  abenas.visit,
  abenas.booked,
  abenas.task,
  abenas.sample,
  abenas.ticket,
  abenas.attachment,
  abenas.orderPage,
  abenas.closure,
  abenas.standing,
  abenas.instrument,
  abenas.hl7,
  abenas.nonconformity,
  abenas.stockItem,
  abenas.stockLot,
  abenas.order,
  abenas.place,
  abenas.eqaScheme,
  abenas.eqaRound,
  abenas.eqaResult,
  abenas.reading,
  abenas.culture,
  abenas.manifest,
  abenas.sentBox,
  abenas.unit,
  abenas.rack,
  abenas.disposal,
  abenas.downtimeForm,
  abenas.erasure,
  abenas.hold,
  abena.accountId,
  mainSite,
]

/** All addresses by which a reading call can refer to her. */
function addressesOf({ path }: Endpoint): string[] {
  const query = (queries[path] ?? '')
    .replace('ACCESSION', abenas.accession)
    .replace('LABORATORY', laboratory)
    .replace('REFERENCE', abenas.reference)
    .replace('TASK', abenas.task)
    .replace('VISIT', abenas.visit)
    .replace('PATIENT', abena.accountId)
  const asked = query === '' ? '' : `?${query}`
  if (path.includes(':accession')) return [path.replace(':accession', abenas.accession)]
  const whole = path
    .replace(':number', '1')
    .replace(':code', 'FBC')
    .replace(':month', '2026-03')
    .replace(':message', abenas.message)
    .replace(':file', abenas.message)
    .replace(':verification', abenas.verification)
    .replace(/:id(?=\/breakdowns\/:)/, abenas.instrument)
    .replace(':breakdown', abenas.breakdown)
  return whole.includes(':') ? ids().map((id) => whole.replace(/:\w+/, id) + asked) : [whole + asked]
}

const reading = async () =>
  (await everyCall()).filter(
    (call) => forStaff(call) && call.method === 'GET' && lab.app.hasRoute({ method: 'GET', url: call.path }),
  )
/** The stream of the account’s own notices, of any site, which never ends. */
const bell = '/api/notifications/live'
const isStream = ({ path }: Endpoint) => path.endsWith('/stream') || path === '/api/live'

describe('reading by staff of one site', () => {
  it('no list or detail shows staff of one site a patient of another, with or without a site in the request', async () => {
    let containing = 0
    for (const call of await reading()) {
      if (isStream(call) || call.path === bell) continue
      for (const address of addressesOf(call)) {
        const unscoped = await lab.callAtOnce('GET', address, { by: all })
        if (unscoped.statusCode === 400) throw new Error(`${address} asks for more: ${unscoped.body}`)
        if (secrets().some((secret) => unscoped.body.includes(secret))) containing++
        const readers = call.scope === undefined ? [] : [kumasiKey]
        for (const by of [kumasiManager, kumasiTech, ...readers]) {
          for (const siteId of ['', mainSite]) {
            const more = siteId === '' ? '' : `${address.includes('?') ? '&' : '?'}siteId=${siteId}`
            const answer = await lab.callAtOnce('GET', address + more, { by })
            const shown = answer.body.replaceAll('No appointment of Abena', '')
            // A refusal may repeat the request.
            if (answer.statusCode >= 400) continue
            const found = secrets().filter((secret) => shown.includes(secret))
            expect([callName(call), by.role, found]).toEqual([callName(call), by.role, []])
          }
        }
      }
    }
    // Otherwise this test would check answers that contain nothing anyway.
    expect(containing).toBeGreaterThan(30)
  }, 240_000)

  it('no search of staff of one site finds a patient of another by name or reference', async () => {
    for (const address of [
      '/api/Labtask/appointments-tasks?search=Abena',
      `/api/Labtask/appointments-tasks?search=${abenas.reference}`,
      '/api/auth/get-all-users?search=Abena',
      '/api/Labtask/tasks?search=Abena',
      '/api/Labtask/released?search=Abena',
      `/api/audit?about=${abenas.visit}`,
      `/api/audit?about=${abenas.person}`,
      '/api/audit?action=person.changed',
      `/api/people/${abenas.person}/trends`,
    ]) {
      expect([address, (await lab.call('GET', address, { by: all })).body.length > 200]).toEqual([
        address,
        true,
      ])
      for (const by of [kumasiManager, kumasiTech]) {
        const answer = await lab.call('GET', address, { by })
        expect([
          address,
          answer.statusCode,
          secrets().some((secret) => answer.body.includes(secret)),
        ]).toEqual([address, 200, false])
      }
    }
  })

  it('the audit trail shows staff of a site the entries of their own site and none of other sites', async () => {
    const asked = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
      const answer = await lab.call(method, path, { by: all, ...(body && { body }) })
      expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, answer.body])
      return method === 'POST' ? answer.json() : null
    }
    for (const [siteId, word] of [
      [mainSite, 'Mainsite'],
      [kumasi, 'Ownsite'],
    ] as const) {
      const times = { from: '2026-06-01T08:00', to: '2026-06-01T12:00', visits: [] }
      const closed = await asked('POST', '/api/settings/closures', {
        siteId,
        ...times,
        reason: `${word} paint`,
      })
      await asked('DELETE', `/api/settings/closures/${closed.id}`)
      await asked('POST', `/api/settings/sites/${siteId}/chairs`, { name: `${word} chair` })
      await asked('POST', '/api/queue/desks', { siteId, name: `${word} desk`, room: 'collection' })
      await asked('POST', '/api/shifts', {
        ...{
          siteId,
          technicianId: kumasiTech.accountId,
          day: siteId === kumasi ? '2026-06-02' : '2026-06-03',
        },
        ...{ from: '08:00', until: '12:00', note: `${word} shift` },
      })
    }
    await asked('POST', '/api/catalogue/packages', {
      ...{
        code: 'OWN',
        name: 'Ownsite package',
        about: 'For everybody.',
        tests: ['FBC', 'GLU'],
        bookable: true,
      },
    })
    await asked('GET', '/api/transfer/appointments.csv?search=Mainsite')
    const trail = await lab.call('GET', '/api/audit?limit=200', { by: kumasiManager })
    expect(secrets().filter((secret) => trail.body.includes(secret))).toEqual([])
    const whats = ['paint', 'chair', 'desk', 'shift', 'package']
    expect(whats.filter((what) => trail.body.includes(`Ownsite ${what}`))).toEqual(whats)
    expect(
      trail.json().rows.filter(({ action }: { action: string }) => action === 'closure.removed').length,
    ).toBe(1)
  })

  it('staff of one site follow the streams of their own site only', async () => {
    const url = await lab.listen()
    for (const call of (await reading()).filter(isStream)) {
      const query = call.path === '/api/live' ? '?topics=bench&' : '?'
      const elsewhere = await fetch(`${url}${call.path}${query}siteId=${mainSite}`, {
        headers: kumasiManager.headers,
      })
      expect([call.path, elsewhere.status]).toEqual([call.path, call.access.includes('admin') ? 404 : 403])
      await elsewhere.body?.cancel()
    }
    const desk = await follow(url, '/api/queue/desk/stream', { headers: kumasiTech.headers })
    await expect.poll(() => desk.messages.length).toBeGreaterThan(0)
    expect(JSON.stringify(desk.messages)).not.toContain('Abena')
    desk.cut()
  })
})

/** Bodies of calls that change something of a visit, a test, a sample, a ticket or a site. A new call must be added here. */
const bodies: Readonly<Record<string, object | undefined>> = {
  'POST /api/Labtask/task/:id/attachments': undefined,
  'PUT /api/Labtask/attachment/:id/report': { inReport: true },
  'POST /api/Labtask/attachment/:id/remove': { reason: 'Not hers' },
  'POST /api/labtest/appointment/:id/order/pages': undefined,
  'POST /api/clinic/order-page/:id/remove': { reason: 'Not hers' },
  'POST /api/labtest/order-page/:id/remove': { reason: 'Not hers' },
  'POST /api/labtest/appointment/:id/arrive': undefined,
  'POST /api/money/visits/:id/price': undefined,
  'PUT /api/money/visits/:id/payer': { payerId: '01900000-0000-7000-8000-0000000000a1', version: 0 },
  'POST /api/money/visits/:id/discounts': { amount: 100, reason: 'Not hers' },
  'POST /api/money/visits/:id/entries/:entryId/reverse': { reason: 'Not hers' },
  'POST /api/money/visits/:id/exceptions': { step: 'samples', reason: 'Not hers' },
  'POST /api/money/visits/:id/payments': { amount: 100, way: 'cash' },
  'POST /api/money/visits/:id/online': {},
  'POST /api/money/visits/:id/phone-requests': { phone: '024 123 4567', network: 'mtn' },
  'POST /api/labtest/appointment/:id/tests': { tests: ['Typhidot'] },
  'POST /api/labtest/appointment/:id/tests/remove': { test: 'Full Blood Count', reason: 'Not hers' },
  'POST /api/labtest/appointment/:id/collect': { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
  'POST /api/labtest/appointment/:id/report/handovers': {
    version: 1,
    givenTo: 'Kofi Mensah',
    relation: 'relative',
    identifiedBy: ['Identity card'],
  },
  'POST /api/labtest/appointment/:id/result-links': { way: 'whatsapp', phone: '+233 24 123 4567' },
  'POST /api/labtest/appointment/:id/result-slip.pdf': { paper: 'a4' },
  'PUT /api/Labtask/task/:id/comment': { text: 'Not mine', revision: 0 },
  'PUT /api/labtest/appointment/:id/order': { version: 0 },
  'PUT /api/labtest/appointment/:id/report-comment': { text: 'Not mine', revision: 0 },
  'DELETE /api/labtest/appointment/:id/result-links/:linkId': undefined,
  'POST /api/labtest/appointment/:id/recollect': { at: '2026-03-23T09:00:00Z' },
  'POST /api/Labtask/sample/:accession/receive': {},
  'POST /api/Labtask/sample/:accession/reject': { reason: 'Clotted', note: '', again: 'undecided' },
  'POST /api/Labtask/sample/:accession/discard': { reason: 'Old' },
  'POST /api/Labtask/sample/:accession/aliquot': { tube: 'Cryovial', storagePlace: '' },
  'PUT /api/Labtask/sample/:accession/storage': { storagePlace: 'A1' },
  'PUT /api/Labtask/task/:id/status': { status: 'in_progress' },
  'POST /api/Labtask/task/:id/notes': { text: 'Not mine' },
  'PUT /api/Labtask/task/:id/draft': { typed: {}, revision: 0, resultsRevision: 0 },
  'POST /api/Labtask/task/:id/results': { values: { WBC: 6 }, revision: 0, draft: 0 },
  'POST /api/Labtask/task/:id/results/check': { values: { WBC: 6 } },
  'POST /api/Labtask/task/:id/correct': { reason: 'Not mine' },
  'POST /api/Labtask/task/:id/repeat': { reason: 'Not mine', revision: 0 },
  'PUT /api/labtest/update-appointments/:id': {
    ...bookingBody,
    scheduledDate: '2026-03-20',
    reason: 'Not mine',
  },
  'DELETE /api/labtest/appointment/:id/cancel': { reason: 'Not mine' },
  'PUT /api/labtest/appointment/:id/reschedule': {
    start: '2026-03-20T11:00:00Z',
    reason: 'Not mine',
    version: 1,
  },
  'PUT /api/labtest/appointment/:id/no-show': undefined,
  'POST /api/queue/check-in/:id': {},
  'POST /api/queue/ticket/:id/leave': { reason: 'Gone' },
  'POST /api/queue/ticket/:id/transfer': { room: 'collection' },
  'POST /api/queue/ticket/:id/urgent': { urgent: true, reason: 'Not mine' },
  'POST /api/queue/ticket/:id/undo': { event: 1 },
  'POST /api/queue/ticket/:id/recall': undefined,
  'POST /api/queue/ticket/:id/skip': undefined,
  'POST /api/queue/ticket/:id/start': undefined,
  'POST /api/queue/ticket/:id/finish': undefined,
  'POST /api/queue/ticket/:id/no-show': undefined,
  'POST /api/expected-orders/:id/check-in': undefined,
  'POST /api/manifests/:id/arrive': { celsius: 5 },
  'POST /api/manifests/:id/tubes': { accession: '01260309000018' },
  'POST /api/manifests/:id/spoilt': { accession: '01260309000018', reason: 'Clotted' },
  'POST /api/manifests/:id/close': undefined,
  'POST /api/downtime/:id/enter': {
    patientDetails: { fullName: 'Not Mine', age: 40, gender: 'female', contact: '+233 24 555 0144' },
    testType: ['Full Blood Count'],
    arrivedAt: '2026-03-09T08:00:00Z',
    collectedAt: '2026-03-09T08:10:00Z',
    collectedBy: mainSite,
    identifiedBy: ['Full name', 'Age'],
    prepared: 'yes',
    labels: [],
  },
  'PUT /api/downtime/:id/receipt': { receivedAt: '2026-03-09T08:12:00Z', receivedBy: mainSite },
  'POST /api/downtime/:id/void': { reason: 'Not mine' },
  'PUT /api/storage/units/:id': { name: 'Mine', kind: 'room', version: 1 },
  'PUT /api/storage/racks/:id': { name: 'Mine', version: 1 },
  'POST /api/storage/racks/:id/tubes': { accession: '01260309000018' },
  'POST /api/storage/disposals/:id/confirm': { accessions: ['01260309000018'] },
  'POST /api/storage/disposals/:id/cancel': undefined,
  'PUT /api/referrals/tasks/:id': { laboratoryId: null },
  'POST /api/referrals/boxes/:id/hand-over': { courier: 'Mine' },
  'POST /api/referrals/boxes/:id/unpack': undefined,
  'POST /api/referrals/boxes/:id/arrive': {},
  'POST /api/standing-orders/:id/end': undefined,
  'PUT /api/instruments/:id': {
    name: 'Mine',
    serialNumber: '',
    protocol: 'astm',
    way: 'listen',
    host: '',
    port: 5109,
    allowed: '',
    encoding: 'utf8',
    checksum: true,
    acknowledged: true,
    sampleAt: '',
    codeAt: 0,
    sendsOrders: false,
    sendsPatient: false,
    controlPattern: '',
    version: 1,
  },
  'PUT /api/instruments/:id/state': { state: 'off' },
  'PUT /api/instruments/:id/codes': { code: 'WBC', analyte: null, unit: '', factor: null },
  'POST /api/instruments/:id/messages/:message/again': undefined,
  'POST /api/instruments/:id/events': { kind: 'service', day: '2026-03-09', time: '08:00' },
  'PUT /api/instruments/:id/events/:event/strike-out': { reason: 'Not mine' },
  'POST /api/instruments/:id/breakdowns': { day: '2026-03-09', time: '08:00', fault: 'Mine' },
  'POST /api/instruments/:id/breakdowns/:breakdown/end': { day: '2026-03-09', time: '08:00', repair: 'Mine' },
  'POST /api/instruments/:id/verifications': undefined,
  'PUT /api/instruments/:id/verifications/:verification/messages/:message': { values: [], version: 1 },
  'POST /api/instruments/:id/verifications/:verification/sign': { version: 1 },
  'POST /api/instruments/:id/verifications/:verification/abandon': { reason: 'Not mine' },
  'PUT /api/hl7-connections/:id': {
    ...{ name: 'Mine', way: 'listen', host: '', port: 5192, allowed: '', version: 1 },
  },
  'PUT /api/hl7-connections/:id/on': { isOn: true },
  'POST /api/hl7-connections/:id/end': undefined,
  'PUT /api/hl7-connections/:id/codes': { kind: 'test', code: 'X', means: 'FBC' },
  'POST /api/hl7-connections/:id/files': undefined,
  'POST /api/hl7-connections/:id/files/waiting': undefined,
  'POST /api/hl7-connections/:id/messages/:message/again': undefined,
  'POST /api/hl7-connections/:id/messages/:message/discard': { reason: 'Not mine' },
  'PUT /api/settings/closures/:id/visits': { visits: [] },
  'DELETE /api/settings/closures/:id': undefined,
  'PUT /api/settings/sites/:id': { name: 'Mine', timeZone: 'Africa/Accra', version: '0123456789abcdef' },
  'PUT /api/settings/sites/:id/hours': { week: [], version: '0123456789abcdef' },
  'PUT /api/settings/sites/:id/outside': { reason: 'Not mine', visits: [] },
  'POST /api/settings/sites/:id/close': {},
  'POST /api/settings/sites/:id/open': undefined,
  'PUT /api/stock/:id': {
    name: 'Mine',
    kind: 'kit',
    unit: 'tests',
    reorderLevel: 0,
    deliveryDays: 0,
    version: 1,
  },
  'POST /api/stock/:id/receive': { number: 'Mine', expiresOn: '2027-03-09', amount: 1 },
  'PUT /api/temperatures/:id': {
    name: 'Mine',
    kind: 'room',
    unit: '°C',
    low: 0,
    high: 1,
    everyHours: 1,
    version: 1,
  },
  'POST /api/temperatures/:id/readings': { value: 20 },
  'PUT /api/eqa/schemes/:id': { name: 'Mine', provider: 'Mine', version: 1 },
  'PUT /api/eqa/rounds/:id/results': { results: [{ id: mainSite, value: 1 }], version: 1 },
  'POST /api/eqa/rounds/:id/send': { version: 1 },
  'POST /api/eqa/rounds/:id/reopen': { reason: 'Mine', version: 1 },
  'PUT /api/eqa/rounds/:id/assessment': { results: [{ id: mainSite, score: 1 }], version: 1 },
  'POST /api/eqa/results/:id/nonconformity': {},
  'PUT /api/Labtask/confidential/:id/consent': { consent: 'written', on: '2026-03-09', by: 'Cora' },
  'PUT /api/Labtask/confidential/:id/counselling': { on: '2026-03-09', by: 'Cora' },
  'POST /api/Labtask/confidential/:id/invalid-rapid-tests': {
    kit: 'Kit',
    lot: 'Lot',
    expiresOn: '2026-12-31',
  },
  'PUT /api/Labtask/confidential/:id/rapid-tests': {
    tests: [{ kit: 'Kit', lot: '1', expiresOn: '2026-12-31', reactive: false }],
    revision: 0,
  },
  'PUT /api/Labtask/cultures/:id': { ...cultureBody, revision: 1 },
  'POST /api/temperatures/readings/:id/strike': { reason: 'Mine' },
  'POST /api/erasure-wishes/:id/carry-out': { version: 1 },
  'POST /api/erasure-wishes/:id/refuse': { version: 1, reason: 'Not a patient of mine' },
  'POST /api/erasure-wishes/:id/withdraw': { version: 1 },
  'POST /api/legal-holds/:id/end': { reason: 'Not a patient of mine' },
  'POST /api/stock/lots/:id/open': {},
  'POST /api/stock/lots/:id/count': { counted: 0 },
  'POST /api/stock/lots/:id/discard': { amount: 1, reason: 'Mine' },
  'POST /api/settings/sites/:id/chairs': { name: 'Mine' },
  'PUT /api/settings/sites/:id/chairs/:number': { name: 'Mine', active: false, version: '0123456789abcdef' },
}

describe('changes by staff of one site', () => {
  const abenasId = (path: string) => {
    if (path.includes('/settings/sites/')) return mainSite
    if (path.includes('/closures/')) return abenas.closure
    if (path.includes('/standing-orders/')) return abenas.standing
    if (path.includes('/expected-orders/')) return abenas.order
    if (path.includes('/erasure-wishes/')) return abenas.erasure
    if (path.includes('/legal-holds/')) return abenas.hold
    if (path.includes('/downtime/')) return abenas.downtimeForm
    if (path.includes('/storage/units/')) return abenas.unit
    if (path.includes('/storage/racks/')) return abenas.rack
    if (path.includes('/storage/disposals/')) return abenas.disposal
    if (path.includes('/referrals/tasks/')) return abenas.task
    if (path.includes('/referrals/boxes/')) return abenas.sentBox
    if (path.includes('/manifests/')) return abenas.manifest
    if (path.includes('/instruments/')) return abenas.instrument
    if (path.includes('/hl7-connections/')) return abenas.hl7
    if (path.includes('/cultures/')) return abenas.culture
    if (path.includes('/eqa/schemes/')) return abenas.eqaScheme
    if (path.includes('/eqa/rounds/')) return abenas.eqaRound
    if (path.includes('/eqa/results/')) return abenas.eqaResult
    if (path.includes('/temperatures/')) return path.includes('/readings/:') ? abenas.reading : abenas.place
    if (path.includes('/stock/')) return path.includes('/lots/') ? abenas.stockLot : abenas.stockItem
    if (path.includes('/ticket/')) return abenas.ticket
    if (path.includes('/attachment/')) return abenas.attachment
    if (path.includes('/order-page/')) return abenas.orderPage
    return /\/(task|confidential)\//.test(path) ? abenas.task : abenas.booked
  }

  it('every change of another site’s records is answered as not found and writes nothing', async () => {
    const about =
      /\/(appointment|money\/visits|update-appointments|check-in|task|sample|ticket|attachment|closures|instruments|hl7-connections|sites|standing-orders|stock|expected-orders|manifests|referrals\/tasks|boxes|units|racks|disposals|downtime|stock\/lots|temperatures|readings|cultures|confidential|order-page|eqa\/schemes|eqa\/rounds|eqa\/results|erasure-wishes|legal-holds)\/:/
    const calls = (await everyCall()).filter(
      (call) =>
        call.method !== 'GET' &&
        forStaff(call) &&
        about.test(call.path) &&
        lab.app.hasRoute({ method: call.method, url: call.path }),
    )
    expect(calls.map(callName).filter((name) => !(name in bodies))).toEqual([])
    const before = await lab.pool.query('select count(*) from audit')
    for (const call of calls) {
      const path = call.path
        .replace(':accession', abenas.accession)
        .replace(':id', abenasId(call.path))
        .replace(':entryId', abenas.message)
        .replace(':linkId', abenasId(call.path))
        .replace(':number', '1')
        .replace(':message', abenas.message)
        .replace(':event', abenas.message)
        .replace(':breakdown', abenas.breakdown)
        .replace(':verification', abenas.verification)
      for (const by of [kumasiManager, kumasiTech]) {
        if (!call.access.includes(by.role)) continue
        const answer = await lab.call(call.method, path, {
          by,
          ...(call.file
            ? {
                headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'a.png' },
                body: pngFile(),
              }
            : { body: bodies[callName(call)] }),
        })
        expect([callName(call), by.role, answer.statusCode, answer.body]).toEqual([
          callName(call),
          by.role,
          404,
          answer.body,
        ])
      }
    }
    expect((await lab.pool.query('select count(*) from audit')).rows).toEqual(before.rows)
  })

  it('staff of a site cannot match or discard held values of another site', async () => {
    for (const [way, body] of [
      ['again', {}],
      ['discard', { reason: 'Not mine' }],
    ] as const) {
      const answer = await lab.call('POST', `/api/instruments/held/${way}`, {
        by: kumasiTech,
        body: { values: [abenas.measured], ...body },
      })
      expect([way, answer.statusCode]).toEqual([way, 404])
    }
  })

  it('staff of one site book, register walk-ins and open desks at their own site only', async () => {
    const body = { ...bookingBody, scheduledDate: '2026-03-12' }
    const book = (siteId?: string) =>
      lab.call('POST', '/api/labtest/book', { by: kumasiTech, body: { ...body, ...(siteId && { siteId }) } })
    expect((await book(mainSite)).json().fields).toEqual({ siteId: ['There is no such site'] })
    const own = await book()
    expect(own.statusCode, own.body).toBe(201)
    const { rows } = await lab.pool.query('select site_id from visit where id = $1', [
      own.json().appointment.id,
    ])
    expect(rows[0].site_id).toBe(kumasi)
    const forAbena = await lab.call('POST', '/api/labtest/book', {
      by: kumasiTech,
      body: { ...body, scheduleTime: '10:00', accountId: abena.accountId },
    })
    expect(forAbena.json().fields).toEqual({ accountId: ['There is no patient with this account'] })
    const walkIn = {
      patientDetails: bookingBody.patientDetails,
      testType: ['Full Blood Count'],
      siteId: mainSite,
    }
    expect((await lab.call('POST', '/api/queue/walk-in', { by: kumasiTech, body: walkIn })).statusCode).toBe(
      400,
    )
    expect(
      (await lab.call('POST', '/api/queue/desk/1/open', { by: kumasiTech, body: { siteId: mainSite } }))
        .statusCode,
    ).toBe(404)
    expect((await lab.call('POST', '/api/queue/desk/1/open', { by: kumasiTech })).statusCode).toBe(200)
    const listed = await lab.call('GET', '/api/Labtask/appointments-tasks', { by: kumasiManager })
    expect(listed.json().appointments).toHaveLength(1)
    expect((await lab.call('GET', '/api/settings', { by: kumasiManager })).json().sites).toMatchObject([
      { id: kumasi },
    ])
  })

  it('staff of one site cannot claim, start or release tasks of another', async () => {
    const next = await lab.call('POST', '/api/Labtask/claim-next', { by: kumasiTech })
    expect(next.json()).toMatchObject({ task: null })
    const listed = await lab.call('POST', '/api/Labtask/worklist/start', {
      by: kumasiTech,
      body: { tasks: [abenas.task] },
    })
    expect(listed.json()).toMatchObject({ started: [], left: [] })
    const release = await lab.call('POST', '/api/Labtask/release', {
      by: kumasiManager,
      body: { tasks: [abenas.task] },
    })
    expect(release.statusCode).toBe(404)
  })

  it('staff of one site see a patient once the patient has booked there', async () => {
    const listed = async () =>
      (await lab.call('GET', '/api/auth/get-all-users?search=Abena', { by: kumasiManager })).json().users
    expect(await listed()).toEqual([])
    const body = { ...bookingBody, siteId: kumasi, scheduledDate: '2026-03-13' }
    expect((await lab.call('POST', '/api/labtest/book', { by: abena, body })).statusCode).toBe(201)
    expect(await listed()).toHaveLength(1)
    const kofi = await lab.signUpPatient({ fullName: 'Kofi Nowhere' })
    const without = await lab.call('GET', '/api/auth/get-all-users?search=Nowhere', { by: kumasiManager })
    expect(without.json().users).toMatchObject([{ id: kofi.accountId }])
  })
})

describe('messages and imports by e-mail address', () => {
  let esi: Person
  beforeAll(async () => {
    esi = await lab.signUpPatient({ fullName: 'Esi Elsewhere', email: 'esi@example.com' })
    const booked = await lab.call('POST', '/api/labtest/book', {
      by: esi,
      body: { ...bookingBody, siteId: mainSite, scheduledDate: '2026-03-24' },
    })
    expect(booked.statusCode, booked.body).toBe(201)
  })

  it('staff of one site do not see the addresses of another site’s patients in the message ledger', async () => {
    const asked = await lab.call('POST', '/api/auth/forgot-password', { body: { email: esi.email } })
    expect(asked.statusCode).toBe(200)
    const kofi = await lab.signUpPatient({ email: 'kofi.newcomer@example.com' })
    await lab.call('POST', '/api/auth/forgot-password', { body: { email: kofi.email } })
    const sentTo = async (by: Person) =>
      (await lab.call('GET', '/api/deliveries?limit=100', { by }))
        .json()
        .rows.map(({ to }: { to: string }) => to)
    expect(await sentTo(all)).toEqual(expect.arrayContaining([esi.email, kofi.email]))
    const { rows } = await lab.pool.query(
      `select id from outbox where recipient = $1 and kind = 'password_reset'`,
      [esi.email],
    )
    for (const by of [kumasiManager, kumasiTech]) {
      expect(await sentTo(by)).toContain(kofi.email)
      expect(await sentTo(by)).not.toContain(esi.email)
      const again = await lab.call('POST', `/api/deliveries/${rows[0].id}/resend`, { by })
      expect(again.statusCode).toBe(404)
    }
  })

  it('an import at one site gives no visit to the account of another site’s patient by the e-mail address', async () => {
    const file = `Full name,Email,Phone,Age,Gender,Tests,Site,Date,Time\nGuess Who,${esi.email},0240000001,30,F,FBC,Kumasi,2026-03-27,09:00\n`
    const headers = {
      'content-type': 'application/octet-stream',
      'x-source': 'Elsewhere',
      'x-file-name': 'a.csv',
    }
    const send = (step: string, more: object = {}) =>
      lab.call('POST', `/api/transfer/import/appointments/${step}`, {
        by: kumasiManager,
        body: Buffer.from(file),
        headers: { ...headers, ...more },
      })
    const { token } = (await send('preview')).json()
    const done = await send('apply', { 'x-token': token })
    expect(done.statusCode, done.body).toBe(200)
    const { rows } = await lab.pool.query(`select account_id from visit where full_name = 'Guess Who'`)
    expect(rows).toEqual([{ account_id: null }])
    const users = await lab.call('GET', '/api/auth/get-all-users?search=Elsewhere', { by: kumasiManager })
    expect(users.json().users).toEqual([])
  })
})
