import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { path: string; headers: IncomingHttpHeaders; body: string }

/**
 * How the gateway treats what comes: `accept`, `refuse` for good, be `busy`, `drop` the connection unheard, or `mute`:
 * take it and say nothing.
 */
export type GatewayManner = 'accept' | 'refuse' | 'busy' | 'drop' | 'mute'

export type Gateway = {
  url: string
  /** Every request, also the ones that it does not take. */
  asked: Asked[]
  /** What went to telephones, by the key of the message: a key that is known is not sent again. */
  sent: Map<string, { to: string; text: string }>
  manner: GatewayManner | (() => GatewayManner)
  /** What it answers on success. */
  answer: (key: string) => unknown
  close(): Promise<void>
}

/** A real HTTP server on the loopback that sends to nobody and honours the key. */
export async function openGateway(): Promise<Gateway> {
  const server = createServer((request, response) => {
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

/** The headers of a call that the generic gateway makes. */
export function signed(token: string, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-signature': createHmac('sha256', token).update(body).digest('hex'),
  }
}
