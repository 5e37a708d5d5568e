import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCatalogue } from '#server/modules/catalogue/index.ts'
import type { Person } from './harness.ts'
import { ledgerOf } from './ledger-check.ts'
import { grant, openMoney } from './money-day.ts'
import { mainSite } from './queue-day.ts'

/** A package of tests, from the catalogue to the bill. */
let money: Awaited<ReturnType<typeof openMoney>>
beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.lab.close())

const fever = { code: 'FEVER', name: 'Fever Package', about: 'For fever.', bookable: true }
const names = ['Full Blood Count', 'Blood Sugar']
const packages = async () => (await money.get('/api/catalogue/packages')).json().packages
const offered = async () => (await money.lab.call('GET', '/api/catalogue/packages/offered')).json()
const add = (body: object, by: Person = money.manager) =>
  money.post('/api/catalogue/packages', { ...fever, tests: ['FBC', 'GLU'], ...body }, by)
const visitOf = async (id: string) => (await money.get(`/api/labtest/appointment/${id}`, money.ama)).json()
const setPriceOf = (item: string, amount: number | null) =>
  money.post('/api/money/payers/01900000-0000-7000-8000-0000000000a1/prices', {
    validFrom: '2026-03-09',
    prices: [{ test: item, amount, taxId: null }],
  })
const change = async (id: string, testType: string[]) => {
  const { patientDetails, scheduledDate, scheduleTime } = await visitOf(id)
  const body = { patientDetails, testType, scheduledDate: scheduledDate.slice(0, 10), scheduleTime }
  const answer = await money.lab.call('PUT', `/api/labtest/update-appointments/${id}`, {
    by: money.ama,
    body,
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
const standing = async (id: string) =>
  (await money.account(id)).entries
    .filter(({ kind, reversed }) => kind === 'charge' && !reversed)
    .map(({ test, amount }) => [test, amount])

describe('the catalogue of packages', () => {
  it('the catalogue has four packages at first, managers change them, and the names are public', async () => {
    expect((await offered()).map(({ name }: { name: string }) => name)).toEqual([
      'Antenatal Package',
      'Check-up Package',
      'Malaria Package',
      'Pre-employment Package',
    ])
    expect((await add({}, money.plain)).statusCode).toBe(403)
    expect((await money.get('/api/catalogue/packages', money.ama)).statusCode).toBe(403)
    const added = await add({})
    expect(added.statusCode, added.body).toBe(201)
    expect(await offered()).toContainEqual({
      name: 'Fever Package',
      about: 'For fever.',
      tests: names,
      fasting: true,
    })
    const { rows } = await money.lab.pool.query(
      `select action, after from audit where subject_kind = 'package' and subject_id = 'FEVER'`,
    )
    expect(rows).toMatchObject([{ action: 'package.added', after: { tests: ['FBC', 'GLU'] } }])
  })

  it('a package with a name or code that is taken, or an unknown test, is refused at its field', async () => {
    const fields = async (body: object) => (await add(body)).json().fields
    expect(await fields({ code: 'F2' })).toHaveProperty('name')
    expect(await fields({ code: 'F2', name: 'blood glucose' })).toHaveProperty('name')
    expect(await fields({ name: 'Other' })).toHaveProperty('code')
    expect(await fields({ code: 'FBC', name: 'Other' })).toHaveProperty('code')
    expect(await fields({ code: 'F2', name: 'Other', tests: ['FBC', 'NONE'] })).toHaveProperty('tests')
    expect(await fields({ code: 'F2', name: 'Other', tests: ['FBC'] })).toHaveProperty('tests')
    const test = { by: money.manager, body: { follows: 1, reason: 'Other name' } }
    const read = (await money.get('/api/catalogue/tests/GLU')).json()
    const { code: _, version: _v, panelVersion: _p, aliases: _a, analytes: _n, history: _h, ...as } = read
    const renamed = await money.lab.call('PUT', '/api/catalogue/tests/GLU', {
      ...test,
      body: { ...test.body, ...as, label: 'FEVER package' },
    })
    expect(renamed.json().fields).toHaveProperty('label')
  })

  it('of two concurrent changes of a package one succeeds, and changed packages are kept at the next start', async () => {
    const { code, ...malaria } = (await packages()).find((one: { code: string }) => one.code === 'PKG-MAL')
    const put = (body: object) =>
      money.lab.call('PUT', `/api/catalogue/packages/${code}`, {
        by: money.manager,
        body: { ...malaria, ...body },
      })
    const both = await Promise.all([put({ about: 'One' }), put({ about: 'Two' })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const version = 2
    expect((await put({ name: 'Fever and chills', version })).statusCode).toBe(200)
    await loadCatalogue(money.lab.context)
    expect((await packages()).map(({ name }: { name: string }) => name)).not.toContain('Malaria Package')
    expect((await put({ bookable: false, name: 'Fever and chills', version: 3 })).statusCode).toBe(200)
    expect((await offered()).map(({ name }: { name: string }) => name)).not.toContain('Fever and chills')
    const refused = await money.post('/api/labtest/book', {
      patientDetails: { fullName: 'Ama Mensah', age: 34, gender: 'female', contact: '+233 24 123 4567' },
      testType: ['Fever and chills'],
      scheduledDate: '2026-03-11',
      scheduleTime: '09:00',
    })
    expect(refused.json().fields).toEqual({ testType: ['We do not offer the test “Fever and chills”'] })
  })
})

describe('a booked package', () => {
  it('booking a package books each of its tests once, and the visit keeps the package', async () => {
    const id = await money.book(money.ama, { testType: ['Blood Sugar', 'fever package', 'ESR'] })
    const visit = await visitOf(id)
    expect(visit.testType).toEqual([...names, 'Erythrocyte Sedimentation Rate (ESR)'])
    expect(visit.packages).toEqual(['Fever Package'])
    expect(visit.preparation.length).toBeGreaterThan(0)
    const { rows } = await money.lab.pool.query(
      'select test_code, package_code from visit_test where visit_id = $1 order by test_code',
      [id],
    )
    expect(rows).toEqual([
      { test_code: 'ESR', package_code: null },
      { test_code: 'FBC', package_code: 'FEVER' },
      { test_code: 'GLU', package_code: 'FEVER' },
    ])
    const free = await money.lab.call('GET', '/api/availability?tests=Fever+Package&from=2026-03-12')
    expect(free.json().preparation).toEqual(visit.preparation)
  })

  it('a walk-in can have a package', async () => {
    const answer = await money.post('/api/queue/walk-in', {
      patientDetails: { fullName: 'Yaw Walk', age: 40, gender: 'male', contact: '+233 24 000 0000' },
      testType: ['Fever Package'],
      urgent: false,
      siteId: mainSite,
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const { rows } = await money.lab.pool.query('select package_code from visit_test where visit_id = $1', [
      answer.json().visit.id,
    ])
    expect(rows.map((row) => row.package_code)).toEqual(['FEVER', 'FEVER'])
  })

  it('a visit keeps its package when a test is added, and loses it with the last test of the package', async () => {
    const id = await money.book(money.ama, { testType: ['Fever Package'] })
    await change(id, [...names, 'ESR'])
    expect((await visitOf(id)).packages).toEqual(['Fever Package'])
    await change(id, ['ESR'])
    expect((await visitOf(id)).packages).toEqual([])
  })
})

describe('the price of a package', () => {
  const quoteOf = async (...tests: string[]) =>
    (
      await money.get(
        `/api/money/quote?${new URLSearchParams(tests.map((name): [string, string] => ['tests', name]))}`,
      )
    ).json().quote

  it('a package costs the sum of its tests, or its own price as a single charge', async () => {
    expect(await quoteOf('Fever Package')).toMatchObject({ total: 8_500 })
    const before = await money.book(money.ama, { testType: ['Fever Package'] })
    expect((await setPriceOf('FEVER', 7_000)).statusCode).toBe(201)
    expect(await quoteOf('Fever Package', 'Blood Sugar')).toMatchObject({
      total: 7_000,
      lines: [{ test: 'Fever Package', amount: 7_000 }],
      unpriced: [],
    })
    const id = await money.book(money.ama, { testType: ['Fever Package'] })
    expect(await standing(id)).toEqual([['Fever Package', 7_000]])
    expect(await money.account(id)).toMatchObject({ charged: 7_000, unpriced: [] })
    // A visit that was booked before keeps the charges of its single tests.
    await money.post(`/api/labtest/appointment/${before}/arrive`, undefined)
    expect((await standing(before)).toSorted()).toEqual([
      ['Blood Sugar', 2_500],
      ['Full Blood Count', 6_000],
    ])
  })

  it('the price of a package stays while one of its tests is left, and follows packages that are added or removed', async () => {
    const id = await money.book(money.ama, { testType: ['Fever Package'] })
    await change(id, ['Full Blood Count'])
    expect(await standing(id)).toEqual([['Fever Package', 7_000]])
    await change(id, ['ESR'])
    expect(await standing(id)).toEqual([])
    const single = await money.book(money.ama, { testType: ['Full Blood Count'] })
    await change(single, ['Fever Package'])
    expect(await standing(single)).toEqual([['Fever Package', 7_000]])
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })

  it('a package is charged again for another payer, but not after its charge was reversed by hand', async () => {
    await grant(money.lab, money.cashier, ['payments', 'discounts'])
    const id = await money.book(money.ama, { testType: ['Fever Package'] })
    const insurer = await money.post('/api/money/payers', { kind: 'insurer', name: 'Example Mutual' })
    const { version } = await money.account(id)
    const payerId = insurer.json().id
    const paid = await money.lab.call('PUT', `/api/money/visits/${id}/payer`, {
      by: money.manager,
      body: { payerId, version },
    })
    expect(paid.statusCode, paid.body).toBe(200)
    expect(await standing(id)).toEqual([['Fever Package', 7_000]])
    const [entry] = (await money.account(id)).entries.filter(
      ({ kind, reversed }) => kind === 'charge' && !reversed,
    )
    const taken = await money.post(`/api/money/visits/${id}/entries/${entry?.id}/reverse`, {
      reason: 'A gift',
    })
    expect(taken.statusCode, taken.body).toBe(201)
    await change(id, [...names, 'ESR'])
    expect(await standing(id)).toEqual([])
  })
})
