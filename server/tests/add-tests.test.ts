import { afterAll, beforeAll, expect, it } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let ama: Person
let tina: Person
beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  tina = await lab.makeStaff('technician', { fullName: 'Tina Technician' })
  await lab.pool.query('insert into account_specialty select $1, unnest($2::text[])', [
    tina.accountId,
    ['Full Blood Count', 'Erythrocyte Sedimentation Rate (ESR)', 'Typhidot', 'Blood Grouping'],
  ])
})
afterAll(() => lab.close())

let quarter = 0
const body = (extra: object = {}) => ({
  identifiedBy: ['Full name', 'Reference or QR code'],
  prepared: 'yes',
  place: 'Chair 2',
  ...extra,
})
async function collected(testType: string[] = ['Full Blood Count']): Promise<string> {
  const minute = 7 * 60 + quarter++ * 15
  const scheduleTime = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const answer = await lab.call('POST', '/api/labtest/book', {
    by: ama,
    body: { ...bookingBody, scheduledDate: '2026-03-10', scheduleTime, testType },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json().appointment
  await lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by: tina })
  const drawn = await lab.call('POST', `/api/labtest/appointment/${id}/collect`, { by: tina, body: body() })
  expect(drawn.statusCode, drawn.body).toBe(201)
  for (const { accession } of drawn.json().samples) {
    await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: tina })
  }
  return id
}
const tests = async (id: string) =>
  (await lab.call('GET', `/api/labtest/appointment/${id}/tests`, { by: tina })).json()
const add = (id: string, names: string[], collectAgain: string[] = [], by = tina) =>
  lab.call('POST', `/api/labtest/appointment/${id}/tests`, { by, body: { tests: names, collectAgain } })
const remove = (id: string, test: string, reason = 'Asked for by mistake', by = tina) =>
  lab.call('POST', `/api/labtest/appointment/${id}/tests/remove`, { by, body: { test, reason } })
const planOf = async (id: string) =>
  (await lab.call('GET', `/api/labtest/appointment/${id}/collection`, { by: tina })).json()
const stateOf = async (id: string, name: string) =>
  (await tests(id)).tests.find((one: { name: string }) => one.name === name)?.state

it('a test is added to a tube that is here, and to a new collection if no tube serves', async () => {
  const id = await collected()
  const { addable } = await tests(id)
  const find = (name: string) => addable.find((one: { name: string }) => one.name === name)
  const [sample] = (await planOf(id)).samples
  expect(find('Blood Grouping')).toEqual({
    name: 'Blood Grouping',
    accession: sample.accession,
    place: '',
    whyNoTube: null,
  })
  expect(find('Typhidot').whyNoTube).toBe('There is no tube of the kind that this test needs.')
  const answer = await add(id, ['Blood Grouping', 'Typhidot'])
  expect(answer.json().message).toBe(
    'Blood Grouping: added on a tube that is here. Typhidot: added, to be collected.',
  )
  const plan = await planOf(id)
  expect(plan.samples[0].tests).toEqual(['Full Blood Count', 'Blood Grouping'])
  expect(plan.tubes.map((tube: { tests: string[] }) => tube.tests)).toEqual([['Typhidot']])
  const twice = await add(id, ['Typhidot'])
  expect(twice.json().fields).toEqual({ tests: ['The visit has Typhidot already'] })
  const unknown = await add(id, ['Palmistry'])
  expect(unknown.json().fields).toEqual({ tests: ['We do not offer the test “Palmistry”'] })
})

it('the tube of an added test is collected at a new visit, and a further test joins that visit', async () => {
  const id = await collected()
  const path = `/api/labtest/appointment/${id}`
  await add(id, ['Typhidot'])
  const at = '2026-03-24T09:00:00.000Z'
  const given = await lab.call('POST', `${path}/recollect`, { by: tina, body: { at } })
  expect(given.statusCode, given.body).toBe(201)
  const { again } = await planOf(id)
  const added = await add(id, ['Stool Routine Examination'])
  expect(added.json().message).toContain(`to be collected at the visit ${again.reference}.`)
  const { rows } = await lab.pool.query('select test_code from visit_test where visit_id = $1', [again.id])
  expect(rows).toHaveLength(2)
})

it('a new tube is collected if too little is left, or the tube is too old unless it was refrigerated', async () => {
  const id = await collected()
  await add(id, ['Blood Grouping'], ['Blood Grouping'])
  expect(await stateOf(id, 'Blood Grouping')).toBe('collection')
  const [warm, cold] = [await collected(), await collected()]
  const [{ accession }] = (await planOf(cold)).samples
  const stored = await lab.call('PUT', `/api/Labtask/sample/${accession}/storage`, {
    by: tina,
    body: { storagePlace: 'Fridge 1', refrigerated: true },
  })
  expect(stored.json().sample.refrigeratedAt).not.toBeNull()
  lab.clock.advance(hours(6))
  tina = await lab.makeStaff('technician')
  await add(warm, ['Erythrocyte Sedimentation Rate (ESR)'])
  await add(cold, ['Erythrocyte Sedimentation Rate (ESR)'])
  expect(await stateOf(warm, 'Erythrocyte Sedimentation Rate (ESR)')).toBe('collection')
  expect(await stateOf(cold, 'Erythrocyte Sedimentation Rate (ESR)')).toBe('pending')
})

it('a test is taken away with a reason until it is started, and never the last one', async () => {
  const id = await collected(['Full Blood Count', 'Blood Grouping'])
  expect((await remove(id, 'Blood Grouping', '')).json().fields).toEqual({
    reason: ['Say why it is removed'],
  })
  expect((await remove(id, 'Blood Grouping')).json().message).toBe('Blood Grouping was removed.')
  expect((await tests(id)).tests).toEqual([
    {
      name: 'Full Blood Count',
      state: 'pending',
      whyNotRemove: 'A visit has at least one test. Cancel the visit instead.',
    },
  ])
  expect((await remove(id, 'Full Blood Count')).statusCode).toBe(409)
  const trail = await lab.pool.query(
    `select reason from audit where subject_id = $1 and action = 'visit.changed' and reason <> ''`,
    [id],
  )
  expect(trail.rows).toEqual([{ reason: 'Asked for by mistake' }])
  const back = await add(id, ['Blood Grouping'])
  expect(back.statusCode, back.body).toBe(200)
  await lab.pool.query(
    `update task set status = 'in_progress', claimed_by = $2, started_at = now() where visit_id = $1 and withdrawn_at is null`,
    [id, tina.accountId],
  )
  const refused = await remove(id, 'Blood Grouping')
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Blood Grouping was started meanwhile: it cannot be removed.',
  ])
})

it('only staff of the site change tests, and only once the patient has come', async () => {
  const id = await collected()
  expect((await add(id, ['Typhidot'], [], ama)).statusCode).toBe(403)
  expect((await remove(id, 'Full Blood Count', 'x', ama)).statusCode).toBe(403)
  const booked = await lab.call('POST', '/api/labtest/book', {
    by: ama,
    body: { ...bookingBody, scheduledDate: '2026-03-11', scheduleTime: '09:00' },
  })
  const answer = await add(booked.json().appointment.id, ['Typhidot'])
  expect(answer.json().message).toBe('This visit is booked: tests are added once the patient has come.')
  expect((await add('01900000-0000-7000-8000-000000000099', ['Typhidot'])).statusCode).toBe(404)
})

it('two people who add the same test at once add it once', async () => {
  const id = await collected()
  const manager = await lab.makeStaff('admin')
  const answers = await Promise.all([add(id, ['Blood Grouping']), add(id, ['Blood Grouping'], [], manager)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  const { rows } = await lab.pool.query(
    `select count(*)::int as tasks from task where visit_id = $1 and test_code = 'BG'`,
    [id],
  )
  expect(rows).toEqual([{ tasks: 1 }])
})

it('a reflex test is offered or added by the rule that its results call for', async () => {
  const manager = await lab.makeStaff('admin')
  const rule = async (body: object) => {
    const answer = await lab.call('POST', '/api/catalogue/interpretations', {
      by: manager,
      body: { analyte: 'HGB', flags: [], atLeast: null, below: null, answers: [], text: 'x', ...body },
    })
    if (answer.statusCode !== 201) return answer
    const [{ id, version }] = (await lab.call('GET', '/api/catalogue/comments', { by: manager }))
      .json()
      .interpretations.filter((one: { confirmedBy: string | null }) => one.confirmedBy === null)
    await lab.call('POST', `/api/catalogue/interpretations/${id}/confirm`, {
      by: manager,
      body: { follows: version },
    })
    return answer
  }
  expect((await rule({ below: 8, addsItself: true })).json().fields).toEqual({
    addsTest: ['Choose the test that is added'],
  })
  expect((await rule({ below: 8, addsTest: 'NONE' })).json().fields).toEqual({
    addsTest: ['Choose a test of the catalogue'],
  })
  await rule({ below: 9, text: 'Anaemia: look for sickling.', addsTest: 'SICK' })
  await rule({ below: 8.5, text: 'Severe anaemia: group.', addsTest: 'BG', addsItself: true })
  tina = await lab.makeStaff('technician')
  await lab.pool.query('insert into account_specialty values ($1, $2)', [tina.accountId, 'Full Blood Count'])
  const id = await collected()
  const [task] = (
    await lab.call('GET', `/api/Labtask/tasks?search=${(await planOf(id)).samples[0].accession}`, {
      by: tina,
    })
  ).json().rows
  await lab.call('PUT', `/api/Labtask/task/${task.id}/status`, { by: tina, body: { status: 'in_progress' } })
  const form = (await lab.call('GET', `/api/Labtask/task/${task.id}/results`, { by: tina })).json()
  expect(form.reflex).toEqual([])
  const saved = await lab.call('POST', `/api/Labtask/task/${task.id}/results`, {
    by: tina,
    body: { values: { HGB: 8.2 }, revision: form.resultsRevision },
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().message).toBe('Full Blood Count: results saved. Added: Blood Grouping.')
  expect(saved.json().form.reflex).toEqual([
    { code: 'SICK', name: 'Sickle Cell', text: 'Anaemia: look for sickling.', addsItself: false },
  ])
  expect(await stateOf(id, 'Blood Grouping')).toBe('pending')
  await add(id, ['Sickle Cell'])
  const after = (await lab.call('GET', `/api/Labtask/task/${task.id}/results`, { by: tina })).json()
  expect(after.reflex).toEqual([])
})

it('adding a test after the final report and taking it away again issues no new version', async () => {
  const manager = await lab.makeStaff('admin')
  const releaser = await lab.makeStaff('admin')
  const id = await collected()
  const [{ accession }] = (
    await lab.call('GET', `/api/labtest/appointment/${id}/collection`, { by: manager })
  ).json().samples
  const [task] = (await lab.call('GET', `/api/Labtask/tasks?search=${accession}`, { by: manager })).json()
    .rows
  const status = (to: string) =>
    lab.call('PUT', `/api/Labtask/task/${task.id}/status`, { by: manager, body: { status: to } })
  await status('in_progress')
  const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }
  const saved = await lab.call('POST', `/api/Labtask/task/${task.id}/results`, {
    by: manager,
    body: { values, revision: 0 },
  })
  expect(saved.statusCode, saved.body).toBe(200)
  await status('completed')
  const released = await lab.call('POST', '/api/Labtask/release', {
    by: releaser,
    body: { tasks: [task.id] },
  })
  expect(released.statusCode, released.body).toBe(200)
  const visit = async () =>
    (
      await lab.pool.query<{ status: string; versions: number }>(
        `select v.status, (select count(*)::int from report r where r.visit_id = v.id) as versions
       from visit v where v.id = $1`,
        [id],
      )
    ).rows[0]
  expect(await visit()).toEqual({ status: 'completed', versions: 1 })
  await add(id, ['Typhidot'], [], manager)
  expect(await visit()).toEqual({ status: 'in_progress', versions: 1 })
  expect((await remove(id, 'Typhidot', 'Asked for by mistake', manager)).statusCode).toBe(200)
  expect(await visit()).toEqual({ status: 'completed', versions: 1 })
})

it('of starting a task and taking its test away at once, exactly one succeeds', async () => {
  const manager = await lab.makeStaff('admin')
  const starter = await lab.makeStaff('admin')
  for (let turn = 0; turn < 8; turn++) {
    const id = await collected(['Full Blood Count', 'Blood Grouping'])
    const { rows } = await lab.pool.query<{ id: string }>(
      `select id from task where visit_id = $1 and test_code = 'BG' and withdrawn_at is null`,
      [id],
    )
    const [removed, started] = await Promise.all([
      remove(id, 'Blood Grouping', 'Asked for by mistake', manager),
      lab.call('PUT', `/api/Labtask/task/${rows[0]?.id}/status`, {
        by: starter,
        body: { status: 'in_progress' },
      }),
    ])
    expect([removed.statusCode, started.statusCode].filter((status) => status === 200)).toHaveLength(1)
    expect([removed.statusCode, started.statusCode].every((status) => status < 500)).toBe(true)
  }
})
