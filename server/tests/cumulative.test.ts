import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cumulative } from '#contract/cumulative.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let kofi: Person
let hana: Person
let rita: Person
let manager: Person
let personId: string
const tasks: string[] = []

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  kofi = await lab.signUpPatient()
  manager = await lab.makeStaff('admin')
  lab.clock.set(mondayMorning)
  for (const HGB of [12.1, 11.2, 10.3, 10.4, 10.5, 10.6]) {
    const { task, visitId } = await bench.started(ama, hana)
    const saved = await bench.enter(task, { ...normalCount, HGB }, 0, hana)
    expect(saved.statusCode, saved.body).toBe(200)
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    tasks.push(task)
    const { rows } = await lab.pool.query('select person_id from visit where id = $1', [visitId])
    personId = rows[0].person_id
    lab.clock.advance(minutes(2))
  }
})
afterAll(() => lab.close())

const read = (id: string, by: Person, rest = '') =>
  lab.call('GET', `/api/${by.role === 'user' ? 'care' : 'people'}/${id}/cumulative${rest}`, { by })
const haemoglobin = (table: Cumulative) => table.rows.find(({ code }) => code === 'HGB')

it('all values of a person are in one table, the latest first, for staff and for the patient', async () => {
  for (const by of [manager, ama]) {
    const table: Cumulative = (await read(personId, by)).json()
    expect(table.columns).toHaveLength(6)
    expect(table.columns).toEqual([...table.columns].sort().reverse())
    expect(haemoglobin(table)?.cells.map((cell) => cell?.value)).toEqual([
      '10.6',
      '10.5',
      '10.4',
      '10.3',
      '11.2',
      '12.1',
    ])
    expect(haemoglobin(table)?.cells.map((cell) => cell?.flag)).toEqual(['L', 'L', 'L', 'L', 'L', ''])
  }
})

it('the PDF has every value, with the person and who drew it up', async () => {
  const texts = textsOf((await read(personId, manager, '.pdf')).rawPayload)
  for (const value of ['10.6 ▼', '11.2 ▼', '12.1']) expect(texts).toContain(value)
  expect(texts.join(' ')).toContain('Cumulative report Ama Mensah')
  // Above the quantities of the test, in each of the two tables.
  expect(texts.filter((text) => text === 'Full Blood Count')).toHaveLength(2)
  expect(texts.join(' ')).toContain(`by ${manager.fullName}`)
  expect(textsOf((await read(personId, ama, '.pdf')).rawPayload)).toContain('10.6 ▼')
})

it('a withdrawn value is gone from the table', async () => {
  const body = { tasks: [tasks[5]], reason: 'The wrong tube was measured' }
  expect((await lab.call('POST', '/api/Labtask/retract', { by: manager, body })).statusCode).toBe(200)
  const table: Cumulative = (await read(personId, manager)).json()
  expect(table.columns).toHaveLength(5)
  expect(haemoglobin(table)?.cells.map((cell) => cell?.value)).not.toContain('10.6')
})

it('another account, and staff without the permission or of another site, read nothing, and a reading is recorded', async () => {
  for (const rest of ['', '.pdf']) {
    expect((await read(personId, kofi, rest)).statusCode).toBe(404)
    expect((await read(personId, hana, rest)).statusCode).toBe(403)
    expect((await lab.call('GET', `/api/people/${personId}/cumulative${rest}`, { by: ama })).statusCode).toBe(
      403,
    )
  }
  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 1 },
  })
  const far = await lab.makeStaff('admin')
  await lab.pool.query('insert into account_site values ($1, $2)', [far.accountId, added.json().id])
  expect((await read(personId, far)).statusCode).toBe(404)
  const { rows } = await lab.pool.query(
    "select count(*)::int as read from audit where action = 'trends.read' and subject_kind = 'person' and account_id = $1",
    [manager.accountId],
  )
  expect(rows[0].read).toBeGreaterThan(0)
})
