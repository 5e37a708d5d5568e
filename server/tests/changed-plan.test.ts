import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

/** Two server processes that both cache the offer of the laboratory, while a manager changes it. */
let lab: TestApp
let otherServer: TestApp
let ama: Person

beforeAll(async () => {
  lab = await openTestApp()
  otherServer = await openTestApp({ sameDatabaseAs: lab })
})
afterAll(async () => {
  await otherServer.close()
  await lab.close()
})

const book = (server: TestApp, change: object = {}) =>
  server.call('POST', '/api/labtest/book', { by: ama, body: { ...bookingBody, ...change } })

beforeEach(async () => {
  ama = await lab.signUpPatient({ email: `ama${performance.now()}@example.com` })
  for (const server of [lab, otherServer]) {
    const { statusCode } = await book(server, { scheduledDate: '2026-05-04' })
    expect(statusCode).toBe(201)
    await lab.pool.query("update visit set status = 'cancelled'")
  }
})

describe('a changed offer of the laboratory takes effect at once in every process', () => {
  const change = (sql: string) => lab.superuser.query(sql)

  it('a closure and its removal take effect at once in every process', async () => {
    await change(
      "insert into closure (site_id, id, during, reason) select id, gen_random_uuid(), '[2026-03-10, 2026-03-11)', 'Stocktaking' from site",
    )
    for (const server of [lab, otherServer]) {
      const answer = await book(server)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toBe('The laboratory is closed at this time: Stocktaking')
    }
    await change('delete from closure')
    for (const server of [otherServer, lab]) expect((await book(server)).statusCode).toBe(201)
  })

  it('changed opening hours take effect at once in every process', async () => {
    await change('update site_hours set opens_minute = 600')
    for (const server of [lab, otherServer]) {
      expect((await book(server)).json().message).toBe('The laboratory is closed at this time')
    }
    await change('update site_hours set opens_minute = 420')
    for (const server of [otherServer, lab]) expect((await book(server)).statusCode).toBe(201)
  })

  it('taking a chair out of use takes effect at once in every process', async () => {
    await change('update chair set active = false where number > 1')
    expect((await book(lab)).statusCode).toBe(201)
    expect((await book(otherServer)).statusCode).toBe(409)
    await change('update chair set active = true')
    expect((await book(otherServer)).statusCode).toBe(201)
  })

  it('a withdrawn or renamed test takes effect at once in every process', async () => {
    await change("update test set bookable = false where code = 'GLU'")
    for (const server of [lab, otherServer]) expect((await book(server)).statusCode).toBe(400)
    await change("update test set bookable = true, catalogue_name = 'Glucose' where code = 'GLU'")
    for (const server of [lab, otherServer]) {
      const answer = await book(server, { testType: ['Glucose'] })
      expect(answer.json().appointment.testType).toEqual(['Glucose'])
    }
  })

  it('changed rules of booking take effect at once in every process', async () => {
    await change('update laboratory set horizon_days = 3, step_minutes = 20')
    for (const server of [lab, otherServer]) {
      expect((await book(server, { scheduledDate: '2026-03-13' })).json().message).toBe(
        'Appointments can be booked up to 3 days ahead',
      )
      expect((await book(server, { scheduleTime: '09:15' })).json().message).toBe(
        'Visits start every 20 minutes from opening',
      )
      expect((await book(server, { scheduleTime: '09:20' })).statusCode).toBe(201)
    }
    await change('update laboratory set horizon_days = 180, step_minutes = 15')
  })

  it('no concurrent booking follows the former hours after the change', async () => {
    const asked = Array.from({ length: 40 }, async (_, index) => {
      const patient = await lab.signUpPatient({ email: `p${index}.${performance.now()}@example.com` })
      return { patient, server: index % 2 === 0 ? lab : otherServer }
    })
    const clients = await Promise.all(asked)
    let closed = false
    const afterwards: number[] = []
    const booking = clients.map(async ({ patient, server }, index) => {
      for (let round = 0; round < 4; round++) {
        const wasClosed = closed
        const scheduleTime = `${10 + (index % 7)}:${['00', '15', '30', '45'][round]}`
        const body = { ...bookingBody, scheduledDate: '2026-03-12', scheduleTime }
        const { statusCode } = await server.call('POST', '/api/labtest/book', { by: patient, body })
        if (wasClosed) afterwards.push(statusCode)
      }
    })
    await change('update site_hours set closes_minute = 480')
    closed = true
    await Promise.all(booking)
    expect(afterwards.length).toBeGreaterThan(0)
    expect(afterwards.filter((status) => status === 201)).toEqual([])
    await change('update site_hours set closes_minute = 1140')
  })
})
