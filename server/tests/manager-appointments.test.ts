import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
let technician: Person
let ama: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  technician = await lab.makeStaff('technician')
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
})
afterAll(() => lab.close())

async function booked(change: object = {}, by: Person = ama) {
  const answer = await lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...change } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment
}

const list = async (query: Record<string, string>, by: Person = manager) => {
  const answer = await lab.call(
    'GET',
    `/api/Labtask/appointments-tasks?${new URLSearchParams({ limit: '5', pages: 'around', ...query })}`,
    { by },
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const names = (page: { appointments: { patientDetails: { fullName: string } }[] }) =>
  page.appointments.map((visit) => visit.patientDetails.fullName)

const person = (fullName: string, change: object = {}) => ({
  patientDetails: { ...bookingBody.patientDetails, fullName, ...change },
})
const quarter = (index: number) =>
  `${String(7 + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`

describe('the manager’s list of appointments', () => {
  const day = '2026-04-01'
  const ofDay = { from: day, to: day, order: 'soonest' }

  beforeAll(async () => {
    for (let index = 0; index < 23; index++) {
      await booked({
        ...person(`Visitor ${String(index + 1).padStart(2, '0')}`),
        scheduledDate: day,
        scheduleTime: quarter(index),
      })
    }
  })

  it('has pages of five with a number each, and leads to any of those around', async () => {
    const first = await list(ofDay)
    expect(first).toMatchObject({ page: 1, total: { count: 23, exact: true } })
    expect(first.around.map((one: { page: number }) => one.page)).toEqual([2, 3, 4, 5])
    const last = await list({ ...ofDay, cursor: first.around.at(-1).cursor })
    expect(names(last)).toEqual(['Visitor 21', 'Visitor 22', 'Visitor 23'])
    expect(last).toMatchObject({ page: 5, nextCursor: null })
    expect(last.around.map((one: { page: number }) => one.page)).toEqual([1, 2, 3, 4])
    const third = await list({ ...ofDay, cursor: last.around[2].cursor })
    expect(names(third)[0]).toBe('Visitor 11')
    const back = await list(ofDay)
    expect(names(back)[0]).toBe('Visitor 01')
    expect(last.around[0].cursor).toBeNull()
  })

  it('leads on from each page to the next, and shows every visit once', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list({ ...ofDay, order: 'latest', ...(cursor && { cursor }) })
      seen.push(...names(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(23)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  it('keeps its place when a visit on an earlier page is cancelled', async () => {
    const gone = await booked({ scheduledDate: day, scheduleTime: '07:00', ...person('Visitor 00') })
    const [, third] = (await list({ ...ofDay, status: 'booked' })).around
    const before = names(await list({ ...ofDay, status: 'booked', cursor: third.cursor }))
    await lab.call('DELETE', `/api/labtest/appointment/${gone.id}/cancel`, { by: ama })
    const after = await list({ ...ofDay, status: 'booked', cursor: third.cursor })
    expect(names(after)).toEqual(before)
    expect(after.page).toBe(3)
  })

  it('says no page that is none of its own', async () => {
    const answer = await lab.call('GET', '/api/Labtask/appointments-tasks?cursor=2_now', { by: manager })
    expect(answer.json().fields).toEqual({ cursor: ['This is not the key of a page'] })
  })

  it('is not for patients, and asks strangers to log in', async () => {
    const path = '/api/Labtask/appointments-tasks'
    expect((await lab.call('GET', path, { by: ama })).statusCode).toBe(403)
    expect((await lab.call('GET', path)).statusCode).toBe(401)
  })
})

describe('searching appointments', () => {
  let efua: { id: string; reference: string }
  beforeAll(async () => {
    efua = await booked({
      ...person('Efua Adu-Boateng', { contact: '+233 20 987 6543', email: 'efua.ab@home.test' }),
      scheduledDate: '2026-04-02',
    })
    await booked({
      ...person('Kwame Adu', { contact: '024 555 0000', email: '' }),
      scheduledDate: '2026-04-02',
    })
    await booked({ ...person('Ɛsi Nkrumah'), scheduledDate: '2026-04-02', scheduleTime: '10:00' })
  })
  const found = async (search: string) => names(await list({ search })).sort()

  it('finds names by the beginnings of their words, in any order and spelling of capitals', async () => {
    expect(await found('ADU')).toEqual(['Efua Adu-Boateng', 'Kwame Adu'])
    expect(await found('boat ef')).toEqual(['Efua Adu-Boateng'])
    expect(await found('ɛs')).toEqual(['Ɛsi Nkrumah'])
    expect(await found('teng')).toEqual([])
  })

  it('finds a phone number however it is written', async () => {
    for (const typed of ['+233 20 987 6543', '0209876543', '20 987', '6543']) {
      expect(await found(typed), typed).toEqual(['Efua Adu-Boateng'])
    }
    expect(await found('+233 24 555 0000')).toEqual(['Kwame Adu'])
  })

  it('finds an address and a reference', async () => {
    expect(await found('efua.ab@')).toEqual(['Efua Adu-Boateng'])
    expect(await found(efua.reference.toLowerCase())).toEqual(['Efua Adu-Boateng'])
    expect(await found(efua.reference.slice(0, 5))).toEqual(['Efua Adu-Boateng'])
  })

  it('narrows down within state and day, and counts what it found', async () => {
    expect(await list({ search: 'adu', status: 'cancelled' })).toMatchObject({ total: { count: 0 } })
    expect(await list({ search: 'adu', from: '2026-04-02', to: '2026-04-02', limit: '1' })).toMatchObject({
      total: { count: 2, exact: true },
      around: [{ page: 2 }],
    })
  })

  it('takes what is no word for nothing', async () => {
    expect(await list({ search: '%' })).toMatchObject({ appointments: [], total: { count: 0, exact: true } })
    expect(await found(`x' | 'adu`)).toEqual([])
  })
})
