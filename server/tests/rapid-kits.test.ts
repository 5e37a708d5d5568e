import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConfidentialCare } from '#contract/rapid-tests.ts'
import type { StockItemDetail } from '#contract/stock.ts'
import { type Bench, benchOf } from './bench-tasks.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'

/** Rapid tests with kits from the stock, and invalid rapid tests. */

const hiv = 'Retro screen for HIV'

let lab: TestApp
let bench: Bench
let ama: Person
let manager: Person
let vida: Person
/** A technician without the specialty. */
let hana: Person
/** Items by their name. */
const items: Record<string, string> = {}

beforeAll(async () => {
  lab = await openTestApp()
  bench = benchOf(lab)
  manager = await lab.makeStaff('admin')
  await lab.pool.query(`update test set bookable = true where code = 'CT1'`)
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  vida = await lab.makeStaff('technician', { fullName: 'Vida Virologist' })
  hana = await lab.makeStaff('technician', { fullName: 'Hana Haematologist' })
  await lab.pool.query(`insert into account_specialty values ($1, 'Retro Screenfor HIV')`, [vida.accountId])
  for (const name of ['Alpha kit', 'Beta kit', 'Malaria kit']) {
    const uses = name === 'Malaria kit' ? [] : [{ test: 'CT1', amount: 1 }]
    const body = { name, kind: 'kit', unit: 'tests', reorderLevel: 0, deliveryDays: 0, uses }
    const added = await lab.call('POST', '/api/stock', { by: manager, body })
    items[name] = added.json().id
  }
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const item = async (name: string, by = manager): Promise<StockItemDetail> =>
  (await lab.call('GET', `/api/stock/${items[name]}`, { by })).json()
const lotOf = async (name: string, number: string) =>
  (await item(name)).lots.find((lot) => lot.number === number)
async function received(name: string, number: string, expiresOn: string, amount: number, open = true) {
  const body = { number, expiresOn, amount }
  expect(
    (await lab.call('POST', `/api/stock/${items[name]}/receive`, { by: manager, body })).statusCode,
  ).toBe(200)
  const id = (await lotOf(name, number))?.id ?? ''
  if (open) await lab.call('POST', `/api/stock/lots/${id}/open`, { by: manager })
  return id
}
const at = (id: string, part = '') => `/api/Labtask/confidential/${id}${part}`
const care = async (id: string): Promise<ConfidentialCare> =>
  (await lab.call('GET', at(id), { by: vida })).json()
async function atWork(): Promise<string> {
  const { visitId } = await bench.started(ama, vida, [hiv])
  const { rows } = await lab.pool.query('select id from task where visit_id = $1', [visitId])
  const task = rows[0].id
  const body = { consent: 'written', on: '2026-03-09', by: 'Counsellor Cora' }
  await lab.call('PUT', at(task, '/consent'), { by: vida, body })
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: vida, body: { status: 'in_progress' } })
  return task
}
const save = (id: string, tests: object[], revision = 0) =>
  lab.call('PUT', at(id, '/rapid-tests'), { by: vida, body: { tests, revision } })
const invalid = (id: string, body: object, by = vida) =>
  lab.call('POST', at(id, '/invalid-rapid-tests'), { by, body })

it('offers the open lots of the kits of the test, and refuses lots that cannot be used', async () => {
  const alpha = await received('Alpha kit', 'A-1', '2026-06-30', 10)
  const short = await received('Alpha kit', 'A-0', '2026-03-09', 10)
  const closed = await received('Beta kit', 'B-0', '2026-06-30', 10, false)
  const beta = await received('Beta kit', 'B-1', '2026-12-31', 10)
  const other = await received('Malaria kit', 'M-1', '2026-12-31', 10)
  const task = await atWork()
  expect((await care(task)).kits.map(({ id }) => id)).toEqual([short, alpha, beta])
  await lab.superuser.query(
    `update stock_lot set opened_on = '2026-03-08', expires_on = '2026-03-08' where id = $1`,
    [short],
  )
  expect((await care(task)).kits.map(({ id }) => id)).toEqual([alpha, beta])
  for (const stockLot of [short, closed, other]) {
    const answer = await save(task, [{ stockLot, reactive: false }])
    expect(answer.json().fields).toEqual({
      'tests.0.stockLot': ['Choose a lot that is open and can be used today'],
    })
  }
  const typed = (lot: string) =>
    save(task, [{ kit: 'Alpha kit', lot, expiresOn: '2026-12-31', reactive: false }])
  expect((await typed('a-1')).json().fields).toEqual({
    'tests.0.lot': ['The stock has this lot: choose it from the list'],
  })
  expect((await typed('A-0')).json().fields['tests.0.lot'][0]).toContain('it cannot be used')
  expect((await save(task, [{ reactive: false }])).json().fields).toEqual({
    'tests.0.kit': ['Kit is required'],
    'tests.0.lot': ['Lot number is required'],
    'tests.0.expiresOn': ['Expiry date is required'],
  })
  expect((await save(task, [{ stockLot: alpha, kit: 'Mine', reactive: false }])).json().fields).toEqual({
    'tests.0.kit': ['Leave this empty: the stock has it'],
  })
})

it('counts devices off their lots, once for each test that is done, and corrects a wrong lot', async () => {
  const [alpha, beta] = [(await lotOf('Alpha kit', 'A-1'))?.id, (await lotOf('Beta kit', 'B-1'))?.id]
  const left = async () => [
    (await lotOf('Alpha kit', 'A-1'))?.remaining,
    (await lotOf('Beta kit', 'B-1'))?.remaining,
  ]
  const task = await atWork()
  expect(await left()).toEqual([10, 10])
  const tests = [
    { stockLot: alpha, reactive: true },
    { stockLot: beta, reactive: true },
  ]
  const needed = [...tests, { kit: 'Gamma kit', lot: 'G-1', expiresOn: '2026-12-31', reactive: true }]
  expect((await save(task, needed)).statusCode).toBe(200)
  expect(await left()).toEqual([9, 9])
  // The answer was lost, and the same save is sent again.
  expect((await save(task, needed)).statusCode).toBe(200)
  expect(await left()).toEqual([9, 9])
  expect((await care(task)).rapid[0]).toEqual({
    ...{ stockLot: alpha, kit: 'Alpha kit', lot: 'A-1', expiresOn: '2026-06-30', reactive: true },
  })
  expect((await save(task, [{ stockLot: alpha, reactive: false }], 1)).statusCode).toBe(200)
  expect(await left()).toEqual([9, 10])
  expect((await bench.complete(task, vida)).statusCode).toBe(200)
  expect(await left()).toEqual([9, 10])
  const used = await lab.call('GET', `/api/stock/lots-used?task=${task}`, { by: vida })
  expect(used.json().lots).toMatchObject([{ name: 'Alpha kit', number: 'A-1' }])
  const kinds = async (by: Person) => (await item('Beta kit', by)).movements.map(({ kind }) => kind)
  expect(await kinds(vida)).toContain('used')
  expect(await kinds(hana)).not.toContain('used')
})

it('an invalid test is recorded with its lot, is counted off, and changes neither the result nor the audit trail', async () => {
  const alpha = (await lotOf('Alpha kit', 'A-1'))?.id
  const remaining = async () => (await lotOf('Alpha kit', 'A-1'))?.remaining ?? 0
  const before = await remaining()
  const task = await atWork()
  expect((await invalid(task, { stockLot: alpha }, hana)).statusCode).toBe(404)
  expect((await invalid(task, {})).json().fields.kit).toEqual(['Kit is required'])
  const expired = { kit: 'Delta kit', lot: 'D-1', expiresOn: '2026-03-08' }
  expect((await invalid(task, expired)).json().fields).toEqual({ expiresOn: ['This kit has expired'] })
  const noted = await invalid(task, { stockLot: alpha })
  expect(noted.json()).toEqual({ message: 'The invalid test is recorded. Repeat it with a new device.' })
  expect(await care(task)).toMatchObject({
    ...{ conclusion: null, rapid: [], revision: 0 },
    invalid: [{ stockLot: alpha, kit: 'Alpha kit', lot: 'A-1', by: vida.fullName }],
  })
  expect(await remaining()).toBe(before - 1)
  expect((await save(task, [{ stockLot: alpha, reactive: false }])).statusCode).toBe(200)
  expect(await care(task)).toMatchObject({ conclusion: 'Negative', rapid: [{ lot: 'A-1' }], invalid: [{}] })
  expect(await remaining()).toBe(before - 2)
  const { rows } = await lab.pool.query(
    `select action, before, after, reason from audit where subject_id = $1 and action like 'rapid_test%' order by id`,
    [task],
  )
  expect(rows).toEqual([
    { action: 'rapid_test.invalid', before: null, after: null, reason: null },
    { action: 'rapid_tests.entered', before: null, after: null, reason: null },
  ])
  await expect(lab.pool.query('delete from invalid_rapid_test')).rejects.toThrow(/permission denied/)
  await bench.complete(task, vida)
  await lab.pool.query('update task set released_at = now(), released_by = $2 where id = $1', [
    task,
    manager.accountId,
  ])
  expect((await invalid(task, { stockLot: alpha })).json().code).toBe('not_possible_now')
})
