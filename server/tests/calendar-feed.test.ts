import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let ama: Person
let kofi: Person
const log: string[] = []
const nextStart = separateStarts('2026-03-10')

beforeAll(async () => {
  lab = await openTestApp({ onLog: (line) => log.push(line) })
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Boateng' })
})
afterAll(() => lab.close())

const book = async (by: Person): Promise<{ id: string; reference: string }> => {
  const answer = await lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...nextStart() } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment
}
const make = async (by: Person): Promise<string> => {
  const answer = await lab.call('POST', '/api/calendar-feed', { by })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().address.replace('http://lab.test', '')
}
const feed = (path: string, headers: Record<string, string> = {}) => lab.call('GET', path, { headers })
const since = async (by: Person) => (await lab.call('GET', '/api/calendar-feed', { by })).json().createdAt

it('a calendar reads the visits of its patient, without tests, names and preparation', async () => {
  const [first, second] = [await book(ama), await book(ama)]
  const other = await book(kofi)
  const answer = await feed(await make(ama))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const text = answer.body.replaceAll('\r\n ', '')
  for (const { id } of [first, second]) expect(text).toContain(`UID:${id}@phial`)
  expect(text).not.toContain(other.id)
  expect(text).toContain('DTSTART:20260310T080000Z')
  expect(text).toContain('SUMMARY:Laboratory visit')
  expect(text).not.toMatch(/Ama|Mensah|Blood|Count|Sugar|Before you come|DESCRIPTION/)
})

it('a cancelled visit keeps its UID, is cancelled and has a higher sequence', async () => {
  const { id } = await book(ama)
  const path = await make(ama)
  const before = (await feed(path)).body
  await lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by: ama, body: { version: 1 } })
  const entry = (text: string) =>
    text.split('BEGIN:VEVENT').find((one) => one.includes(`UID:${id}@phial`)) ?? ''
  expect(entry(before)).toContain('STATUS:CONFIRMED')
  const after = (await feed(path)).body
  expect(entry(after)).toContain('STATUS:CANCELLED')
  expect(entry(before)).toContain('SEQUENCE:0')
  expect(entry(after)).toContain('SEQUENCE:1')
})

it('an unchanged calendar is answered with 304', async () => {
  const path = await make(ama)
  const { headers } = await feed(path)
  lab.clock.advance(60_000)
  const again = await feed(path, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await book(ama)
  const changed = await feed(path, { 'if-none-match': String(headers.etag) })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(headers.etag)
})

it('a new address replaces the one before, and an ended one is not found', async () => {
  const first = await make(ama)
  const second = await make(ama)
  expect([(await feed(first)).statusCode, (await feed(second)).statusCode]).toEqual([404, 200])
  expect(await since(ama)).not.toBeNull()
  const end = () => lab.call('DELETE', '/api/calendar-feed', { by: ama })
  expect((await end()).statusCode).toBe(200)
  expect((await end()).statusCode).toBe(404)
  expect((await feed(second)).statusCode).toBe(404)
  expect(await since(ama)).toBeNull()
})

it('only patients can have an address, which is stored as a hash and is in no log', async () => {
  const tech = await lab.makeStaff('technician')
  expect((await lab.call('POST', '/api/calendar-feed', { by: tech })).statusCode).toBe(403)
  const path = await make(ama)
  await feed(path)
  const token = path.split('/').at(-1) ?? ''
  const { rows } = await lab.pool.query(`select row_to_json(f)::text as row from calendar_feed f
    union all select row_to_json(a)::text from audit a where action like 'calendar_feed%'`)
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(log.join('\n')).not.toContain(token)
  expect((await feed('/api/calendar/x')).statusCode).toBe(400)
})

it('the address of a closed account is not found', async () => {
  const yaw = await lab.signUpPatient({ fullName: 'Yaw Leaving' })
  const path = await make(yaw)
  expect((await feed(path)).statusCode).toBe(200)
  expect((await lab.call('DELETE', '/api/auth/profile', { by: yaw, body: {} })).statusCode).toBe(200)
  expect((await feed(path)).statusCode).toBe(404)
})

it('a calendar that asks too often is told when to come back', async () => {
  const path = await make(kofi)
  const answers = []
  for (let count = 0; count < 61; count++) answers.push((await feed(path)).statusCode)
  expect(answers.slice(-2)).toEqual([200, 429])
})
