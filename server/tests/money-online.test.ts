import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmOnline } from '#server/modules/money/index.ts'
import { mondayMorning } from './harness.ts'
import { ledgerOf } from './ledger-check.ts'
import { numbersOf, openMoney } from './money-day.ts'
import { openPaymentServer, paystackKey } from './payment-server.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

type Money = Awaited<ReturnType<typeof openMoney>>
let service: Awaited<ReturnType<typeof openPaymentServer>>
let money: Money
let hubtel: Money
beforeAll(async () => {
  service = await openPaymentServer()
  const PAYMENT_URL = service.url
  money = await openMoney({ PAYMENT_SERVICE: 'paystack', PAYMENT_KEY: paystackKey, PAYMENT_URL })
  hubtel = await openMoney({
    PAYMENT_SERVICE: 'hubtel',
    PAYMENT_KEY: 'id:secret',
    PAYMENT_ACCOUNT: '11684',
    PAYMENT_URL,
  })
})
beforeEach(() => {
  service.state.manner = 'answer'
  money.lab.clock.set(mondayMorning)
})
afterAll(async () => {
  await money.lab.close()
  await hubtel.lab.close()
  await service.close()
})

async function started(on: Money = money) {
  const by = await on.lab.signUpPatient()
  const visit = await on.book(by)
  const answer = await on.post(`/api/money/visits/${visit}/online`, {}, by)
  expect(answer.statusCode, answer.body).toBe(201)
  const { id, url } = answer.json()
  return { visit, by, id, url, reference: String(url).split('/').at(-1) ?? '' }
}
const hook = (on: Money, { raw, headers }: { raw: string; headers: Record<string, string> }) =>
  on.lab.call('POST', '/api/money/hook', { body: raw, headers })
const check = (id: string, by: Money['ama'], on: Money = money) =>
  on.post(`/api/money/online/${id}/check`, undefined, by)

describe('a payment through Paystack', () => {
  it('is started with our reference and the amount owed, and says nothing about health', async () => {
    const { reference, visit, by } = await started()
    const asked = service.asked.findLast(({ path }) => path === '/transaction/initialize')
    expect(asked).toMatchObject({
      authorization: `Bearer ${paystackKey}`,
      body: { reference, amount: 8_500, currency: 'GHS', channels: ['card', 'mobile_money'] },
    })
    expect(JSON.stringify(asked?.body)).not.toMatch(/Blood|Mensah/)
    const { online } = await money.account(visit, by)
    expect(online).toMatchObject({ offered: true, pending: expect.any(String) })
  })

  it('an online payment is posted once after the service confirms it, also after concurrent hints', async () => {
    const { reference, visit } = await started()
    service.pay(reference)
    const call = service.signed(reference)
    const answers = await Promise.all(Array.from({ length: 5 }, () => hook(money, call)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    await hook(money, call)
    const account = await money.account(visit)
    expect(account).toMatchObject({ paid: 8_500, owed: 0, online: { pending: null } })
    expect(account.entries.filter(({ kind }) => kind === 'payment')).toHaveLength(1)
    expect(account.entries.at(-1)?.receipt).toMatchObject({ way: 'online', reference })
  })

  it('is not noted by a call alone: a forged one is refused, and a signed one is verified', async () => {
    const { reference, visit } = await started()
    const forged = service.signed(reference, 'another key')
    expect((await hook(money, forged)).statusCode).toBe(403)
    const { raw } = service.signed(reference)
    expect((await hook(money, { raw, headers: {} })).statusCode).toBe(403)
    const changed = service.signed(reference)
    expect((await hook(money, { ...changed, raw: `${changed.raw} ` })).statusCode).toBe(403)
    // Signed, but the service says that nothing was paid.
    expect((await hook(money, service.signed(reference))).statusCode).toBe(200)
    expect((await hook(money, service.signed('unknownreference'))).statusCode).toBe(200)
    expect((await money.account(visit)).paid).toBe(0)
  })

  it('an online payment whose hint was lost is confirmed by asking the service, also after a failure', async () => {
    const lost = await started()
    const late = await started()
    service.pay(lost.reference)
    service.known.set(late.reference, { amount: 8_500, currency: 'GHS', paid: false, failed: true })
    await confirmOnline(money.lab.context)
    expect((await money.account(lost.visit)).paid).toBe(0)
    money.lab.clock.set('2026-03-09T08:34:00Z')
    await confirmOnline(money.lab.context)
    expect((await money.account(lost.visit)).paid).toBe(8_500)
    expect((await check(late.id, late.by)).json()).toEqual({ state: 'failed' })
    service.pay(late.reference)
    await hook(money, service.signed(late.reference))
    expect((await check(late.id, late.by)).json()).toEqual({ state: 'paid' })
    expect((await money.account(late.visit)).paid).toBe(8_500)
  })

  it('an online payment that cannot be posted does not block other payments', async () => {
    const broken = await started()
    const good = await started()
    service.pay(broken.reference, { amount: 0 })
    service.pay(good.reference)
    money.lab.clock.set('2026-03-09T08:34:00Z')
    await confirmOnline(money.lab.context)
    expect((await money.account(good.visit)).paid).toBe(8_500)
    expect((await money.account(broken.visit)).paid).toBe(0)
    // After the service is repaired, the payment is posted at the next retry.
    service.pay(broken.reference, { amount: 8_500 })
    money.lab.clock.set('2026-03-09T08:38:00Z')
    await confirmOnline(money.lab.context)
    expect((await money.account(broken.visit)).paid).toBe(8_500)
  })

  it('the service is asked about an abandoned payment at growing intervals', async () => {
    const { reference } = await started()
    const minute = 60_000
    const begin = new Date(mondayMorning).getTime()
    const asked = async (from: number, to: number, step: number) => {
      const before = service.asked.length
      for (let age = from; age <= to; age += step) {
        money.lab.clock.set(new Date(begin + age * minute).toISOString())
        await confirmOnline(money.lab.context)
      }
      return service.asked.slice(before).filter(({ path }) => path.endsWith(reference)).length
    }
    expect(await asked(2, 8, 2)).toBe(3)
    const firstDay = await asked(10, 24 * 60, 10)
    expect(firstDay).toBeGreaterThan(10)
    expect(firstDay).toBeLessThan(20)
    expect(await asked(48 * 60, 71 * 60, 60)).toBeLessThanOrEqual(2)
  })

  it('is noted with the amount that the service confirms, and not at all in another currency', async () => {
    const part = await started()
    service.pay(part.reference, { amount: 5_000 })
    await check(part.id, part.by)
    expect(await money.account(part.visit)).toMatchObject({ paid: 5_000, owed: 3_500 })
    const other = await started()
    service.pay(other.reference, { currency: 'NGN' })
    expect((await check(other.id, other.by)).json()).toEqual({ state: 'started' })
    expect((await money.account(other.visit)).paid).toBe(0)
  })

  it('an online payment stays unconfirmed while the service cannot be reached', async () => {
    const { id, by, reference, visit } = await started()
    service.pay(reference)
    for (const manner of ['down', 'drop'] as const) {
      service.state.manner = manner
      expect((await check(id, by)).statusCode).toBe(503)
      const another = await money.book(by)
      const refused = await money.post(`/api/money/visits/${another}/online`, {}, by)
      expect(refused.json().code).toBe('busy')
    }
    service.state.manner = 'garbage'
    expect((await check(id, by)).json()).toEqual({ state: 'started' })
    service.state.manner = 'answer'
    expect((await check(id, by)).json()).toEqual({ state: 'paid' })
    expect((await money.account(visit)).paid).toBe(8_500)
  })

  it('an online payment is refused for more than is owed, and to other patients', async () => {
    const { id, visit, by } = await started()
    const more = await money.post(`/api/money/visits/${visit}/online`, { amount: 8_501 }, by)
    expect(more.json().code).toBe('not_possible_now')
    expect((await money.post(`/api/money/visits/${visit}/online`, {}, money.kofi)).statusCode).toBe(404)
    expect((await check(id, money.kofi)).statusCode).toBe(404)
  })

  it('concurrent payments online and at the desk leave a credit, and receipt numbers have no gaps', async () => {
    await money.openTill()
    const { id, by, reference, visit } = await started()
    service.pay(reference)
    await Promise.all([check(id, by), money.pay(visit, 8_500), check(id, by)])
    const { paid } = await money.account(visit)
    expect([8_500, 17_000]).toContain(paid)
    const numbers = await numbersOf(money.lab, 'receipt')
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })
})

describe('a refund through Paystack', () => {
  async function paid() {
    const one = await started()
    service.pay(one.reference)
    await check(one.id, one.by)
    const entry = (await money.account(one.visit)).entries.find(({ kind }) => kind === 'payment')
    return { ...one, payment: entry?.id ?? '' }
  }
  const refund = (payment: string, amount: number, by = money.manager, key?: string) =>
    money.post(`/api/money/payments/${payment}/online-refunds`, { amount, reason: 'Paid twice' }, by, key)
  const minutesOn = (count: number) =>
    money.lab.clock.set(new Date(new Date(mondayMorning).getTime() + count * 60_000).toISOString())
  const refundsOf = (reference: string) => {
    const id = [...service.known.keys()].indexOf(reference) + 1
    return service.refunds.filter(({ transaction }) => transaction === id)
  }
  beforeEach(() => {
    service.state.losesRefundAnswers = false
  })

  it('a refund is requested once with our reference, and posted only after the service has paid it', async () => {
    const { visit, payment, reference } = await paid()
    const key = crypto.randomUUID()
    const answers = [
      await refund(payment, 2_000, money.manager, key),
      await refund(payment, 2_000, money.manager, key),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(refundsOf(reference)).toHaveLength(1)
    const [asked] = refundsOf(reference)
    expect(asked).toMatchObject({ amount: 2_000, currency: 'GHS' })
    expect(asked?.merchant_note).toMatch(/^[0-9a-z]{20}$/)
    expect(await money.account(visit)).toMatchObject({
      paid: 8_500,
      online: { refunds: true, refunding: 2_000 },
    })
    if (asked) asked.status = 'processed'
    minutesOn(20)
    await Promise.all(Array.from({ length: 4 }, () => confirmOnline(money.lab.context)))
    const account = await money.account(visit)
    expect(account).toMatchObject({ paid: 6_500, owed: 2_000, online: { refunding: 0 } })
    const entries = account.entries.filter(({ kind }) => kind === 'refund')
    expect(entries.map(({ receipt }) => receipt?.way)).toEqual(['online'])
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })

  it('a refund whose answer was lost is not requested again, and is posted', async () => {
    const { visit, payment, reference } = await paid()
    service.state.losesRefundAnswers = true
    expect((await refund(payment, 8_500)).statusCode).toBe(201)
    service.state.losesRefundAnswers = false
    for (const minute of [5, 20, 40]) {
      minutesOn(minute)
      await confirmOnline(money.lab.context)
    }
    expect(refundsOf(reference)).toHaveLength(1)
    for (const one of refundsOf(reference)) one.status = 'processed'
    minutesOn(90)
    await confirmOnline(money.lab.context)
    const { rows } = await money.lab.pool.query('select paid from visit_account where visit_id = $1', [visit])
    expect(rows).toEqual([{ paid: 0 }])
  })

  it('a refund is requested later by a single process if the service could not be reached', async () => {
    const { payment, reference } = await paid()
    service.state.manner = 'down'
    expect((await refund(payment, 1_000)).statusCode).toBe(201)
    expect(refundsOf(reference)).toHaveLength(0)
    service.state.manner = 'answer'
    minutesOn(30)
    await Promise.all(Array.from({ length: 4 }, () => confirmOnline(money.lab.context)))
    expect(refundsOf(reference)).toHaveLength(1)
  })

  it('refunds online and at the desk together never exceed the payment, and a failed refund frees its amount', async () => {
    await money.openTill(money.manager, 10_000)
    const { payment, reference, visit } = await paid()
    const both = await Promise.all([refund(payment, 5_000), refund(payment, 5_000)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await money.refund(payment, 4_000)).json().code).toBe('not_possible_now')
    for (const one of refundsOf(reference)) one.status = 'failed'
    minutesOn(20)
    await confirmOnline(money.lab.context)
    expect((await money.account(visit)).online.refunding).toBe(0)
    expect((await money.refund(payment, 8_500)).statusCode).toBe(201)
  })

  it('waits for a refund at the desk that began before it, and neither waits for ever', async () => {
    const { payment, visit } = await paid()
    const desk = await money.lab.superuser.connect()
    try {
      await desk.query('begin')
      await desk.query('select from visit_account where visit_id = $1 for update', [visit])
      const waiting = refund(payment, 1_000)
      await expect.poll(() => waitingForLocks(money.lab)).toBe(1)
      await desk.query('select pg_advisory_xact_lock(hashtextextended($1, 81))', [payment])
      await desk.query('commit')
      expect((await waiting).statusCode).toBe(201)
    } finally {
      desk.release(true)
    }
  })

  it('a refund is refused without the permission, to patients, for other payments, and if the service has no refunds', async () => {
    const { payment, by } = await paid()
    expect((await refund(payment, 1_000, money.cashier)).statusCode).toBe(403)
    expect((await refund(payment, 1_000, by)).statusCode).toBe(403)
    const visit = await money.book()
    await money.openTill(money.other)
    const cash = (await money.pay(visit, 1_000, {}, money.other)).json().id
    expect((await refund(cash, 500)).json().code).toBe('not_possible_now')
  })
})

describe('a payment through Hubtel', () => {
  it('a Hubtel payment is started with a decimal amount, and posted only after the service was asked, since its calls are not signed', async () => {
    const { reference, visit } = await started(hubtel)
    const asked = service.asked.findLast(({ path }) => path === '/items/initiate')
    expect(asked?.authorization).toBe(`Basic ${Buffer.from('id:secret').toString('base64')}`)
    expect(asked?.body).toMatchObject({ totalAmount: 85, merchantAccountNumber: '11684' })
    const raw = JSON.stringify({
      ResponseCode: '0000',
      Status: 'Success',
      Data: { ClientReference: reference },
    })
    const call = { raw, headers: { 'content-type': 'application/json' } }
    expect((await hook(hubtel, call)).statusCode).toBe(200)
    expect((await hubtel.account(visit)).paid).toBe(0)
    service.pay(reference)
    await Promise.all([hook(hubtel, call), hook(hubtel, call)])
    expect(await hubtel.account(visit)).toMatchObject({ paid: 8_500, owed: 0 })
    expect((await hook(hubtel, { ...call, raw: 'x' })).statusCode).toBe(403)
  })
})

it('online payment is not offered without a payment service', async () => {
  const plain = await openMoney()
  try {
    const visit = await plain.book()
    expect((await plain.account(visit)).online).toMatchObject({ offered: false, pending: null })
    const refused = await plain.post(`/api/money/visits/${visit}/online`, {}, plain.ama)
    expect(refused.json().code).toBe('not_configured')
    expect((await hook(plain, { raw: '{}', headers: {} })).statusCode).toBe(501)
  } finally {
    await plain.lab.close()
  }
})
