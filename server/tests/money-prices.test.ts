import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mondayMorning, openTestApp } from './harness.ts'
import { openMoney, patientPayer } from './money-day.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody } from './visits.ts'

let money: Awaited<ReturnType<typeof openMoney>>
beforeAll(async () => {
  money = await openMoney()
})
beforeEach(() => money.lab.clock.set(mondayMorning))
afterAll(() => money.lab.close())

const quote = (query: string, by = money.ama) => money.get(`/api/money/quote?${query}`, by)
const both = 'tests=Full+Blood+Count&tests=Blood+Sugar'
const walkIn = {
  patientDetails: { fullName: 'Yaw Walk', age: 40, gender: 'male', contact: '+233 24 000 0000' },
  testType: ['Full Blood Count'],
  urgent: false,
}

describe('a laboratory without prices', () => {
  it('books as before, shows nothing, and has no account of a visit', async () => {
    const lab = await openTestApp()
    try {
      const manager = await lab.makeStaff('admin')
      const ama = await lab.signUpPatient()
      expect((await lab.call('GET', '/api/laboratory')).json().pricesOn).toBe(false)
      expect((await lab.call('GET', `/api/money/quote?${both}`)).json()).toEqual({ quote: null })
      const booked = await lab.call('POST', '/api/labtest/book', { by: ama, body: bookingBody })
      expect(booked.statusCode).toBe(201)
      const { id } = booked.json().appointment
      expect((await lab.call('GET', `/api/money/visits/${id}`, { by: ama })).json()).toEqual({
        account: null,
      })
      expect((await lab.pool.query('select from visit_account')).rowCount).toBe(0)
      const pay = { by: manager, body: { amount: 100, way: 'cash' } }
      expect((await lab.call('POST', `/api/money/visits/${id}/payments`, pay)).json().code).toBe(
        'not_possible_now',
      )
      const bill = { payerId: patientPayer }
      const asked = await lab.call('POST', '/api/labtest/book', {
        by: manager,
        body: { ...bookingBody, scheduleTime: '10:00', bill },
      })
      expect(asked.json().fields).toHaveProperty(['bill.payerId'])
    } finally {
      await lab.close()
    }
  })
})

describe('the price of a visit', () => {
  it('is shown before it is booked, to anybody', async () => {
    const answer = (await money.lab.call('GET', `/api/money/quote?${both}`)).json().quote
    expect(answer).toMatchObject({ currency: 'GHS', total: 8_500, unpriced: [] })
    expect(answer.lines.map(({ amount }: { amount: number }) => amount).sort()).toEqual([2_500, 6_000])
    expect((await quote('tests=ESR')).json().quote).toMatchObject({
      total: 0,
      unpriced: ['Erythrocyte Sedimentation Rate (ESR)'],
    })
  })

  it('a quote uses the present catalogue, and refuses an unknown test by name', async () => {
    const unknown = await quote('tests=Blood+Sugar&tests=Snake+Oil')
    expect(unknown.json().fields).toEqual({ tests: ['We do not offer the test “Snake Oil”'] })
    await money.lab.superuser.query(`update test set aliases = aliases || '{Sugar Now}' where code = $1`, [
      await money.codeOf('Blood Sugar'),
    ])
    expect((await quote('tests=Sugar+Now')).json().quote).toMatchObject({ total: 2_500 })
  })

  it('is what the booking charges, and stays when the price changes', async () => {
    const id = await money.book()
    expect(await money.account(id, money.ama)).toMatchObject({
      charged: 8_500,
      paid: 0,
      owed: 8_500,
      payer: { kind: 'patient' },
    })
    await money.setPrice('Blood Sugar', 3_000)
    expect((await money.account(id)).charged).toBe(8_500)
    expect((await money.account(await money.book())).charged).toBe(9_000)
    await money.setPrice('Blood Sugar', 2_500)
  })

  it('changed tests add entries to the account of a visit, and a cancelled visit owes nothing', async () => {
    const id = await money.book()
    const read = (await money.get(`/api/labtest/appointment/${id}`, money.ama)).json()
    const changed = await money.lab.call('PUT', `/api/labtest/update-appointments/${id}`, {
      by: money.ama,
      body: {
        patientDetails: read.patientDetails,
        testType: ['Full Blood Count'],
        scheduledDate: read.scheduledDate.slice(0, 10),
        scheduleTime: read.scheduleTime,
      },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    const account = await money.account(id)
    expect(account.charged).toBe(6_000)
    expect(account.entries.map(({ kind, amount, reversed }) => ({ kind, amount, reversed }))).toEqual(
      expect.arrayContaining([
        { kind: 'charge', amount: 2_500, reversed: true },
        { kind: 'charge', amount: 6_000, reversed: false },
        { kind: 'reversal', amount: -2_500, reversed: false },
      ]),
    )
    await money.lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by: money.ama })
    expect(await money.account(id)).toMatchObject({ charged: 0, owed: 0 })
  })

  it('a walk-in is charged at once, and a visit from before prices were turned on is charged at arrival', async () => {
    const registered = await money.post('/api/queue/walk-in', { ...walkIn, siteId: mainSite }, money.plain)
    expect(registered.statusCode, registered.body).toBe(201)
    expect((await money.account(registered.json().visit.id)).charged).toBe(6_000)
    await money.setRules({ on: false })
    const id = await money.book()
    expect(await money.account(id)).toBeNull()
    await money.setRules({ on: true })
    await money.post(`/api/labtest/appointment/${id}/arrive`, undefined, money.plain)
    expect((await money.account(id)).charged).toBe(8_500)
  })

  it('the charges of a no-show are reversed, and added again when the patient arrives later', async () => {
    const id = await money.book(money.ama, { scheduledDate: '2026-03-09', scheduleTime: '09:00' })
    money.lab.clock.set('2026-03-09T09:20:00Z')
    const by = await money.lab.makeStaff('admin')
    const gone = await money.lab.call('PUT', `/api/labtest/appointment/${id}/no-show`, { by })
    expect(gone.statusCode, gone.body).toBe(200)
    expect((await money.account(id, by)).charged).toBe(0)
    await money.post(`/api/labtest/appointment/${id}/arrive`, undefined, by)
    expect((await money.account(id, by)).charged).toBe(8_500)
  })
})

describe('a visit that was charged before prices were turned off', () => {
  it('a visit that was charged before prices were turned off owes nothing after its cancellation or a no-show', async () => {
    const cancelled = await money.book()
    const missed = await money.book(money.ama, { scheduledDate: '2026-03-09', scheduleTime: '11:00' })
    await money.setRules({ on: false })
    await money.lab.call('DELETE', `/api/labtest/appointment/${cancelled}/cancel`, { by: money.ama })
    money.lab.clock.set('2026-03-09T11:20:00Z')
    const by = await money.lab.makeStaff('admin')
    const gone = await money.lab.call('PUT', `/api/labtest/appointment/${missed}/no-show`, { by })
    expect(gone.statusCode, gone.body).toBe(200)
    money.lab.clock.set(mondayMorning)
    await money.setRules({ on: true })
    for (const id of [cancelled, missed]) {
      expect(await money.account(id)).toMatchObject({ charged: 0, owed: 0 })
    }
  })
})

describe('a charge that was reversed by hand', () => {
  const takeBack = async (id: string, amount: number) => {
    const entry = (await money.account(id)).entries.find((one) => one.amount === amount && !one.reversed)
    const path = `/api/money/visits/${id}/entries/${entry?.id}/reverse`
    expect((await money.post(path, { reason: 'A courtesy' })).statusCode).toBe(201)
  }

  it('a charge that was reversed by hand stays reversed after arrival, changed tests and another payer, until it is charged again by hand', async () => {
    const id = await money.book()
    await takeBack(id, 2_500)
    await money.post(`/api/labtest/appointment/${id}/arrive`, undefined, money.plain)
    expect((await money.account(id)).charged).toBe(6_000)
    await money.setPrice('ESR', 1_000)
    const path = `/api/labtest/appointment/${id}/tests`
    const added = await money.post(path, { tests: ['ESR'] }, money.manager)
    expect(added.statusCode, added.body).toBe(200)
    expect(await money.account(id)).toMatchObject({
      charged: 7_000,
      unpriced: [expect.stringContaining('Sugar')],
    })
    const insurer = await money.post('/api/money/payers', { kind: 'insurer', name: 'Courtesy' })
    const { version } = await money.account(id)
    const payer = { payerId: insurer.json().id, version }
    await money.lab.call('PUT', `/api/money/visits/${id}/payer`, { by: money.manager, body: payer })
    expect(await money.account(id)).toMatchObject({ charged: 7_000, payer: { name: 'Courtesy' } })
    await money.post(`/api/money/visits/${id}/price`, undefined)
    expect((await money.account(id)).charged).toBe(9_500)
  })

  it('a charge that was added again by hand behaves like any other charge', async () => {
    const id = await money.book(money.ama, { scheduledDate: '2026-03-09', scheduleTime: '10:00' })
    await takeBack(id, 2_500)
    await money.post(`/api/money/visits/${id}/price`, undefined)
    expect((await money.account(id)).charged).toBe(8_500)
    money.lab.clock.set('2026-03-09T10:20:00Z')
    const by = await money.lab.makeStaff('admin')
    await money.lab.call('PUT', `/api/labtest/appointment/${id}/no-show`, { by })
    expect((await money.account(id, by)).charged).toBe(0)
    await money.post(`/api/labtest/appointment/${id}/arrive`, undefined, by)
    expect((await money.account(id, by)).charged).toBe(8_500)
  })
})

describe('lists of prices', () => {
  const insurer = async (name: string) =>
    (await money.post('/api/money/payers', { kind: 'insurer', name })).json().id

  it('prices are valid from a day, and the price for patients is valid where a list has no price', async () => {
    const payer = await insurer('Acacia')
    await money.setPrice('Full Blood Count', 5_000, { payer, validFrom: '2026-03-12' })
    await money.setPrice('Full Blood Count', 5_500, { payer, validFrom: '2026-03-10' })
    const listed = await money.get(`/api/money/payers/${payer}/prices?day=2026-03-11`)
    const count = await money.codeOf('Full Blood Count')
    expect(listed.json().prices.find(({ test }: { test: string }) => test === count)).toMatchObject({
      amount: 5_500,
      validFrom: '2026-03-10',
      patients: 6_000,
      next: { validFrom: '2026-03-12', amount: 5_000 },
    })
    // Today the list has no price yet.
    const total = async (at: string) => {
      money.lab.clock.set(at)
      const by = await money.lab.makeStaff('technician')
      return (await quote(`${both}&payerId=${payer}`, by)).json().quote.total
    }
    expect(await total('2026-03-09T08:30:00Z')).toBe(8_500)
    expect(await total('2026-03-10T08:00:00Z')).toBe(8_000)
    expect(await total('2026-03-13T08:00:00Z')).toBe(7_500)
  })

  it('are chosen when staff book, with member number and claim code, and can be changed until something is paid', async () => {
    const payer = await insurer('Glico')
    await money.setPrice('Full Blood Count', 4_000, { payer })
    const bill = { payerId: payer, memberNumber: 'M 1', claimCode: 'C 2' }
    const id = await money.book(money.manager, { bill })
    const account = await money.account(id)
    expect(account).toMatchObject({
      charged: 6_500,
      memberNumber: 'M 1',
      claimCode: 'C 2',
      payer: { kind: 'insurer', name: 'Glico' },
    })
    const path = `/api/money/visits/${id}/payer`
    const body = { payerId: patientPayer, version: account.version }
    expect((await money.lab.call('PUT', path, { by: money.plain, body })).statusCode).toBe(200)
    expect(await money.account(id)).toMatchObject({ charged: 8_500, payer: { kind: 'patient' } })
    expect((await money.lab.call('PUT', path, { by: money.plain, body })).json().code).toBe(
      'changed_meanwhile',
    )
    const patients = await money.post('/api/labtest/book', { ...bookingBody, bill }, money.ama)
    expect(patients.statusCode).toBe(403)
    expect((await quote(`${both}&payerId=${payer}`)).statusCode).toBe(403)
  })

  it('refuse a day that has passed, unknown tests and taxes, a second insurer of a name, and an empty price for patients', async () => {
    const set = (body: object, payer = patientPayer) => money.post(`/api/money/payers/${payer}/prices`, body)
    const price = { test: await money.codeOf('ESR'), amount: 100 }
    expect((await set({ validFrom: '2026-03-08', prices: [price] })).json().fields).toHaveProperty(
      'validFrom',
    )
    const day = { validFrom: '2026-03-09' }
    const unknown = await set({ ...day, prices: [{ ...price, test: 'XX' }] })
    expect(unknown.json().fields).toHaveProperty(['prices.0.test'])
    const taxId = '01900000-0000-7000-8000-00000000dead'
    const taxed = await set({ ...day, prices: [{ ...price, taxId }] })
    expect(taxed.json().fields).toHaveProperty(['prices.0.taxId'])
    const empty = await set({ ...day, prices: [{ ...price, amount: null }] })
    expect(empty.json().fields).toHaveProperty(['prices.0.amount'])
    for (const amount of [-1, 1.5, 1e12, '100']) {
      const wrong = await set({ ...day, prices: [{ ...price, amount }] })
      expect(wrong.json().fields).toHaveProperty(['prices.0.amount'])
    }
    await insurer('Metropolitan')
    const again = await money.post('/api/money/payers', { kind: 'insurer', name: 'METROPOLITAN' })
    expect(again.json().fields).toHaveProperty('name')
  })

  it('contain the tax that the laboratory sets, which never changes its rate', async () => {
    await money.post('/api/money/taxes', { name: 'VAT', basisPoints: 1_500 })
    const [tax] = (await money.rules()).taxes
    await money.setPrice('ESR', 11_500, { taxId: tax.id })
    const id = await money.book(money.ama, { testType: ['ESR'] })
    expect((await money.account(id)).entries[0]).toMatchObject({ amount: 11_500, tax: 1_500 })
    await money.lab.call('DELETE', `/api/money/taxes/${tax.id}`, { by: money.manager })
    expect((await money.rules()).taxes[0].ended).toBe(true)
    expect((await money.account(id)).entries[0]?.tax).toBe(1_500)
  })
})

describe('discounts', () => {
  const discount = (id: string, amount: number, by = money.manager) =>
    money.post(`/api/money/visits/${id}/discounts`, { amount, reason: 'Member of staff' }, by)

  it('need a reason and the permission, and never exceed the price', async () => {
    const id = await money.book()
    expect((await discount(id, 1_000, money.cashier)).statusCode).toBe(403)
    const without = await money.post(`/api/money/visits/${id}/discounts`, { amount: 100, reason: ' ' })
    expect(without.json().fields).toHaveProperty('reason')
    expect((await discount(id, 8_501)).json().code).toBe('not_possible_now')
    expect((await discount(id, 1_000)).statusCode).toBe(201)
    const account = await money.account(id)
    expect(account).toMatchObject({ charged: 7_500 })
    const [given] = account.entries.filter(({ kind }) => kind === 'discount')
    const reverse = (entry: string | undefined) =>
      money.post(`/api/money/visits/${id}/entries/${entry}/reverse`, { reason: 'A mistake' })
    expect((await reverse(given?.id)).statusCode).toBe(201)
    expect((await reverse(given?.id)).statusCode).toBe(404)
    expect((await money.account(id)).charged).toBe(8_500)
    const history = await money.get(`/api/labtest/appointment/${id}/history`)
    expect(history.body).toContain('discount.given')
  })

  it('hide no test that has no price', async () => {
    const id = await money.book(money.ama, { testType: ['Full Blood Count', 'VDRL for Syphillis'] })
    const { unpriced } = await money.account(id)
    expect(unpriced).toHaveLength(1)
    await discount(id, 1_000)
    expect((await money.account(id)).unpriced).toEqual(unpriced)
  })

  it('are reversed with the charges that they reduced', async () => {
    const id = await money.book()
    await discount(id, 8_000)
    await money.lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by: money.ama })
    expect(await money.account(id)).toMatchObject({ charged: 0, owed: 0 })
  })

  it('concurrent discounts together never exceed the price', async () => {
    const id = await money.book()
    const answers = await Promise.all([discount(id, 5_000), discount(id, 5_000)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await money.account(id)).charged).toBe(3_500)
  })
})

describe('a patient, or a member of staff at another site', () => {
  it('does not find what another’s visit costs', async () => {
    const id = await money.book()
    for (const path of [`/api/money/visits/${id}`]) {
      expect((await money.get(path, money.kofi)).statusCode).toBe(404)
      expect((await money.lab.call('GET', path)).statusCode).toBe(401)
    }
    const { rows } = await money.lab.superuser.query(
      `insert into site (id, name, time_zone) values (gen_random_uuid(), 'Elsewhere', 'Africa/Accra') returning id`,
    )
    await money.lab.pool.query('insert into account_site values ($1, $2)', [
      money.plain.accountId,
      rows[0].id,
    ])
    expect((await money.get(`/api/money/visits/${id}`, money.plain)).statusCode).toBe(404)
    expect((await money.post(`/api/money/visits/${id}/price`, undefined, money.plain)).statusCode).toBe(404)
    await money.lab.pool.query('delete from account_site')
  })
})

describe('an order of a clinic', () => {
  it('costs what the list of its facility says, which no other clinic can read', async () => {
    const { lab } = money
    const ridge = await lab.makeClinician()
    const harbour = await lab.makeClinician()
    const facilityId = await lab.facilityOf(ridge)
    const added = await money.post('/api/money/payers', { kind: 'facility', facilityId })
    const payer: string = added.json().id
    await money.setPrice('Full Blood Count', 5_000, { payer })
    expect((await quote(both, ridge)).json().quote).toMatchObject({
      total: 7_500,
      payer: { id: payer, kind: 'facility' },
    })
    expect((await quote(both, harbour)).json().quote).toMatchObject({
      total: 8_500,
      payer: { kind: 'patient' },
    })
    for (const by of [harbour, money.ama])
      expect((await quote(`${both}&payerId=${payer}`, by)).json().code).toBe('not_allowed')
    expect((await quote(`${both}&payerId=${payer}`, money.plain)).statusCode).toBe(200)
  })

  it('can be collected after prices were turned off', async () => {
    const { lab } = money
    const clinician = await lab.makeClinician()
    await money.post('/api/money/payers', { kind: 'facility', facilityId: await lab.facilityOf(clinician) })
    const body = {
      patient: { fullName: 'Abena Clinicpatient', gender: 'female', age: 36, contact: '' },
      testType: ['Full Blood Count'],
      way: 'sample',
    }
    const placed = await lab.call('POST', '/api/clinic/orders', { by: clinician, body })
    await money.setRules({ on: false })
    const collected = await lab.call('POST', `/api/clinic/orders/${placed.json().id}/samples`, {
      by: clinician,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' },
    })
    await money.setRules({ on: true })
    expect(collected.statusCode, collected.body).toBe(201)
  })
})
