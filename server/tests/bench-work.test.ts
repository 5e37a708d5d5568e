import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskStates, taskTransitions } from '#contract/task-states.ts'
import { visitStates, visitTransitions } from '#contract/visit-states.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let ama: Person
let phlebotomist: Person
let haematologist: Person
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  phlebotomist = await lab.makeStaff('technician', { fullName: 'Pat Phlebotomist' })
  haematologist = await lab.makeStaff('technician', { fullName: 'Hana Haematologist' })
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  await skilled(haematologist, ['Full Blood Count', 'Blood Sugar,Blood Film for Malaria Parasites'])
})
afterAll(() => lab.close())

async function skilled(person: Person, specialties: string[]) {
  await lab.pool.query('insert into account_specialty select $1, unnest($2::text[])', [
    person.accountId,
    specialties,
  ])
}

let quarter = 0
async function bookedVisit(change: object = {}): Promise<{ id: string; reference: string }> {
  const minute = 7 * 60 + (quarter % 46) * 15
  const scheduleTime = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const scheduledDate = `2026-03-${10 + Math.floor(quarter++ / 46)}`
  const answer = await lab.call('POST', '/api/labtest/book', {
    by: ama,
    body: { ...bookingBody, scheduledDate, scheduleTime, ...change },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment
}

const identified = { identifiedBy: ['Full name', 'Reference or QR code'], prepared: 'yes', place: 'Chair 2' }
const arrive = (id: string, by = phlebotomist) =>
  lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by })
const collect = (id: string, body: object = {}, by = phlebotomist) =>
  lab.call('POST', `/api/labtest/appointment/${id}/collect`, { by, body: { ...identified, ...body } })
const receive = (accession: string) =>
  lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: phlebotomist })
const statusOf = async (id: string) =>
  (await lab.call('GET', `/api/labtest/appointment/${id}`, { by: phlebotomist })).json().status

async function collected(change: object = {}) {
  const { id } = await bookedVisit(change)
  await arrive(id)
  const answer = await collect(id)
  expect(answer.statusCode, answer.body).toBe(201)
  return {
    id,
    samples: answer.json().samples as { accession: string; tests: string[]; tube: string; id: string }[],
  }
}

async function received(change: object = {}) {
  const visit = await collected(change)
  for (const { accession } of visit.samples) expect((await receive(accession)).statusCode).toBe(200)
  return visit
}

const tasksOf = async (by: Person, query = '') =>
  (await lab.call('GET', `/api/Labtask/tasks?${query}`, { by })).json().rows as {
    id: string
    title: string
    accession: string
  }[]
const move = (by: Person, id: string, status: string, notes = '') =>
  lab.call('PUT', `/api/Labtask/task/${id}/status`, { by, body: { status, notes } })

/** Enters a valid value for the first analyte of the task's panel, and completes the task. */
async function complete(by: Person, id: string) {
  const form = (await lab.call('GET', `/api/Labtask/task/${id}/results`, { by })).json()
  const [first] = form.analytes
  const value = first.kind === 'quantity' ? first.lowest + 1 : first.options[0]
  const body = { values: { [first.code]: value }, revision: form.resultsRevision }
  await lab.call('POST', `/api/Labtask/task/${id}/results`, { by, body })
  return move(by, id, 'completed')
}

describe('collecting', () => {
  it('collecting makes a sample for each tube, with accession number, collector, time and place', async () => {
    const { id } = await bookedVisit({
      testType: ['Full Blood Count', 'Blood Sugar', 'Urine R/E', 'Blood Grouping'],
    })
    expect((await arrive(id)).json()).toEqual({ message: 'Ama Mensah: arrived.', status: 'arrived' })
    const plan = (
      await lab.call('GET', `/api/labtest/appointment/${id}/collection`, { by: phlebotomist })
    ).json()
    expect(plan.tubes.map((tube: { tests: string[] }) => tube.tests)).toEqual([
      ['Full Blood Count', 'Blood Grouping'],
      ['Blood Sugar'],
      ['Urine R/E'],
    ])
    const { message, samples } = (await collect(id)).json()
    expect(message).toBe('3 samples collected.')
    expect(samples[0]).toMatchObject({
      accession: expect.stringMatching(/^01260309\d{6}$/),
      status: 'collected',
      tests: ['Full Blood Count', 'Blood Grouping'],
      collectedAt: '2026-03-09T08:30:00.000Z',
      collectedBy: 'Pat Phlebotomist',
      collectedAtPlace: 'Chair 2',
    })
    expect(await statusOf(id)).toBe('collected')
    expect((await collect(id)).json().message).toBe('Everything that this visit needs has been collected.')
  })

  it('collecting requires an arrived patient and two identifiers', async () => {
    const { id } = await bookedVisit()
    expect((await collect(id)).json().message).toBe('This visit is booked: it cannot become collected.')
    await arrive(id)
    const once = await collect(id, { identifiedBy: ['Full name', 'Full name'] })
    expect([once.statusCode, once.json().fields]).toEqual([
      400,
      { identifiedBy: ['Confirm who it is in two ways'] },
    ])
    expect((await collect(id, { identifiedBy: ['Full name', 'A hunch'] })).statusCode).toBe(400)
    expect(await statusOf(id)).toBe('arrived')
  })

  it('one specimen can be collected now and the other later', async () => {
    const { id } = await bookedVisit({ testType: ['Full Blood Count', 'Stool R/E'] })
    await arrive(id)
    expect((await collect(id, { collections: ['blood'] })).json().samples).toHaveLength(1)
    expect((await collect(id, { collections: ['blood'] })).json().fields).toEqual({
      collections: ['“blood” is not waited for'],
    })
    expect((await collect(id, { collections: ['stool'] })).json().samples[0].tests).toEqual(['Stool R/E'])
  })

  it('a visit collected by ten people at once is collected once', async () => {
    const { id } = await bookedVisit({ testType: ['Full Blood Count', 'Urine R/E'] })
    await arrive(id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => collect(id)))
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
    const { rows } = await lab.pool.query('select count(*) as n from sample where visit_id = $1', [id])
    expect(rows[0].n).toBe(2)
  })

  it('32 concurrent collections get accession numbers without gap or repeat', async () => {
    const visits = await Promise.all(Array.from({ length: 32 }, () => bookedVisit()))
    for (const { id } of visits) await arrive(id)
    const otherServer = await openTestApp({ sameDatabaseAs: lab })
    const answers = await Promise.all(
      visits.map(({ id }, index) =>
        (index % 2 ? lab : otherServer).call('POST', `/api/labtest/appointment/${id}/collect`, {
          by: phlebotomist,
          body: identified,
        }),
      ),
    )
    await otherServer.close()
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]))
    const { rows } = await lab.pool.query('select substr(accession, 9, 5)::int as n from sample order by 1')
    expect(rows.map((row) => row.n)).toEqual(rows.map((_, index) => index + 1))
  })
})

describe('a scanned code', () => {
  const find = (code: string) =>
    lab.call('GET', `/api/Labtask/find?code=${encodeURIComponent(code)}`, { by: phlebotomist })

  it('a scanned reference finds the visit, however it was typed', async () => {
    const { id, reference } = await bookedVisit()
    expect((await find(` ${reference.slice(0, 4)}-${reference.slice(4).toLowerCase()} `)).json()).toEqual({
      kind: 'visit',
      id,
    })
  })

  it('a scanned accession number finds the sample, and a wrong digit is refused', async () => {
    const { samples } = await collected()
    const accession = samples[0]?.accession ?? ''
    expect((await find(accession)).json()).toEqual({ kind: 'sample', id: accession })
    const wrong = accession.slice(0, 12) + ((Number(accession[12]) + 1) % 10) + accession.slice(13)
    expect((await find(wrong)).json().message).toContain('a digit is wrong')
    expect((await find('ZZZZZZZZ')).statusCode).toBe(404)
  })
})

describe('a scanned person number', () => {
  const find = (code: string) =>
    lab.call('GET', `/api/Labtask/find?code=${encodeURIComponent(code)}`, { by: phlebotomist })
  const numberOf = async (id: string): Promise<string> =>
    (await lab.call('GET', `/api/labtest/appointment/${id}/collection`, { by: phlebotomist })).json().patient
      .personNumber

  it('a person number finds the visit of today that the person has arrived for, else the earliest of today', async () => {
    const patientDetails = { ...bookingBody.patientDetails, fullName: 'Kofi Carded' }
    const [first, second] = [await bookedVisit({ patientDetails }), await bookedVisit({ patientDetails })]
    const number = await numberOf(first.id)
    expect(await numberOf(second.id)).toBe(number)
    const missing = await find(number)
    expect([missing.statusCode, missing.json().message]).toEqual([
      404,
      'A visit today of the person with this number was not found',
    ])
    const moveToday = (id: string, time: string) =>
      lab.pool.query(
        `update visit set starts_at = $2::timestamptz, ends_at = $2::timestamptz + (ends_at - starts_at),
           during = tstzrange($2::timestamptz, $2::timestamptz + (upper(during) - lower(during))) where id = $1`,
        [id, `2026-03-09T${time}Z`],
      )
    await moveToday(first.id, '17:00')
    await moveToday(second.id, '18:00')
    const typed = `${number.slice(0, 5)} ${number.slice(5)}`.toLowerCase()
    expect((await find(typed)).json()).toEqual({ kind: 'visit', id: first.id })
    await arrive(second.id)
    expect((await find(typed)).json()).toEqual({ kind: 'visit', id: second.id })
    const wrong = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)
    expect((await find(wrong)).json().message).toContain('a digit is wrong')
  })
})

describe('a sample', () => {
  it('a sample is received once, divided, stored, and printed on a label', async () => {
    const { samples } = await collected()
    const accession = samples[0]?.accession ?? ''
    expect((await receive(accession)).json().sample).toMatchObject({
      status: 'received',
      receivedBy: 'Pat Phlebotomist',
    })
    expect((await receive(accession)).json().message).toBe('This sample is received: it cannot be received.')
    const part = await lab.call('POST', `/api/Labtask/sample/${accession}/aliquot`, {
      by: phlebotomist,
      body: { tube: 'Cryotube', storagePlace: 'Freezer 1, B3' },
    })
    expect(part.json().sample).toMatchObject({
      aliquotOf: accession,
      storagePlace: 'Freezer 1, B3',
      status: 'received',
      tests: [],
    })
    const stored = await lab.call('PUT', `/api/Labtask/sample/${accession}/storage`, {
      by: phlebotomist,
      body: { storagePlace: 'Rack 7' },
    })
    expect(stored.json().sample.storagePlace).toBe('Rack 7')
    for (const format of ['label', 'a4']) {
      const pdf = await lab.call(
        'GET',
        `/api/Labtask/labels.pdf?accessions=${accession},${part.json().sample.accession}&format=${format}`,
        { by: phlebotomist },
      )
      expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(
        [200, 'application/pdf', '%PDF-'],
      )
    }
  })

  it('rejecting a sample withdraws its tasks, and the visit waits for a replacement', async () => {
    const { id, samples } = await received({ testType: ['Full Blood Count', 'Urine R/E'] })
    const blood = samples.find((sample) => sample.tests.includes('Full Blood Count'))
    const reject = () =>
      lab.call('POST', `/api/Labtask/sample/${blood?.accession}/reject`, {
        by: haematologist,
        body: { reason: 'Haemolysed', note: 'Twice' },
      })
    expect((await reject()).json().sample).toMatchObject({
      status: 'rejected',
      rejection: 'Haemolysed: Twice',
      rejectedBy: 'Hana Haematologist',
    })
    expect((await reject()).statusCode).toBe(409)
    expect(await tasksOf(manager, `search=${blood?.accession}`)).toEqual([])
    const again = (await collect(id)).json().samples
    expect(again).toMatchObject([{ replaces: blood?.accession, tests: ['Full Blood Count'] }])
    expect(await tasksOf(manager, `search=${again[0].accession}`)).toHaveLength(1)
  })

  it('a sample with a completed task cannot be rejected', async () => {
    const { samples } = await received({ testType: ['Full Blood Count'] })
    const [task] = await tasksOf(haematologist, `search=${samples[0]?.accession}`)
    await move(haematologist, task?.id ?? '', 'in_progress')
    expect((await complete(haematologist, task?.id ?? '')).statusCode).toBe(200)
    const answer = await lab.call('POST', `/api/Labtask/sample/${samples[0]?.accession}/reject`, {
      by: manager,
      body: { reason: 'Clotted' },
    })
    expect(answer.statusCode).toBe(409)
  })
})

describe('tasks', () => {
  it('tasks are listed urgent first, then by due time, to those who can do them', async () => {
    const late = await received({ testType: ['Full Blood Count'], priority: 'low' })
    const urgent = await received({
      testType: ['Blood Film for Malaria Parasites', 'Stool R/E'],
      priority: 'high',
    })
    const titles = (await tasksOf(haematologist, 'status=pending')).map((task) => task.title)
    expect(titles[0]).toBe('Blood Film for Malaria Parasites')
    expect(titles).not.toContain('Stool R/E')
    expect((await tasksOf(manager, 'status=pending&test=Stool%20R/E')).length).toBeGreaterThan(0)
    expect(late.samples).toHaveLength(1)
    expect(urgent.samples).toHaveLength(2)
  })

  it('the list of tasks is paged by cursor, without gap or repeat', async () => {
    const all = await tasksOf(manager, 'limit=200')
    const seen: string[] = []
    let cursor = ''
    do {
      const page = (
        await lab.call('GET', `/api/Labtask/tasks?limit=7${cursor && `&cursor=${cursor}`}`, { by: manager })
      ).json()
      seen.push(...page.rows.map((task: { id: string }) => task.id))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(seen).toEqual(all.map((task) => task.id))
  })

  it('a task has instructions, equipment and an estimated duration', async () => {
    const { samples } = await received({ testType: ['Full Blood Count'] })
    const [task] = await tasksOf(haematologist, `search=${samples[0]?.accession}`)
    const detail = (await lab.call('GET', `/api/Labtask/task/${task?.id}`, { by: haematologist })).json()
    expect(detail).toMatchObject({
      title: 'Full Blood Count',
      status: 'pending',
      patient: { fullName: 'Ama Mensah', age: 34, gender: 'female' },
      requestedBy: 'Ama Mensah',
      estimatedDuration: 15,
      equipment: expect.arrayContaining(['Haematology analyser']),
      whyNotStart: null,
    })
    await lab.call('POST', `/api/Labtask/task/${task?.id}/notes`, {
      by: haematologist,
      body: { text: 'Small clot, mixed again' },
    })
    const after = (await lab.call('GET', `/api/Labtask/task/${task?.id}`, { by: haematologist })).json()
    expect(after.notes).toMatchObject([{ by: 'Hana Haematologist', text: 'Small clot, mixed again' }])
    expect(after.history.map((entry: { what: string }) => entry.what)).toEqual([
      'sample.collected',
      'sample.received',
    ])
  })

  it('a task is started only on a received sample, and completed by the person who started it', async () => {
    const { id, samples } = await collected({ testType: ['Full Blood Count'] })
    const [task] = await tasksOf(haematologist, `search=${samples[0]?.accession}`)
    const taskId = task?.id ?? ''
    expect((await move(haematologist, taskId, 'in_progress')).json().message).toBe(
      'The sample has not been received at the bench yet.',
    )
    await receive(samples[0]?.accession ?? '')
    expect((await move(haematologist, taskId, 'in_progress', 'Film made')).json().task).toMatchObject({
      status: 'in_progress',
      mine: true,
    })
    expect(await statusOf(id)).toBe('in_progress')
    const other = await lab.makeStaff('technician')
    await skilled(other, ['Full Blood Count'])
    expect((await move(other, taskId, 'completed')).json().message).toBe(
      'Somebody else is working on this task.',
    )
    expect((await move(haematologist, taskId, 'completed')).json().message).toBe('Enter the results first.')
    expect((await complete(haematologist, taskId)).statusCode).toBe(200)
  })

  it('technicians see open tasks of other specialties after their own, and cannot change them', async () => {
    const { samples } = await received({ testType: ['Full Blood Count', 'Typhidot'], priority: 'high' })
    const accessions = samples.map(({ accession }) => accession)
    const serologist = await lab.makeStaff('technician')
    await skilled(serologist, ['Typhidot'])
    const all: { title: string; ofOtherSpecialty: boolean; id: string; accession: string }[] = []
    for (let cursor = ''; ; ) {
      const page = await lab.call('GET', `/api/Labtask/tasks?status=pending&limit=2${cursor}`, {
        by: serologist,
      })
      all.push(...page.json().rows)
      if (page.json().nextCursor === null) break
      cursor = `&cursor=${page.json().nextCursor}`
    }
    const others = all.map((one) => one.ofOtherSpecialty)
    expect(others).toEqual([...others].sort())
    const here = all.filter((one) => accessions.includes(one.accession))
    expect(here.map((one) => [one.title, one.ofOtherSpecialty])).toEqual([
      ['Typhidot', false],
      ['Full Blood Count', true],
    ])
    const other = await lab.call('GET', `/api/Labtask/task/${here[1]?.id}`, { by: serologist })
    expect(other.json()).toMatchObject({
      ofOtherSpecialty: true,
      whyNotStart: 'This test is of a specialty that you do not have. A manager can add it to yours.',
    })
    expect((await move(serologist, here[1]?.id ?? '', 'in_progress')).statusCode).toBe(404)
    expect(
      (await lab.call('GET', `/api/Labtask/task/${here[1]?.id}/results`, { by: serologist })).statusCode,
    ).toBe(404)
  })

  it('tasks of another specialty cannot be worked on, and every task is refused to patients', async () => {
    const { samples } = await received({ testType: ['Full Blood Count'] })
    const [task] = await tasksOf(manager, `search=${samples[0]?.accession}`)
    for (const answer of [
      await move(phlebotomist, task?.id ?? '', 'in_progress'),
      await lab.call('POST', `/api/Labtask/task/${task?.id}/notes`, {
        by: phlebotomist,
        body: { text: 'x' },
      }),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'This task was not found'])
    }
    for (const [method, path] of [
      ['GET', '/api/Labtask/tasks'],
      ['GET', '/api/Labtask/summary'],
      ['GET', `/api/Labtask/task/${task?.id}`],
      ['POST', '/api/Labtask/claim-next'],
      ['GET', '/api/Labtask/find?code=1'],
      ['GET', `/api/Labtask/sample/${samples[0]?.accession}`],
      ['GET', `/api/Labtask/labels.pdf?accessions=${samples[0]?.accession}`],
    ] as const) {
      expect([
        (await lab.call(method, path, { by: ama })).statusCode,
        (await lab.call(method, path)).statusCode,
      ]).toEqual([403, 401])
    }
  })

  it('32 concurrent claims get 32 different tasks', async () => {
    const { rows: waiting } = await lab.pool.query<{ id: string }>(
      `select k.id from task k join sample s on s.id = k.sample_id
       where k.status = 'pending' and k.withdrawn_at is null and s.status = 'received'`,
    )
    expect(waiting.length).toBeGreaterThan(3)
    const claims = await Promise.all(
      Array.from({ length: 32 }, () => lab.call('POST', '/api/Labtask/claim-next', { by: manager })),
    )
    const taken = claims.map((claim) => claim.json().task?.id).filter((id) => id !== undefined)
    expect(new Set(taken)).toEqual(new Set(waiting.slice(0, 32).map((row) => row.id)))
    expect(taken).toHaveLength(waiting.length)
    expect((await lab.call('POST', '/api/Labtask/claim-next', { by: manager })).json()).toEqual({
      message: 'No task is waiting for you.',
      task: null,
    })
  })

  it('tasks name the tube, and those completed before the given instant are left out', async () => {
    const { samples } = await received({ testType: ['Full Blood Count', 'Blood Grouping'] })
    const accession = samples[0]?.accession ?? ''
    const [done, waiting] = await tasksOf(manager, `search=${accession}`)
    expect(done).toMatchObject({ tube: samples[0]?.tube })
    await move(manager, done?.id ?? '', 'in_progress')
    await complete(manager, done?.id ?? '')
    const since = async (instant: string) =>
      (await tasksOf(manager, `search=${accession}&completedSince=${instant}`)).map((task) => task.id)
    expect(await since('2026-03-09T08:30:00Z')).toEqual([done?.id, waiting?.id])
    expect(await since('2026-03-09T08:30:01Z')).toEqual([waiting?.id])
  })

  it('tasks are counted for the dashboard', async () => {
    const { samples } = await received({ testType: ['Full Blood Count'] })
    const count = async () => (await lab.call('GET', '/api/Labtask/summary', { by: haematologist })).json()
    const before = await count()
    const [task] = await tasksOf(haematologist, `search=${samples[0]?.accession}`)
    await move(haematologist, task?.id ?? '', 'in_progress')
    expect(await count()).toEqual({
      ...before,
      pending: before.pending - 1,
      inProgress: before.inProgress + 1,
    })
    await complete(haematologist, task?.id ?? '')
    expect(await count()).toEqual({
      ...before,
      pending: before.pending - 1,
      completedToday: before.completedToday + 1,
    })
  })
})

describe('every step that the tables do not allow', () => {
  const pairs = taskStates.flatMap((from) => taskStates.map((to) => [from, to] as const))

  it.each(pairs.filter(([from, to]) => !taskTransitions[from].includes(to)))(
    'a task that is %s does not become %s',
    async (from, to) => {
      const { samples } = await received({ testType: ['Full Blood Count'] })
      const [task] = await tasksOf(haematologist, `search=${samples[0]?.accession}`)
      const id = task?.id ?? ''
      if (from !== 'pending') await move(haematologist, id, 'in_progress')
      if (from === 'completed') await complete(haematologist, id)
      for (const by of [haematologist, manager]) expect((await move(by, id, to)).statusCode).toBe(409)
      const { rows } = await lab.pool.query('select status from task where id = $1', [id])
      expect(rows[0].status).toBe(from)
    },
  )

  const wrongArrivals = visitStates.filter(
    (from) => from !== 'arrived' && !visitTransitions[from].includes('arrived'),
  )
  it.each(wrongArrivals)('a visit that is %s does not arrive', async (from) => {
    const { id } = await bookedVisit()
    await lab.pool.query('update visit set status = $2 where id = $1', [id, from])
    expect((await arrive(id)).statusCode).toBe(409)
    expect(await statusOf(id)).toBe(from)
  })
})
