import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmOnline } from '#server/modules/money/index.ts'
import { mondayMorning } from './harness.ts'
import { ledgerOf, numbersOf, openMoney } from './money-day.ts'
import { openPaymentServer, paystackKey } from './payment-server.ts'

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

  it('is noted once the service confirms it, once, however often and at once it is told', async () => {
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

  it('whose call was lost is found by asking, and a late one counts after a failure', async () => {
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

  it('waits while the service is out of reach', async () => {
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

  it('is refused for more than is owed, and for everybody else', async () => {
    const { id, visit, by } = await started()
    const more = await money.post(`/api/money/visits/${visit}/online`, { amount: 8_501 }, by)
    expect(more.json().code).toBe('not_possible_now')
    expect((await money.post(`/api/money/visits/${visit}/online`, {}, money.kofi)).statusCode).toBe(404)
    expect((await check(id, money.kofi)).statusCode).toBe(404)
  })

  it('at the same moment as one at the desk leaves a credit, and every number in its place', async () => {
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

describe('a payment through Hubtel', () => {
  it('is started in decimals, and noted once its status is asked, since its calls are not signed', async () => {
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

it('without a service nothing is offered', async () => {
  const plain = await openMoney()
  try {
    const visit = await plain.book()
    expect((await plain.account(visit)).online).toEqual({ offered: false, pending: null })
    const refused = await plain.post(`/api/money/visits/${visit}/online`, {}, plain.ama)
    expect(refused.json().code).toBe('not_configured')
    expect((await hook(plain, { raw: '{}', headers: {} })).statusCode).toBe(501)
  } finally {
    await plain.lab.close()
  }
})
