import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const paystackKey = 'sk_test_of_the_laboratory'

type KnownRefund = {
  id: number
  transaction: number
  amount: number
  currency: string
  merchant_note: string
  status: string
}
type Known = { amount: number; currency: string; paid: boolean; failed: boolean }
/** A request on a phone: number and network as the service was given them, and how often the phone rang. */
type OnPhone = { phone: string; network: string; rang: number }

/** The behaviour of the service: it answers, refuses, closes the connection, or answers something other than JSON. */
export type Manner = 'answer' | 'down' | 'drop' | 'garbage'

/**
 * A payment service on the loopback, with the calls and answers of the documents of Paystack (transaction/initialize,
 * transaction/verify, charge, charge/submit_otp) and Hubtel (items/initiate, transactions/…/status, receive/mobilemoney). Amounts
 * are kept in minor units.
 */
export async function openPaymentServer() {
  const known = new Map<string, Known>()
  const refunds: KnownRefund[] = []
  const numberOf = (reference: string) => [...known.keys()].indexOf(reference) + 1
  const asked: { path: string; authorization: string; body: Record<string, unknown> }[] = []
  const phones = new Map<string, OnPhone>()
  const state = { manner: 'answer' as Manner, losesRefundAnswers: false, losesPhoneAnswers: false }
  /** The voucher that the networks accept, and a number that they do not know. */
  const voucher = '482913'
  const unknownNumber = '240000000'

  async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
    let text = ''
    for await (const chunk of request) text += chunk
    return text === '' ? {} : JSON.parse(text)
  }

  function answer(path: string, body: Record<string, unknown>): [status: number, body: unknown] {
    const { pathname, searchParams } = new URL(path, 'http://service')
    const add = (reference: unknown, amount: number, currency: string) => {
      if (known.has(String(reference))) return false
      known.set(String(reference), { amount, currency, paid: false, failed: false })
      return true
    }
    if (pathname === '/transaction/initialize') {
      const { reference, amount, currency } = body
      if (!add(reference, Number(amount), String(currency)))
        return [400, { status: false, message: 'Duplicate Transaction Reference' }]
      const data = { authorization_url: `https://checkout.test/${reference}`, access_code: 'x', reference }
      return [200, { status: true, message: 'Authorization URL created', data }]
    }
    if (pathname.startsWith('/transaction/verify/')) {
      const reference = decodeURIComponent(pathname.slice('/transaction/verify/'.length))
      const found = known.get(reference)
      if (!found) return [400, { status: false, message: 'Transaction reference not found' }]
      const { amount, currency, paid, failed } = found
      const id = numberOf(reference)
      const data = {
        id,
        reference,
        amount,
        currency,
        status: paid ? 'success' : failed ? 'failed' : 'abandoned',
      }
      return [200, { status: true, message: 'Verification successful', data }]
    }
    const ring = (reference: string, phone: string, network: string) =>
      phones.set(reference, { phone, network, rang: (phones.get(reference)?.rang ?? 0) + 1 })
    const attempted = (reference: string, status: string): [number, object] => [
      200,
      { status: true, message: 'Charge attempted', data: { reference, status } },
    ]
    if (pathname === '/charge') {
      const reference = String(body.reference)
      const { phone, provider } = body.mobile_money as { phone: string; provider: string }
      if (phone.endsWith(unknownNumber)) return [400, { status: false, message: 'Invalid mobile number' }]
      if (!add(reference, Number(body.amount), String(body.currency)))
        return [400, { status: false, message: 'Duplicate Transaction Reference' }]
      if (provider === 'vod') return attempted(reference, 'send_otp')
      ring(reference, phone, provider)
      return attempted(reference, 'pay_offline')
    }
    if (pathname === '/charge/submit_otp') {
      const reference = String(body.reference)
      if (body.otp !== voucher) return [400, { status: false, message: 'Token is not valid' }]
      ring(reference, '', 'vod')
      return attempted(reference, 'pending')
    }
    if (/^\/merchantaccount\/merchants\/11684\/receive\/mobilemoney$/.test(pathname)) {
      const reference = String(body.ClientReference)
      if (String(body.CustomerMsisdn).endsWith(unknownNumber))
        return [400, { Message: 'Validation errors', ResponseCode: '4000' }]
      if (!add(reference, Math.round(Number(body.Amount) * 100), 'GHS'))
        return [400, { Message: 'Duplicate reference', ResponseCode: '4000' }]
      ring(reference, String(body.CustomerMsisdn), String(body.Channel))
      const Data = { ClientReference: reference, Amount: body.Amount, TransactionId: 'a1' }
      return [200, { Message: 'Transaction pending', ResponseCode: '0001', Data }]
    }
    if (pathname === '/refund' && body.transaction !== undefined) {
      const { transaction, amount, currency, merchant_note } = body
      const refund = {
        ...{ id: refunds.length + 1, transaction: numberOf(String(transaction)), amount: Number(amount) },
        ...{ currency: String(currency), merchant_note: String(merchant_note), status: 'pending' },
      }
      refunds.push(refund)
      return [200, { status: true, message: 'Refund has been queued for processing', data: refund }]
    }
    if (pathname === '/refund') {
      const data = refunds.filter((one) => String(one.transaction) === searchParams.get('transaction'))
      return [200, { status: true, message: 'Refunds retrieved', data }]
    }
    if (pathname === '/items/initiate') {
      const reference = body.clientReference
      add(reference, Math.round(Number(body.totalAmount) * 100), 'GHS')
      const data = {
        checkoutUrl: `https://pay.test/${reference}`,
        checkoutId: 'c1',
        clientReference: reference,
      }
      return [200, { responseCode: '0000', status: 'Success', data }]
    }
    if (/^\/transactions\/[^/]+\/status$/.test(pathname)) {
      const reference = searchParams.get('clientReference') ?? ''
      const found = known.get(reference)
      if (!found) return [404, { message: 'Not found', responseCode: '4000', data: null }]
      const data = {
        date: '2026-03-09T08:30:00Z',
        status: found.paid ? 'Paid' : 'Unpaid',
        clientReference: reference,
        currencyCode: null,
        amount: found.amount / 100,
        isFulfilled: null,
      }
      return [200, { message: 'Successful', responseCode: '0000', data }]
    }
    return [404, { message: 'Not found' }]
  }

  const server = createServer(async (request, response) => {
    const body = await read(request)
    const path = request.url ?? ''
    asked.push({ path, authorization: request.headers.authorization ?? '', body })
    if (state.manner === 'drop') return request.socket.destroy()
    if (state.manner === 'down') return response.writeHead(503).end('Later')
    if (state.manner === 'garbage') return response.writeHead(200).end('<html>')
    const [status, said] = answer(path, body)
    if (state.losesRefundAnswers && path === '/refund') return request.socket.destroy()
    if (state.losesPhoneAnswers && /^\/charge|\/mobilemoney$/.test(path)) return request.socket.destroy()
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    known,
    phones,
    voucher,
    unknownNumber,
    refunds,
    asked,
    state,
    pay(reference: string, change: Partial<Known> = {}) {
      const found = known.get(reference)
      if (found) known.set(reference, { ...found, paid: true, failed: false, ...change })
    },
    fail(reference: string) {
      const found = known.get(reference)
      if (found) known.set(reference, { ...found, failed: true })
    },
    /** A call of Hubtel: without a signature. */
    unsigned: (reference: string, code = '0000') => ({
      raw: JSON.stringify({ ResponseCode: code, Data: { ClientReference: reference } }),
      headers: { 'content-type': 'application/json' },
    }),
    /** A call of Paystack, signed as it signs. */
    signed(reference: string, key = paystackKey) {
      const raw = JSON.stringify({
        event: 'charge.success',
        data: { reference, status: 'success', amount: 1 },
      })
      const signature = createHmac('sha512', key).update(raw).digest('hex')
      return { raw, headers: { 'content-type': 'application/json', 'x-paystack-signature': signature } }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
