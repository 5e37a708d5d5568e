import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
let technician: Person

beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())
/** Renews the session, which expires without requests. */
async function atTime(instant?: string): Promise<void> {
  if (instant) lab.clock.set(instant)
  manager = await lab.makeStaff('admin')
  technician = await lab.makeStaff('technician')
}

beforeEach(async () => {
  await atTime()
  await lab.pool.query("update visit set status = 'cancelled' where status = 'booked'")
  await open('07:00', '19:00')
})

/** Sets the same opening hours for every weekday that is not in `closedOn`. */
async function open(opens: string, closes: string, closedOn: number[] = []) {
  const { sites } = (await lab.call('GET', '/api/settings', { by: manager })).json()
  const week = [0, 1, 2, 3, 4, 5, 6]
    .filter((weekday) => !closedOn.includes(weekday))
    .map((weekday) => ({ weekday, opens, closes }))
  const body = { week, version: sites[0].hours.version }
  const answer = await lab.call('PUT', `/api/settings/sites/${mainSite}/hours`, { by: manager, body })
  expect(answer.statusCode, answer.body).toBe(200)
}

async function visit(
  fullName: string,
  day: string,
  time: string,
  email = `${fullName.toLowerCase()}@home.test`,
) {
  const patientDetails = { ...bookingBody.patientDetails, fullName, email }
  const body = { ...bookingBody, patientDetails, scheduledDate: day, scheduleTime: time }
  const answer = await lab.call('POST', '/api/labtest/book', { by: technician, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment as { id: string }
}

const path = `/api/settings/sites/${mainSite}/outside`
const outside = async (by: Person = manager) => {
  const answer = await lab.call('GET', path, { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const deal = (visits: object[]) =>
  lab.call('PUT', path, { by: manager, body: { reason: 'We close earlier now', visits } })
const names = async () => (await outside()).visits.map((one: { fullName: string }) => one.fullName)

describe('visits outside changed hours', () => {
  it('a change of hours is accepted and lists the visits outside them, earliest first', async () => {
    await visit('Early', '2026-03-11', '07:00')
    await visit('Within', '2026-03-11', '09:00')
    await visit('Late', '2026-03-12', '18:00')
    expect(await outside()).toMatchObject({ count: 0, visits: [] })
    await open('08:00', '17:00')
    expect(await names()).toEqual(['Early', 'Late'])
    expect(await outside()).toMatchObject({ count: 2, site: { id: mainSite } })
    await open('08:00', '17:00', [3])
    expect(await names()).toEqual(['Early', 'Within', 'Late'])
  })

  it('only visits of today that are still to come are listed as outside the hours', async () => {
    await atTime('2026-03-10T07:00:00Z')
    await visit('Over', '2026-03-10', '07:15')
    await visit('Cancelled', '2026-03-10', '17:30')
    const here = await visit('Here', '2026-03-10', '18:00')
    await visit('Tonight', '2026-03-10', '18:00')
    await lab.pool.query("update visit set status = 'cancelled' where full_name = 'Cancelled'")
    await atTime('2026-03-10T12:00:00Z')
    const arrived = await lab.call('POST', `/api/queue/check-in/${here.id}`, { by: manager, body: {} })
    expect(arrived.statusCode, arrived.body).toBeLessThan(300)
    await open('08:00', '17:00')
    expect(await names()).toEqual(['Tonight'])
  })

  it('visits outside the hours can be moved, asked for another time, or left as they are', async () => {
    await visit('Moved', '2026-03-16', '18:00')
    await visit('Asked', '2026-03-16', '18:15')
    await visit('Stays', '2026-03-16', '18:30')
    await open('08:00', '17:00')
    const { visits } = await outside()
    const [moved, asked] = visits
    expect(Number(moved.proposal.slice(11, 13))).toBeLessThan(17)
    const answer = await deal([
      { action: 'move', id: moved.id, version: moved.version, start: moved.proposal },
      { action: 'message', id: asked.id, version: asked.version },
    ])
    expect(answer.json()).toMatchObject({
      message: '1 visit moved, 1 patient asked for another time.',
      moved: 1,
      messaged: 1,
    })
    expect(await names()).toEqual(['Asked', 'Stays'])
    expect((await lab.lastMailTo('asked@home.test')).text).toContain('We close earlier now')
    expect((await lab.lastMailTo('moved@home.test')).subject).toContain('was changed')
  })

  it('a list with a visit within the hours, or one moved meanwhile, is refused as a whole', async () => {
    const within = await visit('Within', '2026-03-17', '09:00')
    await visit('Outside', '2026-03-17', '18:00')
    await open('08:00', '17:00')
    const [one] = (await outside()).visits
    const cancel = (id: string, version = 1) => ({ action: 'cancel', id, version })
    for (const deeds of [[cancel(one.id), cancel(within.id)], [cancel(one.id, 7)]]) {
      const answer = await deal(deeds)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'changed_meanwhile'])
    }
    expect(await names()).toEqual(['Outside'])
  })

  it('visits outside the hours need the permission to configure that site', async () => {
    const patient = await lab.signUpPatient()
    const elsewhere = await lab.makeStaff('admin')
    await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Tema', timeZone: 'Africa/Accra', chairs: 1 },
    })
    await lab.pool.query("insert into account_site select $1, id from site where name = 'Tema'", [
      elsewhere.accountId,
    ])
    const body = { reason: 'Not mine', visits: [] }
    for (const [by, status] of [
      [patient, 403],
      [technician, 403],
      [elsewhere, 404],
    ] as const) {
      expect((await lab.call('GET', path, { by })).statusCode).toBe(status)
      expect((await lab.call('PUT', path, { by, body })).statusCode).toBe(status)
    }
  })
})
