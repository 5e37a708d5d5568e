import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, chairClashes } from './visits.ts'

let lab: TestApp
let ama: Person
let hana: Person
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah', email: 'ama@example.com' })
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  hana = await lab.makeStaff('technician', { fullName: 'Hana Haematologist' })
  await lab.pool.query('insert into account_specialty select $1, unnest($2::text[])', [
    hana.accountId,
    ['Full Blood Count', 'Urine R/E'],
  ])
})
afterAll(() => lab.close())

type Sample = { accession: string; tests: string[]; nextLabel: string | null; replaces: string | null }
type Visit = {
  id: string
  reference: string
  status: string
  scheduledDate: string
  recollects: string | null
}

let quarter = 0
/** A visit with its samples at the bench. */
async function received(testType = ['Full Blood Count'], patient: object = {}) {
  const minute = 7 * 60 + (quarter++ % 46) * 15
  const scheduleTime = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const patientDetails = { ...bookingBody.patientDetails, ...patient }
  const body = { ...bookingBody, testType, scheduleTime, patientDetails }
  const visit: Visit = (await lab.call('POST', '/api/labtest/book', { by: ama, body })).json().appointment
  await lab.call('POST', `/api/labtest/appointment/${visit.id}/arrive`, { by: hana })
  const samples: Sample[] = (await collect(visit.id)).json().samples
  for (const { accession } of samples) await receive(accession)
  const blood = samples.find(({ tests }) => tests.includes('Full Blood Count'))
  return { ...visit, samples, accession: blood?.accession ?? '' }
}

const collect = (id: string, body: object = {}) =>
  lab.call('POST', `/api/labtest/appointment/${id}/collect`, {
    by: hana,
    body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes', ...body },
  })
const receive = (accession: string) =>
  lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana })
const reject = (accession: string, body: object = {}) =>
  lab.call('POST', `/api/Labtask/sample/${accession}/reject`, {
    by: hana,
    body: { reason: 'Haemolysed', ...body },
  })
const arrive = (id: string) => lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by: hana })
const plan = async (id: string) =>
  (await lab.call('GET', `/api/labtest/appointment/${id}/collection`, { by: hana })).json()
const appointment = async (id: string, by = ama) =>
  (await lab.call('GET', `/api/labtest/appointment/${id}`, { by })).json()
const find = async (code: string) =>
  (await lab.call('GET', `/api/Labtask/find?code=${code}`, { by: hana })).json()
const tasksOn = async (accession: string) =>
  (await lab.call('GET', `/api/Labtask/tasks?search=${accession}`, { by: hana })).json().rows

/** Enters an unremarkable blood count and releases it. */
async function finish(taskId: string) {
  const move = (status: string) =>
    lab.call('PUT', `/api/Labtask/task/${taskId}/status`, { by: hana, body: { status } })
  await move('in_progress')
  const path = `/api/Labtask/task/${taskId}/results`
  const { resultsRevision, analytes } = (await lab.call('GET', path, { by: hana })).json()
  const [first] = analytes
  const value = first.kind === 'quantity' ? first.lowest + 1 : first.options[0]
  const body = { values: { [first.code]: value }, revision: resultsRevision }
  const entered = await lab.call('POST', path, { by: hana, body })
  expect(entered.statusCode, entered.body).toBe(200)
  const callbacks = entered.json().form.callbacks.map(({ id }: { id: string }) => id)
  if (callbacks.length > 0) {
    await lab.call('POST', '/api/Labtask/callbacks/told', {
      by: hana,
      body: { callbacks, toldTo: 'Dr Owusu', readBack: true },
    })
  }
  await move('completed')
  const released = await lab.call('POST', '/api/Labtask/release', { by: manager, body: { tasks: [taskId] } })
  expect(released.statusCode, released.body).toBe(200)
}

/** A separate time for each test, days after the visits. */
let slot = 0
const newTime = () =>
  `2026-03-${16 + Math.floor(slot / 40)}T${String(8 + (Math.floor(slot++ / 4) % 10)).padStart(2, '0')}:00:00.000Z`

describe('a rejected sample whose patient comes again', () => {
  it('rejecting a sample withdraws its tasks, books a chair, reserves a number and sends a message, in one action', async () => {
    const visit = await received(['Full Blood Count', 'Urine R/E'])
    const at = newTime()
    const answer = await reject(visit.accession, { note: 'Pink serum', again: 'later', at })
    expect(answer.statusCode, answer.body).toBe(200)
    const { label, again, message, sample } = answer.json()
    expect(sample).toMatchObject({ status: 'rejected', nextLabel: label })
    expect(label).toMatch(/^01260309\d{6}$/)
    expect(again).toMatchObject({ status: 'booked', scheduledDate: at })
    expect(message).toContain('Ama Mensah comes again on Monday')
    const second: Visit = await appointment(again.id)
    expect(second).toMatchObject({
      recollects: visit.id,
      testType: ['Full Blood Count'],
      durationMinutes: 15,
      whyNotChangeable: null,
    })
    const { rows } = await lab.pool.query(
      `select (select count(*) from chair_day where day = $2::date) as days, v.chair, v.account_id
       from visit v where v.id = $1`,
      [again.id, at.slice(0, 10)],
    )
    expect(rows[0]).toMatchObject({ chair: expect.any(Number), account_id: ama.accountId })
    expect(await chairClashes(lab)).toEqual([])
    expect(await tasksOn(visit.accession)).toEqual([])
  })

  it('the message about a repeat collection does not mention the test or the reason', async () => {
    const email = 'efua@example.com'
    const visit = await received(['Full Blood Count'], { fullName: 'Efua Dadzie', email })
    await reject(visit.accession, { reason: 'Patient was not prepared', again: 'later', at: newTime() })
    const mail = await lab.lastMailTo(email)
    expect(mail.subject).toBe('A new time for your laboratory visit')
    expect(mail.text).toContain('says nothing about your health')
    expect(mail.text).toContain('choose another time')
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/blood|count|haemolysed|not prepared|FBC/i)
    const { rows } = await lab.pool.query(
      `select action from audit where subject_id = $1 or subject_id in (select id::text from visit where recollects = $1::uuid)
       order by id`,
      [visit.id],
    )
    expect(rows.map((row) => row.action)).toContain('visit.recollection')
  })

  it('a tube collected at the second visit has the number of the printed label and serves the first visit’s report', async () => {
    const visit = await received()
    const { again, label } = (await reject(visit.accession, { again: 'later', at: newTime() })).json()
    expect(await find(label)).toEqual({ kind: 'visit', id: again.id })
    expect((await collect(again.id)).json().message).toBe('This visit is booked: it cannot become collected.')
    await arrive(again.id)
    expect(await plan(again.id)).toMatchObject({
      status: 'arrived',
      order: { id: visit.id, reference: visit.reference },
      labels: [label],
      tubes: [{ tests: ['Full Blood Count'] }],
      preparation: [],
    })
    const [sample] = (await collect(again.id)).json().samples
    expect(sample).toMatchObject({ accession: label, replaces: visit.accession, visitId: visit.id })
    expect((await appointment(again.id)).status).toBe('collected')
    expect(await find(label)).toEqual({ kind: 'sample', id: label })
    await receive(label)
    const [task] = await tasksOn(label)
    await finish(task.id)
    expect([(await appointment(visit.id)).status, (await appointment(again.id)).status]).toEqual([
      'completed',
      'completed',
    ])
    const reports = await Promise.all(
      [visit.id, again.id].map(async (id) =>
        (await lab.call('GET', `/api/labtest/appointment/${id}/report`, { by: ama })).json(),
      ),
    )
    expect(reports[0].report.patient.reference).toBe(visit.reference)
    expect(reports[1]).toEqual(reports[0])
  })

  it('a repeat collection can be moved or cancelled, but its tests and person cannot change', async () => {
    const visit = await received()
    const { again } = (await reject(visit.accession, { again: 'later', at: newTime() })).json()
    const change = (body: object) =>
      lab.call('PUT', `/api/labtest/update-appointments/${again.id}`, {
        by: ama,
        body: {
          patientDetails: bookingBody.patientDetails,
          testType: ['Full Blood Count'],
          scheduledDate: newTime(),
          priority: 'low',
          ...body,
        },
      })
    expect((await change({ testType: ['Full Blood Count', 'Urine R/E'] })).json().fields).toEqual({
      testType: ['A sample is collected again: this stays as it is'],
    })
    const other = { ...bookingBody.patientDetails, fullName: 'Somebody Else' }
    expect((await change({ patientDetails: other })).statusCode).toBe(400)
    const moved = await change({})
    expect(moved.statusCode, moved.body).toBe(200)
    const cancelled = await lab.call('DELETE', `/api/labtest/appointment/${again.id}/cancel`, { by: ama })
    expect(cancelled.statusCode).toBe(200)
    expect(await plan(visit.id)).toMatchObject({ again: null, tubes: [{ tests: ['Full Blood Count'] }] })

    const at = newTime()
    const given = await lab.call('POST', `/api/labtest/appointment/${visit.id}/recollect`, {
      by: hana,
      body: { at },
    })
    expect([given.statusCode, given.json().again.scheduledDate]).toEqual([201, at])
  })

  it('collecting the tube at the first visit cancels the repeat collection', async () => {
    const visit = await received()
    const { again, label } = (await reject(visit.accession, { again: 'later', at: newTime() })).json()
    expect(await plan(visit.id)).toMatchObject({ again: { id: again.id, reference: again.reference } })
    expect((await collect(visit.id)).json().samples).toMatchObject([{ accession: label }])
    expect((await appointment(again.id)).status).toBe('cancelled')
    expect((await lab.lastMailTo('ama@example.com')).subject).toBe('Your laboratory visit is cancelled')
  })

  it('samples rejected before a repeat collection are added to it', async () => {
    const visit = await received(['Full Blood Count', 'Urine R/E'])
    const urine = visit.samples.find(({ tests }) => tests.includes('Urine R/E'))?.accession ?? ''
    const { again } = (await reject(visit.accession, { again: 'later', at: newTime() })).json()
    expect((await reject(urine, { again: 'later', at: newTime() })).json().message).toContain(
      'A new time was given already',
    )
    const both = await reject(urine)
    expect(both.json().message).toContain(`Another is collected at the visit ${again.reference}`)
    expect((await appointment(again.id)).testType).toEqual(['Full Blood Count', 'Urine R/E'])
    await arrive(again.id)
    expect((await collect(again.id)).json().samples).toHaveLength(2)
  })

  it('cancelling the first visit cancels its repeat collection', async () => {
    const visit = await received()
    const { again } = (await reject(visit.accession, { again: 'later', at: newTime() })).json()
    await lab.call('DELETE', `/api/labtest/appointment/${visit.id}/cancel`, {
      by: hana,
      body: { reason: 'The patient has moved away' },
    })
    expect((await appointment(again.id)).status).toBe('cancelled')
  })
})

describe('a rejected sample that is collected again at once', () => {
  it('a replacement tube has a label before it is collected', async () => {
    const visit = await received()
    const { label, again, message } = (await reject(visit.accession, { again: 'now' })).json()
    expect(again).toBeNull()
    expect(message).toContain('its label is ready')
    const pdf = await lab.call('GET', `/api/Labtask/labels.pdf?accessions=${label}`, { by: hana })
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(await find(label)).toEqual({ kind: 'visit', id: visit.id })
    expect((await receive(label)).statusCode).toBe(404)
    const before = lab.clock.now()
    lab.clock.set(new Date(before.getTime() + minutes(4)))
    const [sample] = (await collect(visit.id)).json().samples
    expect(sample).toMatchObject({
      accession: label,
      replaces: visit.accession,
      collectedAt: '2026-03-09T08:34:00.000Z',
    })
    lab.clock.set(before)
    expect(
      (await lab.call('GET', `/api/Labtask/sample/${visit.accession}`, { by: hana })).json(),
    ).toMatchObject({
      replacedBy: label,
      nextLabel: null,
    })
  })

  it('a replacement tube can be rejected and replaced in turn', async () => {
    const visit = await received()
    const first = (await reject(visit.accession, { again: 'now' })).json().label
    await collect(visit.id)
    const second = (await reject(first, { again: 'now' })).json().label
    expect(second).not.toBe(first)
    expect((await collect(visit.id)).json().samples).toMatchObject([{ accession: second, replaces: first }])
  })
})

describe('the new time', () => {
  const full = '2026-03-30T09:00:00.000Z'
  const [date = '', time = ''] = [full.slice(0, 10), full.slice(11, 16)]
  beforeEach(async () => {
    await lab.pool.query(
      `update visit set status = 'cancelled' where starts_at >= $1 and status = 'booked'`,
      [date],
    )
  })
  const fill = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        lab.call('POST', '/api/labtest/book', {
          by: ama,
          body: { ...bookingBody, scheduledDate: date, scheduleTime: time },
        }),
      ),
    )

  it('a repeat collection at a taken time is refused with three alternatives, and nothing is written', async () => {
    const visit = await received()
    const numbers = async () =>
      (await lab.pool.query('select last from accession_day order by day desc limit 1')).rows[0]?.last
    const before = await numbers()
    await fill(4)
    const answer = await reject(visit.accession, { again: 'later', at: full })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'slot_taken',
      alternatives: ['2026-03-30T08:45:00.000Z', '2026-03-30T09:15:00.000Z', '2026-03-30T08:30:00.000Z'],
    })
    const sample = (await lab.call('GET', `/api/Labtask/sample/${visit.accession}`, { by: hana })).json()
    expect(sample).toMatchObject({ status: 'received', rejection: null, nextLabel: null })
    expect(await tasksOn(visit.accession)).toMatchObject([{ status: 'pending' }])
    expect(await numbers()).toBe(before)
    const { rows } = await lab.pool.query(
      `select (select count(*) from visit where recollects = $1) as visits,
        (select count(*) from audit where action = 'sample.rejected' and subject_id = $2) as audits`,
      [visit.id, sample.id],
    )
    expect(rows[0]).toEqual({ visits: 0, audits: 0 })
  })

  it('of twelve concurrent bookings and repeat collections for four chairs, four succeed', async () => {
    const visits = []
    for (let one = 0; one < 6; one++) visits.push(await received())
    const [rejections, bookings] = await Promise.all([
      Promise.all(visits.map(({ accession }) => reject(accession, { again: 'later', at: full }))),
      fill(6),
    ])
    const won = [...rejections, ...bookings].filter(({ statusCode }) => statusCode < 300)
    expect(won).toHaveLength(4)
    expect(await chairClashes(lab)).toEqual([])
    const lost = rejections.filter(({ statusCode }) => statusCode === 409)
    for (const answer of lost) expect(answer.json().alternatives).toHaveLength(3)
    const { rows } = await lab.pool.query(
      `select count(*) as rejected, count(next_accession) as numbered from sample where status = 'rejected' and visit_id = any($1)`,
      [visits.map(({ id }) => id)],
    )
    expect(rows[0]).toEqual({ rejected: 6 - lost.length, numbered: 6 - lost.length })
  })

  it('concurrent rejections of one visit’s tubes book one repeat collection', async () => {
    const visit = await received(['Full Blood Count', 'Urine R/E'])
    const answers = await Promise.all(
      visit.samples.map(({ accession }) => reject(accession, { again: 'later', at: full })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { rows } = await lab.pool.query('select count(*) as n from visit where recollects = $1', [visit.id])
    expect(rows[0].n).toBe(1)
  })

  it.each([
    ['without a time', { again: 'later' }, 'at'],
    ['with a time although nobody comes', { again: 'now', at: full }, 'at'],
    ['in the past', { again: 'later', at: '2026-03-09T08:00:00.000Z' }, 'at'],
    ['at night', { again: 'later', at: '2026-03-30T03:00:00.000Z' }, 'at'],
    ['at half a minute', { again: 'later', at: '2026-03-30T09:00:30.000Z' }, 'at'],
    ['for a reason that is none', { reason: 'I dislike it' }, 'reason'],
  ])('a repeat collection with %s is refused at its field', async (_how, body, field) => {
    const visit = await received()
    const answer = await reject(visit.accession, body)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
    expect(await tasksOn(visit.accession)).toHaveLength(1)
  })

  it('a repeat collection is refused to patients, and for a visit that lacks nothing', async () => {
    const visit = await received()
    const ask = (by: Person) =>
      lab.call('POST', `/api/labtest/appointment/${visit.id}/recollect`, { by, body: { at: full } })
    expect((await ask(ama)).statusCode).toBe(403)
    expect((await ask(hana)).json().message).toBe('Everything that this visit needs has been collected.')
  })
})

describe('a sample', () => {
  const discard = (accession: string, reason = 'Two weeks are over') =>
    lab.call('POST', `/api/Labtask/sample/${accession}/discard`, { by: hana, body: { reason } })

  it('a sample is discarded with a reason, and not before its tasks are completed', async () => {
    const { accession } = await received()
    expect((await discard(accession)).json().message).toContain('A task on this sample is not finished')
    expect((await discard(accession, '')).statusCode).toBe(400)
    const [task] = await tasksOn(accession)
    await finish(task.id)
    expect((await discard(accession)).json().sample).toMatchObject({
      status: 'discarded',
      discardedBy: 'Hana Haematologist',
      discardReason: 'Two weeks are over',
    })
    expect((await discard(accession)).json().message).toBe(
      'This sample is discarded: it cannot be discarded.',
    )
  })

  it('a sample lists its aliquots and their storage places, and each names its parent', async () => {
    const { accession } = await received()
    const part = (storagePlace: string) =>
      lab.call('POST', `/api/Labtask/sample/${accession}/aliquot`, {
        by: hana,
        body: { tube: 'Cryotube', storagePlace },
      })
    const first = (await part('Freezer 1')).json().sample
    const second = (await part('Freezer 2')).json().sample
    expect((await lab.call('GET', `/api/Labtask/sample/${accession}`, { by: hana })).json().aliquots).toEqual(
      [
        { accession: first.accession, tube: 'Cryotube', status: 'received', storagePlace: 'Freezer 1' },
        { accession: second.accession, tube: 'Cryotube', status: 'received', storagePlace: 'Freezer 2' },
      ],
    )
    const rejected = await reject(first.accession)
    expect(rejected.json()).toMatchObject({ label: null, again: null })
    expect((await reject(second.accession, { again: 'now' })).statusCode).toBe(400)
    expect((await discard(second.accession)).statusCode).toBe(200)
  })
})

describe('a task', () => {
  const move = (id: string, status: string, notes = '', by = hana) =>
    lab.call('PUT', `/api/Labtask/task/${id}/status`, { by, body: { status, notes } })
  const started = async () => {
    const { accession } = await received()
    const [task] = await tasksOn(accession)
    await move(task.id, 'in_progress')
    return { id: task.id as string, accession }
  }
  const other = async () => {
    const person = await lab.makeStaff('technician')
    await lab.pool.query(`insert into account_specialty values ($1, 'Full Blood Count')`, [person.accountId])
    return person
  }

  it('a task is put back with a reason, by the person who has it or a manager; entered results stay', async () => {
    const { id } = await started()
    const path = `/api/Labtask/task/${id}/results`
    await lab.call('POST', path, { by: hana, body: { values: { PLT: 250 }, revision: 0 } })
    expect((await move(id, 'pending')).json().fields).toEqual({
      notes: ['Say why it goes back in the queue'],
    })
    const stranger = await other()
    expect((await move(id, 'pending', 'I want it', stranger)).json().message).toBe(
      'Somebody else is working on this task.',
    )
    expect((await move(id, 'pending', 'The analyser stands still')).json()).toMatchObject({
      message: 'Full Blood Count: back in the queue.',
      task: { status: 'pending', claimedBy: null, startedAt: null },
    })
    const form = (await lab.call('GET', path, { by: stranger })).json()
    expect(form.analytes.find(({ code }: { code: string }) => code === 'PLT').entered.value).toBe(250)
    const detail = (await lab.call('GET', `/api/Labtask/task/${id}`, { by: hana })).json()
    expect(detail.history.at(-1)).toMatchObject({
      what: 'task.put_back',
      reason: 'The analyser stands still',
    })
    await move(id, 'in_progress', '', stranger)
    expect((await move(id, 'pending', 'She went home', manager)).statusCode).toBe(200)
  })

  it('deactivating a technician puts their tasks back in the queue', async () => {
    const { id } = await started()
    const leaver = await other()
    await move(id, 'pending', 'Handed over')
    await move(id, 'in_progress', '', leaver)
    const gone = await lab.call('DELETE', `/api/technician/${leaver.accountId}`, { by: manager })
    expect(gone.statusCode, gone.body).toBe(200)
    const detail = (await lab.call('GET', `/api/Labtask/task/${id}`, { by: hana })).json()
    expect(detail).toMatchObject({ status: 'pending', claimedBy: null, whyNotStart: null })
    expect(detail.history.at(-1)).toMatchObject({ what: 'task.put_back', by: 'Mary Manager' })
  })
})

describe('a worklist', () => {
  const list = async (by = hana) =>
    (await lab.call('GET', '/api/Labtask/worklist?test=Full%20Blood%20Count', { by })).json()
  const startAll = (tasks: string[], by = hana) =>
    lab.call('POST', '/api/Labtask/worklist/start', { by, body: { tasks } })

  it('a worklist has the pending and started tasks of one test, in the order of the queue', async () => {
    lab.clock.advance(minutes(10))
    const [inWork] = await tasksOn((await received()).accession)
    await lab.call('PUT', `/api/Labtask/task/${inWork.id}/status`, {
      by: hana,
      body: { status: 'in_progress' },
    })
    const { test, tasks, more } = await list()
    expect([test, more]).toEqual(['Full Blood Count', false])
    expect(new Set(tasks.map((task: { title: string }) => task.title))).toEqual(new Set(['Full Blood Count']))
    expect(new Set(tasks.map((task: { status: string }) => task.status))).toEqual(
      new Set(['pending', 'in_progress']),
    )
    const due = tasks.map((task: { dueAt: string }) => task.dueAt)
    expect(due).toEqual([...due].sort())
    const stranger = await lab.makeStaff('technician')
    expect((await list(stranger)).tasks).toEqual([])
    expect((await lab.call('GET', '/api/Labtask/worklist?test=Tea', { by: hana })).statusCode).toBe(400)
  })

  it('starting a worklist leaves out tasks of others and samples not at the bench, and names them', async () => {
    const mine = await received()
    const taken = await received()
    const away = await received()
    const ids = []
    for (const { accession } of [mine, taken, away]) ids.push((await tasksOn(accession))[0].id)
    await lab.call('PUT', `/api/Labtask/task/${ids[1]}/status`, {
      by: manager,
      body: { status: 'in_progress' },
    })
    await lab.pool.query(
      `update sample set status = 'collected', received_at = null, received_by = null where accession = $1`,
      [away.accession],
    )
    const answer = (await startAll(ids)).json()
    expect(answer).toEqual({
      message: '1 task started, 2 left out.',
      started: [ids[0]],
      left: [
        { accession: taken.accession, patient: 'Ama Mensah', why: 'Mary Manager works on it.' },
        {
          accession: away.accession,
          patient: 'Ama Mensah',
          why: 'The sample has not been received at the bench yet.',
        },
      ],
    })
    expect((await appointment(mine.id)).status).toBe('in_progress')
  })

  it('a worklist started by two people at once gives every task to one of them', async () => {
    const ids: string[] = []
    for (let one = 0; one < 8; one++) ids.push((await tasksOn((await received()).accession))[0].id)
    const answers = await Promise.all([startAll(ids), startAll([...ids].reverse(), manager)])
    const started = answers.flatMap((answer) => answer.json().started)
    expect(started.sort()).toEqual([...ids].sort())
    for (const answer of answers) {
      const { started: won, left } = answer.json()
      expect(won.length + left.length).toBe(8)
    }
  })
})
