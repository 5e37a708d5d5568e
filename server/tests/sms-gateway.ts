import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { path: string; headers: IncomingHttpHeaders; body: string }

/**
 * The behaviour of the gateway: `accept`, `refuse` permanently, `busy`, `drop` the connection before reading, or `mute`:
 * accept without an answer.
 */
export type GatewayManner = 'accept' | 'refuse' | 'busy' | 'drop' | 'mute'

export type Gateway = {
  url: string
  /** All requests, including refused ones. */
  asked: Asked[]
  /** Messages sent to phones, by idempotency key: a known key is not sent again. */
  sent: Map<string, { to: string; text: string }>
  manner: GatewayManner | (() => GatewayManner)
  /** The body of a successful answer. */
  answer: (key: string) => unknown
  close(): Promise<void>
}

/** A real HTTP server on the loopback that sends nothing and honours idempotency keys. */
export async function openGateway(): Promise<Gateway> {
  const server = createServer((request, response) => {
    // A server that compares its clock.
    if (request.method === 'HEAD') return void response.end()
    let body = ''
    request.setEncoding('utf8')
    request.on('error', () => {})
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      gateway.asked.push({ path: request.url ?? '', headers: request.headers, body })
      const manner = typeof gateway.manner === 'function' ? gateway.manner() : gateway.manner
      if (manner === 'drop') return request.socket.destroy()
      if (manner === 'refuse') return response.writeHead(400).end('No such number')
      if (manner === 'busy') return response.writeHead(503).end('Later')
      const key = String(request.headers['idempotency-key'])
      if (!gateway.sent.has(key)) gateway.sent.set(key, readMessage(body))
      if (manner === 'mute') return request.socket.destroy()
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(gateway.answer(key)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    sent: new Map(),
    manner: 'accept',
    answer: (key) => ({ id: `gw-${key}` }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return gateway
}

function readMessage(body: string): { to: string; text: string } {
  const fields: Record<string, string> = body.startsWith('{')
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
  return { to: fields.to ?? fields.To ?? '', text: fields.text ?? fields.Content ?? fields.Body ?? '' }
}

/** The headers of a request by the generic gateway. */
export function signed(token: string, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-signature': createHmac('sha256', token).update(body).digest('hex'),
  }
}
