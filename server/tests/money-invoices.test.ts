import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeText, parseCsv } from '#server/modules/transfer/read-csv.ts'
import { mondayMorning } from './harness.ts'
import { ledgerOf, openMoney } from './money-day.ts'
import { textsOf } from './read-pdf.ts'

let money: Awaited<ReturnType<typeof openMoney>>
beforeAll(async () => {
  money = await openMoney()
})
beforeEach(() => money.lab.clock.set(mondayMorning))
afterAll(() => money.lab.close())

let insurers = 0
const insurer = async () =>
  (await money.post('/api/money/payers', { kind: 'insurer', name: `Insurer ${++insurers}` })).json().id
const bookFor = (payerId: string, memberNumber = '', claimCode = '') =>
  money.book(money.manager, { bill: { payerId, memberNumber, claimCode } })
const issue = (payerId: string, month = '2026-03', key?: string) =>
  money.post('/api/money/invoices', { payerId, month }, money.manager, key)
const pay = (id: string, amount: number, change: object = {}) =>
  money.post(`/api/money/invoices/${id}/payments`, { amount, way: 'bank', reference: 'TT 1', ...change })
const listed = async (payerId: string) =>
  (await money.get(`/api/money/invoices?payerId=${payerId}`)).json().rows

describe('an invoice', () => {
  it('has every visit of the payer once, and what comes later goes on the next', async () => {
    const payer = await insurer()
    await Promise.all([bookFor(payer), bookFor(payer)])
    const first = await issue(payer)
    expect(first.json().message).toMatch(/^Invoice INV-2026-\d{6} is issued: GHS 170\.00\.$/)
    expect((await issue(payer)).json().code).toBe('not_possible_now')
    const third = await bookFor(payer)
    await issue(payer)
    // What is cancelled after it was invoiced comes off the next.
    await money.lab.call('DELETE', `/api/labtest/appointment/${third}/cancel`, {
      by: money.manager,
      body: { reason: 'Asked for it' },
    })
    await Promise.all([bookFor(payer), bookFor(payer)])
    await issue(payer)
    const totals = (await listed(payer)).map(({ total }: { total: number }) => total)
    expect(totals).toEqual([8_500, 8_500, 17_000])
    const pdf = await money.get(`/api/money/invoices/${first.json().id}/invoice.pdf`)
    const texts = textsOf(pdf.rawPayload).join(' ')
    expect(texts).toContain(first.json().number)
    expect(texts).toContain('GHS 170.00')
    expect(texts.match(/GHS 85\.00/g)).toHaveLength(2)
  })

  it('is issued once by two at once, with numbers without gaps', async () => {
    for (let round = 0; round < 3; round++) {
      const payer = await insurer()
      await bookFor(payer)
      const answers = await Promise.all([issue(payer), issue(payer)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    }
    const { rows } = await money.lab.pool.query('select number from invoice order by number')
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  })

  it('is paid in parts, never more than is owed, also by two at once', async () => {
    const payer = await insurer()
    await bookFor(payer)
    const { id } = (await issue(payer)).json()
    const both = await Promise.all([pay(id, 6_000), pay(id, 6_000)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await pay(id, 2_501)).json().message).toContain('Only GHS 25.00 is owed')
    expect((await pay(id, 2_500, { way: 'cash' })).json().message).toContain('Open your till')
    expect((await pay(id, 2_500)).statusCode).toBe(201)
    expect((await listed(payer))[0]).toMatchObject({ total: 8_500, paid: 8_500, owed: 0 })
    const open = await money.get(`/api/money/invoices?payerId=${payer}&open=true`)
    expect(open.json().rows).toEqual([])
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })

  it('is not issued to patients, for months to come, or to nobody, and its entries stay', async () => {
    const patients = (await money.get('/api/money/payers'))
      .json()
      .find(({ kind }: { kind: string }) => kind === 'patient')
    expect((await issue(patients.id)).json().code).toBe('not_possible_now')
    const payer = await insurer()
    expect((await issue(payer)).json().code).toBe('not_possible_now')
    await bookFor(payer)
    expect((await issue(payer, '2026-04')).json().code).toBe('not_possible_now')
    expect((await issue(payer, '2026-13')).json().fields).toHaveProperty('month')
    expect((await issue('01900000-0000-7000-8000-00000000dead')).statusCode).toBe(404)
    await expect(money.lab.pool.query('update invoice set total = 1')).rejects.toThrow('permission denied')
    for (const by of [money.plain, money.cashier, money.ama]) {
      expect((await money.get('/api/money/invoices', by)).statusCode).toBe(403)
      expect((await money.get('/api/money/debts', by)).statusCode).toBe(403)
    }
  })
})

it('what payers owe is told by age', async () => {
  const payer = await insurer()
  await bookFor(payer)
  await issue(payer)
  await bookFor(payer)
  const ages = async (at: string) => {
    money.lab.clock.set(at)
    const by = await money.lab.makeStaff('admin')
    const all = (await money.get('/api/money/debts', by)).json()
    return all.find(({ payerId }: { payerId: string }) => payerId === payer)
  }
  expect(await ages('2026-03-20T08:00:00Z')).toMatchObject({ uninvoiced: 8_500, upTo30: 8_500, older: 0 })
  expect(await ages('2026-05-01T08:00:00Z')).toMatchObject({ upTo30: 0, upTo60: 8_500 })
  expect(await ages('2026-07-01T08:00:00Z')).toMatchObject({ upTo90: 0, older: 8_500 })
})

it('claims go out as CSV with member number and claim code, without what was taken back', async () => {
  const payer = await insurer()
  const visit = await bookFor(payer, 'M 77', '=C1')
  const gone = await bookFor(payer, 'M 78', 'C2')
  await money.lab.call('DELETE', `/api/labtest/appointment/${gone}/cancel`, {
    by: money.manager,
    body: { reason: 'Asked for it' },
  })
  await money.post(`/api/money/visits/${visit}/discounts`, { amount: 500, reason: 'Agreed' })
  const csv = await money.get(`/api/money/claims.csv?payerId=${payer}&from=2026-03-01&to=2026-04-30`)
  const { records } = parseCsv(decodeText(csv.rawPayload).text, ',', 100)
  const [head = [], ...rows] = records.map(({ cells }) => cells)
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)])
  expect(
    column('amount')
      .map(Number)
      .reduce((sum, one) => sum + one, 0),
  ).toBe(80)
  expect(new Set(column('member number'))).toEqual(new Set(['M 77']))
  expect(csv.body).toContain("'=C1")
  const wrong = await money.get(`/api/money/claims.csv?payerId=${payer}&from=2026-04-01&to=2026-03-01`)
  expect(wrong.json().fields).toHaveProperty('to')
})
