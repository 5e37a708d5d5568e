import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let bench: Bench
let manager: Person
let technician: Person
let ama: Person

beforeAll(async () => {
  lab = await openTestApp()
  bench = benchOf(lab)
  manager = await lab.makeStaff('admin')
  technician = await bench.skilled('Kwame Enters')
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
})
afterAll(() => lab.close())

const nextStart = separateStarts('2026-03-20')
const book = (by: Person, body: object) =>
  lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...nextStart(), ...body } })
const detailsOf = (fullName: string) => ({
  patientDetails: { ...bookingBody.patientDetails, fullName, age: 70, gender: 'male' },
})
const walkIn = (by: Person, body: object) =>
  lab.call('POST', '/api/queue/walk-in', { by, body: { testType: ['Full Blood Count'], ...body } })
const readPerson = async (id: string) => (await lab.call('GET', `/api/people/${id}`, { by: manager })).json()
/** Records a death, or deletes the record of it. */
async function record(id: string, death: { deceased: boolean; diedOn: string | null }) {
  const { fullName, sex, birth, version } = await readPerson(id)
  const answer = await lab.call('PATCH', `/api/people/${id}`, {
    by: manager,
    body: { fullName, sex, birth, version, ...death },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** A deceased person whom Ama's account books for; returns the number too. */
async function deceased(fullName: string, diedOn: string | null) {
  const booked = await book(ama, detailsOf(fullName))
  expect(booked.statusCode, booked.body).toBe(201)
  const { rows } = await lab.pool.query('select person_id from visit where id = $1', [
    booked.json().appointment.id,
  ])
  const id: string = rows[0].person_id
  await record(id, { deceased: true, diedOn })
  return { id, number: (await readPerson(id)).number as string }
}

const byManager =
  'This person is recorded as deceased. If that is wrong, correct it with “Change details” on the page of the person'
const byTechnician =
  'This person is recorded as deceased. If that is wrong, somebody with the permission to manage patients can correct it'
const byAccount = 'This person cannot be booked for online. Call the laboratory'

describe('a person recorded as deceased', () => {
  it('a visit after the death of its person is refused as a booking and as a walk-in, and staff are told how to correct the record', async () => {
    const { id, number } = await deceased('Kofi Gone', '2026-03-08')
    const known = { ...detailsOf('Kofi Gone'), personNumber: number }
    for (const [by, why] of [
      [manager, byManager],
      [technician, byTechnician],
    ] as const) {
      for (const answer of [await book(by, known), await walkIn(by, known)]) {
        expect([answer.statusCode, answer.json().fields], answer.body).toEqual([400, { personNumber: [why] }])
      }
    }
    await record(id, { deceased: false, diedOn: null })
    expect((await book(manager, known)).statusCode).toBe(201)
    expect((await walkIn(technician, known)).statusCode).toBe(201)
  })

  it('a deceased person cannot be registered as a walk-in if the day of death is unknown, but can be on the day of death', async () => {
    const unknown = await deceased('Yaw Unknown', null)
    const known = { ...detailsOf('Yaw Unknown'), personNumber: unknown.number }
    expect((await walkIn(manager, known)).json().fields).toEqual({ personNumber: [byManager] })
    const today = await deceased('Kojo Today', '2026-03-09')
    const there = { ...detailsOf('Kojo Today'), personNumber: today.number }
    expect((await walkIn(manager, there)).statusCode).toBe(201)
    expect((await book(manager, there)).json().fields).toEqual({ personNumber: [byManager] })
  })

  it('an account cannot book for a deceased person, and does not learn why', async () => {
    const { id } = await deceased('Kwesi Gone', '2026-03-08')
    expect((await book(ama, detailsOf('Kwesi Gone'))).json().fields).toEqual({
      'patientDetails.fullName': [byAccount],
    })
    expect((await book(ama, { ...detailsOf('Kwesi Gone'), personId: id })).json().fields).toEqual({
      personId: [byAccount],
    })
    expect(
      (await book(manager, { ...detailsOf('Kwesi Gone'), accountId: ama.accountId })).json().fields,
    ).toEqual({ 'patientDetails.fullName': [byManager] })
  })

  it('rejecting a sample of a deceased person books no repeat collection', async () => {
    const work = await bench.started(ama, technician, ['Full Blood Count'], {
      fullName: 'Nana Rejected',
      age: 80,
      gender: 'male',
    })
    const { rows } = await lab.pool.query(
      `select v.person_id, s.accession from visit v join sample s on s.visit_id = v.id where v.id = $1`,
      [work.visitId],
    )
    await record(rows[0].person_id, { deceased: true, diedOn: '2026-03-08' })
    const reject = (more: object) =>
      lab.call('POST', `/api/Labtask/sample/${rows[0].accession}/reject`, {
        by: technician,
        body: { reason: 'Haemolysed', ...more },
      })
    const refused = await reject({ again: 'later', at: '2026-03-20T09:00:00.000Z' })
    expect([refused.statusCode, refused.json().fields], refused.body).toEqual([400, { at: [byTechnician] }])
    expect((await reject({ again: 'undecided' })).statusCode).toBe(200)
    const later = await lab.call('POST', `/api/labtest/appointment/${work.visitId}/recollect`, {
      by: manager,
      body: { at: '2026-03-20T09:00:00.000Z' },
    })
    expect(later.json().fields, later.body).toEqual({ at: [byManager] })
  })

  it('a deceased person keeps existing visits, and results of earlier samples can be entered', async () => {
    const work = await bench.started(ama, technician, ['Full Blood Count'], {
      fullName: 'Nana Before',
      age: 80,
      gender: 'male',
    })
    const { rows } = await lab.pool.query('select person_id from visit where id = $1', [work.visitId])
    await record(rows[0].person_id, { deceased: true, diedOn: '2026-03-08' })
    expect((await bench.enter(work.task, normalCount, 0, technician)).statusCode).toBeLessThan(300)
    const other = await book(ama, detailsOf('Adu Late'))
    const { id } = other.json().appointment
    const late = await lab.pool.query('select person_id from visit where id = $1', [id])
    await record(late.rows[0].person_id, { deceased: true, diedOn: '2026-03-08' })
    const arrived = await lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by: technician })
    expect(arrived.statusCode, arrived.body).toBeLessThan(300)
    const collected = await lab.call('POST', `/api/labtest/appointment/${id}/collect`, {
      by: technician,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
    })
    expect(collected.statusCode, collected.body).toBeLessThan(300)
  })
})
