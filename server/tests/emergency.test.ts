import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let manager: Person
/** A technician of another site, without specialties. */
let kofi: Person
let visitId: string
let person: { personNumber: string; birthDate: string }

beforeAll(async () => {
  ;({ lab, bench, ama, hana } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  kofi = await lab.makeStaff('technician', { fullName: 'Kofi Elsewhere' })
  const site = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  await lab.pool.query('insert into account_site values ($1, $2)', [kofi.accountId, site.json().id])
  const started = await bench.started(ama, hana)
  visitId = started.visitId
  await bench.enter(started.task, normalCount, 0, hana)
  await bench.complete(started.task, hana)
  await bench.release([started.task], manager)
  const { rows } = await lab.pool.query(
    `select p.id, p.birth_date::text as born from visit v join person p on p.id = v.person_id where v.id = $1`,
    [visitId],
  )
  const known = await lab.call('GET', `/api/people/${rows[0].id}`, { by: manager })
  person = { personNumber: known.json().number, birthDate: rows[0].born }
  // The text of a confidential report has the same form; entering one is tested in confidential.test.ts.
  await lab.superuser.query(
    `insert into confidential_report (site_id, visit_id, version, code, content, pdf, released_by, released_at)
     select site_id, visit_id, version, 'EMERGENCY1', content, pdf, released_by, released_at from report where visit_id = $1`,
    [visitId],
  )
})
afterAll(() => lab.close())

const reason = 'Unconscious on arrival at the ward'
const open = (body: object = {}, by: Person = kofi) =>
  lab.call('POST', '/api/emergency', { by, body: { ...person, reason, ...body } })
const read = (id: string, by: Person = kofi) => lab.call('GET', `/api/emergency/${id}`, { by })

it('staff of another site read the reports for an hour, with a reason that managers and the patient see', async () => {
  expect((await bench.report(visitId, kofi)).statusCode).toBe(404)
  const opened = await open()
  expect(opened.statusCode, opened.body).toBe(201)
  const { id } = opened.json()
  const record = (await read(id)).json()
  expect(record).toMatchObject({ reason, confidential: false, person: { fullName: 'Ama Mensah' } })
  expect(record.reports).toMatchObject([{ visitId, confidential: false }])
  expect(record.reports[0].content.tests[0].name).toBe('Full Blood Count')

  // Nothing else has become readable, and the id is of no use to others.
  expect((await bench.report(visitId, kofi)).statusCode).toBe(404)
  expect((await read(id, hana)).statusCode).toBe(404)
  expect((await read(id, manager)).statusCode).toBe(404)

  const list = (await lab.call('GET', '/api/emergency', { by: manager })).json()
  expect(list.rows).toMatchObject([
    { by: 'Kofi Elsewhere', reason, confidential: false, person: { fullName: 'Ama Mensah' } },
  ])
  expect((await lab.call('GET', '/api/emergency', { by: hana })).statusCode).toBe(403)
  const mine = (await lab.call('GET', '/api/audit/mine', { by: ama })).json()
  expect(mine.rows[0]).toMatchObject({
    action: 'emergency.opened',
    about: reason,
    by: { fullName: 'Kofi Elsewhere' },
  })
  const { rows: told } = await lab.pool.query(`select payload from outbox where kind = 'record_opened'`)
  expect(told).toEqual([{ payload: { fullName: 'Mabel Manager', opener: 'Kofi Elsewhere' } }])

  // Calls in between keep the session.
  for (const time of ['08:50', '09:10', '09:29']) {
    lab.clock.set(`2026-03-09T${time}:00Z`)
    expect((await read(id)).statusCode).toBe(200)
  }
  lab.clock.set('2026-03-09T09:30:00Z')
  expect((await read(id)).statusCode).toBe(404)
  lab.clock.set(mondayMorning)
})

it('reports of confidential tests are read only if they were asked for', async () => {
  const { id } = (await open({ confidential: true })).json()
  const { reports } = (await read(id)).json()
  expect(reports.map((report: { confidential: boolean }) => report.confidential)).toEqual([false, true])
})

it('a wrong date of birth, number or reason is refused by name, and tries are limited', async () => {
  const refusals = async (body: object) => (await open(body, hana)).json().fields
  expect(await refusals({ birthDate: '1970-01-01' })).toHaveProperty('birthDate')
  expect(await refusals({ personNumber: 'P 0000 9999 9' })).toHaveProperty('personNumber')
  expect(await refusals({ reason: 'x' })).toHaveProperty('reason')
  expect((await open({}, ama)).statusCode).toBe(403)
  for (let tries = 0; tries < 10; tries++) await open({ birthDate: '1970-01-01' }, hana)
  expect((await open({}, hana)).statusCode).toBe(429)
})
