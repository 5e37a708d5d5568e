import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { benchOf } from './bench-tasks.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let hana: Person
let kwame: Person
beforeAll(async () => {
  lab = await openTestApp()
  hana = await lab.makeStaff('technician', { fullName: 'Hana Haematologist' })
  kwame = await lab.makeStaff('technician', { fullName: 'Kwame Collector' })
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const base = '/api/downtime'
const start = Date.parse(mondayMorning)
const minutes = (count: number) => new Date(start + count * 60_000).toISOString()

type Form = { id: string; accessions: string[]; staff: { id: string; fullName: string }[]; state: string }
async function printed(count = 1): Promise<{ numbers: number[]; forms: Form[] }> {
  const added = await lab.call('POST', base, { by: hana, body: { count } })
  expect(added.statusCode, added.body).toBe(201)
  const { numbers } = added.json<{ numbers: number[] }>()
  const forms: Form[] = []
  for (const number of numbers) {
    const { rows } = (await lab.call('GET', `${base}?search=${number}`, { by: hana })).json()
    forms.push((await lab.call('GET', `${base}/${rows[0].id}`, { by: hana })).json())
  }
  return { numbers, forms }
}

const written = (form: Form | undefined, change: object = {}) => ({
  patientDetails: { fullName: 'Esi Outage', age: 31, gender: 'female', contact: '+233 24 555 0144' },
  testType: ['Full Blood Count', 'Urine R/E'],
  arrivedAt: minutes(2),
  collectedAt: minutes(5),
  collectedBy: kwame.accountId,
  identifiedBy: ['Full name', 'Age'],
  prepared: 'yes',
  labels: form?.accessions.slice(0, 2),
  ...change,
})
const enter = (form: Form | undefined, change: object = {}, by = hana) =>
  lab.call('POST', `${base}/${form?.id}/enter`, { by, body: written(form, change) })

it('forms have numbers of samples that no other sample gets', async () => {
  const { numbers, forms } = await printed(2)
  expect(new Set(forms.flatMap(({ accessions }) => accessions)).size).toBe(10)
  const paper = await lab.call('GET', `${base}/forms.pdf?numbers=${numbers.join(',')}`, { by: hana })
  expect(paper.headers['content-type']).toBe('application/pdf')
  expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const [more] = (await printed()).forms
  expect(Number(more?.accessions[0]?.slice(0, 13))).toBe(
    Number(forms[1]?.accessions.at(-1)?.slice(0, 13)) + 1,
  )
  const unknown = await lab.call('GET', `${base}/forms.pdf?numbers=${numbers[0]},9999`, { by: hana })
  expect(unknown.statusCode).toBe(404)
})

it('a form becomes a visit with the times, the collector and the labels that it states', async () => {
  const { forms, numbers } = await printed()
  lab.clock.set(minutes(20))
  const tubes = await lab.call(
    'GET',
    `${base}/${forms[0]?.id}/tubes?tests=Full+Blood+Count&tests=Urine+R%2FE`,
    { by: hana },
  )
  expect(tubes.json().tubes).toMatchObject([{ tests: ['Full Blood Count'] }, { tests: ['Urine R/E'] }])
  const entered = await enter(forms[0])
  expect(entered.statusCode, entered.body).toBe(201)
  const { visit } = entered.json()
  const { rows } = await lab.pool.query(
    `select s.accession, s.collected_at, a.full_name as collector, v.starts_at, v.status, v.walk_in,
       (select count(*)::int from ticket t where t.visit_id = v.id) as tickets
     from sample s join visit v on v.site_id = s.site_id and v.id = s.visit_id join account a on a.id = s.collected_by
     where v.id = $1 order by s.accession`,
    [visit.id],
  )
  expect(rows).toMatchObject(
    [0, 1].map((index) => ({
      accession: forms[0]?.accessions[index],
      collected_at: new Date(minutes(5)),
      collector: 'Kwame Collector',
      starts_at: new Date(minutes(2)),
      status: 'collected',
      walk_in: true,
      tickets: 0,
    })),
  )
  const received = await lab.call('POST', `/api/Labtask/sample/${forms[0]?.accessions[0]}/receive`, {
    by: hana,
    body: {},
  })
  expect(received.statusCode, received.body).toBe(200)
  const again = (await lab.call('GET', `${base}?state=entered&search=${numbers[0]}`, { by: hana })).json()
  expect(again.rows).toMatchObject([
    {
      state: 'entered',
      visit,
      collectedBy: 'Kwame Collector',
      settledBy: 'Hana Haematologist',
      settledAt: minutes(20),
    },
  ])
  const paper = await lab.call('GET', `${base}/forms.pdf?numbers=${numbers[0]}`, { by: hana })
  expect(paper.statusCode).toBe(404)
})

it('date of birth, requester and payer on the form are those of the visit', async () => {
  const [form] = (await printed()).forms
  lab.clock.set(minutes(20))
  await lab.superuser.query('update laboratory set prices_on = true')
  const insurer = '01900000-0000-7000-8000-0000000000f7'
  await lab.pool.query(`insert into payer (id, kind, name) values ($1, 'insurer', 'Outage Insurance')`, [
    insurer,
  ])
  const order = { requestedBy: 'Dr Candle', fasting: 'not known' }
  const bill = { payerId: insurer, memberNumber: 'M 9', claimCode: '' }
  const mismatch = await enter(form, { bornOn: '1980-01-01', order, bill })
  expect(mismatch.json().fields).toHaveProperty('bornOn')
  const entered = await enter(form, { bornOn: '1994-06-01', order, bill })
  expect(entered.statusCode, entered.body).toBe(201)
  const { rows } = await lab.pool.query(
    `select to_char(p.birth_date, 'YYYY-MM-DD') as born, o.requested_by, a.member_number
     from visit v join person p on p.id = v.person_id join visit_order o on o.visit_id = v.id
       join visit_account a on a.visit_id = v.id where v.id = $1`,
    [entered.json().visit.id],
  )
  expect(rows).toEqual([{ born: '1994-06-01', requested_by: 'Dr Candle', member_number: 'M 9' }])
  await lab.superuser.query('update laboratory set prices_on = false')
})

it('what a form cannot say is refused at its field, and nothing is stored', async () => {
  const { forms } = await printed()
  const [form] = forms
  const [other] = (await printed()).forms
  lab.clock.set(minutes(20))
  const patient = await lab.signUpPatient()
  const refused = async (change: object, fields: object) => {
    const answer = await enter(form, change)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().fields).toEqual(fields)
  }
  await refused({ collectedAt: minutes(1) }, { collectedAt: ['The collection cannot be before the arrival'] })
  await refused({ collectedAt: minutes(21) }, { collectedAt: ['This time is in the future'] })
  await refused(
    { arrivedAt: minutes(-20), collectedAt: minutes(-10) },
    { collectedAt: ['The form was printed after this time'] },
  )
  await refused(
    { collectedBy: patient.accountId },
    { collectedBy: ['Choose a member of staff of this site'] },
  )
  await refused(
    { labels: [form?.accessions[0], other?.accessions[0]] },
    { labels: ['This form does not have this label'] },
  )
  await refused(
    { labels: [form?.accessions[0], form?.accessions[0]] },
    { labels: ['Choose another label for each tube'] },
  )
  await refused({ labels: [form?.accessions[0]] }, { labels: ['Choose another label for each tube'] })
  await refused({ testType: ['Nonsense'] }, { testType: ['We do not offer the test “Nonsense”'] })
  await refused(
    { arrivedAt: minutes(-8 * 1_440) },
    { arrivedAt: ['A form can be entered up to 7 days later'] },
  )
  const { rows } = await lab.pool.query(
    `select from visit where full_name = 'Esi Outage' and starts_at = $1`,
    [minutes(-20)],
  )
  expect(rows).toEqual([])
  const state = await lab.call('GET', `${base}/${form?.id}`, { by: hana })
  expect(state.json().state).toBe('blank')
})

it('two desks that enter one form make one visit', async () => {
  const { forms } = await printed()
  lab.clock.set(minutes(20))
  const name = {
    patientDetails: { fullName: 'Yaa Twice', age: 40, gender: 'female', contact: '+233 24 555 0155' },
  }
  const answers = await Promise.all([enter(forms[0], name), enter(forms[0], name, kwame)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const { rows } = await lab.pool.query(`select from visit where full_name = 'Yaa Twice'`)
  expect(rows).toHaveLength(1)
})

it('a void form stays void, and its reason is kept', async () => {
  const { forms, numbers } = await printed()
  const path = `${base}/${forms[0]?.id}/void`
  expect((await lab.call('POST', path, { by: hana, body: { reason: ' ' } })).json().fields).toHaveProperty(
    'reason',
  )
  expect((await lab.call('POST', path, { by: hana, body: { reason: 'Coffee' } })).statusCode).toBe(200)
  expect((await lab.call('POST', path, { by: kwame, body: { reason: 'Again' } })).statusCode).toBe(409)
  lab.clock.set(minutes(20))
  expect((await enter(forms[0])).statusCode).toBe(409)
  const listed = (await lab.call('GET', `${base}?state=void&search=${numbers[0]}`, { by: hana })).json()
  expect(listed.rows).toMatchObject([{ voidReason: 'Coffee', settledBy: 'Hana Haematologist', visit: null }])
  const blank = (await lab.call('GET', `${base}?state=blank&search=${numbers[0]}`, { by: hana })).json()
  expect(blank.rows).toEqual([])
})

it('results on a form keep the time and the author on the paper, and the database refuses an impossible order', async () => {
  const { forms } = await printed()
  const [form] = forms
  lab.clock.set(minutes(25))
  for (const { accountId } of [hana, kwame])
    await lab.pool.query(`insert into account_specialty values ($1, 'Full Blood Count')`, [accountId])
  const who = { fullName: 'Adwoa Paper', age: 29, gender: 'female', contact: '+233 24 555 0166' }
  const receipt = { receivedAt: minutes(3), receivedBy: kwame.accountId }
  const entry = { patientDetails: who, testType: ['Full Blood Count'], labels: form?.accessions.slice(0, 1) }
  const early = await enter(form, { ...entry, receipt })
  expect(early.json().fields).toEqual({
    'receipt.receivedAt': ['The receipt cannot be before the collection'],
  })
  const entered = await enter(form, entry)
  expect(entered.statusCode, entered.body).toBe(201)
  const visitId = entered.json().visit.id
  const task = async () => (await lab.pool.query(`select * from task where visit_id = $1`, [visitId])).rows[0]
  const { id } = await task()
  const promised = await lab.pool.query(
    `select from task k join test t on t.code = k.test_code where k.id = $1
       and k.due_at = $2::timestamptz + t.turnaround_hours * interval '1 hour'`,
    [id, minutes(5)],
  )
  expect(promised.rows).toHaveLength(1)

  // The tube was scanned after the outage, so that the result would be older than the receipt.
  await lab.call('POST', `/api/Labtask/sample/${form?.accessions[0]}/receive`, { by: hana, body: {} })
  await lab.call('PUT', `/api/Labtask/task/${id}/status`, { by: hana, body: { status: 'in_progress' } })
  expect((await task()).status).toBe('in_progress')
  const save = (onPaper: object | null, revision = 1) =>
    lab.call('POST', `/api/Labtask/task/${id}/results`, {
      by: hana,
      body: { values: { HGB: 13.4 }, revision, onPaper },
    })
  const receive = (change: object) =>
    lab.call('PUT', `${base}/${form?.id}/receipt`, { by: hana, body: { ...receipt, ...change } })
  const afterResult = { receivedAt: ['A result of these samples was measured before this time'] }
  // Results without a time on paper count as measured when they are entered.
  expect((await save(null, 0)).statusCode).toBe(200)
  lab.clock.set(minutes(27))
  expect((await receive({ receivedAt: minutes(26) })).json().fields).toEqual(afterResult)
  lab.clock.set(minutes(25))
  const paper = { measuredAt: minutes(20), measuredBy: kwame.accountId }
  const later = await save(paper)
  expect(later.json().fields['onPaper.measuredAt'][0]).toContain('received after this time')
  expect((await receive({ receivedAt: minutes(3) })).json().fields).toHaveProperty('receivedAt')
  expect((await receive({ receivedAt: minutes(10) })).statusCode).toBe(200)
  expect((await save({ ...paper, measuredAt: minutes(26) })).json().fields).toEqual({
    'onPaper.measuredAt': ['This time is in the future'],
  })
  const patient = await lab.signUpPatient()
  expect((await save({ ...paper, measuredBy: patient.accountId })).json().fields).toHaveProperty([
    'onPaper.measuredBy',
  ])
  const saved = await save(paper)
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().form).toMatchObject({
    enteredBy: 'Hana Haematologist',
    onPaper: { measured: { at: minutes(20), by: 'Kwame Collector' }, receivedAt: minutes(10) },
  })
  expect((await save(paper)).statusCode).toBe(200)
  expect((await save(null)).statusCode).toBe(409)
  expect((await receive({ receivedAt: minutes(21) })).json().fields).toEqual(afterResult)
  const detail = (await lab.call('GET', `/api/Labtask/task/${id}`, { by: hana })).json()
  expect(detail.history).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        what: 'sample.collected',
        onPaper: { at: minutes(5), by: 'Kwame Collector' },
      }),
      expect.objectContaining({
        what: 'sample.received',
        onPaper: { at: minutes(10), by: 'Kwame Collector' },
      }),
      expect.objectContaining({
        what: 'result.entered',
        by: 'Hana Haematologist',
        onPaper: { at: minutes(20), by: 'Kwame Collector' },
      }),
    ]),
  )

  await lab.call('PUT', `/api/Labtask/task/${id}/status`, { by: hana, body: { status: 'completed' } })
  const release = (by: Person) => lab.call('POST', '/api/Labtask/release', { by, body: { tasks: [id] } })
  const mabel = await lab.makeStaff('admin')
  await lab.superuser.query(`update account set permissions = permissions || '{release}' where id = $1`, [
    kwame.accountId,
  ])
  expect((await release(kwame)).statusCode).not.toBe(200)
  const released = await release(mabel)
  expect(released.statusCode, released.body).toBe(200)
  const report = (await lab.call('GET', `/api/labtest/appointment/${visitId}/report`, { by: mabel })).json()
  expect(JSON.stringify(report)).toContain('"by":"Kwame Collector"')

  const refusesSql = async (statement: string, constraint: string) =>
    expect(lab.superuser.query(statement)).rejects.toMatchObject({ constraint })
  const { task: plain } = await benchOf(lab).started(patient, hana)
  await refusesSql(
    `update task set results_saved_at = '${minutes(24)}', measured_at = '${minutes(23)}', measured_by = '${kwame.accountId}'
     where id = '${plain}'`,
    'task_measured_of_form',
  )
  await refusesSql(
    `update task set measured_at = '${minutes(9)}' where id = '${id}'`,
    'task_measured_after_receipt',
  )
  await refusesSql(`update task set measured_at = '${minutes(26)}' where id = '${id}'`, 'task_measured')
  await refusesSql(
    `update sample set received_at = '${minutes(24)}' where visit_id = '${visitId}'`,
    'sample_received_before_results',
  )
  await refusesSql(
    `update sample set received_at = '${minutes(4)}' where visit_id = '${visitId}'`,
    'sample_received_after_collection',
  )
  // A receipt that changes no sample is refused.
  const discard = `/api/Labtask/sample/${form?.accessions[0]}/discard`
  expect((await lab.call('POST', discard, { by: hana, body: { reason: 'Too old' } })).statusCode).toBe(200)
  expect((await receive({ receivedAt: minutes(11) })).statusCode).toBe(409)
})
