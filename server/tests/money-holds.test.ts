import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { benchOf, normalCount } from './bench-tasks.ts'
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

async function released(): Promise<string> {
  const { visitId, task } = await bench.started(money.ama, hana)
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  return visitId
}

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

describe('samples', () => {
  it('are collected without a payment, unless the laboratory holds them', async () => {
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

  it('are collected in an emergency, which is noted with its reason', async () => {
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

  it('of a visit that an insurer pays for are not held', async () => {
    await money.setRules({ holdSamples: true })
    const added = await money.post('/api/money/payers', { kind: 'insurer', name: 'Nationwide' })
    const id = await money.book(money.manager, { bill: { payerId: added.json().id } })
    await money.post(`/api/labtest/appointment/${id}/arrive`, undefined, hana)
    expect((await collect(id)).statusCode).toBe(201)
    await money.setRules({ holdSamples: false })
  })
})

describe('results', () => {
  it('wait for the payment wherever they are given, and staff read them before', async () => {
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
    const owed = (await money.account(id)).owed
    await money.pay(id, owed)
    expect(await given()).toEqual(open)
    await money.setRules({ holdResults: false })
  })

  it('are given in an emergency, which is noted', async () => {
    const id = await released()
    await money.setRules({ holdResults: true })
    const read = () => money.get(`/api/labtest/appointment/${id}/report`, money.ama)
    expect((await read()).statusCode).toBe(409)
    expect((await allow(id, 'results')).statusCode).toBe(201)
    expect((await read()).statusCode).toBe(200)
    await money.setRules({ holdResults: false })
  })
})
