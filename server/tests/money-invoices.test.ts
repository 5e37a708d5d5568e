import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DebtAges } from '#contract/money-invoices.ts'
import { decodeText, parseCsv } from '#server/platform/read-csv.ts'
import { mondayMorning } from './harness.ts'
import { ledgerOf } from './ledger-check.ts'
import { openMoney } from './money-day.ts'
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
async function collect(visit: string, by = money.manager) {
  await money.post(`/api/labtest/appointment/${visit}/arrive`, undefined, by)
  const body = { identifiedBy: ['Full name', 'Age'], prepared: 'yes' }
  const answer = await money.post(`/api/labtest/appointment/${visit}/collect`, body, by)
  expect(answer.statusCode, answer.body).toBe(201)
}
/** A visit whose samples are collected. */
async function doneFor(payerId: string, memberNumber = '', claimCode = ''): Promise<string> {
  const visit = await bookFor(payerId, memberNumber, claimCode)
  await collect(visit)
  return visit
}
async function takeBackCharges(visit: string) {
  const { entries } = await money.account(visit)
  for (const { id, kind } of entries) {
    if (kind !== 'charge') continue
    const path = `/api/money/visits/${visit}/entries/${id}/reverse`
    expect((await money.post(path, { reason: 'Charged by mistake' })).statusCode).toBe(201)
  }
}
const textOf = async (invoice: string) =>
  textsOf((await money.get(`/api/money/invoices/${invoice}/invoice.pdf`)).rawPayload).join(' ')
const issue = (payerId: string, month = '2026-03', key?: string) =>
  money.post('/api/money/invoices', { payerId, month }, money.manager, key)
const pay = (id: string, amount: number, change: object = {}) =>
  money.post(`/api/money/invoices/${id}/payments`, { amount, way: 'bank', reference: 'TT 1', ...change })
const listed = async (payerId: string) =>
  (await money.get(`/api/money/invoices?payerId=${payerId}`)).json().rows

describe('an invoice', () => {
  it('an invoice has each entry of the payer once, and later charges and reversals are on the next invoice', async () => {
    const payer = await insurer()
    const visit = await doneFor(payer)
    await doneFor(payer)
    const first = await issue(payer)
    expect(first.json().message).toMatch(/^Invoice INV-2026-\d{6} is issued: GHS 170\.00\.$/)
    expect((await issue(payer)).json().code).toBe('not_possible_now')
    await doneFor(payer)
    await takeBackCharges(visit)
    await doneFor(payer)
    const second = await issue(payer)
    const totals = (await listed(payer)).map(({ total }: { total: number }) => total)
    expect(totals).toEqual([8_500, 17_000])
    const texts = await textOf(first.json().id)
    expect(texts).toContain(first.json().number)
    expect(texts).toContain('GHS 170.00')
    expect(texts.match(/GHS 85\.00/g)).toHaveLength(2)
    expect(texts).not.toContain('Deducted')
    expect(await textOf(second.json().id)).toMatch(/Deducted: Blood Sugar,.*−GHS 85\.00/)
  })

  it('an invoice has only visits whose samples were collected until the end of its month', async () => {
    const payer = await insurer()
    const visit = await bookFor(payer)
    const other = await bookFor(payer)
    await takeBackCharges(other)
    expect((await issue(payer)).json().code).toBe('not_possible_now')
    expect((await money.get('/api/money/debts')).json()).toContainEqual(
      expect.objectContaining({ payerId: payer, uninvoiced: 0 }),
    )
    const claims = () => money.get(`/api/money/claims.csv?payerId=${payer}&from=2026-03-01&to=2026-04-30`)
    expect((await claims()).body.trim().split('\r\n')).toHaveLength(1)
    money.lab.clock.set('2026-04-01T09:00:00Z')
    const later = await money.lab.makeStaff('admin', { fullName: 'Ama Later' })
    await collect(visit, later)
    expect(
      (await money.post('/api/money/invoices', { payerId: payer, month: '2026-03' }, later)).json().code,
    ).toBe('not_possible_now')
    const april = await money.post('/api/money/invoices', { payerId: payer, month: '2026-04' }, later)
    expect(april.json().message).toContain('GHS 85.00')
    // No statement can put a visit on the invoice of a month in which it was not done.
    const insert = (amount: number) =>
      money.lab.superuser.query(
        `with i as (insert into invoice (id, payer_id, year, number, month, currency, total, issued_at, issued_by)
            select gen_random_uuid(), payer_id, year, 0, '2026-03-01', currency, $2, issued_at, issued_by from invoice where id = $1
            returning id)
          insert into invoice_posting (posting_id, invoice_id, amount)
          select p.id, i.id, l.amount from i, ledger_posting p join ledger_line l on l.posting_id = p.id and l.account = 'receivable'
          where p.visit_id = $3 and p.kind = 'charge'`,
        [april.json().id, amount, other],
      )
    await expect(insert(8_500)).rejects.toThrow('what was not done')
    await expect(insert(8_400)).rejects.toThrow('not the sum of its entries')
  })

  it('two concurrent calls issue an invoice once, and invoice numbers have no gaps', async () => {
    for (let round = 0; round < 3; round++) {
      const payer = await insurer()
      await doneFor(payer)
      const answers = await Promise.all([issue(payer), issue(payer)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    }
    const { rows } = await money.lab.pool.query('select number from invoice order by number')
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  })

  it('an invoice is paid in parts, never more than is owed, also by concurrent calls', async () => {
    const payer = await insurer()
    await doneFor(payer)
    const { id } = (await issue(payer)).json()
    const both = await Promise.all([pay(id, 6_000), pay(id, 6_000)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await pay(id, 2_501)).json().message).toContain('Only GHS 25.00 is owed')
    expect((await pay(id, 2_500, { way: 'cash' })).json().message).toContain('Open your till')
    expect((await pay(id, 2_500)).statusCode).toBe(201)
    expect((await listed(payer))[0]).toMatchObject({ total: 8_500, paid: 8_500, owed: 0 })
    const open = await money.get(`/api/money/invoices?payerId=${payer}&open=true`)
    expect(open.json().rows).toEqual([])
    const again = money.lab.pool.query(
      `with p as (insert into ledger_posting (id, site_id, at, kind, payer_id, currency, reason)
          select gen_random_uuid(), p.site_id, p.at, p.kind, p.payer_id, p.currency, ''
          from ledger_posting p join invoice_payment i on i.payment_id = p.id where i.invoice_id = $1 limit 1 returning id),
        l as (insert into ledger_line select p.id, l.* from p, (values ('bank', 1::bigint), ('receivable', -1)) l),
        m as (insert into payment (id, kind, year, number, way, amount, currency, reference)
          select id, 'receipt', 2026, 0, 'bank', 1, 'GHS', '' from p)
        insert into invoice_payment (payment_id, invoice_id) select id, $1 from p`,
      [id],
    )
    await expect(again).rejects.toThrow('exceeds the rest of invoice')
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })

  it('an invoice is refused for patients, future months, unknown payers and payers without entries, and is immutable', async () => {
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

it('the amounts that payers owe are listed by age', async () => {
  const payer = await insurer()
  await doneFor(payer)
  await issue(payer)
  await doneFor(payer)
  await collect(await money.book())
  const ages = async (at: string) => {
    money.lab.clock.set(at)
    const by = await money.lab.makeStaff('admin')
    const all = (await money.get('/api/money/debts', by)).json()
    return Object.fromEntries(all.map((row: DebtAges) => [row.payerId === payer ? 'payer' : row.kind, row]))
  }
  expect(await ages('2026-03-20T08:00:00Z')).toMatchObject({
    payer: { uninvoiced: 8_500, upTo30: 8_500, older: 0 },
    patient: { payer: '', uninvoiced: 0, upTo30: 8_500, older: 0 },
  })
  expect(await ages('2026-05-01T08:00:00Z')).toMatchObject({ payer: { upTo30: 0, upTo60: 8_500 } })
  expect(await ages('2026-07-01T08:00:00Z')).toMatchObject({
    payer: { upTo90: 0, older: 8_500 },
    patient: { upTo90: 0, older: 8_500 },
  })
})

it('claims are exported as CSV with member number and claim code, without entries that were reversed', async () => {
  const payer = await insurer()
  const visit = await doneFor(payer, 'M 77', '=C1')
  await takeBackCharges(await doneFor(payer, 'M 78', 'C2'))
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

describe('a statement', () => {
  const statement = (payer: string, from: string, to: string, by = money.manager) =>
    money.get(`/api/money/payers/${payer}/statement.pdf?from=${from}&to=${to}`, by)
  const textOf = async (payer: string, from: string, to: string, by = money.manager) => {
    const pdf = await statement(payer, from, to, by)
    expect(pdf.statusCode, pdf.body.slice(0, 200)).toBe(200)
    return textsOf(pdf.rawPayload).join(' ')
  }

  it('a statement has the opening balance, each invoice and payment with the balance after it, and the closing balance', async () => {
    const payer = await insurer()
    await doneFor(payer)
    const first = (await issue(payer)).json()
    money.lab.clock.set('2026-03-11T09:00:00Z')
    const later = await money.lab.makeStaff('admin', { fullName: 'Mary Later' })
    await money.post(`/api/money/invoices/${first.id}/payments`, { amount: 3_000, way: 'bank' }, later)
    const whole = await textOf(payer, '2026-03-01', '2026-03-31', later)
    expect(whole).toContain(first.number)
    expect(whole).toMatch(/Balance before 2026-03-01: GHS 0\.00/)
    expect(whole).toMatch(/GHS 85\.00.*GHS 30\.00.*GHS 55\.00/)
    expect(whole).toMatch(/Balance on 2026-03-31: GHS 55\.00/)
    const after = await textOf(payer, '2026-03-10', '2026-03-31', later)
    expect(after).toMatch(/Balance before 2026-03-10: GHS 85\.00/)
    expect(after).not.toContain(first.number)
    const before = await textOf(payer, '2026-03-01', '2026-03-10', later)
    expect(before).toMatch(/Balance on 2026-03-10: GHS 85\.00/)
    const { rows } = await money.lab.pool.query(
      `select count(*)::int from audit where action = 'statement.printed' and subject_id = $1`,
      [payer],
    )
    expect(rows[0].count).toBe(3)
  })

  it('a statement is refused for patients, without the permission, and for an invalid period', async () => {
    const payer = await insurer()
    expect((await statement(payer, '2026-03-01', '2026-03-31', money.cashier)).statusCode).toBe(403)
    expect((await statement(payer, '2026-03-31', '2026-03-01')).json().fields).toHaveProperty('to')
    expect((await statement(payer, '2025-01-01', '2026-03-01')).json().fields).toHaveProperty('to')
    const patients = '01900000-0000-7000-8000-0000000000a1'
    expect((await statement(patients, '2026-03-01', '2026-03-31')).json().code).toBe('not_possible_now')
    expect(
      (await statement('01900000-0000-7000-8000-00000000000f', '2026-03-01', '2026-03-31')).statusCode,
    ).toBe(404)
  })
})
