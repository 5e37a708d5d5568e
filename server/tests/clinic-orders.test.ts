import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClinicOrder, ListedOrder } from '#contract/clinic-orders.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { everyCall } from './contract-calls.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { jpegFile, pngFile } from './sample-files.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let manager: Person
/** A clinician of the first clinic. */
let ridge: Person
let colleague: Person
/** A clinician of another clinic. */
let harbour: Person

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin')
  ridge = await lab.makeClinician(undefined, { fullName: 'Dr Ridge', email: 'dr@ridge.example' })
  colleague = await lab.makeClinician(await lab.facilityOf(ridge), { fullName: 'Dr Colleague' })
  harbour = await lab.makeClinician()
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const abena = {
  fullName: 'Abena Ridgepatient',
  gender: 'female',
  bornOn: '1990-05-04',
  contact: '+233 24 555 0101',
}
const ask = (by: Person, body: object = {}) =>
  lab.call('POST', '/api/clinic/orders', {
    by,
    body: { patient: abena, testType: ['Full Blood Count'], way: 'sample', ...body },
  })
async function placed(by: Person, body: object = {}): Promise<string> {
  const answer = await ask(by, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const at = (id: string, part = '') => `/api/clinic/orders/${id}${part}`
const read = async (id: string, by = ridge): Promise<ClinicOrder> =>
  (await lab.call('GET', at(id), { by })).json()
const collect = (id: string, by = ridge, body: object = {}) =>
  lab.call('POST', at(id, '/samples'), {
    by,
    body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed', ...body },
  })
const listed = async (by: Person, query = ''): Promise<ListedOrder[]> =>
  (await lab.call('GET', `/api/clinic/orders${query}`, { by })).json().rows
const fileHeaders = { 'content-type': 'application/octet-stream', 'x-file-name': 'form.jpg' }
const visitOf = async (id: string) =>
  (await lab.pool.query('select visit_id from clinic_order where id = $1', [id])).rows[0].visit_id

/** An order whose sample the clinic took and the laboratory measured and released. */
async function released(by = ridge, body: object = {}) {
  const id = await placed(by, body)
  const [accession] = (await collect(id, by)).json().accessions
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana, body: {} })
  const { rows } = await lab.pool.query('select id from task where visit_id = $1', [await visitOf(id)])
  const task: string = rows[0].id
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
  await bench.enter(task, normalCount, 0, hana)
  const measured = await read(id, by)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  return { id, accession, task, measured }
}

describe('an order whose sample is sent', () => {
  it('the samples get accession numbers at collection, and the states of the order follow the work of the laboratory', async () => {
    const id = await placed(ridge, { clinicalDetails: 'Tired', fasting: 'fasting' })
    expect(await read(id)).toMatchObject({
      state: 'to_collect',
      patient: 'Abena Ridgepatient',
      age: 35,
      toTake: [{ collection: 'blood', tests: ['Full Blood Count'] }],
      orderedBy: 'Dr Ridge',
      visit: null,
    })
    const taken = await collect(id)
    expect(taken.statusCode, taken.body).toBe(201)
    expect(await read(id)).toMatchObject({
      state: 'collected',
      toTake: [],
      samples: [{ status: 'collected' }],
    })
    const [accession] = taken.json().accessions
    await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana, body: {} })
    expect((await read(id)).state).toBe('received')
    expect((await collect(id)).statusCode).toBe(409)
    const order = await lab.call('GET', `/api/labtest/appointment/${await visitOf(id)}/order`, { by: hana })
    expect(order.json()).toMatchObject({ clinicalDetails: 'Tired', fasting: 'fasting' })
    expect(order.json().asked).toMatch(/^Dr Ridge, Clinic/)
  })

  it('two colleagues who record the same collection create the samples once', async () => {
    const id = await placed(ridge)
    const answers = await Promise.all([collect(id, ridge), collect(id, colleague)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await read(id)).samples).toHaveLength(1)
  })

  it('a new sample can be recorded after the laboratory has rejected the first', async () => {
    const id = await placed(ridge)
    const [accession] = (await collect(id)).json().accessions
    const rejected = await lab.call('POST', `/api/Labtask/sample/${accession}/reject`, {
      by: hana,
      body: { reason: 'Clotted', note: 'Shake it gently', again: 'undecided' },
    })
    expect(rejected.statusCode, rejected.body).toBe(200)
    expect(await read(id)).toMatchObject({
      state: 'rejected',
      samples: [{ status: 'rejected', rejection: 'Clotted: Shake it gently' }],
    })
    const again = await collect(id)
    expect(again.statusCode, again.body).toBe(201)
    expect((await read(id)).state).toBe('collected')
  })

  it('an order asks for a new sample when the laboratory adds a test without a suitable tube', async () => {
    const id = await placed(ridge)
    await collect(id)
    const path = `/api/labtest/appointment/${await visitOf(id)}/tests`
    const added = await lab.call('POST', path, { by: hana, body: { tests: ['Typhidot'] } })
    expect(added.statusCode, added.body).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'rejected', toTake: [{ tests: ['Typhidot'] }] })
    expect((await collect(id)).statusCode).toBe(201)
    expect((await read(id)).state).toBe('collected')
  })
})

describe('an order whose patient goes to the laboratory', () => {
  it('the desk finds the order and checks the patient in once, with the ordered tests', async () => {
    const id = await placed(ridge, { way: 'visit', urgent: true })
    const found = await lab.call('GET', `/api/expected-orders?search=${(await read(id)).code}`, { by: hana })
    expect(found.json().rows).toMatchObject([{ id, patient: 'Abena Ridgepatient' }])
    const checkIn = () => lab.call('POST', `/api/expected-orders/${id}/check-in`, { by: hana })
    const answers = await Promise.all([checkIn(), checkIn()])
    expect(answers.map(({ statusCode }) => statusCode).sort(), answers[0]?.body).toEqual([201, 409])
    expect((await read(id)).state).toBe('arrived')
    expect((await collect(id)).statusCode).toBe(409)
  })

  it('an appointment is booked at a free time, and is cancelled with the order', async () => {
    const id = await placed(ridge, { way: 'visit' })
    const book = (time: string) =>
      lab.call('POST', at(id, '/book'), { by: ridge, body: { day: '2026-03-12', time } })
    expect((await book('03:00')).statusCode).toBe(400)
    const booked = await book('09:00')
    expect(booked.statusCode, booked.body).toBe(201)
    expect(await read(id)).toMatchObject({ state: 'booked', visit: { startsAt: '2026-03-12T09:00:00.000Z' } })
    const cancelled = await lab.call('POST', at(id, '/cancel'), { by: colleague, body: { reason: 'Better' } })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'cancelled', cancelReason: 'Better' })
    const { rows } = await lab.pool.query('select status from visit where id = $1', [await visitOf(id)])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  it('an order without a phone number of the patient is refused', async () => {
    const answer = await ask(ridge, { way: 'visit', patient: { ...abena, contact: '' } })
    expect(answer.json().fields).toHaveProperty('patient.contact')
  })
})

describe('patients of a clinic', () => {
  it('the search finds the patients of earlier orders with the data that the clinic entered', async () => {
    await placed(harbour, { patient: { ...abena, fullName: 'Yaw Harbourpatient', gender: 'male' } })
    const search = async (by: Person, words: string) =>
      (await lab.call('GET', `/api/clinic/patients?search=${words}`, { by })).json().patients
    const [yaw] = await search(harbour, 'harbour')
    expect(yaw).toMatchObject({ fullName: 'Yaw Harbourpatient', bornOn: '1990-05-04' })
    expect(await search(ridge, 'harbour')).toEqual([])
    expect(await search(ridge, yaw.personNumber)).toEqual([])
    const again = await placed(harbour, { patientId: yaw.id, patient: null })
    expect(await read(again, harbour)).toMatchObject({
      patient: 'Yaw Harbourpatient',
      personNumber: yaw.personNumber,
    })
    const stolen = await ask(ridge, { patientId: yaw.id, patient: null })
    expect(stolen.json().fields).toHaveProperty('patientId')
  })

  it('an order is linked to a record only by the exact number, date of birth and sex, and all refusals are the same', async () => {
    const first = await placed(harbour, {
      patient: { fullName: 'Esi Secretname', gender: 'female', bornOn: '1980-01-02', contact: '' },
    })
    const { personNumber } = await read(first, harbour)
    const link = (change: object) =>
      ask(ridge, {
        patient: { fullName: 'Esi S.', gender: 'female', bornOn: '1980-01-02', personNumber, ...change },
      })
    const wrong = [
      await link({ bornOn: '1980-01-03' }),
      await link({ gender: 'male' }),
      await link({ personNumber: 'P000000000' }),
    ]
    expect(new Set(wrong.map(({ body }) => JSON.parse(body).fields['patient.personNumber'][0])).size).toBe(1)
    for (const answer of wrong) expect(answer.body).not.toContain('Secretname')
    const linked = await link({})
    expect(linked.statusCode, linked.body).toBe(201)
    const order = await lab.call('GET', at(linked.json().id), { by: ridge })
    expect(order.json()).toMatchObject({ patient: 'Esi S.', personNumber })
    expect(order.body).not.toContain('Secretname')
  })

  it('the number of wrong person numbers is limited', async () => {
    const guesser = await lab.makeClinician()
    const guess = () =>
      ask(guesser, { patient: { ...abena, personNumber: 'P000000000' } }).then(({ statusCode }) => statusCode)
    const codes: number[] = []
    for (let n = 0; n < 31; n++) codes.push(await guess())
    expect(codes.slice(0, 30).every((code) => code === 400)).toBe(true)
    expect(codes[30]).toBe(429)
  })
})

describe('results of a clinic', () => {
  it('the report, its PDF and the trends can be read after the release, and no value before', async () => {
    const { id, measured, accession } = await released()
    expect(measured).toMatchObject({ state: 'in_progress', report: null })
    expect(JSON.stringify(measured)).not.toContain(String(normalCount.HGB))
    expect(await read(id)).toMatchObject({ state: 'ready', report: { version: 1 } })
    const report = await lab.call('GET', at(id, '/report'), { by: colleague })
    expect(report.json().report.tests[0].accession).toBe(accession)
    const pdf = await lab.call('GET', at(id, '/report.pdf'), { by: ridge })
    expect(textsOf(pdf.rawPayload).join(' ')).toContain('Abena Ridgepatient')
    expect((await lab.call('GET', at(id, '/trends'), { by: ridge })).json().length).toBeGreaterThan(0)
    const mail = await lab.lastMailTo('dr@ridge.example')
    expect(mail.subject).toContain((await read(id)).code)
    expect(mail.text).not.toMatch(/Abena|Blood/)
  })

  it('trends contain only results of orders of the facility', async () => {
    const patient = { fullName: 'Kofi Shared', gender: 'male', bornOn: '1970-07-07', contact: '' }
    const theirs = await released(harbour, { patient })
    const { personNumber } = await read(theirs.id, harbour)
    const own = await released(ridge, { patient: { ...patient, personNumber } })
    const trends = (await lab.call('GET', at(own.id, '/trends'), { by: ridge })).json()
    expect(trends.map(({ points }: { points: object[] }) => points.length)).toEqual(trends.map(() => 1))
  })

  it('a critical value is announced to the clinician without a name or a value, and the desk sees whom to call', async () => {
    const id = await placed(ridge)
    const [accession] = (await collect(id)).json().accessions
    await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana, body: {} })
    const { rows } = await lab.pool.query('select id from task where visit_id = $1', [await visitOf(id)])
    await lab.call('PUT', `/api/Labtask/task/${rows[0].id}/status`, {
      by: hana,
      body: { status: 'in_progress' },
    })
    const entered = await bench.enter(rows[0].id, { ...normalCount, HGB: 4 }, 0, hana)
    expect(entered.statusCode, entered.body).toBe(200)
    const mail = await lab.lastMailTo('dr@ridge.example')
    expect(mail.subject).toContain('Please call the laboratory')
    expect(mail.text + mail.subject).not.toMatch(/Abena|Haemoglobin|\b4\b g/)
    const open = await lab.call('GET', '/api/Labtask/callbacks', { by: rita })
    expect(open.json().visits[0].contacts).toContainEqual(
      expect.objectContaining({ name: expect.stringContaining('Dr Ridge'), kind: 'requester' }),
    )
  })
})

describe('access to the orders of a clinic', () => {
  it('another clinic cannot read, change, list or find an order', async () => {
    const { id, accession } = await released()
    const own = await placed(ridge)
    const secrets = ['Abena', abena.contact, id, own, accession, await visitOf(id), (await read(own)).code]
    const bodies: Record<string, object> = {
      cancel: { reason: 'Not mine' },
      book: { day: '2026-03-12', time: '10:00' },
      samples: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
      remove: { reason: 'Not mine' },
    }
    const calls = (await everyCall()).filter(
      (call: Endpoint) => call.access.includes('clinician') && call.path.startsWith('/api/clinic'),
    )
    expect(calls.length).toBeGreaterThan(10)
    for (const { method, path } of calls) {
      for (const which of [id, own]) {
        const address = path.replace(':id', which) + (path.endsWith('/patients') ? '?search=Abena' : '')
        const body = bodies[path.split('/').at(-1) ?? '']
        if (method === 'POST' && !path.includes(':id')) continue
        const takesFile = method === 'POST' && path.endsWith('/pages')
        const answer = await lab.call(method, address, {
          by: harbour,
          ...(body && { body }),
          ...(takesFile && { body: jpegFile(), headers: fileHeaders }),
        })
        if (path.includes(':id')) expect([address, answer.statusCode]).toEqual([address, 404])
        for (const secret of secrets)
          expect([address, answer.body.includes(secret)]).toEqual([address, false])
      }
    }
    for (const search of ['Abena', (await read(id)).personNumber, (await read(id)).code]) {
      expect(await listed(harbour, `?search=${search}`)).toEqual([])
      expect((await listed(ridge, `?search=${search}`)).length).toBeGreaterThan(0)
    }
    expect((await read(own)).state).toBe('to_collect')
  })

  it('a deactivated clinician loses access, and clinicians cannot use the calls of staff', async () => {
    const leaving = await lab.makeClinician()
    await placed(leaving)
    await lab.call('DELETE', `/api/clinicians/${leaving.accountId}`, { by: manager })
    expect((await lab.call('GET', '/api/clinic/orders', { by: leaving })).statusCode).toBe(401)
    expect((await lab.call('GET', '/api/expected-orders', { by: ridge })).statusCode).toBe(403)
  })
})

describe('documents of an order', () => {
  it('the request lists the ordered tests, and labels are available after the collection', async () => {
    const id = await placed(ridge, { diagnosis: 'Anaemia?', urgent: true })
    const request = await lab.call('GET', at(id, '/request.pdf'), { by: ridge })
    const text = textsOf(request.rawPayload).join(' ')
    for (const part of [
      'Urgent',
      'Abena Ridgepatient',
      'Anaemia?',
      'Full Blood Count',
      (await read(id)).code,
    ]) {
      expect(text).toContain(part)
    }
    expect((await lab.call('GET', at(id, '/labels.pdf'), { by: ridge })).statusCode).toBe(409)
    const [accession] = (await collect(id)).json().accessions
    const labels = await lab.call('GET', at(id, '/labels.pdf'), { by: ridge })
    expect(textsOf(labels.rawPayload).join(' ')).toContain(accession)
  })
})

it('placing an order is idempotent by its key, and wrong input is refused with the name of the field', async () => {
  const headers = { 'idempotency-key': 'once' }
  const body = { patient: abena, testType: ['Full Blood Count'], way: 'sample' }
  const twice = [1, 2].map(() => lab.call('POST', '/api/clinic/orders', { by: ridge, body, headers }))
  const [first, second] = await Promise.all(twice)
  expect(first?.json().id).toBe(second?.json().id)
  const refused: [object, string][] = [
    [{ testType: ['Nonsense'] }, 'testType'],
    [{ patient: null }, 'patient.fullName'],
    [{ patient: { ...abena, bornOn: null } }, 'patient.bornOn'],
    [{ patient: { ...abena, bornOn: '2030-01-01' } }, 'patient.bornOn'],
    [{ pregnancyWeek: 60 }, 'pregnancyWeek'],
    [{ way: 'dove' }, 'way'],
  ]
  for (const [change, field] of refused) {
    expect([field, Object.keys((await ask(ridge, change)).json().fields ?? {})]).toEqual([field, [field]])
  }
})

it('a manager sees the orders, the rejected samples and the turnaround times of each clinic', async () => {
  const busy = await lab.makeClinician()
  const [first] = [await released(busy)]
  expect(first.id).toBeDefined()
  const other = await placed(busy)
  const [accession] = (await collect(other, busy)).json().accessions
  await lab.call('POST', `/api/Labtask/sample/${accession}/reject`, {
    by: hana,
    body: { reason: 'Clotted', note: '', again: 'undecided' },
  })
  const earlier = new Date(Date.parse(mondayMorning) - 90 * 60_000).toISOString()
  await lab.superuser.query(`begin; set local session_replication_role = replica;
    update sample set collected_at = '${earlier}', received_at = '${earlier}' where accession = '${first.accession}'; commit`)
  const own = await lab.facilityOf(busy)
  // An order on paper, which the desk writes down with the visit.
  const body = {
    patientDetails: { fullName: 'Yaw Paper', age: 40, gender: 'male', contact: '+233 24 000 0000' },
    ...{ testType: ['Full Blood Count'], urgent: false, order: { facilityId: own } },
  }
  expect((await lab.call('POST', '/api/queue/walk-in', { by: hana, body })).statusCode).toBe(201)
  const path = '/api/insights/clinics?from=2026-03-09&to=2026-03-09'
  const { clinics } = (await lab.call('GET', path, { by: manager })).json()
  expect(clinics.find(({ id }: { id: string }) => id === own)).toMatchObject({
    ...{
      orders: 3,
      written: 1,
      sent: 2,
      samples: 2,
      rejected: 1,
      reasons: [{ reason: 'Clotted', count: 1 }],
    },
    ...{ released: 1, median: 90, p90: 90, tests: [{ name: 'Full Blood Count', count: 3 }] },
  })
  expect((await lab.call('GET', path, { by: busy })).statusCode).toBe(403)
})

it('a clinic photographs its request form; it and the laboratory see the page, and nobody else', async () => {
  const id = await placed(ridge)
  const add = (by: Person, bytes: Buffer, order = id) =>
    lab.call('POST', at(order, '/pages'), {
      by,
      body: bytes,
      headers: fileHeaders,
    })
  const added = await add(ridge, jpegFile())
  expect(added.statusCode, added.body).toBe(200)
  const page = added.json().page.id
  // The same file again, also by a colleague, is the same page.
  expect((await add(colleague, jpegFile())).json().page.id).toBe(page)
  expect((await add(ridge, Buffer.from('MZ no picture'))).statusCode).toBe(415)
  const pages = (by: Person) => lab.call('GET', at(id, '/pages'), { by })
  expect((await pages(colleague)).json().pages).toMatchObject([{ id: page, addedBy: 'Dr Ridge' }])
  const open = (by: Person, path = `/api/clinic/order-page/${page}`) => lab.call('GET', path, { by })
  expect((await open(ridge)).headers['content-type']).toBe('image/jpeg')

  for (const answer of [await pages(harbour), await add(harbour, pngFile()), await open(harbour)])
    expect(answer.statusCode).toBe(404)
  const remove = (by: Person) =>
    lab.call('POST', `/api/clinic/order-page/${page}/remove`, { by, body: { reason: 'Another patient' } })
  expect((await remove(harbour)).statusCode).toBe(404)

  // With the visit, the laboratory sees the page beside its own, which the clinic does not see.
  await collect(id)
  const ofVisit = `/api/labtest/appointment/${await visitOf(id)}/order/pages`
  const ours = await lab.call('POST', ofVisit, {
    by: hana,
    body: pngFile(),
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'ours.png' },
  })
  expect(ours.statusCode, ours.body).toBe(200)
  const seen = (await lab.call('GET', ofVisit, { by: hana })).json().pages
  expect(seen.map(({ name }: { name: string }) => name).sort()).toEqual(['form.jpg', 'ours.png'])
  expect((await open(hana, `/api/labtest/order-page/${page}`)).statusCode).toBe(200)
  expect((await pages(ridge)).json().pages).toHaveLength(1)
  expect((await open(ridge, `/api/clinic/order-page/${ours.json().page.id}`)).statusCode).toBe(404)
  await expect(
    lab.pool.query(
      `insert into order_page (site_id, id, order_id, name, type, size, sha256, content, added_by, added_at)
       select site_id, gen_random_uuid(), order_id, 'x.jpg', type, size, sha256('x'), content, $2, added_at
       from order_page where id = $1`,
      [page, harbour.accountId],
    ),
  ).rejects.toMatchObject({ constraint: 'order_page_of_facility' })
  expect((await remove(colleague)).statusCode).toBe(200)
  expect((await pages(ridge)).json().pages).toEqual([])
})
