import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The behaviour of the push service: `accept`, `gone` (no such subscription), `refuse` the message, `busy`,
 * `mute` (accept and close the connection without an answer), or `lead` (redirect).
 */
export type PushManner = 'accept' | 'gone' | 'refuse' | 'busy' | 'mute' | 'lead'

export type Browser = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  manner: PushManner
  /** Received messages as the service worker decrypts them, by topic: a repeated message replaces the first. */
  heard: Map<string, { id: string; title: string; body: string; link: string }>
  /** The Retry-After of a busy push service. */
  retryAfter?: string
  /** All requests for the browser, including refused ones. */
  asked: IncomingHttpHeaders[]
}

export type PushService = {
  url: string
  /** A browser subscribed with the laboratory's key. */
  subscribe(key: string): Browser
  close(): Promise<void>
}

/** A real HTTP server on the loopback that verifies the sender (RFC 8292) and decrypts with the browser's keys (RFC 8291). */
export async function openPushService(clock: { now(): Date }): Promise<PushService> {
  const browsers = new Map<string, Browser & { accept(headers: IncomingHttpHeaders, body: Buffer): void }>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (!browser) return response.writeHead(404).end()
      browser.asked.push(request.headers)
      if (browser.manner === 'gone') return response.writeHead(410).end('Unsubscribed')
      if (browser.manner === 'busy') {
        const { retryAfter } = browser
        return response.writeHead(503, retryAfter ? { 'retry-after': retryAfter } : {}).end('Later')
      }
      if (browser.manner === 'refuse') return response.writeHead(413).end('Too large')
      if (browser.manner === 'lead') return response.writeHead(307, { location: '/elsewhere' }).end()
      try {
        browser.accept(request.headers, Buffer.concat(parts))
      } catch (error) {
        return response.writeHead(400).end(String(error))
      }
      if (browser.manner === 'mute') return request.socket.destroy()
      response.writeHead(201, { location: `${service.url}/message/1` }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscribe(key) {
      const own = createECDH('prime256v1')
      const p256dh = own.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(16).toString('hex')}`
      const browser = {
        endpoint: service.url + path,
        keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
        manner: 'accept' as PushManner,
        heard: new Map(),
        asked: [] as IncomingHttpHeaders[],
        accept(headers: IncomingHttpHeaders, body: Buffer) {
          checkSender(String(headers.authorization), { key, audience: service.url, now: clock.now() })
          if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Not encrypted as asked for')
          if (!/^\d+$/.test(String(headers.ttl))) throw new Error('It does not say how long it lives')
          if (!/^[\w-]{1,32}$/.test(String(headers.topic))) throw new Error('The topic is not well formed')
          browser.heard.set(
            String(headers.topic),
            JSON.parse(decryptPush(body, own.getPrivateKey(), p256dh, auth)),
          )
        },
      }
      browsers.set(path, browser)
      return browser
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return service
}

const bytes = (text: string) => Buffer.from(text, 'base64url')

function checkSender(header: string, expected: { key: string; audience: string; now: Date }): void {
  const [, token = '', named = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  if (named !== expected.key) throw new Error('Not the key that the browser subscribed to')
  const point = bytes(named)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as never })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const text = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature))) throw new Error('Forged')
  const { aud, exp, sub } = JSON.parse(bytes(claims).toString())
  const left = exp - expected.now.getTime() / 1000
  if (aud !== expected.audience) throw new Error('For somebody else')
  if (left <= 0 || left > 24 * 3600) throw new Error('Run out, or for too long')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('Nobody to ask')
}

/** Decrypts a message with the keys of the browser (RFC 8291). */
export function decryptPush(body: Buffer, privateKey: Buffer, p256dh: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const derive = (secret: Buffer, from: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
  const secret = derive(own.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const open = createDecipheriv('aes-128-gcm', key, nonce)
  open.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
