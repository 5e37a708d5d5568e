import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CultureRow } from '#contract/cultures.ts'
import { after, days } from '#server/platform/clock.ts'
import { coli, openCultureBench, resistantColi, urineGrowth, zone } from './culture-bench.ts'
import { mondayMorning } from './harness.ts'
import { textsOf } from './read-pdf.ts'

let open: Awaited<ReturnType<typeof openCultureBench>>
beforeAll(async () => {
  open = await openCultureBench()
})
afterAll(() => open.lab.close())

const urine = () => open.bench.started(open.ama, open.maya, ['Urine Culture'])
const blood = () => open.bench.started(open.ama, open.maya, ['Blood Culture'])
const reported = async (visitId: string) =>
  (await open.bench.report(visitId, open.ama)).json().report as {
    status: string
    waitingFor: string[]
    tests: { name: string; culture: { interim: boolean; isolates: { antibiogram: object[] }[] } }[]
  }
const rowOf = async (id: string, by = open.maya): Promise<CultureRow | undefined> =>
  (await open.list(by)).find((row: CultureRow) => row.id === id)

describe('a reading', () => {
  it('stores the category of each value by the table in force, with what the report shows', async () => {
    const { task } = await urine()
    const isolates = [{ ...coli, antibiogram: [...coli.antibiogram, zone('NIT', 20)] }]
    expect((await open.save(task, { isolates })).json()).toMatchObject({ revision: 1 })
    const form = (await open.read(task)).json()
    expect(form).toMatchObject({ stage: 'reading', specimen: 'urine', day: 0, interim: false, revision: 1 })
    expect(form.isolates[0].antibiogram).toMatchObject([
      { antibiotic: 'CIP', result: 'S', origin: 'breakpoint', isShown: true },
      { antibiotic: 'CRO', result: 'S', isShown: true },
      { antibiotic: 'MEM', result: 'S', isShown: false },
      { antibiotic: 'NIT', result: null, origin: 'none', isShown: false },
    ])
  })

  it('keeps the categories of earlier readings when another table comes into force', async () => {
    const { task } = await urine()
    await open.save(task, {})
    const { rows } = await open.lab.pool.query(
      `select distinct u.table_version, t.source from susceptibility u join breakpoint_table t on t.version = u.table_version
       where u.task_id = $1`,
      [task],
    )
    expect(rows).toEqual([{ table_version: 1, source: 'Example, no standard' }])
  })

  it('is refused with unknown organisms and antibiotics, impossible zones, isolates without growth, and twice the same', async () => {
    const { task } = await urine()
    const fieldsOf = async (body: object) => (await open.save(task, body)).json().fields
    expect(await fieldsOf({ isolates: [{ ...coli, organism: 'martian' }] })).toMatchObject({
      'isolates.0.organism': ['Choose the organism'],
    })
    expect(await fieldsOf({ isolates: [{ ...coli, antibiogram: [zone('XYZ', 20)] }] })).toMatchObject({
      'isolates.0.antibiogram': ['There is no antibiotic XYZ'],
    })
    expect(await fieldsOf({ isolates: [{ ...coli, antibiogram: [zone('CIP', 90)] }] })).toMatchObject({
      'isolates.0.antibiogram.0.measure.value': ['A zone is a whole number of 6 to 60 mm'],
    })
    expect(await fieldsOf({ values: { 'URINE-CULTURE-GROWTH': 'No growth' } })).toMatchObject({
      'values.URINE-CULTURE-GROWTH': ['Choose a growth, because there are isolates'],
    })
    expect(await fieldsOf({ isolates: [coli, coli] })).toHaveProperty('isolates')
  })

  it('follows the one before: of two at once one is refused, and the same again has the same answer', async () => {
    const { task } = await urine()
    const answers = await Promise.all([
      open.save(task, {}),
      open.save(task, { isolates: [resistantColi] }, open.rita),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const other = await urine()
    expect((await open.save(other.task, {})).statusCode).toBe(200)
    expect((await open.save(other.task, {})).statusCode).toBe(200)
    expect((await open.save(other.task, { isolates: [resistantColi] })).statusCode).toBe(409)
    expect((await open.read(other.task)).json().revision).toBe(1)
  })

  it('deletes the draft that was saved, and keeps a draft that was changed elsewhere', async () => {
    const { task } = await urine()
    const draft = (revision: number, organism: string) =>
      open.lab.call('PUT', `/api/Labtask/task/${task}/draft`, {
        by: open.maya,
        body: { typed: { '1.organism': organism, '1.CRO': '12' }, revision, resultsRevision: 0 },
      })
    const kept = async () => (await open.bench.form(task, open.maya)).draft
    expect((await draft(0, 'escherichia-coli')).json()).toEqual({ revision: 1 })
    expect((await draft(1, '')).json()).toEqual({ revision: 2 })
    expect((await open.save(task, { draft: 1 })).statusCode).toBe(200)
    expect(await kept()).toMatchObject({ revision: 2 })
    expect((await open.save(task, { revision: 1, draft: 2 })).statusCode).toBe(200)
    expect(await kept()).toBeNull()
  })

  it('is the only way to enter and complete a culture', async () => {
    const { task } = await urine()
    expect((await open.bench.enter(task, urineGrowth, 0, open.maya)).json().message).toMatch(/culture/)
    await open.save(task, {})
    expect((await open.bench.complete(task, open.maya)).json().message).toMatch(/culture/)
  })
})

describe('an interim report', () => {
  it('never shows as final: it says so, the test is waited for, and the culture is at the bench again', async () => {
    const { visitId, task } = await urine()
    await open.save(task, { stage: 'interim' })
    expect(await rowOf(task)).toMatchObject({ waitsForRelease: true, toRead: false })
    expect((await open.bench.release([task], open.maya)).json().message).toMatch(/somebody else/)
    expect((await open.bench.release([task], open.rita)).statusCode).toBe(200)
    expect(await reported(visitId)).toMatchObject({
      status: 'partial',
      waitingFor: ['Urine Culture'],
      tests: [{ culture: { interim: true } }],
    })
    expect(await rowOf(task)).toMatchObject({ status: 'in_progress', stage: 'reading', interim: true })
    const visit = await open.lab.call('GET', `/api/labtest/appointment/${visitId}`, { by: open.ama })
    expect(visit.json().status ?? visit.json().appointment?.status).not.toBe('completed')
    const { rows } = await open.lab.pool.query('select first_released_at from task where id = $1', [task])
    expect(rows).toEqual([{ first_released_at: null }])
  })

  it('is followed by the final one, without a mark of correction, and leaves the bench then', async () => {
    const { visitId, task } = await urine()
    await open.save(task, { stage: 'interim', values: { 'URINE-CULTURE-GROWTH': 'No growth' }, isolates: [] })
    await open.bench.release([task], open.rita)
    await open.save(task, { stage: 'final', revision: 1 }, open.rita)
    expect((await open.bench.release([task], open.maya)).statusCode).toBe(200)
    const report = await reported(visitId)
    expect(report).toMatchObject({
      version: 2,
      status: 'final',
      waitingFor: [],
      tests: [{ culture: { interim: false }, correction: null, results: [{ before: null }, {}] }],
    })
    expect(await rowOf(task)).toBeUndefined()
    const corrected = await open.bench.correct(task, 'Wrong plate', open.rita)
    expect(corrected.statusCode, corrected.body).toBe(200)
    const interim = await open.save(task, { stage: 'interim', revision: 2 })
    expect(interim.json().message).toMatch(/Save it as final/)
  })

  it('stays in the report while another test of the visit is released', async () => {
    const { visitId, tasks } = await open.bench.started(open.ama, open.maya, [
      'Urine Culture',
      'Full Blood Count',
    ])
    const [culture, count] = [tasks.get('Urine Culture') ?? '', tasks.get('Full Blood Count') ?? '']
    await open.save(culture, { stage: 'interim' })
    await open.bench.release([culture], open.rita)
    await open.save(culture, { stage: 'final', revision: 1, isolates: [resistantColi] })
    await open.bench.enter(count, { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }, 0, open.maya)
    await open.bench.complete(count, open.maya)
    await open.bench.release([count], open.rita)
    const report = await reported(visitId)
    expect(report.waitingFor).toEqual(['Urine Culture'])
    expect(report.tests.find(({ name }) => name === 'Urine Culture')?.culture).toMatchObject({
      interim: true,
      isolates: [{ antibiogram: [{ antibiotic: 'Ciprofloxacin', category: 'S' }, {}] }],
    })
  })

  it('cannot stay released, whatever statement tries it', async () => {
    const { task } = await urine()
    await open.save(task, { stage: 'interim' })
    const released = open.lab.pool.query(
      `update task set released_at = now(), released_by = completed_by where id = $1`,
      [task],
    )
    await expect(released).rejects.toThrow(/interim/)
  })

  it('can be withdrawn: the report says so, and the isolates are gone', async () => {
    const { visitId, task } = await urine()
    await open.save(task, { stage: 'interim' })
    await open.bench.release([task], open.rita)
    const body = { tasks: [task], reason: 'Tubes were exchanged' }
    const answer = await open.lab.call('POST', '/api/Labtask/retract', { by: open.manager, body })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await reported(visitId)).tests[0]).toMatchObject({ withdrawn: {}, culture: null })
    expect((await open.read(task)).json()).toMatchObject({ isolates: [], interim: false })
  })
})

it('interim results are in no table of earlier values; final ones are', async () => {
  const { task, visitId } = await open.bench.started(open.ama, open.maya, ['Urine Culture'], {
    ...{ fullName: 'Efua Interim', contact: '+233 24 555 0999' },
  })
  const { rows } = await open.lab.pool.query('select person_id from visit where id = $1', [visitId])
  const path = `/api/people/${rows[0].person_id}/cumulative`
  const tests = async () => {
    const table = (await open.lab.call('GET', path, { by: open.manager })).json()
    return table.rows.map(({ test }: { test: string }) => test)
  }
  await open.save(task, { stage: 'interim', values: { 'URINE-CULTURE-GROWTH': 'No growth' }, isolates: [] })
  await open.bench.release([task], open.rita)
  expect(await tests()).toEqual([])
  await open.save(task, { stage: 'final', revision: 1 })
  await open.bench.release([task], open.rita)
  expect(await tests()).toContain('Urine Culture')
})

describe('what a report does not show', () => {
  it('is in no answer to patients and clinicians, and not on paper; staff see it before the release', async () => {
    const { visitId, task } = await urine()
    await open.save(task, { stage: 'final' })
    const waiting = await open.lab.call('GET', '/api/Labtask/release', { by: open.rita })
    expect(waiting.body).toContain('Meropenem')
    await open.bench.release([task], open.rita)
    const report = await open.bench.report(visitId, open.ama)
    expect(report.body).toContain('Ciprofloxacin')
    expect(report.body).not.toMatch(/Meropenem|MEM/)
    const pdf = await open.lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf`, { by: open.ama })
    const text = textsOf(pdf.rawPayload).join(' ')
    expect(text).toContain('Ciprofloxacin')
    expect(text).toContain('Escherichia coli')
    expect(text).not.toContain('Meropenem')
    const verified = await open.lab.call('GET', `/api/verify/${report.json().report.code}`)
    expect(verified.body).toContain('Ciprofloxacin')
    expect(verified.body).not.toContain('Meropenem')
  })

  it('is shown when the first line does not work', async () => {
    const { visitId, task } = await urine()
    await open.save(task, { stage: 'final', isolates: [resistantColi] })
    await open.bench.release([task], open.rita)
    expect((await open.bench.report(visitId, open.ama)).body).toContain('Meropenem')
  })
})

/** A culture that a clinic ordered, with the clinician. */
async function ofClinic() {
  const clinician = await open.lab.makeClinician(undefined, { fullName: 'Dr Ridge' })
  const patient = { fullName: 'Abena Ridgepatient', gender: 'female', age: 30, contact: '+233 24 555 0101' }
  const at = '/api/clinic/orders'
  const ordered = await open.lab.call('POST', at, {
    by: clinician,
    body: { patient, testType: ['Urine Culture'], way: 'sample' },
  })
  const { id } = ordered.json()
  const body = { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' }
  const [accession] = (await open.lab.call('POST', `${at}/${id}/samples`, { by: clinician, body })).json()
    .accessions
  await open.lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: open.maya, body: {} })
  const { rows } = await open.lab.pool.query(
    `select k.id from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id where s.accession = $1`,
    [accession],
  )
  const task: string = rows[0].id
  const started = { by: open.maya, body: { status: 'in_progress' } }
  await open.lab.call('PUT', `/api/Labtask/task/${task}/status`, started)
  const read = (part = '', by = clinician) => open.lab.call('GET', `${at}/${id}${part}`, { by })
  return { clinician, task, read }
}

it('a clinician reads interim and final results of what the clinic ordered, without what is not shown, and no other clinic does', async () => {
  const { task, read } = await ofClinic()
  await open.save(task, { stage: 'interim' })
  expect((await read('/report')).statusCode).toBe(404)
  await open.bench.release([task], open.rita)
  expect((await read()).json()).toMatchObject({ state: 'partly' })
  const interim = await read('/report')
  expect(interim.json().report).toMatchObject({ status: 'partial', tests: [{ culture: { interim: true } }] })
  expect(interim.body).not.toContain('Meropenem')
  await open.save(task, { stage: 'final', revision: 1 })
  await open.bench.release([task], open.rita)
  expect((await read()).json()).toMatchObject({ state: 'ready' })
  const final = await read('/report')
  expect(final.json().report).toMatchObject({ status: 'final', tests: [{ culture: { interim: false } }] })
  expect(final.body).not.toContain('Meropenem')
  expect(textsOf((await read('/report.pdf')).rawPayload).join(' ')).not.toContain('Meropenem')
  const other = await open.lab.makeClinician(undefined, { fullName: 'Dr Harbour' })
  expect((await read('/report', other)).statusCode).toBe(404)
})

it('a patient reads no culture of somebody else', async () => {
  const { visitId, task } = await urine()
  await open.save(task, { stage: 'final' })
  await open.bench.release([task], open.rita)
  const kofi = await open.lab.signUpPatient({ fullName: 'Kofi Boateng' })
  expect((await open.bench.report(visitId, kofi)).statusCode).toBe(404)
  expect((await open.bench.report(visitId, open.ama)).statusCode).toBe(200)
})

it('growth in a blood culture is critical: it is released only after it was reported', async () => {
  const { task } = await blood()
  const values = { 'BLOOD-CULTURE-GROWTH': 'Growth', 'CULTURE-GRAM': 'Gram-negative rods' }
  await open.save(task, { values, stage: 'interim', isolates: [] })
  expect((await open.bench.release([task], open.rita)).json().message).toMatch(/critical/)
  const { visits } = (await open.lab.call('GET', '/api/Labtask/callbacks', { by: open.rita })).json()
  const found = visits.flatMap((visit: { values: { id: string; taskId: string }[] }) => visit.values)
  const { id } = found.find((value: { taskId: string }) => value.taskId === task)
  expect((await open.bench.tell([id], open.rita)).statusCode).toBe(200)
  expect((await open.bench.release([task], open.rita)).statusCode).toBe(200)
  await open.save(task, { values, stage: 'final', isolates: [coli], revision: 1 })
  expect((await open.bench.release([task], open.rita)).statusCode).toBe(200)
})

it('the bench lists cultures by day of incubation, those to read first, until they are read', async () => {
  const { task } = await urine()
  expect(await rowOf(task)).toMatchObject({ day: 0, finalDay: 2, toRead: false })
  open.lab.clock.set(after(new Date(mondayMorning), days(1)))
  try {
    const noor = await open.bench.skilled('Noor Nextday')
    expect(await rowOf(task, noor)).toMatchObject({ day: 1, toRead: true })
    expect((await open.list(noor))[0]).toMatchObject({ toRead: true })
    await open.save(task, {}, noor)
    expect(await rowOf(task, noor)).toMatchObject({
      day: 1,
      toRead: false,
      lastRead: { by: 'Noor Nextday' },
    })
  } finally {
    open.lab.clock.set(mondayMorning)
  }
})

it('cultures of other sites and of tests of others are out of reach, for reading and for saving', async () => {
  const { task } = await urine()
  const { lab, manager } = open
  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  const tina = await open.bench.skilled('Tina Kumasi')
  await lab.pool.query('insert into account_site values ($1, $2)', [tina.accountId, added.json().id])
  expect(await open.list(tina)).toEqual([])
  expect((await open.read(task, tina)).statusCode).toBe(404)
  expect((await open.save(task, {}, tina)).statusCode).toBe(404)
  expect((await open.read(task, open.ama)).statusCode).toBe(403)
  const count = await open.bench.started(open.ama, open.maya, ['Full Blood Count'])
  expect((await open.read(count.task)).statusCode).toBe(404)
})
