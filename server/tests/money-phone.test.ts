import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PhoneRequest } from '#contract/money-phone.ts'
import { confirmOnline } from '#server/modules/money/index.ts'
import { mondayMorning } from './harness.ts'
import { ledgerOf } from './ledger-check.ts'
import { numbersOf, openMoney } from './money-day.ts'
import { openPaymentServer, paystackKey } from './payment-server.ts'
import { freePort } from './product-process.ts'

type Money = Awaited<ReturnType<typeof openMoney>>
let service: Awaited<ReturnType<typeof openPaymentServer>>
let money: Money
let hubtel: Money
let gone: Money
const logged: string[] = []
const onLog = (line: string) => void logged.push(line)
beforeAll(async () => {
  service = await openPaymentServer()
  const paystack = { PAYMENT_SERVICE: 'paystack', PAYMENT_KEY: paystackKey }
  money = await openMoney({ ...paystack, PAYMENT_URL: service.url }, { onLog })
  hubtel = await openMoney(
    {
      ...{ PAYMENT_SERVICE: 'hubtel', PAYMENT_KEY: 'id:secret', PAYMENT_ACCOUNT: '11684' },
      PAYMENT_URL: service.url,
    },
    { onLog },
  )
  // Nobody listens there.
  gone = await openMoney({ ...paystack, PAYMENT_URL: `http://127.0.0.1:${await freePort()}` })
})
beforeEach(async () => {
  service.state.manner = 'answer'
  service.state.losesPhoneAnswers = false
  for (const on of [money, hubtel, gone]) {
    on.lab.clock.set(mondayMorning)
    await on.lab.superuser.query('delete from rate_limit')
  }
})
afterAll(async () => {
  for (const on of [money, hubtel, gone]) await on.lab.close()
  await service.close()
})

let lastNumber = 241_000_000
/** A number of its own for each request, since a number may be asked only a few times. */
const nextNumber = () => `0${++lastNumber}`

type Sent = { request: PhoneRequest; reference: string }
const push = (visit: string, change: object = {}, by = money.cashier, on = money, key?: string) =>
  on.post(
    `/api/money/visits/${visit}/phone-requests`,
    { phone: nextNumber(), network: 'mtn', ...change },
    by,
    key,
  )
const referenceOf = async (id: string, on: Money) => {
  const { rows } = await on.lab.pool.query('select reference from online_payment where id = $1', [id])
  return String(rows[0]?.reference)
}
async function sent(visit: string, change: object = {}, by = money.cashier, on = money): Promise<Sent> {
  const answer = await push(visit, change, by, on)
  expect(answer.statusCode, answer.body).toBe(201)
  return { request: answer.json(), reference: await referenceOf(answer.json().id, on) }
}
const read = async (id: string, by = money.cashier, on = money): Promise<PhoneRequest> =>
  (await on.get(`/api/money/phone-requests/${id}`, by)).json()
const hook = (on: Money, { raw, headers }: { raw: string; headers: Record<string, string> }) =>
  on.lab.call('POST', '/api/money/hook', { body: raw, headers })
const secondsOn = (count: number, on = money) =>
  on.lab.clock.set(new Date(new Date(mondayMorning).getTime() + count * 1_000).toISOString())
const paymentsOf = async (visit: string, on = money) =>
  (await on.account(visit)).entries.filter(({ kind }) => kind === 'payment')

describe('a request on a phone through Paystack', () => {
  it('is sent with our reference, the amount owed, number and network, and says nothing about health', async () => {
    const visit = await money.book()
    const phone = '+233 24 555 0123'
    const { request, reference } = await sent(visit, { phone })
    const asked = service.asked.findLast(({ path }) => path === '/charge')
    expect(asked).toMatchObject({
      authorization: `Bearer ${paystackKey}`,
      body: {
        ...{ reference, amount: 8_500, currency: 'GHS' },
        mobile_money: { phone: '0245550123', provider: 'mtn' },
      },
    })
    expect(JSON.stringify(asked?.body)).not.toMatch(/Blood|Mensah/)
    expect(request).toMatchObject({
      ...{ state: 'waiting', step: 'approve', network: 'mtn', phoneEnd: '123', amount: 8_500 },
      ...{ secondsLeft: 180, failure: null, receipt: null },
    })
    expect((await money.account(visit)).online).toMatchObject({ phone: true, request: { id: request.id } })
  })

  it('becomes a receipt after the service confirms it, once, also after concurrent and repeated calls', async () => {
    const visit = await money.book()
    const { request, reference } = await sent(visit)
    service.pay(reference)
    const call = service.signed(reference)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => hook(money, call)),
      ...Array.from({ length: 4 }, () => money.get(`/api/money/phone-requests/${request.id}`, money.cashier)),
      confirmOnline(money.lab.context).then(() => ({ statusCode: 200 })),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
    await hook(money, call)
    const [payment, ...others] = await paymentsOf(visit)
    expect(others).toEqual([])
    expect(await read(request.id)).toMatchObject({
      state: 'paid',
      receipt: { id: payment?.id, number: payment?.receipt?.number },
    })
    expect(await money.account(visit)).toMatchObject({ paid: 8_500, owed: 0, online: { request: null } })
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })

  it('is not noted by a forged call, nor by a signed one before the approval', async () => {
    const visit = await money.book()
    const { request, reference } = await sent(visit)
    expect((await hook(money, service.signed(reference, 'another key'))).statusCode).toBe(403)
    expect((await hook(money, service.unsigned(reference, '2001'))).statusCode).toBe(403)
    expect((await hook(money, service.signed(reference))).statusCode).toBe(200)
    expect((await read(request.id)).state).toBe('waiting')
    expect((await money.account(visit)).paid).toBe(0)
  })

  it('is confirmed without any call, by the screen that waits or by the job', async () => {
    const waiting = await sent(await money.book())
    const left = await money.book()
    const closed = await sent(left)
    service.pay(waiting.reference)
    service.pay(closed.reference)
    expect((await read(waiting.request.id)).state).toBe('paid')
    secondsOn(240)
    await confirmOnline(money.lab.context)
    expect((await money.account(left)).paid).toBe(8_500)
  })

  it('asks the service once in ten seconds, however many screens wait', async () => {
    const { request, reference } = await sent(await money.book())
    const count = () => service.asked.filter(({ path }) => path.endsWith(reference)).length
    await Promise.all(Array.from({ length: 8 }, () => read(request.id)))
    expect(count()).toBe(1)
    secondsOn(9)
    await read(request.id)
    expect(count()).toBe(1)
    secondsOn(10)
    await Promise.all([read(request.id), read(request.id)])
    expect(count()).toBe(2)
  })

  it('is shown as refused when the payer refuses, and can be sent again', async () => {
    const visit = await money.book()
    const first = await sent(visit)
    service.fail(first.reference)
    expect(await read(first.request.id)).toMatchObject({ state: 'failed', failure: 'refused' })
    const second = await sent(visit)
    expect(second.reference).not.toBe(first.reference)
    service.pay(second.reference)
    expect((await read(second.request.id)).state).toBe('paid')
    expect(await money.account(visit)).toMatchObject({ paid: 8_500, owed: 0 })
  })

  it('ends after three minutes, is sent again only after the service was asked, and a late approval still counts', async () => {
    const visit = await money.book()
    const first = await sent(visit)
    secondsOn(179)
    expect(await read(first.request.id)).toMatchObject({ state: 'waiting', secondsLeft: 1 })
    expect((await push(visit)).json()).toMatchObject({
      code: 'not_possible_now',
      message: expect.stringContaining(`ending in ${first.request.phoneEnd}`),
    })
    secondsOn(190)
    expect(await read(first.request.id)).toMatchObject({ state: 'timed_out', secondsLeft: 0 })
    const second = await sent(visit, { amount: 5_000 })
    service.pay(first.reference)
    await hook(money, service.signed(first.reference))
    expect(await read(first.request.id)).toMatchObject({ state: 'paid' })
    service.pay(second.reference)
    secondsOn(200)
    expect((await read(second.request.id)).state).toBe('paid')
    // Both were paid: the second is a credit, and can be refunded.
    expect(await money.account(visit)).toMatchObject({ paid: 13_500, owed: -5_000 })
  })

  it('is not sent again if the first was approved at the last moment', async () => {
    const visit = await money.book()
    const first = await sent(visit)
    secondsOn(181)
    service.pay(first.reference)
    expect((await push(visit)).json().message).toBe('Nothing is owed for this visit.')
    expect(await paymentsOf(visit)).toHaveLength(1)
  })

  it('does not end, nor is it sent again, while the service cannot say whether it was paid', async () => {
    const visit = await money.book()
    const first = await sent(visit)
    secondsOn(200)
    service.state.manner = 'down'
    expect((await read(first.request.id)).state).toBe('waiting')
    expect((await push(visit)).json().code).toBe('busy')
    service.state.manner = 'answer'
    secondsOn(211)
    expect((await read(first.request.id)).state).toBe('timed_out')
  })

  it('is sent once when many cashiers send it at once, and the phone rings once', async () => {
    const visit = await money.book()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => push(visit, {}, index % 2 ? money.cashier : money.other)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const id = answers.find(({ statusCode }) => statusCode === 201)?.json().id
    expect(service.phones.get(await referenceOf(id, money))?.rang).toBe(1)
    const { rows } = await money.lab.pool.query(
      "select from online_payment where visit_id = $1 and channel = 'phone'",
      [visit],
    )
    expect(rows).toHaveLength(1)
  })

  it('the database refuses a second open request of a visit', async () => {
    const visit = await money.book()
    const { request } = await sent(visit)
    await expect(
      money.lab.superuser.query(
        `insert into online_payment select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'reference', 'another01'))).*
        from online_payment o where id = $1`,
        [request.id],
      ),
    ).rejects.toMatchObject({ constraint: 'online_payment_on_phone' })
  })

  it('a repeated call with its key gets the same request, and the phone rings once', async () => {
    const visit = await money.book()
    const key = crypto.randomUUID()
    const phone = nextNumber()
    const answers = await Promise.all([1, 2, 3].map(() => push(visit, { phone }, money.cashier, money, key)))
    const [first] = answers
    expect(answers.map((answer) => answer.json().id)).toEqual(Array(3).fill(first?.json().id))
    const later = await push(visit, { phone }, money.cashier, money, key)
    expect(later.json().id).toBe(first?.json().id)
    const reference = await referenceOf(first?.json().id, money)
    expect(service.phones.get(reference)?.rang).toBe(1)
    const other = await push(visit, { phone, network: 'telecel' }, money.cashier, money, key)
    expect(other.json().code).toBe('key_reused')
  })

  it('stays open if the answer of the service is lost, since the phone may ring', async () => {
    const visit = await money.book()
    service.state.losesPhoneAnswers = true
    const { request, reference } = await sent(visit)
    expect(request).toMatchObject({ state: 'waiting', step: 'approve' })
    service.pay(reference)
    expect((await read(request.id)).state).toBe('paid')
    service.state.losesPhoneAnswers = false
    expect((await push(visit)).json().message).toBe('Nothing is owed for this visit.')
  })

  it('fails at once if the service was not reached, and nothing is open', async () => {
    const visit = await gone.book()
    const { request } = await sent(visit, {}, gone.cashier, gone)
    expect(request).toMatchObject({ state: 'failed', failure: 'unreachable' })
    expect((await gone.account(visit)).online.request).toBeNull()
  })

  it('says which number the service does not take', async () => {
    const { request } = await sent(await money.book(), { phone: `0${service.unknownNumber}` })
    expect(request).toMatchObject({ state: 'failed', failure: 'number', phoneEnd: '000' })
  })

  it('waits for the voucher of Telecel, refuses a wrong one at its field, and passes on the right one once', async () => {
    const visit = await money.book()
    const { request, reference } = await sent(visit, { network: 'telecel' })
    expect(request).toMatchObject({ state: 'waiting', step: 'voucher' })
    const voucher = (text: string, by = money.cashier) =>
      money.post(`/api/money/phone-requests/${request.id}/voucher`, { voucher: text }, by)
    expect((await voucher('12')).json().fields).toHaveProperty('voucher')
    expect((await voucher('111111')).json().fields).toHaveProperty('voucher')
    expect((await read(request.id)).step).toBe('voucher')
    expect((await voucher(service.voucher, money.plain)).statusCode).toBe(403)
    expect((await voucher(service.voucher, money.kofi)).statusCode).toBe(404)
    secondsOn(60)
    const answers = await Promise.all([voucher(service.voucher), voucher(service.voucher)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await read(request.id)).toMatchObject({ step: 'approve', secondsLeft: 180 })
    expect(service.phones.get(reference)?.rang).toBe(1)
    service.pay(reference)
    secondsOn(80)
    expect((await read(request.id)).state).toBe('paid')
  })

  it('is sent by the patient for their own visit, and by staff with the permission', async () => {
    const visit = await money.book()
    expect((await push(visit, {}, money.kofi)).statusCode).toBe(404)
    expect((await push(visit, {}, money.plain)).statusCode).toBe(403)
    expect((await money.account(visit, money.plain)).online.phone).toBe(false)
    const { request } = await sent(visit, {}, money.ama)
    expect((await money.get(`/api/money/phone-requests/${request.id}`, money.kofi)).statusCode).toBe(404)
    expect((await read(request.id, money.ama)).state).toBe('waiting')
  })

  it('is refused for a wrong number, network or amount, at the field', async () => {
    const visit = await money.book()
    for (const [change, field] of [
      [{ phone: '0302 123 456' }, 'phone'],
      [{ phone: '+44 7911 123456' }, 'phone'],
      [{ network: 'vodafone' }, 'network'],
      [{ amount: 0 }, 'amount'],
    ] as const)
      expect(Object.keys((await push(visit, change)).json().fields)).toEqual([field])
    expect((await push(visit, { amount: 8_501 })).json().message).toBe('Only GHS 85.00 is owed.')
  })

  it('a number is not asked again and again', async () => {
    const phone = nextNumber()
    const codes: number[] = []
    for (let tries = 0; tries < 5; tries++) codes.push((await push(await money.book(), { phone })).statusCode)
    expect(codes).toEqual([201, 201, 201, 201, 429])
  })

  it('cash and an approval at the same moment leave a credit, and receipt numbers have no gaps', async () => {
    await money.openTill()
    const visit = await money.book()
    const { request, reference } = await sent(visit)
    service.pay(reference)
    await Promise.all([read(request.id), money.pay(visit, 8_500), hook(money, service.signed(reference))])
    expect((await money.account(visit)).paid).toBeGreaterThanOrEqual(8_500)
    const numbers = await numbersOf(money.lab, 'receipt')
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(await ledgerOf(money.lab)).toEqual({ sum: 0, astray: [] })
  })
})

describe('a request on a phone through Hubtel', () => {
  it('is sent with a decimal amount, and noted after the service was asked', async () => {
    const visit = await hubtel.book()
    const { request, reference } = await sent(visit, { network: 'airteltigo' }, hubtel.cashier, hubtel)
    const asked = service.asked.findLast(({ path }) => path.endsWith('/receive/mobilemoney'))
    expect(asked?.body).toMatchObject({
      ...{ Amount: 85, Channel: 'tigo-gh', ClientReference: reference },
      CustomerMsisdn: `233${lastNumber}`,
    })
    expect(request.secondsLeft).toBe(300)
    await hook(hubtel, service.unsigned(reference))
    expect((await hubtel.account(visit)).paid).toBe(0)
    service.pay(reference)
    await Promise.all([
      hook(hubtel, service.unsigned(reference)),
      hook(hubtel, service.unsigned(reference, '2001')),
    ])
    expect((await read(request.id, hubtel.cashier, hubtel)).state).toBe('paid')
    expect(await paymentsOf(visit, hubtel)).toHaveLength(1)
  })

  it('is refused once the service says so and knows of no payment; a payment that comes later counts', async () => {
    const visit = await hubtel.book()
    const { request, reference } = await sent(visit, {}, hubtel.cashier, hubtel)
    await hook(hubtel, service.unsigned(reference, '2001'))
    expect(await read(request.id, hubtel.cashier, hubtel)).toMatchObject({
      state: 'failed',
      failure: 'refused',
    })
    service.pay(reference)
    await hook(hubtel, service.unsigned(reference))
    expect((await hubtel.account(visit)).paid).toBe(8_500)
  })

  it('a patient can send it to their own number only', async () => {
    const ama = await hubtel.lab.signUpPatient()
    const visit = await hubtel.book(ama)
    expect((await push(visit, {}, ama, hubtel)).json().fields).toHaveProperty('phone')
    await hubtel.lab.pool.query("update account set phone = '+233 24 555 0999' where id = $1", [
      ama.accountId,
    ])
    expect((await push(visit, { phone: '024 555 0999' }, ama, hubtel)).statusCode).toBe(201)
  })
})

it('the log has no number, and the database has only its last digits', async () => {
  expect(logged.length).toBeGreaterThan(100)
  expect(logged.filter((line) => /24(1000|555)\d{3}|482913/.test(line))).toEqual([])
  for (const table of ['online_payment', 'audit', 'idempotent_answer', 'rate_limit', 'outbox']) {
    const { rows } = await money.lab.superuser.query(
      `select from ${table} t where t::text ~ '24(1000|555)[0-9]{3}|482913'`,
    )
    expect([table, rows.length]).toEqual([table, 0])
  }
})

it('is not offered without a payment service', async () => {
  const plain = await openMoney()
  try {
    const visit = await plain.book()
    expect((await plain.account(visit)).online).toMatchObject({ phone: false, request: null })
    expect((await push(visit, {}, plain.cashier, plain)).json().code).toBe('not_configured')
  } finally {
    await plain.lab.close()
  }
})
