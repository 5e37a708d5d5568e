import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { openLoopback } from './loopback-server.ts'

/** What a receiver does with a request: answers with this status, redirects, or accepts the request and never answers. */
export type Manner = number | 'redirect' | 'hang'

export type Received = {
  headers: IncomingHttpHeaders
  body: string
  event: { type: string; data: Record<string, string> }
}

/** A real HTTP server on the loopback that verifies every signature. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = {
    url: '',
    manner: 200 as Manner,
    /** Further headers of the answer. */
    headers: {} as Record<string, string>,
    /** Requests with a signature of none of the secrets are answered with 401; empty: every signature is accepted. */
    secrets: [] as string[],
    received,
    /** Every request, also those that were not accepted. */
    asked: [] as Received[],
    types: () => received.map(({ event }) => event.type),
    close: (): Promise<void> => server.close(),
  }
  const server = await openLoopback((request, response, body) => {
    const one = { headers: request.headers, body, event: JSON.parse(body) }
    receiver.asked.push(one)
    const { manner, secrets } = receiver
    if (manner === 'hang') return
    if (manner === 'redirect') return response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end()
    if (secrets.length > 0 && !secrets.some((secret) => isSigned(one, secret)))
      return response.writeHead(401).end()
    if (manner < 300) received.push(one)
    response.writeHead(manner, receiver.headers).end()
  })
  receiver.url = `${server.origin}/events`
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** The check of the Standard Webhooks specification, written without the product’s code. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const right = createHmac('sha256', key).update(content).digest()
  const isNow = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300
  return (
    isNow &&
    String(headers['webhook-signature'])
      .split(' ')
      .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'))
      .some((given) => given.length === right.length && timingSafeEqual(given, right))
  )
}
