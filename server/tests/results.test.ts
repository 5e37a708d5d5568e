import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let ama: Person
let kofi: Person
let hana: Person
let rita: Person

beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  kofi = await lab.signUpPatient()
  hana = await skilled('Hana Haematologist')
  rita = await skilled('Rita Reviewer')
})
afterAll(() => lab.close())

async function skilled(fullName: string): Promise<Person> {
  const person = await lab.makeStaff('technician', { fullName })
  const specialties = [
    'Full Blood Count',
    'BUE & Cr(Gene Xpert)',
    'Blood Sugar,Blood Film for Malaria Parasites',
  ]
  await lab.pool.query('insert into account_specialty select $1, unnest($2::text[])', [
    person.accountId,
    specialties,
  ])
  return person
}

let quarter = 0
/** A visit with its samples at the bench and its tasks started by Hana. */
async function started(
  testType: string[],
  patient: object = {},
): Promise<{ visitId: string; tasks: Map<string, string> }> {
  const minute = 7 * 60 + quarter++ * 15
  const scheduleTime = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const body = {
    ...bookingBody,
    testType,
    scheduledDate: '2026-03-10',
    scheduleTime,
    patientDetails: { ...bookingBody.patientDetails, ...patient },
  }
  const visitId = (await lab.call('POST', '/api/labtest/book', { by: ama, body })).json().appointment.id
  await lab.call('POST', `/api/labtest/appointment/${visitId}/arrive`, { by: hana })
  const { samples } = (
    await lab.call('POST', `/api/labtest/appointment/${visitId}/collect`, {
      by: hana,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
    })
  ).json()
  const tasks = new Map<string, string>()
  for (const { accession } of samples) {
    await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana })
    const list = (await lab.call('GET', `/api/Labtask/tasks?search=${accession}`, { by: hana })).json().rows
    for (const task of list) {
      tasks.set(task.title, task.id)
      await lab.call('PUT', `/api/Labtask/task/${task.id}/status`, {
        by: hana,
        body: { status: 'in_progress' },
      })
    }
  }
  return { visitId, tasks }
}

/** Saves on the current revision. */
const enter = async (id: string, values: object, by = hana) => {
  const { resultsRevision = 0, draft } = await form(id, by)
  const body = { values, revision: resultsRevision, draft: draft?.revision ?? 0 }
  return lab.call('POST', `/api/Labtask/task/${id}/results`, { by, body })
}
const complete = (id: string) =>
  lab.call('PUT', `/api/Labtask/task/${id}/status`, { by: hana, body: { status: 'completed' } })
const form = async (id: string, by = hana) =>
  (await lab.call('GET', `/api/Labtask/task/${id}/results`, { by })).json()
const release = (tasks: string[], by = rita) =>
  lab.call('POST', '/api/Labtask/release', { by, body: { tasks } })
const report = (visitId: string, by = ama) =>
  lab.call('GET', `/api/labtest/appointment/${visitId}/report`, { by })
const analyteOf = (answer: { analytes: { code: string }[] }, code: string) =>
  answer.analytes.find((analyte) => analyte.code === code)

const normalCount = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250, 'NEUT%': 55, 'LYMPH%': 35 }

describe('a result form', () => {
  it('the result form has the panel with the intervals for the patient', async () => {
    const { tasks } = await started(['Full Blood Count'])
    const answer = await form(tasks.get('Full Blood Count') ?? '')
    expect(answer.analytes).toHaveLength(18)
    expect(analyteOf(answer, 'HGB')).toMatchObject({
      unit: 'g/dL',
      range: { low: 12, high: 15, text: '12.0–15.0' },
      calculated: false,
    })
    expect(analyteOf(answer, 'MCV')).toMatchObject({ calculated: true })
    const boy = await started(['Full Blood Count'], { gender: 'male', age: 8 })
    expect(analyteOf(await form(boy.tasks.get('Full Blood Count') ?? ''), 'HGB')).toMatchObject({
      range: { low: 11.5, high: 15.5 },
    })
  })

  it('results are flagged, rounded and calculated on the server', async () => {
    const { tasks } = await started(['Full Blood Count'])
    const answer = await enter(tasks.get('Full Blood Count') ?? '', { ...normalCount, WBC: 10.04, HGB: 9.26 })
    expect(answer.statusCode, answer.body).toBe(200)
    const entered = (code: string) =>
      (analyteOf(answer.json().form, code) as { entered?: object } | undefined)?.entered
    expect(entered('WBC')).toMatchObject({ value: 10, flag: '' })
    expect(entered('HGB')).toMatchObject({ value: 9.3, flag: 'L' })
    expect(entered('MCV')).toMatchObject({ value: 91.7, flag: '' })
    expect(entered('NEUT#')).toMatchObject({ value: 5.5 })
    expect(entered('EO#')).toBeNull()
  })

  it('impossible results are refused at their field, and the saved ones stay', async () => {
    const { tasks } = await started(['Full Blood Count', 'Blood Film for Malaria Parasites'])
    const count = tasks.get('Full Blood Count') ?? ''
    await enter(count, normalCount)
    const wrong = await enter(count, { ...normalCount, HGB: 129, PLT: 'many', XYZ: 1 })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().fields).toEqual({
      'values.XYZ': ['This test has no such analyte'],
      'values.HGB': ['HGB cannot be 129: 0 to 30 is possible'],
      'values.PLT': ['PLT must be a number'],
    })
    expect(analyteOf(await form(count), 'HGB')).toMatchObject({ entered: { value: 12.9 } })
    const film = await enter(tasks.get('Blood Film for Malaria Parasites') ?? '', {
      'MALARIA-PARASITES': 'Lots',
    })
    expect(Object.keys(film.json().fields)).toEqual(['values.MALARIA-PARASITES'])
    expect((await enter(count, {})).json().fields).toEqual({ values: ['Enter at least one result'] })
  })

  it('the result form shows the last released value, and a failed delta check is marked', async () => {
    const first = await started(['Full Blood Count'], { fullName: 'Delta Mensah' })
    const firstTask = first.tasks.get('Full Blood Count') ?? ''
    await enter(firstTask, normalCount)
    await complete(firstTask)
    await release([firstTask])
    const second = await started(['Full Blood Count'], { fullName: 'Delta Mensah' })
    const secondTask = second.tasks.get('Full Blood Count') ?? ''
    expect(analyteOf(await form(secondTask), 'HGB')).toMatchObject({ previous: { value: 12.9 } })
    const answer = (await enter(secondTask, { ...normalCount, PLT: 100 })).json().form
    expect(analyteOf(answer, 'PLT')).toMatchObject({ entered: { delta: true, flag: 'L' } })
    expect(analyteOf(answer, 'HGB')).toMatchObject({ entered: { delta: false } })
    const other = await started(['Full Blood Count'], { fullName: 'Somebody Else' })
    expect(analyteOf(await form(other.tasks.get('Full Blood Count') ?? ''), 'HGB')).toMatchObject({
      previous: null,
    })
  })
})

describe('a draft', () => {
  it('a draft is kept for its author only, follows its own revision, and is deleted with the save', async () => {
    const { tasks } = await started(['Full Blood Count'])
    const id = tasks.get('Full Blood Count') ?? ''
    const draft = (by: Person, typed: object, revision: number) =>
      lab.call('PUT', `/api/Labtask/task/${id}/draft`, { by, body: { typed, revision, resultsRevision: 0 } })
    expect((await draft(hana, { HGB: '12' }, 0)).json()).toEqual({ revision: 1 })
    expect((await draft(hana, { HGB: '12.9' }, 1)).json()).toEqual({ revision: 2 })
    const stale = await draft(hana, { HGB: '99' }, 1)
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'changed_meanwhile'])
    expect((await form(id)).draft).toMatchObject({ typed: { HGB: '12.9' }, revision: 2 })
    expect((await form(id, rita)).draft).toBeNull()
    await enter(id, normalCount)
    expect((await form(id)).draft).toBeNull()
  })
})

describe('a critical value', () => {
  it('a critical value opens a callback with a due time, and blocks release until a read-back is recorded', async () => {
    const { tasks } = await started(['BUE & Cr'])
    const id = tasks.get('BUE & Cr') ?? ''
    const answer = (await enter(id, { POTASSIUM: 6.9, SODIUM: 140 })).json().form
    expect(analyteOf(answer, 'POTASSIUM')).toMatchObject({ entered: { flag: 'HH' } })
    expect(answer.callbacks).toMatchObject([
      { analyte: 'Potassium', value: '6.9 mmol/L', dueAt: '2026-03-09T09:00:00.000Z', toldAt: null },
    ])
    await complete(id)
    expect((await release([id])).json().message).toContain('A critical value has not been reported yet.')
    const callbacks = [answer.callbacks[0].id]
    const call = (body: object) =>
      lab.call('POST', '/api/Labtask/callbacks/told', { by: hana, body: { callbacks, ...body } })
    expect((await call({ toldTo: 'Dr Boateng', readBack: false })).json().fields).toEqual({
      readBack: ['The value must be read back'],
    })
    expect((await call({ toldTo: 'Dr Boateng', readBack: true, note: 'Ward 3' })).statusCode).toBe(200)
    expect((await call({ toldTo: 'Dr Else', readBack: true })).statusCode).toBe(404)
    expect((await form(id)).callbacks).toMatchObject([{ toldTo: 'Dr Boateng', toldBy: 'Hana Haematologist' }])
    expect((await release([id])).statusCode).toBe(200)
  })

  it('correcting a mistyped critical value removes its callback', async () => {
    const { tasks } = await started(['BUE & Cr'])
    const id = tasks.get('BUE & Cr') ?? ''
    expect((await enter(id, { POTASSIUM: 6.9 })).json().form.callbacks).toHaveLength(1)
    expect((await enter(id, { POTASSIUM: 4.9 })).json().form.callbacks).toEqual([])
  })
})

describe('release', () => {
  it('release takes two people, whatever their roles', async () => {
    const { visitId, tasks } = await started(['Full Blood Count'])
    const id = tasks.get('Full Blood Count') ?? ''
    expect((await release([id])).json().message).toContain('The task is not done yet.')
    await enter(id, normalCount)
    await complete(id)
    expect((await release([id], hana)).json().message).toContain(
      'You entered these results: somebody else has to release them.',
    )
    const manager = await lab.makeStaff('admin')
    await enter(id, { ...normalCount, WBC: 6.2 }, manager)
    expect((await release([id], manager)).statusCode).toBe(409)
    expect((await report(visitId)).statusCode).toBe(404)
    const waiting = (await lab.call('GET', '/api/Labtask/release', { by: rita })).json()
    expect(waiting.rows.find((task: { id: string }) => task.id === id)).toMatchObject({
      enteredBy: expect.any(String),
      whyNotRelease: null,
    })
    expect((await release([id])).json()).toEqual({ message: 'Released.' })
    expect((await release([id])).statusCode).toBe(409)
  })

  it('releasing several tasks is all or nothing', async () => {
    const good = await started(['Full Blood Count'])
    const bad = await started(['Full Blood Count'])
    const [one, two] = [good.tasks.get('Full Blood Count') ?? '', bad.tasks.get('Full Blood Count') ?? '']
    await enter(one, normalCount)
    await complete(one)
    expect((await release([one, two])).statusCode).toBe(409)
    expect((await report(good.visitId)).statusCode).toBe(404)
    expect((await release([one])).statusCode).toBe(200)
  })

  it('a release makes a complete report, and a message to the patient without values', async () => {
    const { visitId, tasks } = await started(['Full Blood Count', 'BUE & Cr'], {
      email: 'reader@example.com',
    })
    const [count, salts] = [tasks.get('Full Blood Count') ?? '', tasks.get('BUE & Cr') ?? '']
    await enter(count, { ...normalCount, HGB: 9.3 })
    await complete(count)
    await release([count])
    const first = (await report(visitId)).json()
    expect(first.report).toMatchObject({
      version: 1,
      status: 'partial',
      waitingFor: ['BUE & Cr'],
      patient: { fullName: 'Ama Mensah', age: 34, gender: 'female' },
      laboratory: { name: 'Phial Laboratory' },
      issuedAt: '9 Mar 2026, 08:30',
    })
    expect(first.report.tests[0]).toMatchObject({
      enteredBy: 'Hana Haematologist',
      releasedBy: 'Rita Reviewer',
      collectedAt: '9 Mar 2026, 08:30',
    })
    expect(
      first.report.tests[0].results.find((result: { code: string }) => result.code === 'HGB'),
    ).toMatchObject({
      value: '9.3',
      unit: 'g/dL',
      range: '12.0–15.0',
      flag: 'L',
      flagWords: 'Low',
    })
    await enter(salts, { SODIUM: 140, POTASSIUM: 4.1, CREATININE: 70 })
    await complete(salts)
    await release([salts])
    const second = (await report(visitId)).json()
    expect(second).toMatchObject({
      report: { version: 2, status: 'final', waitingFor: [] },
      versions: [{ version: 2 }, { version: 1, status: 'partial' }],
    })
    expect((await lab.call('GET', `/api/labtest/appointment/${visitId}`, { by: ama })).json().status).toBe(
      'completed',
    )
    const mail = await lab.lastMailTo('reader@example.com')
    expect(mail.subject).toBe('Your results are ready')
    expect(mail.text).not.toMatch(/9\.3|Full Blood Count|haemoglobin/i)
  })

  it('a release in a race with a save leaves a report that matches the stored results', async () => {
    for (let round = 0; round < 5; round++) {
      const { visitId, tasks } = await started(['Full Blood Count'])
      const id = tasks.get('Full Blood Count') ?? ''
      await enter(id, normalCount)
      await complete(id)
      const [released, changed] = await Promise.all([release([id]), enter(id, { ...normalCount, WBC: 7.7 })])
      expect([released.statusCode, changed.statusCode].filter((code) => code === 200).length).toBeGreaterThan(
        0,
      )
      if (released.statusCode !== 200) continue
      const { rows } = await lab.pool.query(
        "select number from result where task_id = $1 and analyte_code = 'WBC'",
        [id],
      )
      const shown = (await report(visitId))
        .json()
        .report.tests[0].results.find((result: { code: string }) => result.code === 'WBC')
      expect(Number(shown.value)).toBe(rows[0].number)
    }
  })
})

describe('a correction', () => {
  it('a correction is a new version with old value, reason and author; the old version stays byte for byte', async () => {
    const { visitId, tasks } = await started(['Full Blood Count'])
    const id = tasks.get('Full Blood Count') ?? ''
    await enter(id, normalCount)
    await complete(id)
    await release([id])
    const pdf = (version: number) =>
      lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf?version=${version}`, { by: ama })
    const before = (await pdf(1)).rawPayload
    const code = (await report(visitId)).json().report.code

    expect((await enter(id, { ...normalCount, HGB: 11.1 })).json().message).toBe(
      'These results are released. Open a correction to change them.',
    )
    const correct = (reason: string) =>
      lab.call('POST', `/api/Labtask/task/${id}/correct`, { by: hana, body: { reason } })
    expect((await correct('')).statusCode).toBe(400)
    expect((await correct('Two tubes were swapped')).statusCode).toBe(200)
    expect((await report(visitId)).json().report.version).toBe(1)
    await enter(id, { ...normalCount, HGB: 11.1 })
    expect((await release([id], hana)).statusCode).toBe(409)
    expect((await release([id])).statusCode).toBe(200)

    const after = (await report(visitId)).json().report
    expect(after).toMatchObject({ version: 2, status: 'corrected' })
    expect(after.tests[0].correction).toEqual({ reason: 'Two tubes were swapped', by: 'Rita Reviewer' })
    expect(after.tests[0].results.find((result: { code: string }) => result.code === 'HGB')).toMatchObject({
      value: '11.1',
      before: '12.9',
    })
    expect((await pdf(1)).rawPayload.equals(before)).toBe(true)
    expect((await pdf(2)).rawPayload.equals(before)).toBe(false)

    const verify = async (paper: string) => (await lab.call('GET', `/api/verify/${paper}`)).json()
    expect(await verify(code)).toMatchObject({
      status: 'replaced',
      currentVersion: 2,
      report: { version: 1 },
    })
    const whole = await verify(after.code.toLowerCase())
    expect(whole).toMatchObject({ status: 'authentic', report: { tests: after.tests } })
    // A reader who has only the code does not learn the name of the patient.
    expect(whole.report.patient).toMatchObject({ fullName: 'A. M.', personNumber: null, born: null })
    expect(JSON.stringify(whole)).not.toContain(after.patient.fullName)
    expect(await verify('0000000000000000')).toEqual({
      status: 'unknown',
      report: null,
      currentVersion: null,
      withdrawnTests: [],
    })
  })

  it('old reports do not change when a technician’s account changes', async () => {
    const { visitId, tasks } = await started(['Full Blood Count'])
    const id = tasks.get('Full Blood Count') ?? ''
    await enter(id, normalCount)
    await complete(id)
    await release([id])
    const before = (await report(visitId)).body
    await lab.pool.query("update account set full_name = 'Somebody Else' where id = $1", [hana.accountId])
    expect((await report(visitId)).body).toBe(before)
    await lab.pool.query("update account set full_name = 'Hana Haematologist' where id = $1", [
      hana.accountId,
    ])
    await expect(lab.superuser.query('delete from report where visit_id = $1', [visitId])).rejects.toThrow(
      'never changed or removed',
    )
    await expect(
      lab.superuser.query("update report set code = 'x' where visit_id = $1", [visitId]),
    ).rejects.toThrow('never changed or removed')
  })
})

describe('the PDF', () => {
  it('the report is tagged PDF/A, and each page names the patient', async () => {
    const { visitId, tasks } = await started(['Full Blood Count'], { fullName: 'Ɔdehyeɛ Ama Ŋmɛ' })
    const id = tasks.get('Full Blood Count') ?? ''
    await enter(id, normalCount)
    await complete(id)
    await release([id])
    const answer = await lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf`, { by: ama })
    expect(answer.headers['content-type']).toBe('application/pdf')
    const text = answer.rawPayload.toString('latin1')
    expect(text.slice(0, 8)).toBe('%PDF-1.7')
    expect(text).toContain('/MarkInfo')
    expect(text).toMatch(/pdfaid:part>3<|pdfaid:part="3"/)
    expect(text).toMatch(/\/StructTreeRoot/)
  })
})

describe('results', () => {
  it('results are refused to other patients, to technicians without the specialty, and to those not signed in', async () => {
    const { visitId, tasks } = await started(['Full Blood Count'])
    const id = tasks.get('Full Blood Count') ?? ''
    await enter(id, normalCount)
    await complete(id)
    await release([id])
    const outsider = await lab.makeStaff('technician')
    for (const by of [kofi, outsider]) {
      const status = by === kofi ? 403 : 404
      expect((await lab.call('GET', `/api/Labtask/task/${id}/results`, { by })).statusCode).toBe(status)
      expect((await enter(id, normalCount, by)).statusCode).toBe(status)
      expect((await release([id], by)).statusCode).toBe(status)
      expect(
        (await lab.call('POST', `/api/Labtask/task/${id}/correct`, { by, body: { reason: 'x' } })).statusCode,
      ).toBe(status)
      expect(
        (
          await lab.call('PUT', `/api/Labtask/task/${id}/draft`, {
            by,
            body: { typed: {}, revision: 0, resultsRevision: 0 },
          })
        ).statusCode,
      ).toBe(status)
    }
    for (const path of ['report', 'report.pdf']) {
      expect(
        (await lab.call('GET', `/api/labtest/appointment/${visitId}/${path}`, { by: kofi })).statusCode,
      ).toBe(404)
      expect((await lab.call('GET', `/api/labtest/appointment/${visitId}/${path}`)).statusCode).toBe(401)
      expect(
        (await lab.call('GET', `/api/labtest/appointment/${visitId}/${path}`, { by: ama })).statusCode,
      ).toBe(200)
    }
  })

  it('results waiting for release are read only by those who may release them', async () => {
    const { visitId, tasks } = await started(['Full Blood Count'])
    const id = tasks.get('Full Blood Count') ?? ''
    await enter(id, normalCount)
    await complete(id)
    expect((await report(visitId)).statusCode).toBe(404)
    const outsider = await lab.makeStaff('technician')
    const seen = (await lab.call('GET', '/api/Labtask/release', { by: outsider })).json()
    expect(seen.rows).toEqual([])
    lab.clock.advance(minutes(1))
  })
})
