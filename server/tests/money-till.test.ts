import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeText, parseCsv } from '#server/platform/read-csv.ts'
import { mondayMorning } from './harness.ts'
import { ledgerOf } from './ledger-check.ts'
import { grant, numbersOf, openMoney } from './money-day.ts'
import { mainSite } from './queue-day.ts'
import { textsOf } from './read-pdf.ts'

let money: Awaited<ReturnType<typeof openMoney>>
beforeAll(async () => {
  money = await openMoney()
  await grant(money.lab, money.cashier, ['payments', 'discounts'])
})
beforeEach(() => money.lab.clock.set(mondayMorning))
afterAll(() => money.lab.close())

const gapless = (numbers: readonly number[]) => numbers.map((_, index) => index + 1)

/** The cashier's open till; opens one if there is none. */
async function till(by = money.cashier) {
  const { open } = (await money.get('/api/money/till', by)).json()
  return open ?? money.openTill(by)
}
/** Somebody who may give refunds, with an open till. */
async function opened(float: number) {
  const one = await money.lab.makeStaff('admin')
  await money.openTill(one, float)
  return one
}
const close = (tillId: string, counted: number, by = money.cashier) =>
  money.post('/api/money/till/close', { tillId, counted }, by)

describe('a till', () => {
  it('opens with a float, one for each person, and closes with a count', async () => {
    const { id } = await money.openTill(money.cashier, 10_000)
    const second = await money.post('/api/money/till', { siteId: mainSite, float: 0 }, money.cashier)
    expect(second.json().code).toBe('not_possible_now')
    const visit = await money.book()
    expect((await money.pay(visit, 5_000)).statusCode).toBe(201)
    expect((await money.pay(visit, 3_500, { way: 'mobile_money', reference: 'MP1' })).statusCode).toBe(201)
    // The expected cash is not shown before the count.
    const { open } = (await money.get('/api/money/till', money.cashier)).json()
    expect(open.taken).toEqual([{ way: 'mobile_money', amount: 3_500, count: 1 }])
    const closed = await close(id, 14_900)
    expect(closed.json().message).toBe('The till is closed. There is GHS 1.00 too little.')
    expect(closed.json().till.closed).toMatchObject({ expected: 15_000, counted: 14_900, difference: -100 })
    expect((await close(id, 14_900)).json().code).toBe('not_possible_now')
    expect((await money.pay(await money.book(), 100)).json().message).toContain('Open your till')
    const { rows } = await money.lab.pool.query(
      `select l.account, l.amount from ledger_line l join ledger_posting p on p.id = l.posting_id
       where p.kind = 'difference' order by l.account`,
    )
    expect(rows).toEqual([
      { account: 'cash', amount: -100 },
      { account: 'difference', amount: 100 },
    ])
  })

  it('a till is opened in the currency of the laboratory', async () => {
    const plain = await openMoney()
    try {
      await plain.setRules({ currency: 'XOF' })
      const read = () => plain.get('/api/money/till', plain.cashier)
      expect((await read()).json()).toEqual({ open: null, currency: 'XOF' })
      expect(await plain.openTill()).toMatchObject({ currency: 'XOF' })
    } finally {
      await plain.lab.close()
    }
  })

  it('a till is closed only by its cashier, and hidden from accounts without the permission', async () => {
    const { id } = await till()
    expect((await close(id, 0, money.manager)).json().code).toBe('not_possible_now')
    for (const by of [money.plain, money.ama]) {
      expect((await money.get('/api/money/till', by)).statusCode).toBe(403)
      expect((await money.get('/api/money/owing', by)).statusCode).toBe(403)
    }
  })

  it('a payment during the closing of a till is either counted or refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, float } = await till()
      const visits = await Promise.all([money.book(), money.book()])
      const [one, two, closing] = await Promise.all([
        money.pay(visits[0] ?? '', 2_000),
        money.pay(visits[1] ?? '', 2_000),
        close(id, float),
      ])
      const taken = [one, two].filter((answer) => answer?.statusCode === 201).length
      expect(closing?.json().till.closed.expected).toBe(float + taken * 2_000)
    }
    expect((await ledgerOf(money.lab)).astray).toEqual([])
  })
})

describe('a payment', () => {
  it('is taken in parts, is not more than what is owed unless it is a deposit, and has a receipt', async () => {
    await till()
    const visit = await money.book()
    const first = await money.pay(visit, 3_000)
    expect(first.json().message).toMatch(/^GHS 30\.00 taken\. Receipt R-2026-\d{6}\.$/)
    expect((await money.pay(visit, 5_501)).json().message).toContain('Only GHS 55.00 is owed')
    expect((await money.pay(visit, 6_000, { deposit: true })).statusCode).toBe(201)
    expect(await money.account(visit)).toMatchObject({ charged: 8_500, paid: 9_000, owed: -500 })
    const path = `/api/money/payments/${first.json().id}/receipt.pdf`
    for (const paper of ['a4', 'thermal']) {
      const pdf = await money.get(`${path}?paper=${paper}`, money.ama)
      expect(pdf.statusCode).toBe(200)
      const texts = textsOf(pdf.rawPayload).join(' ')
      expect(texts).toContain(first.json().receipt)
      expect(texts).toContain('GHS 30.00')
      expect(texts).toContain('GHS 55.00')
    }
    expect((await money.get(path, money.kofi)).statusCode).toBe(404)
    expect((await money.pay(visit, 100, { way: 'gold' })).json().fields).toHaveProperty('way')
    expect((await money.pay(visit, 0)).json().fields).toHaveProperty('amount')
  })

  it('a reprinted receipt equals the first print, also after a charge was reversed', async () => {
    await till()
    const visit = await money.book()
    const before = (await money.account(visit)).entries.find(({ amount }) => amount === 2_500)
    const reverse = (entry: string | undefined) =>
      money.post(`/api/money/visits/${visit}/entries/${entry}/reverse`, { reason: 'A mistake' })
    const print = async (id: string) => {
      const pdf = await money.get(`/api/money/payments/${id}/receipt.pdf?paper=thermal`, money.ama)
      return textsOf(pdf.rawPayload)
    }
    const { id } = (await money.pay(visit, 1_000)).json()
    const original = await print(id)
    expect(original.join(' ')).toContain('GHS 25.00')
    expect((await reverse(before?.id)).statusCode).toBe(201)
    expect(await print(id)).toEqual(original)
    const later = await print((await money.pay(visit, 1_000)).json().id)
    expect(later.join(' ')).not.toContain('GHS 25.00')
  })

  it('of two concurrent payments of the same amount owed, one is taken', async () => {
    await till()
    await till(money.other)
    const before = (await numbersOf(money.lab, 'receipt')).length
    for (let round = 0; round < 5; round++) {
      const visit = await money.book()
      const answers = await Promise.all([
        money.pay(visit, 8_500, {}, money.cashier),
        money.pay(visit, 8_500, {}, money.other),
      ])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
      expect(await money.account(visit)).toMatchObject({ paid: 8_500, owed: 0 })
    }
    const numbers = await numbersOf(money.lab, 'receipt')
    expect(numbers).toHaveLength(before + 5)
    expect(numbers).toEqual(gapless(numbers))
  })

  it('a payment with the same idempotency key is posted once', async () => {
    await till()
    const visit = await money.book()
    const answers = await Promise.all([1, 2, 3].map(() => money.pay(visit, 2_000, {}, money.cashier, 'k1')))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect((await money.account(visit)).paid).toBe(2_000)
    expect((await money.pay(visit, 2_001, {}, money.cashier, 'k1')).statusCode).toBe(422)
  })

  it('receipt numbers of a year have no gaps, also after concurrent and refused payments', async () => {
    await till()
    await till(money.other)
    const visits = await Promise.all(Array.from({ length: 6 }, () => money.book()))
    await Promise.all(
      visits.flatMap((visit) => [
        money.pay(visit, 8_500),
        money.pay(visit, 8_500, {}, money.other),
        money.pay(visit, 9_999_999),
      ]),
    )
    const numbers = await numbersOf(money.lab, 'receipt')
    expect(numbers).toEqual(gapless(numbers))
    money.lab.clock.set('2027-01-02T08:00:00Z')
    const [later, patient] = [await money.lab.makeStaff('admin'), await money.lab.signUpPatient()]
    await till(later)
    const visit = await money.book(patient, { scheduledDate: '2027-01-20', scheduleTime: '09:00' })
    expect((await money.pay(visit, 100, {}, later)).json().receipt).toBe('R-2027-000001')
  })

  it('a payment is refunded at most up to its amount, also by concurrent refunds', async () => {
    await till()
    const manager = await opened(10_000)
    const visit = await money.book()
    const { id } = (await money.pay(visit, 8_500)).json()
    const answers = await Promise.all([
      money.refund(id, 5_000, {}, manager),
      money.refund(id, 5_000, {}, money.cashier),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(answers.find(({ statusCode }) => statusCode === 201)?.json().receipt).toMatch(/^RF-2026-/)
    expect((await money.refund(id, 3_501, {}, manager)).json().code).toBe('not_possible_now')
    expect((await money.refund(id, 3_500, {}, manager)).statusCode).toBe(201)
    expect(await money.account(visit)).toMatchObject({ paid: 0, owed: 8_500 })
    expect((await money.refund(id, 1, {}, money.other)).statusCode).toBe(403)
    expect((await money.refund(id, 100, { reason: '' })).json().fields).toHaveProperty('reason')
    const refunds = await numbersOf(money.lab, 'refund')
    expect(refunds).toEqual(gapless(refunds))
  })

  it('is refunded in cash only if the drawer should hold that much, also by concurrent refunds', async () => {
    const { id: drawer } = await till(money.other)
    expect((await close(drawer, 0, money.other)).statusCode).toBe(200)
    await grant(money.lab, money.other, ['payments', 'discounts'])
    await till()
    const payments = await Promise.all(
      [1, 2, 3].map(async () => (await money.pay(await money.book(), 8_500)).json().id),
    )
    const { id } = await money.openTill(money.other, 10_000)
    const refused = await money.refund(payments[0], 8_500, {}, await opened(8_499))
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields.amount[0]).toContain('Your drawer does not hold that much cash')
    const answers = await Promise.all(
      payments.slice(0, 2).map((payment) => money.refund(payment, 6_000, {}, money.other)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400])
    // Other ways of payment do not take from the drawer, and cash that is taken can be refunded.
    expect((await money.refund(payments[2], 8_500, { way: 'mobile_money' }, money.other)).statusCode).toBe(
      201,
    )
    const later = (await money.pay(await money.book(), 2_000, {}, money.other)).json().id
    expect((await money.refund(later, 2_000, {}, money.other)).statusCode).toBe(201)
    const closed = await close(id, 4_000, money.other)
    expect(closed.json().till.closed).toMatchObject({ expected: 4_000, difference: 0 })
    await expect(money.lab.pool.query('update till set cash_amount = 1')).rejects.toThrow('Only payments')
    await grant(money.lab, money.other, ['payments'])
  })

  it('of another site is out of reach', async () => {
    await till()
    const visit = await money.book()
    const { id } = (await money.pay(visit, 1_000)).json()
    const { rows } = await money.lab.superuser.query(
      `insert into site (id, name, time_zone) values (gen_random_uuid(), 'Far', 'Africa/Accra') returning id`,
    )
    await money.lab.pool.query('insert into account_site values ($1, $2)', [
      money.other.accountId,
      rows[0].id,
    ])
    await grant(money.lab, money.other, ['payments', 'discounts', 'prices'])
    expect((await money.get(`/api/money/payments/${id}/receipt.pdf`, money.other)).statusCode).toBe(404)
    expect((await money.refund(id, 100, {}, money.other)).statusCode).toBe(404)
    expect((await money.pay(visit, 100, {}, money.other)).statusCode).toBe(404)
    expect((await money.get('/api/money/owing', money.other)).json().rows).toEqual([])
    expect((await money.get('/api/money/take', money.other)).json()).toMatchObject({ total: 0, tills: [] })
    expect(
      (await money.post('/api/money/till', { siteId: mainSite, float: 0 }, money.other)).json().fields,
    ).toHaveProperty('siteId')
    await money.lab.pool.query('delete from account_site')
    await grant(money.lab, money.other, ['payments'])
  })
})

describe('the books', () => {
  it('ledger entries cannot be changed, and unbalanced entries are refused', async () => {
    for (const table of ['ledger_posting', 'ledger_line', 'payment', 'price', 'payment_exception']) {
      await expect(money.lab.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied')
    }
    await expect(money.lab.pool.query('update ledger_line set amount = 1')).rejects.toThrow(
      'permission denied',
    )
    await expect(money.lab.pool.query('update document_number set last = last + 1')).rejects.toThrow(
      'Only a document',
    )
    await expect(money.lab.pool.query('update visit_account set paid = paid + 1')).rejects.toThrow(
      'Only the ledger',
    )
    await expect(
      money.lab.pool.query(`with p as (insert into ledger_posting (id, site_id, at, kind, till_id, currency, reason)
        select gen_random_uuid(), site_id, opened_at, 'difference', id, 'GHS', '' from till limit 1 returning id)
        insert into ledger_line select id, 'cash', 5 from p`),
    ).rejects.toThrow('do not add up')
  })

  it('the database refuses receipts that differ from the books, and changes of closed tills and tax rates', async () => {
    const { id: tillId } = await till()
    const visit = await money.book()
    const { id: paid } = (await money.pay(visit, 4_000)).json()
    const post = (lines: string, receipt: string) =>
      money.lab.pool.query(`
        with p as (insert into ledger_posting (id, site_id, at, kind, visit_id, payer_id, till_id, currency, reason)
            select gen_random_uuid(), site_id, at, kind, visit_id, payer_id, till_id, currency, '' from ledger_posting
            where id = '${paid}' returning id),
          l as (insert into ledger_line (posting_id, account, amount) select p.id, l.* from p, (values ${lines}) l)
        ${receipt}`)
    const receipt = (way: string, amount: number) =>
      `insert into payment (id, kind, year, number, way, amount, currency, reference)
        select id, 'receipt', 2026, 0, '${way}', ${amount}, 'GHS', '' from p`
    const lines = `('cash', 500::bigint), ('receivable', -500)`
    await expect(post(lines, receipt('cash', 600))).rejects.toThrow('differs from its posting')
    await expect(post(lines, receipt('card', 500))).rejects.toThrow('differs from its posting')
    await expect(post(lines, 'select from p')).rejects.toThrow('has no receipt')
    await expect(
      money.lab.pool.query(`insert into ledger_line values ('${paid}', 'card', 5), ('${paid}', 'bank', -5)`),
    ).rejects.toThrow('gets lines only in the transaction that wrote it')
    const { closed } = (await close(tillId, 0)).json().till
    const change = (fields: string) =>
      money.lab.pool.query(`update till set ${fields} where id = $1`, [tillId])
    await expect(change(`counted_amount = ${closed.expected}`)).rejects.toThrow('its opening would change')
    await expect(post(lines, receipt('cash', 500))).rejects.toThrow('is closed')
    const next = await money.openTill()
    await expect(
      money.lab.pool.query(
        `update till set expected_amount = 1, counted_amount = 1, closed_at = opened_at where id = $1`,
        [next.id],
      ),
    ).rejects.toThrow('is not its float plus its cash')
    await money.post('/api/money/taxes', { name: 'Levy', basisPoints: 600 })
    await expect(money.lab.pool.query('update tax set basis_points = 1')).rejects.toThrow('cannot be changed')
    expect((await money.account(visit)).paid).toBe(4_000)
  })

  it('ledger entries add up to the sums on the screens, in any order of charges, payments and refunds', async () => {
    await till()
    await till(money.manager)
    const deed = fc.oneof(
      fc.record({
        do: fc.constant('pay' as const),
        amount: fc.integer({ min: 1, max: 9_000 }),
        deposit: fc.boolean(),
      }),
      fc.record({ do: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 9_000 }) }),
      fc.record({ do: fc.constant('discount' as const), amount: fc.integer({ min: 1, max: 4_000 }) }),
      fc.record({ do: fc.constant('reverse' as const), which: fc.nat(5) }),
      fc.record({ do: fc.constant('price' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 12 }), async (deeds) => {
        const visit = await money.book()
        let [charged, paid] = [8_500, 0]
        const payments: string[] = []
        for (const one of deeds) {
          const { entries } = await money.account(visit)
          if (one.do === 'pay') {
            const answer = await money.pay(visit, one.amount, { deposit: one.deposit })
            const isTaken = one.deposit || one.amount <= charged - paid
            expect(answer.statusCode).toBe(isTaken ? 201 : 409)
            if (isTaken) payments.push(answer.json().id)
            if (isTaken) paid += one.amount
          } else if (one.do === 'refund' && payments[0]) {
            const answer = await money.refund(payments[0], one.amount)
            if (answer.statusCode === 201) paid -= one.amount
          } else if (one.do === 'discount') {
            const body = { amount: one.amount, reason: 'A friend' }
            const answer = await money.post(`/api/money/visits/${visit}/discounts`, body)
            expect(answer.statusCode).toBe(one.amount <= charged ? 201 : 409)
            if (answer.statusCode === 201) charged -= one.amount
          } else if (one.do === 'reverse') {
            const open = entries.filter(({ kind, reversed }) => !reversed && /charge|discount/.test(kind))
            const entry = open[one.which % Math.max(1, open.length)]
            if (!entry) continue
            const path = `/api/money/visits/${visit}/entries/${entry.id}/reverse`
            const answer = await money.post(path, { reason: 'A mistake' })
            if (answer.statusCode === 201) charged -= entry.amount
          } else if (one.do === 'price') {
            await money.post(`/api/money/visits/${visit}/price`, undefined)
            const after = await money.account(visit)
            charged += after.entries.slice(entries.length).reduce((sum, { amount }) => sum + amount, 0)
          }
          const account = await money.account(visit)
          expect(account).toMatchObject({ charged, paid, owed: charged - paid })
          expect(account.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(charged - paid)
        }
      }),
      { numRuns: 12 },
    )
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })

  it('the take of a day is listed by way of payment, site and cashier, and exported as CSV with a line for each ledger entry', async () => {
    money.lab.clock.set('2026-03-23T09:00:00Z')
    const manager = await money.lab.makeStaff('admin', { fullName: 'Mansa Manager' })
    const cashier = await money.lab.makeStaff('technician', { fullName: 'Abena Cashier' })
    const namesake = await money.lab.makeStaff('technician', { fullName: 'Abena Cashier' })
    for (const one of [cashier, namesake]) await grant(money.lab, one, ['payments'])
    for (const one of [cashier, namesake, manager]) await till(one)
    const patient = await money.lab.signUpPatient({ fullName: 'Adwoa Named' })
    const visit = await money.book(patient, { scheduledDate: '2026-03-26', scheduleTime: '11:00' })
    const { id } = (await money.pay(visit, 3_000, {}, cashier)).json()
    await money.pay(visit, 5_200, { way: 'card', reference: '=1+1' }, cashier)
    await money.pay(visit, 300, { way: 'card' }, namesake)
    await money.refund(id, 1_000, {}, manager)
    const take = (await money.get('/api/money/take?day=2026-03-23', manager)).json()
    expect(take).toMatchObject({ total: 7_500, charged: 8_500, discounts: 0, currency: 'GHS' })
    expect(take.ways).toEqual([
      { way: 'cash', amount: 2_000, count: 2 },
      { way: 'card', amount: 5_500, count: 2 },
    ])
    const cashiers = take.cashiers.map(({ name, total }: { name: string; total: number }) => [name, total])
    expect(cashiers.sort()).toEqual([
      ['Abena Cashier', 300],
      ['Abena Cashier', 8_200],
      ['Mansa Manager', -1_000],
    ])
    expect((await money.get('/api/money/take', cashier)).statusCode).toBe(403)
    const csv = await money.get('/api/money/entries.csv?from=2026-03-23&to=2026-03-23', manager)
    const { records } = parseCsv(decodeText(csv.rawPayload).text, ',', 1_000)
    const [head = [], ...rows] = records.map(({ cells }) => cells)
    const cell = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? ''
    const sum = (name: string) =>
      rows.reduce((all, row) => all + Math.round(Number(cell(row, name)) * 100), 0)
    expect(rows.length).toBeGreaterThan(8)
    expect(sum('debit')).toBe(sum('credit'))
    expect(csv.body).not.toContain('Named')
    expect(rows.some((row) => cell(row, 'document').startsWith('R-2026-'))).toBe(true)
    const wrong = await money.get('/api/money/entries.csv?from=2026-03-23&to=2026-03-22', manager)
    expect(wrong.json().fields).toHaveProperty('to')
  })

  it('list visits that owe something, found by name and reference', async () => {
    const [soon, evening] = [
      await money.book(money.ama, { scheduledDate: '2026-03-09', scheduleTime: '09:45' }),
      await money.book(money.ama, { scheduledDate: '2026-03-09', scheduleTime: '17:00' }),
    ]
    const { rows } = (await money.get('/api/money/owing', money.cashier)).json()
    expect(rows.find(({ visitId }: { visitId: string }) => visitId === soon)).toMatchObject({ owed: 8_500 })
    expect(rows.find(({ visitId }: { visitId: string }) => visitId === evening)).toBeUndefined()
    const found = await money.get('/api/money/owing?search=mensah&limit=5', money.cashier)
    expect(found.json().rows.length).toBe(5)
    expect((await money.get('/api/money/owing?search=nobody', money.cashier)).json().rows).toEqual([])
  })

  it('a paid visit is found by its reference only, for its receipts and refunds', async () => {
    await till()
    const visit = await money.book()
    const { rows } = await money.lab.pool.query('select reference from visit where id = $1', [visit])
    const { reference } = rows[0]
    const search = async (text: string) =>
      (await money.get(`/api/money/owing?limit=200&search=${text}`, money.cashier)).json().rows
    const byName = async () => (await search('mensah')).map(({ visitId }: { visitId: string }) => visitId)
    expect(await byName()).toContain(visit)
    expect((await money.pay(visit, 8_500)).statusCode).toBe(201)
    expect(await byName()).not.toContain(visit)
    expect(await search(reference.toLowerCase())).toMatchObject([{ visitId: visit, owed: 0, paid: 8_500 }])
  })
})
