import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { myShifts, WeekOfShifts } from '#contract/shifts.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

const monday = '2026-03-09'

let lab: TestApp
let mary: Person
let hana: Person
let kofi: Person
let branch: string

beforeAll(async () => {
  lab = await openTestApp()
  mary = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  hana = await lab.makeStaff('technician', { fullName: 'Hana Haematologist' })
  kofi = await lab.makeStaff('technician', { fullName: 'Kofi Chemist' })
  const body = { name: 'Tema branch', timeZone: 'Africa/Accra', chairs: 2 }
  branch = (await lab.call('POST', '/api/settings/sites', { by: mary, body })).json().id
})
afterAll(() => lab.close())

type Times = { day?: string; from?: string; until?: string; siteId?: string; note?: string }
const plan = (person: Person, times: Times = {}, by = mary) =>
  lab.call('POST', '/api/shifts', {
    by,
    body: { technicianId: person.accountId, day: monday, from: '07:00', until: '15:00', ...times },
  })

async function week(from = monday, siteId = mainSite): Promise<WeekOfShifts> {
  const answer = await lab.call('GET', `/api/shifts?from=${from}&siteId=${siteId}`, { by: mary })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The answers of calls made between the closing of an account and its commit. */
async function whileLeaving(person: Person, calls: () => ReturnType<typeof plan>[]) {
  const client = await lab.pool.connect()
  try {
    await client.query('begin')
    await client.query("update account set status = 'Deactivated', deactivated_at = now() where id = $1", [
      person.accountId,
    ])
    const answers = calls()
    const waiting = async () => (await waitingForLocks(lab)) === answers.length
    await Promise.race([Promise.any(answers), vi.waitUntil(waiting, { timeout: 5_000 })])
    await client.query('commit')
    return await Promise.all(answers)
  } finally {
    client.release()
  }
}

describe('a plan of shifts', () => {
  it('the plan shows seven days of shifts with opening hours', async () => {
    const planned = await plan(hana, { note: 'Opens up' })
    expect(planned.statusCode, planned.body).toBe(201)
    expect((await plan(kofi, { from: '22:00', until: '06:00', siteId: branch })).statusCode).toBe(201)
    const { site, days, people, shifts } = await week()
    expect(site.name).toBe('Main laboratory')
    expect(days).toHaveLength(7)
    expect(days[0]).toEqual({ day: monday, opens: [{ from: '07:00', until: '19:00' }], booked: 0 })
    expect(shifts).toEqual([planned.json().shift])
    expect(shifts[0]).toMatchObject({ day: monday, from: '07:00', until: '15:00', note: 'Opens up' })
    const there = people.find(({ id }) => id === kofi.accountId)
    expect(there).toMatchObject({
      minutes: 480,
      elsewhere: [{ day: monday, from: '22:00', until: '06:00', site: 'Tema branch' }],
    })
  })

  it('overlapping shifts of a person are refused, naming the other shift', async () => {
    const answer = await plan(hana, { from: '14:00', until: '20:00', siteId: branch })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.from).toEqual([
      'Hana Haematologist is planned on 2026-03-09 from 07:00 to 15:00 at Main laboratory',
    ])
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => plan(hana, { from: '16:00', until: '18:00' })),
    )
    expect(tries.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  })

  it('a shift that is too long, of an unknown person or at an unknown site is refused', async () => {
    expect((await plan(kofi, { day: '2026-03-11', from: '06:00', until: '23:00' })).json().fields).toEqual({
      until: ['A shift can be at most 16 hours long'],
    })
    expect((await plan(mary)).json().fields).toEqual({ technicianId: ['Choose somebody who works here'] })
    expect((await plan(kofi, { from: '7:00' })).json().fields).toEqual({ from: ['Give a time like 07:30'] })
    expect((await plan(kofi, { siteId: hana.accountId })).statusCode).toBe(404)
  })

  it('a changed and a removed shift are audited with the values before and after', async () => {
    const { id } = (await plan(kofi, { day: '2026-03-12' })).json().shift
    const body = { technicianId: kofi.accountId, day: '2026-03-12', from: '09:00', until: '17:00', note: '' }
    const changed = await lab.call('PUT', `/api/shifts/${id}`, { by: mary, body })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json().shift).toMatchObject({ from: '09:00', until: '17:00' })
    const trail = await lab.pool.query(
      `select before, after from audit where action = 'shift.changed' and subject_id = $1`,
      [id],
    )
    expect(trail.rows).toEqual([
      { before: { from: '07:00', until: '15:00' }, after: { from: '09:00', until: '17:00' } },
    ])
    expect((await lab.call('DELETE', `/api/shifts/${id}`, { by: mary })).statusCode).toBe(200)
    expect((await lab.call('DELETE', `/api/shifts/${id}`, { by: mary })).statusCode).toBe(404)
  })

  it('a week of shifts is copied without those that overlap', async () => {
    const copy = (to: string) =>
      lab.call('POST', '/api/shifts/copy', { by: mary, body: { siteId: mainSite, from: monday, to } })
    await plan(hana, { day: '2026-03-16', from: '12:00', until: '14:00', siteId: branch })
    const answer = await copy('2026-03-16')
    expect(answer.statusCode, answer.body).toBe(200)
    // Two of Hana's shifts are copied; that from 7 to 15 overlaps her two hours at the branch.
    expect(answer.json()).toMatchObject({ copied: 1, leftOut: 1 })
    expect((await week('2026-03-16')).shifts).toMatchObject([{ from: '16:00', until: '18:00' }])
    expect((await copy('2026-03-12')).json().fields).toEqual({ to: ['Copy to other days than these seven'] })
  })

  it('deactivating a person deletes their coming shifts', async () => {
    const gone = await lab.makeStaff('technician', { fullName: 'Gone Tomorrow' })
    await plan(gone, { day: '2026-03-10' })
    const left = await lab.call('DELETE', `/api/technician/${gone.accountId}`, { by: mary })
    expect(left.statusCode, left.body).toBe(200)
    const { shifts, people } = await week()
    expect(shifts.filter(({ technicianId }) => technicianId === gone.accountId)).toEqual([])
    expect(people.some(({ id }) => id === gone.accountId)).toBe(false)
  })

  it('no shift is added for a person whose account is closed concurrently', async () => {
    const leaving = await lab.makeStaff('technician', { fullName: 'Just Leaving' })
    await plan(leaving, { day: '2026-04-06' })
    const [planned, copied] = await whileLeaving(leaving, () => [
      plan(leaving, { day: '2026-04-07' }),
      lab.call('POST', '/api/shifts/copy', { by: mary, body: { from: '2026-04-06', to: '2026-04-13' } }),
    ])
    expect(planned?.json().fields).toEqual({ technicianId: ['Choose somebody who works here'] })
    expect(copied?.json()).toMatchObject({ copied: 0, leftOut: 1 })
  })
})

describe('a person’s own shifts', () => {
  it('people see their own shifts at every site', async () => {
    const answer = await lab.call('GET', '/api/shifts/mine', { by: hana })
    const { shifts } = answer.json() as ResponseOf<typeof myShifts>
    expect(shifts.map(({ day, from, site }) => [day, from, site.name])).toEqual([
      [monday, '07:00', 'Main laboratory'],
      [monday, '16:00', 'Main laboratory'],
      ['2026-03-16', '12:00', 'Tema branch'],
      ['2026-03-16', '16:00', 'Main laboratory'],
    ])
  })

  it('technicians see only their own shifts, and patients none', async () => {
    const patient = await lab.signUpPatient()
    expect((await lab.call('GET', '/api/shifts/mine', { by: patient })).statusCode).toBe(403)
    for (const by of [hana, patient]) {
      expect((await lab.call('GET', `/api/shifts?from=${monday}`, { by })).statusCode).toBe(403)
      expect((await plan(kofi, {}, by)).statusCode).toBe(403)
    }
  })

  it('managers of one site do not see shifts of other sites', async () => {
    const ben = await lab.makeStaff('admin', { fullName: 'Ben of Tema' })
    await lab.pool.query('insert into account_site values ($1, $2)', [ben.accountId, branch])
    expect(
      (await lab.call('GET', `/api/shifts?from=${monday}&siteId=${mainSite}`, { by: ben })).statusCode,
    ).toBe(404)
    const { shifts } = (await week()) as WeekOfShifts
    expect((await lab.call('DELETE', `/api/shifts/${shifts[0]?.id}`, { by: ben })).statusCode).toBe(404)
    const own = await lab.call('GET', `/api/shifts?from=${monday}`, { by: ben })
    expect(own.json().site.name).toBe('Tema branch')
  })
})
