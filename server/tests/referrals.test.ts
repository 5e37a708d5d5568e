import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Referral, ReferralLaboratory, SentBoxDetail } from '#contract/referrals.ts'
import { tellLateReferrals } from '#server/modules/laboratory/index.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { pdfFile } from './sample-files.ts'
import { bookingBody } from './visits.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
let korle: string

const fields = { name: 'Korle Bu', address: 'Guggisberg Ave, Accra', days: 5 }
const tests = [{ test: 'FBC', transport: 'refrigerated', days: 3 }]

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin')
  const body = { ...fields, tests }
  korle = (await lab.call('POST', '/api/referrals/laboratories', { by: manager, body })).json().id
})
afterAll(() => lab.close())

const post = (path: string, body?: object, by = hana) =>
  lab.call('POST', `/api/referrals/${path}`, { by, ...(body && { body }) })
const get = async (path: string, by = hana) => (await lab.call('GET', `/api/referrals${path}`, { by })).json()
const referrals = async (query = ''): Promise<Referral[]> => (await get(`?limit=100${query}`)).rows
const stateOf = async (task: string) =>
  (
    await Promise.all(
      ['to_send', 'packed', 'awaited', 'late', 'returned'].map((state) => referrals(`&state=${state}`)),
    )
  )
    .flat()
    .find(({ id }) => id === task)?.state
const boxOf = (id: string): Promise<SentBoxDetail> => get(`/boxes/${id}`)
const start = (task: string, by = hana) =>
  lab.call('PUT', `/api/Labtask/task/${task}/status`, { by, body: { status: 'in_progress' } })

/** A blood count whose tube is at the bench. */
async function waiting(testType = ['Full Blood Count']) {
  const { visitId, task } = await bench.started(ama, hana, testType)
  const { accession } = (await lab.call('GET', `/api/Labtask/task/${task}`, { by: hana })).json()
  return { visitId, task, accession: accession as string }
}
async function packed(count = 1) {
  const tubes = []
  for (let n = 0; n < count; n++) tubes.push(await waiting())
  const answer = await post('boxes', {
    laboratoryId: korle,
    accessions: tubes.map(({ accession }) => accession),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return { id: answer.json().id as string, tubes }
}
async function sent(count = 1) {
  const box = await packed(count)
  const left = await post(`boxes/${box.id}/hand-over`, { courier: 'DHL', trackingNumber: 'X 12', celsius: 4 })
  expect(left.statusCode, left.body).toBe(200)
  return box
}

describe('referral laboratories', () => {
  it('are set up with the permission for the catalogue, and do each test alone', async () => {
    const body = { name: 'Noguchi', days: 7, tests: [] }
    expect((await post('laboratories', body)).statusCode).toBe(403)
    const added = await post('laboratories', body, manager)
    expect(added.statusCode, added.body).toBe(201)
    const again = await post('laboratories', { ...body, name: 'NOGUCHI' }, manager)
    expect(again.json().fields).toHaveProperty('name')
    const taken = { ...body, tests, version: 1 }
    const refused = await lab.call('PUT', `/api/referrals/laboratories/${added.json().id}`, {
      by: manager,
      body: taken,
    })
    expect(refused.json().fields).toHaveProperty('tests')
    const unknown = await post(
      'laboratories',
      { ...body, name: 'Other', tests: [{ ...tests[0], test: 'NO' }] },
      manager,
    )
    expect(unknown.json().fields).toHaveProperty('tests')
    for (const test of ['FBC\u0000', '\ud800']) {
      const broken = await post(
        'laboratories',
        { ...body, name: 'Other', tests: [{ ...tests[0], test }] },
        manager,
      )
      expect(broken.statusCode, broken.body).toBe(400)
    }
  })

  it('that are ended leave their name and their tests to others', async () => {
    const body = { name: 'Lancet', days: 7, tests: [{ ...tests[0], test: 'GLU' }] }
    const first = await post('laboratories', body, manager)
    expect(first.statusCode, first.body).toBe(201)
    const ended = await lab.call('PUT', `/api/referrals/laboratories/${first.json().id}`, {
      by: manager,
      body: { ...body, ended: true, version: 1 },
    })
    expect(ended.statusCode, ended.body).toBe(200)
    const second = await post('laboratories', body, manager)
    expect(second.statusCode, second.body).toBe(201)
    await lab.call('PUT', `/api/referrals/laboratories/${second.json().id}`, {
      by: manager,
      body: { ...body, tests: [], version: 1 },
    })
  })
})

describe('a test that another laboratory does', () => {
  it('waits to be sent and is not given to technicians here', async () => {
    const { task, accession } = await waiting()
    expect(await stateOf(task)).toBe('to_send')
    const refused = await start(task)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('referred to Korle Bu')
    const queue = await lab.call('GET', '/api/Labtask/tasks?status=pending&limit=100', { by: hana })
    expect(queue.json().rows.map(({ id }: { id: string }) => id)).not.toContain(task)
    const next = await lab.call('POST', '/api/Labtask/claim-next', { by: hana })
    expect(next.json().task?.id).not.toBe(task)
    const { tubes } = await get(`/tubes?laboratoryId=${korle}`)
    expect(tubes).toContainEqual(
      expect.objectContaining({ accession, transport: 'refrigerated', tests: ['Full Blood Count'] }),
    )
  })

  it('is done here for one order, and another test is referred for one order, until it is packed or started', async () => {
    const { task } = await waiting()
    const refer = (id: string, laboratoryId: string | null) =>
      lab.call('PUT', `/api/referrals/tasks/${id}`, { by: hana, body: { laboratoryId, transport: 'frozen' } })
    expect((await refer(task, null)).statusCode).toBe(200)
    expect((await refer(task, null)).statusCode).toBe(409)
    expect((await start(task)).statusCode).toBe(200)
    expect((await refer(task, korle)).statusCode).toBe(409)
    const { tubes } = await packed()
    expect((await refer(tubes[0]?.task ?? '', null)).statusCode).toBe(409)
    expect(
      (await lab.call('PUT', `/api/referrals/tasks/${task}`, { by: ama, body: { laboratoryId: null } }))
        .statusCode,
    ).toBe(403)
  })
})

const startList = (task: string) =>
  lab.call('POST', '/api/Labtask/worklist/start', { by: hana, body: { tasks: [task] } })

it.each([
  {
    way: 'by itself',
    begin: start,
    isRefused: async (answer: ReturnType<typeof start>) => expect((await answer).statusCode).toBe(409),
  },
  {
    way: 'with a worklist',
    begin: startList,
    isRefused: async (answer: ReturnType<typeof start>) => expect((await answer).json().started).toEqual([]),
  },
])('a test that is referred is not started at the same time $way', async ({ begin, isRefused }) => {
  const { task } = await waiting()
  const refer = (laboratoryId: string | null) =>
    lab.call('PUT', `/api/referrals/tasks/${task}`, { by: hana, body: { laboratoryId } })
  await refer(null)
  const other = await lab.superuser.connect()
  try {
    await other.query('begin')
    await other.query('select from task where id = $1 for update', [task])
    const referred = refer(korle)
    await vi.waitUntil(async () => (await waitingForLocks(lab)) === 1)
    const started = begin(task)
    await vi.waitUntil(async () => (await waitingForLocks(lab)) === 2)
    await other.query('commit')
    expect((await referred).statusCode).toBe(200)
    await isRefused(started)
  } finally {
    other.release()
  }
})

describe('a box for another laboratory', () => {
  it('has a packing list without names, and starts the time of its reports when it is handed over', async () => {
    const { id, tubes } = await packed(2)
    const [first] = tubes
    const paper = await lab.call('GET', `/api/referrals/boxes/${id}/list.pdf`, { by: hana })
    const text = textsOf(paper.rawPayload).join(' ')
    for (const said of [
      'Packing list',
      'Korle Bu',
      'Refrigerated, 2 to 8 °C',
      'Full Blood Count',
      first?.accession ?? '',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain(bookingBody.patientDetails.fullName)
    const unreached = await post(`boxes/${id}/arrive`, {})
    expect(unreached.statusCode).toBe(409)
    const answers = await Promise.all([
      post(`boxes/${id}/hand-over`, { courier: 'DHL' }),
      post(`boxes/${id}/hand-over`, { courier: 'Rider' }, rita),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const [referral] = (await referrals()).filter((one) => one.id === first?.task)
    const days = (Date.parse(referral?.dueAt ?? '') - Date.parse(referral?.sentAt ?? '')) / 86_400_000
    expect(days).toBe(3)
    expect((await post(`boxes/${id}/unpack`)).statusCode).toBe(409)
  })

  it('two desks that pack the same tube get one box, and an unpacked tube waits again', async () => {
    const { accession, task } = await waiting()
    const body = { laboratoryId: korle, accessions: [accession] }
    const answers = await Promise.all([post('boxes', body), post('boxes', body, rita)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400])
    const id = answers.find(({ statusCode }) => statusCode === 201)?.json().id
    expect(await stateOf(task)).toBe('packed')
    expect((await post(`boxes/${id}/unpack`)).statusCode).toBe(200)
    expect((await post(`boxes/${id}/hand-over`, { courier: 'DHL' })).statusCode).toBe(409)
    expect(await stateOf(task)).toBe('to_send')
    expect((await boxOf(id)).list).toMatchObject([{ accession, state: 'removed' }])
    expect((await post('boxes', body)).statusCode).toBe(201)
  })

  it('takes an aliquot in place of the tube, and only tubes with the same transport temperature', async () => {
    const { accession, task } = await waiting()
    const cut = await lab.call('POST', `/api/Labtask/sample/${accession}/aliquot`, {
      by: hana,
      body: { tube: 'Cryovial', storagePlace: '' },
    })
    const aliquot = cut.json().sample.accession
    const other = await waiting()
    await lab.call('PUT', `/api/referrals/tasks/${other.task}`, {
      by: hana,
      body: { laboratoryId: korle, transport: 'frozen' },
    })
    const mixed = await post('boxes', { laboratoryId: korle, accessions: [aliquot, other.accession] })
    expect(mixed.json().fields.accessions[0]).toContain('one transport temperature')
    const { id } = (await post('boxes', { laboratoryId: korle, accessions: [aliquot] })).json()
    expect((await boxOf(id)).list).toMatchObject([{ accession: aliquot, tests: ['Full Blood Count'] }])
    expect(await stateOf(task)).toBe('packed')
  })

  it('wait to be sent again if their tube was missing or could not be used', async () => {
    const { id, tubes } = await sent(3)
    const [good, lost, bad] = tubes
    const problems = [
      { accession: lost?.accession, state: 'missing' },
      { accession: bad?.accession, state: 'spoilt', reason: 'Thawed' },
    ]
    expect(
      (await post(`boxes/${id}/arrive`, { problems: [{ ...problems[1], reason: '' }] })).statusCode,
    ).toBe(400)
    const strange = [{ accession: '01260309000018', state: 'missing' }]
    expect((await post(`boxes/${id}/arrive`, { problems: strange })).json().fields).toHaveProperty('problems')
    const twice = await post(`boxes/${id}/arrive`, { problems: [...problems, problems[0]] })
    expect(twice.json().fields).toHaveProperty('problems')
    expect((await post(`boxes/${id}/arrive`, { problems })).statusCode).toBe(200)
    expect((await post(`boxes/${id}/arrive`, {})).statusCode).toBe(409)
    expect(await stateOf(good?.task ?? '')).toBe('awaited')
    expect(await stateOf(lost?.task ?? '')).toBe('to_send')
    expect(await stateOf(bad?.task ?? '')).toBe('to_send')
    expect(await boxOf(id)).toMatchObject({ tubes: 3, wrong: 2 })
    const states = (await boxOf(id)).list.map((one) => [one.accession, one.state, one.reason])
    expect(states.sort()).toEqual(
      [
        [good?.accession, 'received', ''],
        [lost?.accession, 'missing', ''],
        [bad?.accession, 'spoilt', 'Thawed'],
      ].sort(),
    )
  })

  it('is late when the agreed days have passed', async () => {
    const { tubes } = await sent()
    const task = tubes[0]?.task ?? ''
    expect(await stateOf(task)).toBe('awaited')
    await lab.superuser.query(
      "update referral set sent_at = sent_at - interval '4 days', due_at = due_at - interval '4 days' where task_id = $1",
      [task],
    )
    expect(await stateOf(task)).toBe('late')
    const { laboratories } = await get('/laboratories')
    const own = (laboratories as ReferralLaboratory[]).find(({ id }) => id === korle)
    expect(own?.late).toBe(1)
  })

  it('staff who set up the laboratories are notified once of each late report', async () => {
    await tellLateReferrals(lab.context)
    const told = async () =>
      (
        await lab.pool.query(
          `select recipient, payload ->> 'referralLaboratory' as of from outbox where kind = 'referral_late'`,
        )
      ).rows
    const before = (await told()).length
    const { tubes } = await sent(2)
    await tellLateReferrals(lab.context)
    expect(await told()).toHaveLength(before)
    const delay = (task: string | undefined) =>
      lab.superuser.query(
        "update referral set sent_at = sent_at - interval '4 days', due_at = due_at - interval '4 days' where task_id = $1",
        [task],
      )
    await delay(tubes[0]?.task)
    // Two processes run at the same time.
    await Promise.all([tellLateReferrals(lab.context), tellLateReferrals(lab.context)])
    expect(await told()).toHaveLength(before + 1)
    expect((await told()).at(-1)).toEqual({ recipient: manager.email, of: 'Korle Bu' })
    await tellLateReferrals(lab.context)
    expect(await told()).toHaveLength(before + 1)
    await delay(tubes[1]?.task)
    await tellLateReferrals(lab.context)
    expect(await told()).toHaveLength(before + 2)
    const mail = (await lab.mailsTo(manager.email)).at(-1)
    expect(mail?.subject).toBe('Late reports of Korle Bu')
    expect(mail?.text).toContain('/referrals?state=late')
  })
})

describe('the report of another laboratory', () => {
  it('is typed as results that name the laboratory, and counts in its turnaround', async () => {
    const { tubes } = await sent()
    const { task, visitId } = tubes[0] ?? { task: '', visitId: '' }
    expect((await start(task)).statusCode).toBe(200)
    expect((await bench.enter(task, normalCount, 0, hana)).statusCode).toBe(200)
    expect(await stateOf(task)).toBe('returned')
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    const { report } = (await bench.report(visitId, hana)).json()
    expect(report.tests[0]).toMatchObject({ referredTo: 'Korle Bu', enteredBy: hana.fullName })
    const figures = await lab.call('GET', '/api/insights/referrals?from=2026-03-01&to=2026-03-31', {
      by: manager,
    })
    expect(figures.json().laboratories).toMatchObject([
      { id: korle, name: 'Korle Bu', reported: 1 },
      { id: null, name: '' },
    ])
    expect(
      (await lab.call('GET', '/api/insights/referrals?from=2026-03-01&to=2026-03-31', { by: hana }))
        .statusCode,
    ).toBe(403)
  })

  it('can be attached as a PDF that is part of our report, released by a second person', async () => {
    const { tubes } = await sent()
    const { task, visitId } = tubes[0] ?? { task: '', visitId: '' }
    await start(task)
    expect((await bench.complete(task, hana)).json().message).toContain('attach the report of Korle Bu')
    const file = await lab.call('POST', `/api/Labtask/task/${task}/attachments`, {
      by: hana,
      body: pdfFile(),
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'korle.pdf' },
    })
    expect(file.statusCode, file.body).toBe(200)
    expect((await bench.complete(task, hana)).statusCode).toBe(409)
    const { id } = file.json().attachment
    await lab.call('PUT', `/api/Labtask/attachment/${id}/report`, { by: hana, body: { inReport: true } })
    expect((await bench.complete(task, hana)).statusCode).toBe(200)
    expect((await bench.release([task], hana)).statusCode).toBe(409)
    const release = await bench.release([task], rita)
    expect(release.statusCode, release.body).toBe(200)
    const { report } = (await bench.report(visitId, hana)).json()
    expect(report.tests[0]).toMatchObject({ referredTo: 'Korle Bu', results: [], enteredBy: hana.fullName })
    const pdf = await lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf`, { by: hana })
    expect(textsOf(pdf.rawPayload).join(' ')).toContain('The result is in the attached report of Korle Bu.')
  })

  it('is released by nobody who attached it, also if somebody else attached one before', async () => {
    const { tubes } = await sent()
    const { task } = tubes[0] ?? { task: '' }
    await start(task)
    const attach = async (by: Person, extra: string) => {
      const answer = await lab.call('POST', `/api/Labtask/task/${task}/attachments`, {
        by,
        body: pdfFile(extra),
        headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'korle.pdf' },
      })
      return answer.json().attachment.id as string
    }
    const place = (by: Person, id: string, inReport: boolean) =>
      lab.call('PUT', `/api/Labtask/attachment/${id}/report`, { by, body: { inReport } })
    const first = await attach(hana, '/Lang (en)')
    await place(hana, first, true)
    await place(hana, first, false)
    await place(rita, await attach(rita, '/Lang (fr)'), true)
    expect((await bench.complete(task, hana)).statusCode).toBe(200)
    expect((await bench.form(task, rita)).whyNotRelease).toMatch(/somebody else/i)
    expect((await bench.release([task], rita)).statusCode).toBe(409)
    const release = await bench.release([task], manager)
    expect(release.statusCode, release.body).toBe(200)
  })
})
