import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { permissionNames } from '#contract/permissions.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { callName, everyCall, forStaff } from './contract-calls.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
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
  closure: '',
}
const phone = '+233 24 777 1234'

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
  Object.assign(abenas, {
    visit: visitId,
    person,
    task,
    booked: booked.json().appointment.id,
    reference: booked.json().appointment.reference,
    accession: rows[0].accession,
    sample: rows[0].id,
    ticket: walkedIn.json().ticket.id,
    attachment: attached.json().attachment.id,
    closure: '01900000-0000-7000-8000-0000000000c1',
  })
  await lab.mailsTo('abena@example.com')
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
  '/api/Labtask/quality/lots/:id/values': 'analyte=WBC',
  '/api/Labtask/worklist': 'test=Full%20Blood%20Count',
  '/api/queue/planner/day': 'day=2026-03-09',
  '/api/queue/day': 'day=2026-03-09',
  '/api/live': 'topics=bench',
  '/api/money/entries.csv': 'from=2026-03-01&to=2026-03-31',
  '/api/money/quote': 'tests=Full%20Blood%20Count',
  '/api/money/claims.csv': 'payerId=01900000-0000-7000-8000-0000000000a1&from=2026-03-01&to=2026-03-31',
  '/api/people/:id/join': 'other=PATIENT',
  ...Object.fromEntries(
    ['', '/tasks', '/waits', '/rejections', '/samples', '/served', '/booked', '/report.pdf', '/csv'].map(
      (part) => [`/api/insights${part}`, 'from=2026-03-01&to=2026-03-31'],
    ),
  ),
  '/api/shifts': 'from=2026-03-09',
}

const ids = () => [
  abenas.visit,
  abenas.booked,
  abenas.task,
  abenas.sample,
  abenas.ticket,
  abenas.attachment,
  abenas.closure,
  abena.accountId,
  mainSite,
]

/** All addresses by which a reading call can refer to her. */
function addressesOf({ path }: Endpoint): string[] {
  const query = (queries[path] ?? '')
    .replace('ACCESSION', abenas.accession)
    .replace('REFERENCE', abenas.reference)
    .replace('VISIT', abenas.visit)
    .replace('PATIENT', abena.accountId)
  const asked = query === '' ? '' : `?${query}`
  if (path.includes(':accession')) return [path.replace(':accession', abenas.accession)]
  const whole = path.replace(':number', '1').replace(':code', 'FBC')
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
        const unscoped = await lab.call('GET', address, { by: all })
        if (unscoped.statusCode === 400) throw new Error(`${address} asks for more: ${unscoped.body}`)
        if (secrets().some((secret) => unscoped.body.includes(secret))) containing++
        for (const by of [kumasiManager, kumasiTech]) {
          for (const siteId of ['', mainSite]) {
            const more = siteId === '' ? '' : `${address.includes('?') ? '&' : '?'}siteId=${siteId}`
            const answer = await lab.call('GET', address + more, { by })
            const shown = answer.body.replaceAll('No appointment of Abena', '')
            // A refusal may repeat the request.
            if (answer.statusCode >= 400) continue
            for (const secret of secrets()) {
              expect([callName(call), by.role, shown.includes(secret) && secret]).toEqual([
                callName(call),
                by.role,
                false,
              ])
            }
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
  'POST /api/labtest/appointment/:id/arrive': undefined,
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
  'PUT /api/settings/closures/:id/visits': { visits: [] },
  'DELETE /api/settings/closures/:id': undefined,
  'PUT /api/settings/sites/:id': { name: 'Mine', timeZone: 'Africa/Accra', version: '0123456789abcdef' },
  'PUT /api/settings/sites/:id/hours': { week: [], version: '0123456789abcdef' },
  'PUT /api/settings/sites/:id/outside': { reason: 'Not mine', visits: [] },
  'POST /api/settings/sites/:id/close': {},
  'POST /api/settings/sites/:id/open': undefined,
  'POST /api/settings/sites/:id/chairs': { name: 'Mine' },
  'PUT /api/settings/sites/:id/chairs/:number': { name: 'Mine', active: false, version: '0123456789abcdef' },
}

describe('changes by staff of one site', () => {
  const abenasId = (path: string) => {
    if (path.includes('/settings/sites/')) return mainSite
    if (path.includes('/closures/')) return abenas.closure
    if (path.includes('/ticket/')) return abenas.ticket
    if (path.includes('/attachment/')) return abenas.attachment
    return path.includes('/task/') ? abenas.task : abenas.booked
  }

  it('every change of another site’s records is answered as not found and writes nothing', async () => {
    const about =
      /\/(appointment|update-appointments|check-in|task|sample|ticket|attachment|closures|sites)\/:/
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
        .replace(':linkId', abenasId(call.path))
        .replace(':number', '1')
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
