import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Facility, Order, Referrer } from '#contract/orders.ts'
import type { ReportContent } from '#contract/reports.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const post = (path: string, body: object, by: Person = manager) => lab.call('POST', path, { by, body })
const put = (path: string, body: object, by: Person = manager) => lab.call('PUT', path, { by, body })
const lists = async (): Promise<{ referrers: Referrer[]; facilities: Facility[] }> =>
  (await lab.call('GET', '/api/referrers', { by: hana })).json()
const korleBu = { name: 'Korle Bu', kind: 'hospital', phone: '', email: 'lab@kb.example', resultsBy: 'email' }
const boateng = {
  fullName: 'Dr Ama Boateng',
  phone: '',
  email: '',
  licenceNumber: 'MDC 12',
  facilityId: null,
}
const order = (visitId: string) => `/api/labtest/appointment/${visitId}/order`
const read = async (visitId: string): Promise<Order> =>
  (await lab.call('GET', order(visitId), { by: hana })).json()

/** A referrer at a facility, both new. */
async function referrerAt(name: string) {
  await post('/api/facilities', { ...korleBu, name })
  const facility = (await lists()).facilities.find((one) => one.name === name)
  await post('/api/referrers', { ...boateng, fullName: `Dr of ${name}`, facilityId: facility?.id })
  const referrer = (await lists()).referrers.find(({ fullName }) => fullName === `Dr of ${name}`)
  return { facility, referrer }
}

describe('the lists of those who ask for tests', () => {
  it('hold clinicians with facility, phone, e-mail and licence, and facilities with their way of getting results', async () => {
    expect((await post('/api/facilities', korleBu)).statusCode).toBe(201)
    const [facility] = (await lists()).facilities
    expect(facility).toMatchObject({ ...korleBu, ended: false, version: 1 })
    const added = await post('/api/referrers', { ...boateng, facilityId: facility?.id })
    expect(added.statusCode, added.body).toBe(201)
    const [referrer] = (await lists()).referrers
    expect(referrer).toMatchObject({
      fullName: 'Dr Ama Boateng',
      licenceNumber: 'MDC 12',
      facility: { name: 'Korle Bu' },
    })
    const path = `/api/referrers/${referrer?.id}`
    const changed = { ...boateng, licenceNumber: 'MDC 13', offered: false, version: 1 }
    expect((await put(path, changed)).statusCode).toBe(200)
    expect((await put(path, changed)).json().code).toBe('changed_meanwhile')
    expect((await lists()).referrers[0]).toMatchObject({
      ended: true,
      licenceNumber: 'MDC 13',
      facility: null,
    })
  })

  it('refuse a second facility of a name, wrong fields, and those without the permission', async () => {
    expect((await post('/api/facilities', { ...korleBu, name: 'KORLE BU' })).json().fields).toHaveProperty(
      'name',
    )
    expect((await post('/api/facilities', { ...korleBu, kind: 'bank' })).json().fields).toHaveProperty('kind')
    const unknown = '01900000-0000-7000-8000-00000000dead'
    const wrong = await post('/api/referrers', { ...boateng, facilityId: unknown })
    expect(wrong.json().fields).toHaveProperty('facilityId')
    const gone = { ...boateng, offered: true, version: 1 }
    expect((await put(`/api/referrers/${unknown}`, gone)).statusCode).toBe(404)
    for (const by of [hana, ama]) {
      expect((await post('/api/facilities', korleBu, by)).statusCode).toBe(403)
      expect((await post('/api/referrers', boateng, by)).statusCode).toBe(403)
    }
    expect((await lab.call('GET', '/api/referrers', { by: ama })).statusCode).toBe(403)
  })
})

describe('an order', () => {
  const clinical = {
    clinicalDetails: 'Tired for weeks',
    diagnosis: 'Anaemia?',
    fasting: 'fasting',
    pregnancyWeek: 20,
    medication: 'Ferrous sulphate',
    copyTo: 'Ridge Hospital',
  }

  it('is written when staff book, in one transaction with the visit', async () => {
    const { referrer } = await referrerAt('Ridge')
    const body = {
      ...bookingBody,
      scheduledDate: '2026-03-25',
      order: { ...clinical, referrerId: referrer?.id },
    }
    const booked = await post('/api/labtest/book', body)
    expect(booked.statusCode, booked.body).toBe(201)
    const { id } = booked.json().appointment
    expect(await read(id)).toMatchObject({ ...clinical, asked: 'Dr of Ridge, Ridge', version: 1 })
    const unknown = { referrerId: '01900000-0000-7000-8000-00000000dead' }
    const refused = await post('/api/labtest/book', { ...body, scheduleTime: '10:00', order: unknown })
    expect(refused.json().fields).toHaveProperty('order.requestedBy')
    const patients = await post('/api/labtest/book', { ...body, scheduleTime: '11:00' }, ama)
    expect(patients.statusCode).toBe(403)
  })

  it('is written with a walk-in', async () => {
    const body = {
      patientDetails: { fullName: 'Yaw Walk', age: 40, gender: 'male', contact: '+233 24 000 0000' },
      testType: ['Full Blood Count'],
      urgent: false,
      order: { requestedBy: 'Dr Unlisted' },
    }
    const registered = await post('/api/queue/walk-in', body, hana)
    expect(registered.statusCode, registered.body).toBe(201)
    expect(await read(registered.json().visit.id)).toMatchObject({
      asked: 'Dr Unlisted',
      fasting: 'not known',
    })
  })

  it('is changed by staff, once by two at a time, and the history says how', async () => {
    const { visitId } = await bench.started(ama, hana)
    expect(await read(visitId)).toMatchObject({ version: 0, asked: null })
    const both = await Promise.all([
      put(order(visitId), { ...clinical, version: 0 }, hana),
      put(order(visitId), { requestedBy: 'Dr Other', version: 0 }, rita),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const change = await put(order(visitId), { diagnosis: 'Malaria?', version: 1 }, hana)
    expect(change.statusCode, change.body).toBe(200)
    const history = await lab.call('GET', `/api/labtest/appointment/${visitId}/history`, { by: manager })
    expect(history.body).toContain('Malaria?')
    expect((await put(order(visitId), { version: 2 }, ama)).statusCode).toBe(403)
    expect((await lab.call('GET', order(visitId), { by: ama })).statusCode).toBe(403)
  })

  it('has one requester and a possible week of pregnancy', async () => {
    const { visitId } = await bench.started(ama, hana)
    const { referrer, facility } = await referrerAt('Nyaho')
    const two = { referrerId: referrer?.id, facilityId: facility?.id, version: 0 }
    expect((await put(order(visitId), two)).json().fields).toHaveProperty('requestedBy')
    expect((await put(order(visitId), { pregnancyWeek: 46, version: 0 })).json().fields).toHaveProperty(
      'pregnancyWeek',
    )
  })

  it('stands on the report, which keeps it when the order changes', async () => {
    const { facility } = await referrerAt('Trust')
    const { visitId, task } = await bench.started(ama, hana)
    await put(order(visitId), { ...clinical, facilityId: facility?.id, version: 0 }, hana)
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    await bench.release([task], rita)
    await put(order(visitId), { requestedBy: 'Dr Later', version: 1 }, hana)
    const report: ReportContent = (await bench.report(visitId, ama)).json().report
    expect(report).toMatchObject({
      requestedBy: 'Trust',
      copyTo: 'Ridge Hospital',
      order: { diagnosis: 'Anaemia?', pregnancyWeek: 20 },
    })
    const pdf = await lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf`, { by: ama })
    const texts = textsOf(pdf.rawPayload).join(' ')
    expect(texts).toContain('Copy to: Ridge Hospital.')
    expect(texts).toContain('Clinical details: Tired for weeks')
    expect(texts).toContain('Fasting. Week 20 of pregnancy. Medication: Ferrous sulphate.')
  })
})
