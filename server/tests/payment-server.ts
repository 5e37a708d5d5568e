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

/** The behaviour of the service: it answers, refuses, closes the connection, or answers something other than JSON. */
export type Manner = 'answer' | 'down' | 'drop' | 'garbage'

/**
 * A payment service on the loopback, with the calls and answers of the documents of Paystack (transaction/initialize,
 * transaction/verify) and Hubtel (items/initiate, transactions/…/status). Amounts are kept in minor units.
 */
export async function openPaymentServer() {
  const known = new Map<string, Known>()
  const refunds: KnownRefund[] = []
  const numberOf = (reference: string) => [...known.keys()].indexOf(reference) + 1
  const asked: { path: string; authorization: string; body: Record<string, unknown> }[] = []
  const state = { manner: 'answer' as Manner, losesRefundAnswers: false }

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
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    known,
    refunds,
    asked,
    state,
    pay(reference: string, change: Partial<Known> = {}) {
      const found = known.get(reference)
      if (found) known.set(reference, { ...found, paid: true, failed: false, ...change })
    },
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
