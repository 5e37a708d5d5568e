import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { benchOf } from './bench-tasks.ts'
import type { Person } from './harness.ts'
import { openMoney } from './money-day.ts'

let money: Awaited<ReturnType<typeof openMoney>>
let bench: ReturnType<typeof benchOf>
let hana: Person
let rita: Person
beforeAll(async () => {
  money = await openMoney()
  bench = benchOf(money.lab)
  hana = await bench.skilled('Hana Bench')
  rita = await bench.skilled('Rita Review')
  await money.openTill()
})
afterAll(() => money.lab.close())

const collect = (id: string) =>
  money.post(
    `/api/labtest/appointment/${id}/collect`,
    { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
    hana,
  )
const allow = (id: string, step: string, by = hana) =>
  money.post(`/api/money/visits/${id}/exceptions`, { step, reason: 'Emergency' }, by)

async function arrived(): Promise<string> {
  const id = await money.book()
  await money.post(`/api/labtest/appointment/${id}/arrive`, undefined, hana)
  return id
}

const released = async (): Promise<string> => (await bench.released(money.ama, hana, rita)).visitId

it('a test that the bench adds is charged, and one that it takes away is not', async () => {
  const { visitId } = await bench.started(money.ama, hana)
  const path = `/api/labtest/appointment/${visitId}/tests`
  const added = await money.post(path, { tests: ['Blood Sugar'] }, hana)
  expect(added.statusCode, added.body).toBe(200)
  expect((await money.account(visitId)).charged).toBe(8_500)
  const body = { test: 'Blood Sugar', reason: 'Asked for by mistake' }
  const removed = await money.post(`${path}/remove`, body, hana)
  expect(removed.statusCode, removed.body).toBe(200)
  expect((await money.account(visitId)).charged).toBe(6_000)
})

it('the account of a repeat collection is the account of the original visit', async () => {
  const { visitId } = await bench.started(money.ama, hana)
  const { rows } = await money.lab.pool.query('select accession from sample where visit_id = $1', [visitId])
  const at = '2026-03-24T09:00:00.000Z'
  const rejection = { reason: 'Haemolysed', again: 'later', at }
  const rejected = await money.post(`/api/Labtask/sample/${rows[0]?.accession}/reject`, rejection, hana)
  expect(rejected.statusCode, rejected.body).toBe(200)
  const repeat = rejected.json().again.id
  expect(await money.account(repeat, money.ama)).toMatchObject({ charged: 6_000, owed: 6_000 })
  const reduced = await money.post(`/api/money/visits/${repeat}/discounts`, { amount: 500, reason: 'Waited' })
  expect(reduced.statusCode, reduced.body).toBe(201)
  expect((await money.pay(repeat, 5_500)).statusCode).toBe(201)
  expect(await money.account(visitId)).toMatchObject({ charged: 5_500, owed: 0 })
})

describe('collecting samples before the payment', () => {
  it('samples may be collected before the payment, unless the laboratory requires the payment first', async () => {
    expect((await collect(await arrived())).statusCode).toBe(201)
    await money.setRules({ holdSamples: true })
    const id = await arrived()
    const refused = await collect(id)
    expect(refused.json()).toMatchObject({ code: 'not_possible_now' })
    expect(refused.json().message).toContain('GHS 85.00 is owed')
    expect((await money.account(id)).held).toEqual(['samples'])
    await money.pay(id, 8_500)
    expect((await collect(id)).statusCode).toBe(201)
    await money.setRules({ holdSamples: false })
  })

  it('in an emergency samples may be collected before the payment, with a recorded reason', async () => {
    await money.setRules({ holdSamples: true })
    const id = await arrived()
    expect((await allow(id, 'samples', money.ama)).statusCode).toBe(403)
    expect((await allow(id, 'results')).json().code).toBe('not_possible_now')
    expect((await allow(id, 'samples')).statusCode).toBe(201)
    expect((await collect(id)).statusCode).toBe(201)
    expect((await money.account(id)).exceptions).toMatchObject([
      { step: 'samples', reason: 'Emergency', by: 'Hana Bench' },
    ])
    const history = await money.get(`/api/labtest/appointment/${id}/history`)
    expect(history.body).toContain('visit.unpaid_allowed')
    await money.setRules({ holdSamples: false })
  })

  it('samples of a visit that an insurer pays for may be collected before the payment', async () => {
    await money.setRules({ holdSamples: true })
    const added = await money.post('/api/money/payers', { kind: 'insurer', name: 'Nationwide' })
    const id = await money.book(money.manager, { bill: { payerId: added.json().id } })
    await money.post(`/api/labtest/appointment/${id}/arrive`, undefined, hana)
    expect((await collect(id)).statusCode).toBe(201)
    await money.setRules({ holdSamples: false })
  })
})

describe('results of a visit that is not paid', () => {
  it('unpaid results are withheld from patients everywhere, but staff can read them', async () => {
    const id = await released()
    const path = `/api/labtest/appointment/${id}`
    const given = () =>
      Promise.all([
        money.get(`${path}/report`, money.ama),
        money.get(`${path}/report.pdf`, money.ama),
        money.get(`${path}/report.pdf?purpose=print`, hana),
        money.post(`${path}/share`, { days: 7 }, money.ama),
      ]).then((answers) => answers.map(({ statusCode }) => statusCode))
    const open = await given()
    expect(open.slice(0, 3)).toEqual([200, 200, 200])
    await money.setRules({ holdResults: true })
    expect(await given()).toEqual([409, 409, 409, 409])
    expect((await money.get(`${path}/report`, money.ama)).json().message).toContain('Please pay at the desk')
    expect((await money.get(`${path}/report`, hana)).statusCode).toBe(200)
    const { rows } = await money.lab.pool.query('select person_id from visit where id = $1', [id])
    const all = `/api/people/${rows[0].person_id}/cumulative`
    // The sheet of all values is made to be handed out.
    expect((await money.get(all, money.manager)).statusCode).toBe(200)
    expect((await money.get(`${all}.pdf`, money.manager)).json().message).toContain('wait for the payment')
    const owed = (await money.account(id)).owed
    await money.pay(id, owed)
    expect(await given()).toEqual(open)
    await money.setRules({ holdResults: false })
  })

  it('the reports of a day say which wait for a payment, and a refused print names the visit', async () => {
    const [paid, id] = [await released(), await released()]
    await money.pay(paid, (await money.account(paid)).owed)
    await money.setRules({ holdResults: true })
    const day = money.lab.clock.now().toISOString().slice(0, 10)
    const { rows } = (await money.get(`/api/Labtask/reports?day=${day}`, hana)).json()
    const rowOf = (visit: string) => rows.find(({ visitId }: { visitId: string }) => visitId === visit)
    expect([rowOf(paid).unpaid, rowOf(id).unpaid]).toEqual([false, true])
    const refused = await money.get(`/api/Labtask/reports.pdf?visits=${paid},${id}`, hana)
    expect(refused.json()).toMatchObject({ code: 'not_possible_now' })
    expect(refused.json().message).toContain(`Visit ${rowOf(id).reference}: `)
    await allow(id, 'results')
    expect((await money.get(`/api/Labtask/reports.pdf?visits=${paid},${id}`, hana)).statusCode).toBe(200)
    await money.setRules({ holdResults: false })
  })

  it('a link to results shows nothing while the results wait for the payment, also if it was made before', async () => {
    const id = await released()
    const path = `/api/labtest/appointment/${id}/share`
    const made = await money.post(path, { days: 7 }, money.ama)
    const body = { token: new URL(made.json().link).hash.slice('#token='.length) }
    const opened = () =>
      Promise.all(
        ['/api/shared', '/api/shared/report.pdf'].map((one) => money.lab.call('POST', one, { body })),
      ).then((answers) => answers.map(({ statusCode }) => statusCode))
    expect(await opened()).toEqual([200, 200])
    await money.setRules({ holdResults: true })
    expect(await opened()).toEqual([404, 404])
    expect((await money.get(path, money.ama)).json()).toMatchObject([{ opened: 1 }])
    await money.pay(id, (await money.account(id)).owed)
    expect(await opened()).toEqual([200, 200])
    await money.setRules({ holdResults: false })
  })

  it('in an emergency unpaid results are given out, with a recorded reason', async () => {
    const id = await released()
    await money.setRules({ holdResults: true })
    const read = () => money.get(`/api/labtest/appointment/${id}/report`, money.ama)
    expect((await read()).statusCode).toBe(409)
    expect((await allow(id, 'results')).statusCode).toBe(201)
    expect((await read()).statusCode).toBe(200)
    await money.setRules({ holdResults: false })
  })
})
