import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Task } from '#contract/bench.ts'
import { type Permission, permissionNames } from '#contract/permissions.ts'
import type { ConfidentialCare } from '#contract/rapid-tests.ts'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { callName, everyCall, forStaff } from './contract-calls.ts'
import { programsOf } from './fhir-clients.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { decrypt, payloadOf } from './smart-viewer.ts'
import type { Mail } from './smtp-inbox.ts'
import { openVisitTo } from './somebody.ts'

const hiv = 'Retro screen for HIV'
const masked = 'Confidential test'
const count = 'Full Blood Count'

let lab: TestApp
let bench: Bench
let ama: Person
let manager: Person
/** Technicians with the specialty. */
let vida: Person
let rex: Person
/** A technician of other specialties, with every permission but the one for confidential tests. */
let hana: Person

async function technician(
  fullName: string,
  specialties: readonly string[],
  permissions: readonly Permission[],
) {
  const person = await lab.makeStaff('technician', { fullName })
  await lab.pool.query('insert into account_specialty select $1, unnest($2::text[])', [
    person.accountId,
    [...specialties],
  ])
  await lab.pool.query('update account set permissions = $2 where id = $1', [
    person.accountId,
    [...permissions],
  ])
  return person
}

beforeAll(async () => {
  lab = await openTestApp()
  bench = benchOf(lab)
  manager = await lab.makeStaff('admin')
  await lab.pool.query(`update test set bookable = true where code = 'CT1'`)
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah', email: 'ama@example.com' })
  vida = await technician('Vida Virologist', ['Retro Screenfor HIV', count], ['release', 'retract'])
  rex = await technician('Rex Reviewer', ['Retro Screenfor HIV', count], ['release', 'retract'])
  hana = await technician(
    'Hana Haematologist',
    [count],
    permissionNames.filter((one) => one !== 'confidential'),
  )
})
afterAll(() => lab.close())

const taskOf = async (visitId: string, title = masked, by = vida): Promise<string> => {
  const { rows } = await lab.pool.query(
    `select k.id from task k join test t on t.code = k.test_code where k.visit_id = $1 and t.name = $2 and k.withdrawn_at is null`,
    [visitId, title],
  )
  expect([by.role, rows.length]).toEqual([by.role, 1])
  return rows[0].id
}
const at = (id: string, part = '') => `/api/Labtask/confidential/${id}${part}`
const care = async (id: string, by = vida): Promise<ConfidentialCare> =>
  (await lab.call('GET', at(id), { by })).json()
const consent = (id: string, body: object = {}, by = vida) =>
  lab.call('PUT', at(id, '/consent'), {
    by,
    body: { consent: 'written', on: '2026-03-09', by: 'Counsellor Cora', ...body },
  })
const counsel = (id: string, body: object = {}, by = vida) =>
  lab.call('PUT', at(id, '/counselling'), { by, body: { on: '2026-03-09', by: 'Counsellor Cora', ...body } })
const kits = ['Alpha kit', 'Beta kit', 'Gamma kit']
const rapid = (...reactive: boolean[]) =>
  reactive.map((one, place) => ({
    kit: kits[place],
    lot: `LOT-${place + 1}`,
    expiresOn: '2026-12-31',
    reactive: one,
  }))
const save = (id: string, tests: object[], revision = 0, by = vida) =>
  lab.call('PUT', at(id, '/rapid-tests'), { by, body: { tests, revision } })
const start = (id: string, by = vida) =>
  lab.call('PUT', `/api/Labtask/task/${id}/status`, { by, body: { status: 'in_progress' } })

/** What a reader sees of a mail: random tokens of links and raw Base64 can hold any three letters by chance. */
const readable = ({ raw: _, ...mail }: Mail) => JSON.stringify(mail).replace(/[\w-]{22,}/g, '')

/** A visit with the test at the bench, with consent and started. */
async function atWork(testType = [hiv]) {
  const { visitId } = await bench.started(ama, vida, testType)
  const task = await taskOf(visitId)
  expect((await consent(task)).statusCode).toBe(200)
  expect((await start(task)).statusCode).toBe(200)
  return { visitId, task }
}

/** As `atWork`, with rapid tests, counselling and release. */
async function released(reactive: boolean[], testType = [hiv]) {
  const { visitId, task } = await atWork(testType)
  expect((await save(task, rapid(...reactive))).statusCode).toBe(200)
  expect((await bench.complete(task, vida)).statusCode).toBe(200)
  expect((await counsel(task)).statusCode).toBe(200)
  const answer = await bench.release([task], rex)
  expect(answer.statusCode, answer.body).toBe(200)
  return { visitId, task }
}

describe('consent and counselling', () => {
  it('no call starts a confidential test without consent', async () => {
    const { visitId } = await bench.started(ama, vida, [hiv])
    const task = await taskOf(visitId)
    expect((await start(task)).json().message).toMatch(/consent/)
    expect((await start(task, manager)).json().message).toMatch(/consent/)
    const list = await lab.call('POST', '/api/Labtask/worklist/start', { by: vida, body: { tasks: [task] } })
    expect(list.json()).toMatchObject({ started: [], left: [{ why: expect.stringMatching(/consent/) }] })
    const next = await lab.call('POST', '/api/Labtask/claim-next', { by: vida })
    expect(next.json().task?.id).not.toBe(task)
    expect((await consent(task, { on: '2026-03-10' })).json().fields).toEqual({
      on: ['Choose a day that is not in the future'],
    })
    expect((await consent(task)).statusCode).toBe(200)
    expect((await start(task)).statusCode).toBe(200)
    expect((await care(task)).before).toEqual({
      consent: 'written',
      on: '2026-03-09',
      by: 'Counsellor Cora',
      notedBy: 'Vida Virologist',
    })
  })

  it('results are not released before the post-test counselling', async () => {
    const { task } = await atWork()
    expect((await counsel(task)).json().message).toMatch(/only while the task has results/)
    await save(task, rapid(false))
    await bench.complete(task, vida)
    expect((await bench.release([task], rex)).json().message).toMatch(/post-test counselling/)
    expect((await counsel(task, { on: '2026-03-08' })).json().fields).toHaveProperty('on')
    expect((await counsel(task)).statusCode).toBe(200)
    expect((await bench.release([task], rex)).statusCode).toBe(200)
    expect((await consent(task)).json().message).toMatch(/released/)
  })

  it('staff without access to a confidential test cannot read or note them', async () => {
    const { task } = await atWork()
    for (const answer of [
      await lab.call('GET', at(task), { by: hana }),
      await consent(task, {}, hana),
      await counsel(task, {}, hana),
      await save(task, rapid(false), 0, hana),
      await lab.call('GET', `/api/Labtask/task/${task}`, { by: hana }),
      await lab.call('GET', `/api/Labtask/task/${task}/results`, { by: hana }),
    ])
      expect(answer.statusCode).toBe(404)
    const other = await bench.started(ama, vida, [count])
    expect((await lab.call('GET', at(other.task), { by: vida })).statusCode).toBe(404)
  })

  it('a technician with the permission but without the specialty reads the task and cannot do the test', async () => {
    const { task } = await atWork()
    const petra = await technician('Petra Permitted', [count], ['confidential'])
    expect((await lab.call('GET', `/api/Labtask/task/${task}`, { by: petra })).json().title).toBe(hiv)
    expect((await save(task, rapid(false), 0, petra)).statusCode).toBe(404)
  })
})

describe('rapid tests', () => {
  it.each([
    [[false], 'Negative'],
    [[true, true, true], 'Positive'],
    [[true, false], 'Inconclusive'],
    [[true, true, false], 'Inconclusive'],
  ])('%j come to %s', async (reactive, conclusion) => {
    const { task } = await atWork()
    expect((await save(task, rapid(...reactive))).json()).toEqual({ message: 'Rapid tests saved.' })
    expect(await care(task)).toMatchObject({ conclusion, rapid: rapid(...reactive), revision: 1 })
    expect((await bench.form(task, vida)).analytes[0].entered.value).toBe(conclusion)
  })

  it('rapid tests in a wrong order, with an expired kit, with the same kit twice or incomplete are refused', async () => {
    const { task } = await atWork()
    const fields = async (tests: object[]) => (await save(task, tests)).json().fields
    expect(await fields(rapid(false, true))).toEqual({
      'tests.1.reactive': ['No test is done after a non-reactive test or after the last test'],
    })
    expect(await fields(rapid(true))).toEqual({ tests: [expect.stringMatching(/enter the next test/)] })
    expect(await fields(rapid(true, true))).toHaveProperty('tests')
    const [first = {}, second = {}] = rapid(true, false)
    expect(await fields([first, { ...second, kit: 'ALPHA kit' }])).toHaveProperty(['tests.1.kit'])
    expect(await fields([{ ...rapid(false)[0], expiresOn: '2026-03-08' }])).toEqual({
      'tests.0.expiresOn': ['This kit has expired'],
    })
    expect(await fields([{ ...rapid(false)[0], lot: '' }])).toHaveProperty(['tests.0.lot'])
    expect((await care(task)).rapid).toEqual([])
  })

  it('a result cannot be typed, and a result that differs from the rapid tests is not released', async () => {
    const { task } = await atWork()
    expect((await bench.enter(task, { 'CT1-RESULT': 'Negative' }, 0, vida)).json().message).toMatch(
      /rapid tests/,
    )
    await save(task, rapid(false))
    await bench.complete(task, vida)
    await counsel(task)
    await lab.superuser.query(`update result set text = 'Positive' where task_id = $1`, [task])
    expect((await bench.release([task], rex)).statusCode).toBe(409)
    const row = { first: true, second: null }
    await expect(
      lab.pool.query(
        'update rapid_testing set first_reactive = $2, second_reactive = $3 where task_id = $1',
        [task, row.first, row.second],
      ),
    ).rejects.toThrow(/rapid_testing_second/)
  })

  it('saving the same rapid tests twice succeeds, and other rapid tests on an old revision are refused', async () => {
    const { task } = await atWork()
    expect((await save(task, rapid(false))).statusCode).toBe(200)
    expect((await save(task, rapid(false))).statusCode).toBe(200)
    expect((await save(task, rapid(true, false))).statusCode).toBe(409)
    expect((await save(task, rapid(true, false), 1)).statusCode).toBe(200)
  })
})

/** All texts that a program reads by a SMART Health Link to a visit: of the resources, and of the PDF in the report. */
async function openedBySmartLink(visitId: string): Promise<string> {
  const made = await lab.call('POST', `/api/labtest/appointment/${visitId}/share`, {
    by: ama,
    body: { days: 7, kind: 'smart' },
  })
  const { url, key } = payloadOf(made.json().link)
  const manifest = await lab.call('POST', new URL(url).pathname, { body: { recipient: 'Ridge Clinic' } })
  const { bundle, of } = await decrypt(manifest.json().files[0].embedded, key)
  const [{ presentedForm }] = of('DiagnosticReport')
  const pdf = textsOf(Buffer.from(presentedForm[0].data, 'base64'))
  // The Base64 of the PDF can have any letters by chance.
  return JSON.stringify(bundle).replace(presentedForm[0].data, '') + pdf.join(' ')
}

describe('the report of confidential tests', () => {
  it('the ordinary report neither names nor awaits the confidential test, and the visit ends when both reports are released', async () => {
    const { visitId } = await bench.started(ama, vida, [count, hiv])
    const [ofCount, task] = [await taskOf(visitId, count), await taskOf(visitId)]
    await bench.enter(ofCount, normalCount, 0, vida)
    await bench.complete(ofCount, vida)
    expect((await bench.release([ofCount], rex)).statusCode).toBe(200)
    const state = async () =>
      (await lab.pool.query('select status from visit where id = $1', [visitId])).rows[0].status
    expect(await state()).toBe('in_progress')
    await consent(task)
    await start(task)
    await save(task, rapid(true, true, true))
    await bench.complete(task, vida)
    await counsel(task)
    expect((await bench.release([task], rex)).statusCode).toBe(200)
    expect(await state()).toBe('completed')
    const ordinary = (await bench.report(visitId, ama)).json()
    expect(ordinary.report).toMatchObject({ version: 1, status: 'final', waitingFor: [] })
    expect(JSON.stringify(ordinary)).not.toMatch(/HIV|Confidential|Positive/)
    const linked = await openedBySmartLink(visitId)
    expect([
      /HGB|Haemoglobin/.test(linked),
      /CT1|HIV|Confidential|Positive|antibod/i.exec(linked)?.[0],
    ]).toEqual([true, undefined])
    const apart = await lab.call('GET', `/api/labtest/appointment/${visitId}/confidential-report`, {
      by: ama,
    })
    expect(apart.json().report).toMatchObject({
      version: 1,
      status: 'final',
      tests: [{ name: hiv, results: [{ name: 'HIV antibodies', value: 'Positive' }] }],
    })
    const pdf = await lab.call('GET', `/api/labtest/appointment/${visitId}/confidential-report.pdf`, {
      by: ama,
    })
    expect(textsOf(pdf.rawPayload).join(' ')).toContain('HIV antibodies')
    const verified = await lab.call('GET', `/api/verify/${apart.json().report.code}`)
    expect(verified.json().status).toBe('authentic')
  })

  it('only the patient, technicians of the specialty and managers read it', async () => {
    const { visitId } = await released([false])
    const paths = ['', '.pdf'].map((kind) => `/api/labtest/appointment/${visitId}/confidential-report${kind}`)
    const stranger = await lab.signUpPatient({ fullName: 'Kojo Stranger' })
    await openVisitTo(lab.pool, visitId, stranger.accountId)
    for (const path of paths) {
      for (const by of [ama, vida, rex, manager])
        expect((await lab.call('GET', path, { by })).statusCode).toBe(200)
      for (const by of [hana, stranger]) expect((await lab.call('GET', path, { by })).statusCode).toBe(404)
    }
    // A person who looks after the patient sees that there was a confidential test, but not its name.
    const seen = await lab.call('GET', `/api/labtest/appointment/${visitId}`, { by: stranger })
    expect(seen.json().testType).toEqual([masked])
    expect((await lab.call('GET', '/api/labtest/reports', { by: stranger })).body).not.toContain(visitId)
    const { rows: read } = await lab.pool.query(
      `select count(distinct account_id)::int as n from audit where action = 'report.read_apart' and subject_id = $1`,
      [visitId],
    )
    expect(read).toEqual([{ n: 4 }])
    expect((await bench.report(visitId, ama)).statusCode).toBe(404)
  })

  it('the clinic that ordered the test reads it, and other clinics do not', async () => {
    const [ridge, harbour] = [await lab.makeClinician(), await lab.makeClinician()]
    const patient = {
      fullName: 'Abena Ridge',
      gender: 'female',
      bornOn: '1990-05-04',
      contact: '+233 24 555 0101',
    }
    const order = await lab.call('POST', '/api/clinic/orders', {
      by: ridge,
      body: { patient, testType: [hiv], way: 'sample' },
    })
    const path = `/api/clinic/orders/${order.json().id}`
    const taken = await lab.call('POST', `${path}/samples`, {
      by: ridge,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' },
    })
    expect(taken.statusCode, taken.body).toBeLessThan(300)
    const { rows } = await lab.pool.query(
      `select v.id, s.accession from clinic_order o join visit v on v.id = o.visit_id
       join sample s on s.visit_id = v.id where o.id = $1`,
      [order.json().id],
    )
    await lab.call('POST', `/api/Labtask/sample/${rows[0].accession}/receive`, { by: vida })
    const task = await taskOf(rows[0].id)
    await consent(task)
    await start(task)
    await save(task, rapid(true, true, true))
    await bench.complete(task, vida)
    await counsel(task)
    expect((await bench.release([task], rex)).statusCode).toBe(200)
    const list = await lab.call('GET', '/api/clinic/orders', { by: ridge })
    expect(list.json().rows[0]).toMatchObject({ tests: [masked], state: 'ready' })
    expect((await lab.call('GET', path, { by: ridge })).json()).toMatchObject({
      tests: [hiv],
      report: null,
      confidentialReport: { version: 1 },
    })
    const request = await lab.call('GET', `${path}/request.pdf`, { by: ridge })
    const paper = textsOf(request.rawPayload).join(' ')
    expect([paper.includes(masked), paper.includes('HIV')]).toEqual([true, false])
    for (const kind of ['', '.pdf']) {
      const read = (by: Person) => lab.call('GET', `${path}/confidential-report${kind}`, { by })
      expect((await read(ridge)).statusCode).toBe(200)
      expect((await read(harbour)).statusCode).toBe(404)
    }
    expect((await lab.call('GET', `${path}/report`, { by: ridge })).statusCode).toBe(404)
    await lab.call('POST', '/api/clinic/orders', {
      by: ridge,
      body: { patient, testType: [hiv], way: 'visit' },
    })
    const expected = (await lab.call('GET', '/api/expected-orders', { by: hana })).body
    expect([expected.includes(masked), expected.includes('HIV')]).toEqual([true, false])
    const mails = await lab.mailsTo(ridge.email)
    expect(mails.length).toBeGreaterThan(0)
    for (const mail of mails) expect(readable(mail)).not.toMatch(/HIV|Positive|antibod/i)
  })

  it('it cannot be shared, printed from a list, handed over or linked to', async () => {
    const { visitId } = await released([true, true, true])
    const path = `/api/labtest/appointment/${visitId}`
    const answers = [
      await lab.call('GET', `/api/Labtask/reports.pdf?visits=${visitId}`, { by: manager }),
      await lab.call('GET', `${path}/report.pdf`, { by: manager }),
    ]
    for (const answer of answers) expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
    for (const kind of ['page', 'smart']) {
      const shared = await lab.call('POST', `${path}/share`, { by: ama, body: { days: 7, kind } })
      expect([shared.statusCode, shared.json().code]).toEqual([404, 'not_found'])
    }
    const day = await lab.call('GET', '/api/Labtask/reports?day=2026-03-09', { by: manager })
    expect(day.body).not.toContain(visitId)
  })

  it('the patient’s list shows it without name, value or flag', async () => {
    const { visitId } = await released([true, true, true])
    const list = await lab.call('GET', '/api/labtest/reports', { by: ama })
    const row = list.json().rows.find((one: { visitId: string }) => one.visitId === visitId)
    expect(row).toMatchObject({
      confidential: true,
      tests: [masked],
      usual: 0,
      flagged: 0,
      urgent: false,
      opened: false,
    })
    await lab.call('GET', `/api/labtest/appointment/${visitId}/confidential-report`, { by: ama })
    const again = await lab.call('GET', '/api/labtest/reports', { by: ama })
    expect(again.json().rows.find((one: { visitId: string }) => one.visitId === visitId).opened).toBe(true)
  })

  it('a correction and a withdrawal are further versions of it', async () => {
    const { visitId, task } = await released([true, false])
    const read = async () =>
      (await lab.call('GET', `/api/labtest/appointment/${visitId}/confidential-report`, { by: ama })).json()
        .report
    expect((await bench.correct(task, 'Wrong tube', vida)).statusCode).toBe(200)
    await save(task, rapid(false), 1)
    expect((await bench.release([task], rex)).statusCode).toBe(200)
    expect(await read()).toMatchObject({
      version: 2,
      status: 'corrected',
      tests: [{ results: [{ value: 'Negative' }] }],
    })
    const withdrawn = await lab.call('POST', '/api/Labtask/retract', {
      by: vida,
      body: { tasks: [task], reason: 'Mixed up' },
    })
    expect(withdrawn.statusCode, withdrawn.body).toBe(200)
    expect(await read()).toMatchObject({ version: 3, status: 'withdrawn' })
    expect((await care(task)).rapid).toEqual([])
    const standing = (by: Person) =>
      lab.call('GET', `/api/labtest/appointment/${visitId}/report/standing`, { by })
    expect((await standing(rex)).json()).toMatchObject({ report: null, confidential: { version: 3 } })
    expect((await standing(hana)).json()).toMatchObject({ report: null, confidential: null })
    await expect(lab.superuser.query('update confidential_report set version = 9')).rejects.toThrow()
  })
})

describe('the name of a confidential test', () => {
  it('no message has it, and the patient reads it in the opened visit', async () => {
    const { visitId } = await released([true, true, true])
    const mails = await lab.mailsTo('ama@example.com')
    expect(mails.length).toBeGreaterThan(0)
    for (const mail of mails) expect(readable(mail)).not.toMatch(/HIV|Positive|antibod/i)
    const { rows } = await lab.pool.query(
      `select string_agg(concat(subject, body, payload), ' ') as said from outbox`,
    )
    expect(rows[0].said).not.toMatch(/HIV/)
    const visit = await lab.call('GET', `/api/labtest/appointment/${visitId}`, { by: ama })
    expect(visit.json().testType).toEqual([hiv])
    expect((await lab.call('GET', '/api/labtest/appointments', { by: ama })).body).not.toMatch(/HIV/)
    const calendar = await lab.call('GET', `/api/labtest/appointment/${visitId}/calendar.ics`, { by: ama })
    expect([calendar.statusCode, calendar.body.includes('HIV')]).toEqual([200, false])
  })

  it('no FHIR resource has the name, the code or the result', async () => {
    await released([true, true, true])
    const programs = programsOf(lab, manager)
    const by = await programs.signIn(await programs.register('Ridge Hospital'))
    for (const type of [
      'Patient',
      'Appointment',
      'ServiceRequest',
      'Specimen',
      'Observation',
      'DiagnosticReport',
    ]) {
      const answer = await lab.call('GET', `/fhir/R4/${type}?_count=100`, by)
      expect([type, answer.statusCode]).toEqual([type, 200])
      expect([type, /CT1|HIV|Positive|antibod/i.exec(answer.body)?.[0]]).toEqual([type, undefined])
    }
  })

  it('no call shows the name or the result to staff without access', async () => {
    const { visitId, task } = await released([true, true, true])
    const waiting = await atWork([hiv])
    await save(waiting.task, rapid(true, true, true))
    await bench.complete(waiting.task, vida)
    const { rows } = await lab.pool.query(
      `select s.id, s.accession, v.reference, v.person_id from sample s join visit v on v.id = s.visit_id where v.id = $1`,
      [visitId],
    )
    const [{ id: sample, accession, reference, person_id: person }] = rows
    const ids = [visitId, task, waiting.visitId, waiting.task, sample, person, ama.accountId]
    // The catalogue, prices and settings name all tests of the laboratory, and the list of staff names specialties.
    const offers =
      /^\/api\/(catalogue|packages|money\/prices|money\/price-list|stock|microbiology|referrals|dhis2\/tests|cases\/rules|technician|settings|sites|labtest\/tests|laboratory|labtest\/appointment\/:id\/tests|auth)/
    // The tests that can be counted for a health authority are those whose results the reader may see.
    // No test of the list of notifiable results is confidential.
    for (const path of ['/api/dhis2/tests', '/api/cases/rules'])
      expect((await lab.call('GET', path, { by: hana })).body).not.toMatch(/HIV|antibodies/)
    const secrets = /HIV|antibodies|"Positive"|(Alpha|Beta|Gamma) kit|LOT-\d/
    let read = 0
    const opened = new Set<string>()
    for (const call of await everyCall()) {
      if (
        !forStaff(call) ||
        call.method !== 'GET' ||
        call.path.endsWith('/stream') ||
        /live$/.test(call.path)
      )
        continue
      if (offers.test(call.path)) continue
      const paths = call.path.includes(':accession')
        ? [call.path.replace(':accession', accession)]
        : call.path.includes(':')
          ? ids.map((id) => call.path.replace(/:\w+/g, id))
          : [
              '',
              `?search=${accession}`,
              `?search=${reference}`,
              `?code=${accession}`,
              '?day=2026-03-09',
              '?from=2026-03-01&to=2026-03-31',
              `?test=${masked.replace(' ', '%20')}`,
              `?accessions=${accession}`,
            ].map((part) => call.path + part)
      for (const path of paths) {
        for (const by of [hana, manager]) {
          const answer = await lab.callAtOnce('GET', path, { by })
          if (answer.statusCode >= 400) continue
          read++
          const isPdf = answer.headers['content-type']?.toString().startsWith('application/pdf')
          const said = secrets.exec(isPdf ? textsOf(answer.rawPayload).join(' ') : answer.body)?.[0]
          if (by === manager && said) opened.add(call.path)
          else expect([callName(call), path, said]).toEqual([callName(call), path, undefined])
        }
      }
    }
    expect(read).toBeGreaterThan(200)
    // Managers read it in opened records, and in no list.
    expect([...opened].sort()).toEqual([
      '/api/Labtask/confidential/:id',
      '/api/Labtask/task/:id',
      '/api/Labtask/task/:id/results',
      '/api/labtest/appointment/:id',
      '/api/labtest/appointment/:id/confidential-report',
      '/api/labtest/appointment/:id/confidential-report.pdf',
      '/api/labtest/appointment/:id/history',
    ])
  }, 240_000)

  it('the kits that the task used do not disclose it', async () => {
    const { rows } = await lab.pool.query('select id from site order by created_at limit 1')
    const opened = await lab.pool.query(
      `with item as (
        insert into stock_item (id, site_id, name, kind, unit, manufacturer, catalogue_number, reorder_level, delivery_days)
        values (gen_random_uuid(), $1, 'HIV kit', 'kit', 'test', '', '', 0, 1) returning id, site_id),
      uses as (insert into stock_item_test select id, 'CT1', 1 from item)
      insert into stock_lot (id, site_id, item_id, number, expires_on, opened_on, remaining)
      select gen_random_uuid(), site_id, id, 'A1', '2026-12-31', '2026-03-01', 50 from item returning id`,
      [rows[0].id],
    )
    const { task } = await atWork()
    const tests = [{ stockLot: opened.rows[0].id, reactive: false }]
    expect((await save(task, tests)).statusCode).toBe(200)
    const lots = async (by: Person) =>
      (await lab.call('GET', `/api/stock/lots-used?task=${task}`, { by })).json().lots
    expect(await lots(vida)).toMatchObject([{ name: 'HIV kit', number: 'A1' }])
    expect(await lots(hana)).toEqual([])
  })

  it('none of the patient’s own lists has it', async () => {
    await released([true, true, true])
    await lab.mailsTo('ama@example.com')
    for (const path of [
      '/api/labtest/appointments',
      '/api/labtest/reports',
      '/api/notifications',
      '/api/audit/mine',
    ])
      expect([path, /HIV|Positive/.test((await lab.call('GET', path, { by: ama })).body)]).toEqual([
        path,
        false,
      ])
  })

  it('staff without access cannot filter by it', async () => {
    const { visitId } = await atWork()
    const list = (by: Person) =>
      lab.call('GET', `/api/Labtask/appointments-tasks?test=${encodeURIComponent(hiv)}`, { by })
    expect((await list(manager)).body).toContain(visitId)
    expect((await list(hana)).body).not.toContain(visitId)
    const tasks = (await lab.call('GET', '/api/Labtask/tasks?status=in_progress', { by: hana })).json()
      .rows as Task[]
    expect(tasks.map(({ title }) => title)).not.toContain(masked)
  })

  it('the test stays in a visit that staff without access change', async () => {
    const booked = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: {
        testType: [hiv, count],
        scheduledDate: '2026-03-20',
        scheduleTime: '09:00',
        patientDetails: {
          fullName: 'Ama Mensah',
          age: 34,
          gender: 'female',
          contact: '+233241234567',
          email: 'ama@example.com',
        },
      },
    })
    const { id, version } = booked.json().appointment
    const seen = (await lab.call('GET', `/api/labtest/appointment/${id}`, { by: hana })).json()
    expect(seen.testType.toSorted()).toEqual([masked, count].toSorted())
    const changed = await lab.call('PUT', `/api/labtest/update-appointments/${id}`, {
      by: hana,
      body: {
        testType: seen.testType,
        scheduledDate: '2026-03-20',
        scheduleTime: '10:00',
        patientDetails: seen.patientDetails,
        reason: 'They asked for it',
        version,
      },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    const { rows } = await lab.pool.query('select test_code from visit_test where visit_id = $1 order by 1', [
      id,
    ])
    expect(rows.map((row) => row.test_code)).toEqual(['CT1', 'FBC'])
  })

  it('only staff with access export it', async () => {
    const answer = await lab.call('POST', '/api/transfer/export', { by: hana, body: { files: false } })
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      expect.stringMatching(/See confidential tests/),
    ])
  })

  it('a test that has samples cannot become confidential, or cease to be', async () => {
    const path = '/api/catalogue/tests/CT1'
    const {
      version,
      analytes: _a,
      history: _h,
      aliases: _l,
      code: _c,
      panelVersion: _p,
      ...test
    } = (await lab.call('GET', path, { by: manager })).json()
    expect(test).toMatchObject({ name: hiv, confidential: true, rapidTests: 3 })
    const body = { ...test, confidential: false, follows: version, reason: 'Open' }
    const answer = await lab.call('PUT', path, { by: manager, body })
    expect(answer.json().fields).toHaveProperty('confidential')
    await expect(lab.pool.query(`update test set confidential = false where code = 'CT1'`)).rejects.toThrow(
      /has tasks/,
    )
  })
})
